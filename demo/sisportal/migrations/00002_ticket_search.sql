-- +goose Up
-- Covering indexes for reading a page of a list and counting a filtered one: each contains the columns of the filter. Users who see the
-- tickets of all organizations read them in each order as well.
DROP INDEX tickets_by_update;
DROP INDEX tickets_by_creation;
DROP INDEX tickets_by_subject;
DROP INDEX tickets_by_update_of_all;
CREATE INDEX tickets_by_update ON tickets (organization_id, updated_at DESC, id, status, type, location_id, contact_id, number);
CREATE INDEX tickets_by_creation ON tickets (organization_id, created_at DESC, id, status, type, location_id, contact_id, number);
CREATE INDEX tickets_by_subject ON tickets (organization_id, subject COLLATE NOCASE, id, status, type, location_id, contact_id, number);
CREATE INDEX tickets_by_update_of_all ON tickets (updated_at DESC, id, status, type, location_id, contact_id, number);
CREATE INDEX tickets_by_creation_of_all ON tickets (created_at DESC, id, status, type, location_id, contact_id, number);
CREATE INDEX tickets_by_subject_of_all ON tickets (subject COLLATE NOCASE, id, status, type, location_id, contact_id, number);

-- The trigram index of the searchable texts of tickets, by number. The texts never change.
CREATE VIRTUAL TABLE ticket_texts USING fts5 (text, content = '', tokenize = 'trigram');
INSERT INTO ticket_texts (rowid, text)
  SELECT number, 'T-' || number || ' ' || subject || ' ' || description || ' ' || machine || ' ' || serial_number FROM tickets;
-- +goose StatementBegin
CREATE TRIGGER ticket_searched AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_texts (rowid, text)
    VALUES (new.number, 'T-' || new.number || ' ' || new.subject || ' ' || new.description || ' ' || new.machine || ' ' || new.serial_number);
END;
-- +goose StatementEnd
