-- +goose Up
-- One row for each upload, from before its first byte is stored until its last one is removed. Times are milliseconds
-- since the epoch, by the clock of the database.
CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  -- The signed cookie of the user who has begun it; empty for an anonymous user.
  owner TEXT NOT NULL,
  -- A keyed hash of the network of the client; empty if it is not known.
  network TEXT NOT NULL,
  -- The bytes of the complete file, which count from the beginning.
  size BIGINT NOT NULL,
  complete BOOLEAN NOT NULL DEFAULT FALSE,
  -- When it is removed unless a submission needs it; 0 while it is being removed.
  expires_at BIGINT NOT NULL,
  -- The request that uses it, until when, and until when another one waits for it.
  locked_by TEXT NOT NULL DEFAULT '',
  locked_until BIGINT NOT NULL DEFAULT 0,
  wanted_until BIGINT NOT NULL DEFAULT 0
);
