-- +goose Up
-- The hash of the secret of the browser that registered, which can confirm the e-mail address without the password; empty
-- for none.
ALTER TABLE links ADD COLUMN browser TEXT NOT NULL DEFAULT '';
