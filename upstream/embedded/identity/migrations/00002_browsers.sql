-- +goose Up
-- The browser that began a login: only it can go on with it. Logins that began before this column cannot be completed.
ALTER TABLE auth_requests ADD COLUMN browser_hash TEXT NOT NULL DEFAULT '';
