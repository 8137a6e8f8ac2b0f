-- +goose Up
-- Instants are milliseconds since the epoch; secrets are stored as hashes.

-- The session of a browser with a signed-in user.
CREATE TABLE sessions (
  hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  signed_in_at INTEGER NOT NULL,
  used_second_factor INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;

-- The login request of an application, until its code is exchanged.
CREATE TABLE auth_requests (
  id TEXT PRIMARY KEY,
  request TEXT NOT NULL,
  -- The user who has entered the right password, and the user who has completed the login.
  candidate TEXT NOT NULL DEFAULT '',
  user_id TEXT NOT NULL DEFAULT '',
  session_hash TEXT NOT NULL DEFAULT '',
  signed_in_at INTEGER NOT NULL DEFAULT 0,
  used_second_factor INTEGER NOT NULL DEFAULT 0,
  code_hash TEXT UNIQUE,
  expires_at INTEGER NOT NULL
) STRICT;

-- The grant of one code: its tokens are revoked together.
CREATE TABLE grants (
  sid TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  signed_in_at INTEGER NOT NULL,
  used_second_factor INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX grants_by_session ON grants (session_hash);
CREATE INDEX grants_by_user ON grants (user_id);

CREATE TABLE access_tokens (
  id TEXT PRIMARY KEY,
  sid TEXT NOT NULL REFERENCES grants (sid) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX access_tokens_by_grant ON access_tokens (sid);

-- A refresh token that is used a second time counts as stolen: its grant ends.
CREATE TABLE refresh_tokens (
  hash TEXT PRIMARY KEY,
  sid TEXT NOT NULL REFERENCES grants (sid) ON DELETE CASCADE,
  is_used INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX refresh_tokens_by_grant ON refresh_tokens (sid);

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  -- `sign` or `encrypt`
  purpose TEXT NOT NULL,
  material BLOB NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
