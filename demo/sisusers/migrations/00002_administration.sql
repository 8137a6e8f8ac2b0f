-- +goose Up
-- The applications that users of an organization can get.
CREATE TABLE organization_applications (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  application TEXT NOT NULL,
  PRIMARY KEY (organization_id, application)
) STRICT, WITHOUT ROWID;

-- An invited person who has not accepted is a user without a password. The invited address is in
-- invited_email, because the person may have an account, or invitations of other organizations.
ALTER TABLE users ADD COLUMN account TEXT NOT NULL DEFAULT 'ACTIVE';
ALTER TABLE users ADD COLUMN invited_email TEXT NOT NULL DEFAULT '' COLLATE NOCASE;
ALTER TABLE users ADD COLUMN invited_by TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN invited_at INTEGER;
ALTER TABLE users ADD COLUMN invite_expires_at INTEGER;
ALTER TABLE users ADD COLUMN sub_region TEXT NOT NULL DEFAULT '';
-- The time at which a person requested a new invitation after the old one had expired.
ALTER TABLE users ADD COLUMN invite_requested_at INTEGER;
-- A deleted user can be restored for ten minutes; then the personal data is erased, except the name in tickets and the audit log.
ALTER TABLE users ADD COLUMN deleted_at INTEGER;
ALTER TABLE users ADD COLUMN is_erased INTEGER NOT NULL DEFAULT 0;
-- The number of changes of the user's rights: an undo is valid only for the rights after its action.
ALTER TABLE users ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
CREATE INDEX users_invited ON users (invited_email) WHERE invited_email <> '';
CREATE INDEX users_invite_expiry ON users (invite_expires_at) WHERE account = 'INVITED';
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL AND is_erased = 0;
CREATE INDEX memberships_by_organization ON memberships (organization_id, user_id);

CREATE TABLE accesses (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  application TEXT NOT NULL,
  status TEXT NOT NULL,
  -- Empty for applications without editions.
  edition TEXT NOT NULL DEFAULT '',
  requested_at INTEGER,
  reason TEXT NOT NULL DEFAULT '',
  expires_at INTEGER,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, application)
) STRICT, WITHOUT ROWID;
CREATE INDEX accesses_expiry ON accesses (expires_at) WHERE status = 'INVITED';

-- The access rights of existing users follow from their roles.
INSERT INTO accesses (user_id, application, status, edition, changed_at)
  SELECT r.user_id, m.column2, m.column3, CASE
      WHEN m.column2 <> 'ARTEMIS' THEN ''
      WHEN EXISTS (SELECT 1 FROM roles o WHERE o.user_id = r.user_id AND o.role = 'kmx_artemis_onpremuser') THEN 'ONPREM'
      ELSE 'CLOUD' END, u.created_at
  FROM (VALUES
    ('kmx_int_direct_pending', 'DIRECT_SERVICE', 'PENDING'),
    ('kmx_int_direct_active', 'DIRECT_SERVICE', 'ACTIVE'),
    ('kmx_int_serviceticketing_active', 'TICKETING', 'ACTIVE'),
    ('kmx_int_assetdb_active', 'INVENTORY', 'ACTIVE'),
    ('kmx_int_artemis_active', 'ARTEMIS', 'ACTIVE'),
    ('kmx_int_mfpwm_active', 'MASTER_DATA_WM', 'ACTIVE'),
    ('kmx_int_mfpmds_active', 'MASTER_DATA_MDS', 'ACTIVE'),
    ('kmx_int_lmsefront_active', 'LEARNING', 'ACTIVE'),
    ('kmx_int_lmsefront_inviteexpired', 'LEARNING', 'INVITE_EXPIRED'),
    ('kmx_int_lmsefront_invited', 'LEARNING', 'INVITED')
  ) m JOIN roles r ON r.role = m.column1 JOIN users u ON u.id = r.user_id
  WHERE true ON CONFLICT (user_id, application) DO NOTHING;
-- Their organizations get the applications of their users.
INSERT INTO organization_applications (organization_id, application)
  SELECT DISTINCT m.organization_id, a.application FROM memberships m JOIN accesses a ON a.user_id = m.user_id;

-- The actions of an administrator or a customer by idempotency key.
CREATE TABLE action_keys (
  actor_id TEXT NOT NULL,
  key TEXT NOT NULL,
  user_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  undo_id TEXT NOT NULL DEFAULT '',
  at INTEGER NOT NULL,
  PRIMARY KEY (actor_id, key)
) STRICT, WITHOUT ROWID;

-- The rights that a user had before a destructive action.
CREATE TABLE undos (
  id TEXT PRIMARY KEY,
  actor_id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  action TEXT NOT NULL,
  -- The version of the user's rights after the action.
  revision INTEGER NOT NULL,
  -- JSON.
  rights TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

-- Entries cannot be changed or deleted.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  actor_is_employee INTEGER NOT NULL,
  action TEXT NOT NULL,
  user_id TEXT NOT NULL,
  user_name TEXT NOT NULL,
  -- For actions on a membership; empty for others.
  organization_id TEXT NOT NULL DEFAULT '',
  application TEXT NOT NULL DEFAULT '',
  before TEXT NOT NULL DEFAULT '',
  after TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX audit_log_by_user ON audit_log (user_id, id);
-- The organizations whose administrators may read an entry: those of the user at the time of the action.
CREATE TABLE audit_organizations (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  audit_id INTEGER NOT NULL REFERENCES audit_log (id),
  PRIMARY KEY (organization_id, audit_id)
) STRICT, WITHOUT ROWID;
-- +goose StatementBegin
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_organizations_unchanged BEFORE UPDATE ON audit_organizations BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER audit_organizations_kept BEFORE DELETE ON audit_organizations BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
-- +goose StatementEnd

-- Counters of the users of organizations.
ALTER TABLE organizations ADD COLUMN member_count INTEGER NOT NULL DEFAULT 0;
UPDATE organizations SET member_count = (SELECT count(*) FROM memberships m WHERE m.organization_id = organizations.id);
-- +goose StatementBegin
CREATE TRIGGER member_added AFTER INSERT ON memberships BEGIN
  UPDATE organizations SET member_count = member_count + 1 WHERE id = new.organization_id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER member_removed AFTER DELETE ON memberships BEGIN
  UPDATE organizations SET member_count = member_count - 1 WHERE id = old.organization_id;
END;
-- +goose StatementEnd
CREATE INDEX roles_by_role ON roles (role, user_id);

-- Links in invitations: to the portal, or to an application for a user with an account. A link is valid until it is used,
-- replaced by a newer one, or expires; an expired one is kept, so that its page can report the expiry.
CREATE TABLE invitations (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Empty for an invitation to the portal.
  application TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_user ON invitations (user_id, application);
