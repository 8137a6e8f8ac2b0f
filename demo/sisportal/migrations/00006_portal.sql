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
  sort_subject TEXT NOT NULL GENERATED ALWAYS AS (lower(subject)) VIRTUAL,
  -- The text that a search reads, in lower case. It never changes.
  search_text TEXT NOT NULL DEFAULT '',
  UNIQUE (contact_id, key)
) STRICT;
CREATE VIRTUAL TABLE ticket_words USING fts5 (
  search_text, content = 'tickets', content_rowid = 'number', tokenize = 'trigram'
);
-- +goose StatementBegin
CREATE TRIGGER ticket_words_added AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_words (rowid, search_text) VALUES (new.number, new.search_text);
END;
-- +goose StatementEnd
-- An index per order, of one organization and of all, with the columns of the filters.
CREATE INDEX tickets_by_update
  ON tickets (organization_id, updated_at, id, status, type, location_id, contact_id);
CREATE INDEX tickets_by_creation
  ON tickets (organization_id, created_at, id, status, type, location_id, contact_id);
CREATE INDEX tickets_by_subject
  ON tickets (organization_id, sort_subject, id, status, type, location_id, contact_id);
CREATE INDEX tickets_by_update_of_all
  ON tickets (updated_at, id, organization_id, status, type, location_id, contact_id);
CREATE INDEX tickets_by_creation_of_all
  ON tickets (created_at, id, organization_id, status, type, location_id, contact_id);
CREATE INDEX tickets_by_subject_of_all
  ON tickets (sort_subject, id, organization_id, status, type, location_id, contact_id);
-- For counting by the text, which no other index contains.
CREATE INDEX tickets_by_organization ON tickets (organization_id);
CREATE INDEX tickets_by_serial_number ON tickets (serial_number, organization_id);

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
