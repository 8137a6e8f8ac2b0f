-- +goose Up
-- A part of a list is found, and a filtered one counted, by an index alone: each also holds what tickets are filtered by. Whoever sees the
-- tickets of all organizations reads them in each order, too.
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

-- What tickets are searched by, three letters at a time, by their numbers. Nothing of it is changed once a ticket is there.
CREATE VIRTUAL TABLE ticket_texts USING fts5 (text, content = '', tokenize = 'trigram');
INSERT INTO ticket_texts (rowid, text)
  SELECT number, 'T-' || number || ' ' || subject || ' ' || description || ' ' || machine || ' ' || serial_number FROM tickets;
-- +goose StatementBegin
CREATE TRIGGER ticket_searched AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_texts (rowid, text)
    VALUES (new.number, 'T-' || new.number || ' ' || new.subject || ' ' || new.description || ' ' || new.machine || ' ' || new.serial_number);
END;
-- +goose StatementEnd
