-- +goose Up
-- The browser that started a login; no other browser can continue it. Logins started before this column cannot be completed.
ALTER TABLE auth_requests ADD COLUMN browser_hash TEXT NOT NULL DEFAULT '';
