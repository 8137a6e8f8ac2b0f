-- +goose Up
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

CREATE INDEX tickets_by_serial_number ON tickets (serial_number, organization_id);
