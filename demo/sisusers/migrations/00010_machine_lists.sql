-- +goose Up
-- Columns for lists of machines: an organization of its own, so that its machines are found by an index, the sort keys
-- of name and location, and the text that a search reads, in lower case. They are written by the program, also for
-- existing machines: an empty sort_name means that they are missing.
ALTER TABLE machines ADD COLUMN organization_id TEXT NOT NULL DEFAULT '';
ALTER TABLE machines ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
ALTER TABLE machines ADD COLUMN sort_location TEXT NOT NULL DEFAULT '';
ALTER TABLE machines ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
DROP INDEX machines_by_name;
-- With the columns that are counted.
CREATE INDEX machines_by_organization
  ON machines (organization_id, retired_on, product_line, product_slug, software, location_id);
CREATE INDEX machines_by_sort_name ON machines (sort_name, id);
CREATE INDEX machines_by_product ON machines (product_slug, id);
CREATE INDEX machines_by_delivery ON machines (delivered_on, id);
CREATE INDEX machines_by_sort_location ON machines (sort_location, sort_name, id);
CREATE INDEX machines_by_line ON machines (product_line, sort_name, id, retired_on, organization_id);
