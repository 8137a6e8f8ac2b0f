-- +goose Up
-- Tokens that are refused though they are not expired: those of a session (`sid:…`), or of a user (`sub:…`). Instants are seconds
-- since the epoch.
CREATE TABLE revocations (
  subject TEXT PRIMARY KEY,
  -- Tokens that were issued later are good.
  issued_until INTEGER NOT NULL,
  -- When every such token is expired by itself.
  forget_at INTEGER NOT NULL
) STRICT;
