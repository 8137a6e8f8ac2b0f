-- +goose Up
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
