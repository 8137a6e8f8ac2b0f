-- +goose Up
-- Each organization has a text index of its own, so that the duration of a search depends only on the number of tickets of the
-- user's organizations. Users who see all tickets use an additional index, whose organization is empty.
DROP TRIGGER ticket_searched;
DROP TABLE ticket_texts;

-- An index consists of immutable segments: small ones are replaced by a larger one.
CREATE TABLE ticket_segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- The numbers of the tickets, ascending, four bytes each.
  numbers BLOB NOT NULL
) STRICT;
CREATE INDEX segments_by_organization ON ticket_segments (organization_id, size);

-- The tickets of a segment that contain an n-gram of one to three bytes, by their positions in the segment.
CREATE TABLE ticket_grams (
  segment_id INTEGER NOT NULL,
  gram INTEGER NOT NULL,
  places BLOB NOT NULL,
  PRIMARY KEY (segment_id, gram)
) STRICT, WITHOUT ROWID;

-- The newest tickets, which are in no segment.
CREATE TABLE ticket_unindexed (
  organization_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (organization_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO ticket_unindexed (organization_id, number)
  SELECT organization_id, number FROM tickets UNION ALL SELECT '', number FROM tickets;

-- Counters, so that the total of a filter is known without counting tickets.
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

-- An index for the tickets of a counter.
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
