-- +goose Up
CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  country TEXT NOT NULL,
  sub_region TEXT NOT NULL,
  city TEXT NOT NULL,
  member_count INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The applications that users of an organization can get.
CREATE TABLE organization_applications (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  application TEXT NOT NULL,
  PRIMARY KEY (organization_id, application)
) STRICT, WITHOUT ROWID;

CREATE TABLE locations (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  city TEXT NOT NULL,
  country TEXT NOT NULL
) STRICT;
CREATE INDEX locations_by_organization ON locations (organization_id);

-- Days are ISO dates; empty means none. Lists are JSON.
CREATE TABLE machines (
  id TEXT PRIMARY KEY,
  location_id TEXT NOT NULL REFERENCES locations (id),
  name TEXT NOT NULL,
  serial_number TEXT NOT NULL UNIQUE,
  product_slug TEXT NOT NULL,
  product_line TEXT NOT NULL DEFAULT '',
  delivered_on TEXT NOT NULL,
  warranty_until TEXT NOT NULL DEFAULT '',
  contract_name TEXT NOT NULL DEFAULT '',
  contract_until TEXT NOT NULL DEFAULT '',
  retired_on TEXT NOT NULL DEFAULT '',
  options TEXT NOT NULL DEFAULT '[]',
  software TEXT NOT NULL DEFAULT '[]',
  -- The columns for lists: the organization of the location, so that its machines are found by an index, the sort keys
  -- of name and location, and the text that a search reads, in lower case. They are written by the program; an empty
  -- sort_name means that they are missing.
  organization_id TEXT NOT NULL DEFAULT '',
  sort_name TEXT NOT NULL DEFAULT '',
  sort_location TEXT NOT NULL DEFAULT '',
  search_text TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX machines_by_location ON machines (location_id);
-- With the columns that are counted.
CREATE INDEX machines_by_organization
  ON machines (organization_id, retired_on, product_line, product_slug, software, location_id);
CREATE INDEX machines_by_sort_name ON machines (sort_name, id);
CREATE INDEX machines_by_product ON machines (product_slug, id);
CREATE INDEX machines_by_delivery ON machines (delivered_on, id);
CREATE INDEX machines_by_sort_location ON machines (sort_location, sort_name, id);
CREATE INDEX machines_by_line ON machines (product_line, sort_name, id, retired_on, organization_id);

-- Delivered machines that are in no inventory yet.
CREATE TABLE delivered_machines (
  serial_number TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  product_slug TEXT NOT NULL,
  product_line TEXT NOT NULL,
  delivered_on TEXT NOT NULL,
  warranty_until TEXT NOT NULL,
  options TEXT NOT NULL,
  software TEXT NOT NULL
) STRICT;

-- Instants are milliseconds since the epoch.
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  company TEXT NOT NULL DEFAULT '',
  telephone TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  postal_code TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  country TEXT NOT NULL DEFAULT '',
  sub_region TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT 'en',
  is_employee INTEGER NOT NULL DEFAULT 0,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  verified_at INTEGER,
  totp_secret TEXT NOT NULL DEFAULT '',
  -- A secret that no code has confirmed yet.
  totp_pending TEXT NOT NULL DEFAULT '',
  totp_confirmed_at INTEGER,
  -- The last period whose code was used: a code can be used once.
  totp_period INTEGER NOT NULL DEFAULT 0,
  -- An invited person who has not accepted is a user without a password. The invited address is in invited_email,
  -- because the person may have an account, or invitations of other organizations.
  account TEXT NOT NULL DEFAULT 'ACTIVE',
  invited_email TEXT NOT NULL DEFAULT '' COLLATE NOCASE,
  invited_by TEXT NOT NULL DEFAULT '',
  invited_at INTEGER,
  invite_expires_at INTEGER,
  -- The time at which a person requested a new invitation after the old one had expired.
  invite_requested_at INTEGER,
  -- A deleted user can be restored for ten minutes; then the personal data is erased, except the name in tickets and
  -- the audit log.
  deleted_at INTEGER,
  is_erased INTEGER NOT NULL DEFAULT 0,
  -- The number of changes of the user's rights: an undo is valid only for the rights after its action.
  revision INTEGER NOT NULL DEFAULT 0,
  -- The columns for lists: the sort keys of name and address, and the text that a search reads, in lower case. They
  -- are written by the program; an empty sort_name means that they are missing.
  sort_name TEXT NOT NULL DEFAULT '',
  sort_email TEXT NOT NULL DEFAULT '',
  search_text TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX users_invited ON users (invited_email) WHERE invited_email <> '';
CREATE INDEX users_invite_expiry ON users (invite_expires_at) WHERE account = 'INVITED';
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL AND is_erased = 0;
-- With the columns of the other orders and of the filters. The next two do not have deleted_at, with which SQLite
-- would read all users by them.
CREATE INDEX users_by_sort_name
  ON users (sort_name, id, deleted_at, account, invited_at, invite_requested_at, sub_region, country, city);
CREATE INDEX users_by_sort_email ON users (sort_email, id);
CREATE INDEX users_by_country ON users (country, sort_name, id);

CREATE TABLE memberships (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  -- The external administrator role belongs to a membership. An administrator who granted it before the member accepted
  -- the invitation must still administer the organization at the acceptance; empty for a role without this condition.
  is_administrator INTEGER NOT NULL DEFAULT 0,
  administrator_by TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, organization_id)
) STRICT;
CREATE INDEX memberships_by_organization ON memberships (organization_id, user_id);
CREATE INDEX memberships_of_administrators ON memberships (organization_id, user_id) WHERE is_administrator = 1;
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

-- An access belongs to a membership. Its organization is empty for a user without organizations, whose rights another
-- identity server has granted.
CREATE TABLE accesses (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  application TEXT NOT NULL,
  status TEXT NOT NULL,
  -- Empty for applications without editions.
  edition TEXT NOT NULL DEFAULT '',
  requested_at INTEGER,
  reason TEXT NOT NULL DEFAULT '',
  expires_at INTEGER,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, organization_id, application)
) STRICT, WITHOUT ROWID;
CREATE INDEX accesses_expiry ON accesses (expires_at) WHERE status = 'INVITED';
CREATE INDEX accesses_by_status ON accesses (status, user_id, organization_id, application, requested_at);

CREATE TABLE roles (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (user_id, role)
) STRICT;
CREATE INDEX roles_by_role ON roles (role, user_id);

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) STRICT;

-- Login attempts by account, network or browser. The subject is a hash, also of addresses without an account.
CREATE TABLE attempts (
  subject TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  -- The time until which another attempt is refused.
  next_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_age ON attempts (seen_at);

-- Known browsers, in which users have logged in.
CREATE TABLE devices (
  hash TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (hash, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX devices_by_user ON devices (user_id, seen_at);

-- The tokens of links in mails, which can be used once.
CREATE TABLE errands (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

-- Links in invitations: to the portal, or to an application for a user with an account. A link is valid until it is
-- used, replaced by a newer one, or expires; an expired one is kept, so that its page can report the expiry.
CREATE TABLE invitations (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Both are empty for an invitation to the portal.
  organization_id TEXT NOT NULL DEFAULT '',
  application TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_user ON invitations (user_id, application);

CREATE TABLE mails (
  id INTEGER PRIMARY KEY,
  recipient TEXT NOT NULL COLLATE NOCASE,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  sent_at INTEGER NOT NULL
) STRICT;

-- The actions of an administrator or a customer by idempotency key.
CREATE TABLE action_keys (
  actor_id TEXT NOT NULL,
  key TEXT NOT NULL,
  user_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  undo_id TEXT NOT NULL DEFAULT '',
  at INTEGER NOT NULL,
  -- A hash of the input, to recognize another input with the same key.
  input TEXT NOT NULL DEFAULT '',
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
  -- The addresses are those at the time of the action.
  actor_email TEXT NOT NULL DEFAULT '',
  actor_is_employee INTEGER NOT NULL,
  action TEXT NOT NULL,
  user_id TEXT NOT NULL,
  user_name TEXT NOT NULL,
  user_email TEXT NOT NULL DEFAULT '',
  -- For actions on a membership; empty for others.
  organization_id TEXT NOT NULL DEFAULT '',
  application TEXT NOT NULL DEFAULT '',
  before TEXT NOT NULL DEFAULT '',
  after TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  -- The role and the applications, separated by spaces, of an invitation.
  role TEXT NOT NULL DEFAULT '',
  applications TEXT NOT NULL DEFAULT '',
  -- The text in which words are searched, in lower case.
  search_text TEXT NOT NULL DEFAULT ''
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
