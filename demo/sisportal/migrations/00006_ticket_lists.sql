-- +goose Up
DROP TRIGGER ticket_created;
DROP TRIGGER ticket_status_changed;
DROP TABLE ticket_segments;
DROP TABLE ticket_grams;
DROP TABLE ticket_unindexed;
DROP TABLE ticket_counts;
DROP TABLE ticket_counts_of_contacts;
DROP INDEX tickets_by_count;
DROP INDEX tickets_by_count_of_contact;
DROP INDEX tickets_by_update;
DROP INDEX tickets_by_creation;
DROP INDEX tickets_by_subject;
DROP INDEX tickets_by_update_of_all;
DROP INDEX tickets_by_creation_of_all;
DROP INDEX tickets_by_subject_of_all;

ALTER TABLE tickets ADD COLUMN sort_subject TEXT NOT NULL GENERATED ALWAYS AS (lower(subject)) VIRTUAL;
-- The text that a search reads, in lower case. It never changes.
ALTER TABLE tickets ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE tickets SET search_text =
  lower('T-' || number || ' ' || subject || ' ' || description || ' ' || machine || ' ' || serial_number);
CREATE VIRTUAL TABLE ticket_words USING fts5 (
  search_text, content = 'tickets', content_rowid = 'number', tokenize = 'trigram'
);
INSERT INTO ticket_words (rowid, search_text) SELECT number, search_text FROM tickets;
-- +goose StatementBegin
CREATE TRIGGER ticket_words_added AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_words (rowid, search_text) VALUES (new.number, new.search_text);
END;
-- +goose StatementEnd

-- An index per order, of one organization and of all, with the columns of the filters.
CREATE INDEX tickets_by_update
  ON tickets (organization_id, updated_at, id, status, type, location_id, contact_id);
CREATE INDEX tickets_by_creation
  ON tickets (organization_id, created_at, id, status, type, location_id, contact_id);
CREATE INDEX tickets_by_subject
  ON tickets (organization_id, sort_subject, id, status, type, location_id, contact_id);
CREATE INDEX tickets_by_update_of_all
  ON tickets (updated_at, id, organization_id, status, type, location_id, contact_id);
CREATE INDEX tickets_by_creation_of_all
  ON tickets (created_at, id, organization_id, status, type, location_id, contact_id);
CREATE INDEX tickets_by_subject_of_all
  ON tickets (sort_subject, id, organization_id, status, type, location_id, contact_id);
-- For counting by the text, which no other index contains.
CREATE INDEX tickets_by_organization ON tickets (organization_id);
