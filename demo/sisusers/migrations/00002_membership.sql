-- +goose Up
-- The company of a request to become a member, as the person typed it, in the row of the account: with requested_at the
-- request is open, and notified_at is the last mail to those who decide; with reason it was denied. Empty for none.
ALTER TABLE rights ADD COLUMN company TEXT NOT NULL DEFAULT '';
ALTER TABLE rights ADD COLUMN notified_at INTEGER;
