-- +goose Up
CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  country TEXT NOT NULL,
  sub_region TEXT NOT NULL,
  city TEXT NOT NULL
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

CREATE TABLE machines (
  id TEXT PRIMARY KEY,
  location_id TEXT NOT NULL REFERENCES locations (id),
  name TEXT NOT NULL,
  serial_number TEXT NOT NULL UNIQUE,
  product_slug TEXT NOT NULL,
  delivered_on TEXT NOT NULL
) STRICT;
CREATE INDEX machines_by_location ON machines (location_id);

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
  language TEXT NOT NULL DEFAULT 'en',
  is_employee INTEGER NOT NULL DEFAULT 0,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  verified_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  locked_until INTEGER NOT NULL DEFAULT 0,
  totp_secret TEXT NOT NULL DEFAULT '',
  -- A secret that no code has confirmed yet.
  totp_pending TEXT NOT NULL DEFAULT '',
  totp_confirmed_at INTEGER,
  -- The last period whose code was used: a code can be used once.
  totp_period INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE memberships (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  PRIMARY KEY (user_id, organization_id)
) STRICT;

CREATE TABLE roles (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (user_id, role)
) STRICT;

CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (user_id, hash)
) STRICT;

-- The tokens of links in mails, which can be used once.
CREATE TABLE errands (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE mails (
  id INTEGER PRIMARY KEY,
  recipient TEXT NOT NULL COLLATE NOCASE,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  sent_at INTEGER NOT NULL
) STRICT;
