-- +goose Up
-- Lists are sorted and searched by functions of the program.
DROP INDEX machines_by_organization;
DROP INDEX machines_by_sort_name;
DROP INDEX machines_by_sort_location;
DROP INDEX machines_by_line;
ALTER TABLE machines DROP COLUMN organization_id;
ALTER TABLE machines DROP COLUMN sort_name;
ALTER TABLE machines DROP COLUMN sort_location;
ALTER TABLE machines DROP COLUMN search_text;

DROP INDEX users_by_sort_name;
DROP INDEX users_by_sort_email;
DROP INDEX users_by_country;
ALTER TABLE users DROP COLUMN sort_name;
ALTER TABLE users DROP COLUMN sort_email;
ALTER TABLE users DROP COLUMN search_text;

-- The trigger of the previous release has a condition on the column.
DROP TRIGGER audit_log_unchanged;
ALTER TABLE audit_log DROP COLUMN search_text;
-- +goose StatementBegin
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
-- +goose StatementEnd
