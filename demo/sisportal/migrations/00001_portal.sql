-- +goose Up
-- Instants are milliseconds since the epoch.
CREATE TABLE tickets (
  id TEXT PRIMARY KEY,
  -- The sender's idempotency key.
  key TEXT NOT NULL,
  number INTEGER NOT NULL UNIQUE,
  location_id TEXT NOT NULL REFERENCES locations (id),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  contact_id TEXT NOT NULL REFERENCES users (id),
  type TEXT NOT NULL,
  concern TEXT NOT NULL,
  subject TEXT NOT NULL,
  description TEXT NOT NULL,
  machine TEXT NOT NULL,
  serial_number TEXT NOT NULL,
  status TEXT NOT NULL,
  close_reason TEXT NOT NULL DEFAULT '',
  replies INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (contact_id, key)
) STRICT;
CREATE INDEX tickets_by_organization ON tickets (organization_id);

CREATE TABLE ticket_comments (
  id TEXT PRIMARY KEY,
  key TEXT NOT NULL,
  ticket_id TEXT NOT NULL REFERENCES tickets (id),
  author_id TEXT NOT NULL REFERENCES users (id),
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (author_id, key)
) STRICT;
CREATE INDEX comments_by_ticket ON ticket_comments (ticket_id, created_at, id);

CREATE TABLE ticket_files (
  id TEXT PRIMARY KEY,
  ticket_id TEXT NOT NULL REFERENCES tickets (id),
  -- Null for the files of the ticket itself.
  comment_id TEXT REFERENCES ticket_comments (id),
  file_name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL
) STRICT;
CREATE INDEX files_by_ticket ON ticket_files (ticket_id);

-- The machines added with an idempotency key: their ids, separated by spaces.
CREATE TABLE machine_additions (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  machine_ids TEXT NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT;

CREATE TABLE software_licences (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  version_id TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, version_id)
) STRICT;
