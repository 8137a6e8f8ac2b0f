-- +goose Up
CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  country TEXT NOT NULL,
  sub_region TEXT NOT NULL,
  city TEXT NOT NULL,
  -- JSON: the applications that its users can get.
  applications TEXT NOT NULL
) STRICT;

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
  -- Null for a delivered machine that is in no inventory yet.
  location_id TEXT REFERENCES locations (id),
  name TEXT NOT NULL,
  serial_number TEXT NOT NULL UNIQUE,
  product_slug TEXT NOT NULL,
  product_line TEXT NOT NULL,
  delivered_on TEXT NOT NULL,
  warranty_until TEXT NOT NULL,
  contract_name TEXT NOT NULL,
  contract_until TEXT NOT NULL,
  retired_on TEXT NOT NULL,
  options TEXT NOT NULL,
  software TEXT NOT NULL
) STRICT;
CREATE INDEX machines_by_location ON machines (location_id);

-- Instants are milliseconds since the epoch.
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE,
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
  verified_at INTEGER,
  totp_secret TEXT NOT NULL DEFAULT '',
  -- A secret that no code has confirmed yet.
  totp_pending TEXT NOT NULL DEFAULT '',
  totp_confirmed_at INTEGER,
  -- The last period whose code was used: a code can be used once.
  totp_period INTEGER NOT NULL DEFAULT 0,
  -- An invited person who has not accepted is a user without a password. The invited address is not in email, because
  -- the person may have an account, or invitations of other organizations. Empty after the acceptance.
  invited_email TEXT NOT NULL DEFAULT '' COLLATE NOCASE,
  -- A deleted user can be restored for ten minutes; then the personal data is erased, except the name in tickets and
  -- in the events.
  deleted_at INTEGER,
  is_erased INTEGER NOT NULL DEFAULT 0
) STRICT;
-- The address of a deleted user can be used again at once.
CREATE UNIQUE INDEX users_by_email ON users (email) WHERE deleted_at IS NULL;

-- The state of a user in an organization: without an application it is the membership, with one the access to it. The
-- row with neither is the account, of users who were invited or have the internal role. An access without an
-- organization was granted by another identity server to a user without organizations.
CREATE TABLE rights (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  application TEXT NOT NULL,
  -- The status of an account or access; empty for a membership.
  status TEXT NOT NULL DEFAULT '',
  -- Empty for applications without editions.
  edition TEXT NOT NULL DEFAULT '',
  -- The administrator role: the external one of a membership, the internal one of an account.
  role TEXT NOT NULL DEFAULT 'NONE',
  -- The user who sent the invitation of an account, or who granted the role of a membership before its user accepted
  -- the invitation, and must still administer the organization then; empty for others.
  granted_by TEXT NOT NULL DEFAULT '',
  -- The time of an open request, for an account that for a new invitation.
  requested_at INTEGER,
  -- The end of an invitation.
  expires_at INTEGER,
  reason TEXT NOT NULL DEFAULT '',
  changed_at INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, organization_id, application)
) STRICT, WITHOUT ROWID;
CREATE INDEX rights_by_organization ON rights (organization_id, application, user_id);

-- Every change of the rights of a user. It is the activity log of administrators, the result of an idempotency key, and
-- what an undo restores. Events cannot be changed or deleted.
CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- The idempotency key, and a hash of its input; empty for none.
  key TEXT NOT NULL DEFAULT '',
  input TEXT NOT NULL DEFAULT '',
  -- JSON: what happened, who may read it, and the rights before it.
  event TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX events_by_key ON events (actor_id, key) WHERE key <> '';
CREATE INDEX events_by_user ON events (user_id, id);
-- +goose StatementBegin
CREATE TRIGGER events_unchanged BEFORE UPDATE ON events BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;
-- +goose StatementEnd

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) STRICT;

-- Known browsers, in which users have logged in.
CREATE TABLE devices (
  hash TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (hash, user_id)
) STRICT, WITHOUT ROWID;

-- The links in mails. A link is valid until it is used, replaced by a newer one, or expires; an expired invitation is
-- kept, so that its page can report the expiry.
CREATE TABLE links (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- verify, reset or invitation
  purpose TEXT NOT NULL,
  -- Of an invitation to an application; both are empty for others.
  organization_id TEXT NOT NULL DEFAULT '',
  application TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mails (
  id INTEGER PRIMARY KEY,
  recipient TEXT NOT NULL COLLATE NOCASE,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  sent_at INTEGER NOT NULL
) STRICT;
