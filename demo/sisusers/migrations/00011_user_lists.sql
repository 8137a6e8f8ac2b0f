-- +goose Up
-- Columns for lists of users: the sort keys of name and address, and the text that a search reads, in lower case. They
-- are written by the program, also for existing users: an empty sort_name means that they are missing.
ALTER TABLE users ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN sort_email TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
-- With the columns of the other orders and of the filters. The next two do not have deleted_at, with which SQLite
-- would read all users by them.
CREATE INDEX users_by_sort_name
  ON users (sort_name, id, deleted_at, account, invited_at, invite_requested_at, sub_region, country, city);
CREATE INDEX users_by_sort_email ON users (sort_email, id);
CREATE INDEX users_by_country ON users (country, sort_name, id);
CREATE INDEX accesses_by_status ON accesses (status, user_id, organization_id, application, requested_at);

-- The text in which words are searched, in lower case. It is written by the program, once for entries of an earlier
-- version.
ALTER TABLE audit_log ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
DROP TRIGGER audit_log_unchanged;
-- +goose StatementBegin
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log WHEN old.search_text <> '' BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
-- +goose StatementEnd
