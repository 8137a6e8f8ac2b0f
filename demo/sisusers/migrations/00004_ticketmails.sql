-- +goose Up
-- The user gets mails about tickets.
ALTER TABLE users ADD COLUMN ticket_mails INTEGER NOT NULL DEFAULT 1;
-- The header fields of a mail besides recipient, subject and date, one a line.
ALTER TABLE mails ADD COLUMN headers TEXT NOT NULL DEFAULT '';
