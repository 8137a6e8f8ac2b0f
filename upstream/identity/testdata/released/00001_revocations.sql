-- +goose Up
-- Revocations: tokens that are refused before they expire, by session (`sid:…`) or user (`sub:…`). Instants are seconds
-- since the epoch.
CREATE TABLE revocations (
  subject TEXT PRIMARY KEY,
  -- Tokens issued later are accepted.
  issued_until INTEGER NOT NULL,
  -- The time at which all these tokens have expired.
  forget_at INTEGER NOT NULL
) STRICT;
