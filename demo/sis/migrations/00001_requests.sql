-- +goose Up
CREATE TABLE requests (
  reference TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  -- The unchanged input, as JSON.
  input TEXT NOT NULL,
  -- Milliseconds since the epoch.
  received_at INTEGER NOT NULL
) STRICT;

CREATE TABLE files (
  id TEXT PRIMARY KEY,
  media_type TEXT NOT NULL,
  -- Bytes.
  size INTEGER NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;

-- +goose Down
DROP TABLE files;
DROP TABLE requests;
