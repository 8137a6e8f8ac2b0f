-- +goose Up
-- Texts of tickets are found by an index for each organization, so that how long a search takes depends on the tickets of the
-- user's organizations alone. Users who see all tickets have one more; it has an empty organization.
DROP TRIGGER ticket_searched;
DROP TABLE ticket_texts;

-- An index consists of segments, which are not changed: small ones are replaced by a larger one.
CREATE TABLE ticket_segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- The numbers of the tickets, ascending, in four bytes each.
  numbers BLOB NOT NULL
) STRICT;
CREATE INDEX segments_by_organization ON ticket_segments (organization_id, size);

-- Which tickets of a segment have a sequence of one to three bytes in their texts, by their places in the segment.
CREATE TABLE ticket_grams (
  segment_id INTEGER NOT NULL,
  gram INTEGER NOT NULL,
  places BLOB NOT NULL,
  PRIMARY KEY (segment_id, gram)
) STRICT, WITHOUT ROWID;

-- The newest tickets, which are in no segment yet.
CREATE TABLE ticket_unindexed (
  organization_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (organization_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO ticket_unindexed (organization_id, number)
  SELECT organization_id, number FROM tickets UNION ALL SELECT '', number FROM tickets;

-- How many tickets a filter selects is known without counting them.
DROP TRIGGER ticket_counted;
DROP TABLE ticket_counts;
CREATE TABLE ticket_counts (
  organization_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  status TEXT NOT NULL,
  type TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (organization_id, location_id, status, type)
) STRICT, WITHOUT ROWID;
CREATE TABLE ticket_counts_of_contacts (
  contact_id TEXT NOT NULL,
  organization_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  status TEXT NOT NULL,
  type TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (contact_id, organization_id, location_id, status, type)
) STRICT, WITHOUT ROWID;
INSERT INTO ticket_counts (organization_id, location_id, status, type, total)
  SELECT organization_id, location_id, status, type, count(*) FROM tickets GROUP BY 1, 2, 3, 4;
INSERT INTO ticket_counts_of_contacts (contact_id, organization_id, location_id, status, type, total)
  SELECT contact_id, organization_id, location_id, status, type, count(*) FROM tickets GROUP BY 1, 2, 3, 4, 5;

-- The tickets of one count are read by an index.
CREATE INDEX tickets_by_count ON tickets (organization_id, location_id, status, type);
CREATE INDEX tickets_by_count_of_contact ON tickets (contact_id, organization_id, location_id, status, type);

-- +goose StatementBegin
CREATE TRIGGER ticket_created AFTER INSERT ON tickets BEGIN
  INSERT INTO ticket_unindexed (organization_id, number) VALUES (new.organization_id, new.number), ('', new.number);
  INSERT INTO ticket_counts (organization_id, location_id, status, type, total)
    VALUES (new.organization_id, new.location_id, new.status, new.type, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO ticket_counts_of_contacts (contact_id, organization_id, location_id, status, type, total)
    VALUES (new.contact_id, new.organization_id, new.location_id, new.status, new.type, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER ticket_status_changed AFTER UPDATE OF status ON tickets WHEN old.status <> new.status BEGIN
  UPDATE ticket_counts SET total = total - 1 WHERE organization_id = old.organization_id
    AND location_id = old.location_id AND status = old.status AND type = old.type;
  UPDATE ticket_counts_of_contacts SET total = total - 1 WHERE contact_id = old.contact_id
    AND organization_id = old.organization_id AND location_id = old.location_id AND status = old.status AND type = old.type;
  INSERT INTO ticket_counts (organization_id, location_id, status, type, total)
    VALUES (new.organization_id, new.location_id, new.status, new.type, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
  INSERT INTO ticket_counts_of_contacts (contact_id, organization_id, location_id, status, type, total)
    VALUES (new.contact_id, new.organization_id, new.location_id, new.status, new.type, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;
END;
-- +goose StatementEnd
