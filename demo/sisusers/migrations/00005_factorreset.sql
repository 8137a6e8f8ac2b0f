-- +goose Up
-- The open request to reset the second factor of an administrator: the id of the administrator who asked, empty for none,
-- and the time in milliseconds.
ALTER TABLE users ADD COLUMN factor_reset_by TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN factor_reset_at INTEGER;
