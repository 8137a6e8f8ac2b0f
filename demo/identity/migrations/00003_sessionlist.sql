-- +goose Up
-- The id by which the user ends the session, and the names of browser and operating system; empty for unknown ones.
ALTER TABLE sessions ADD COLUMN id TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN system TEXT NOT NULL DEFAULT '';
UPDATE sessions SET id = hex(randomblob(16));
CREATE UNIQUE INDEX sessions_by_id ON sessions (id);
CREATE INDEX sessions_by_user ON sessions (user_id);
