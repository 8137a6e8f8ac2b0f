-- +goose Up
-- Days are ISO dates; empty means none. Lists are JSON.
ALTER TABLE machines ADD COLUMN product_line TEXT NOT NULL DEFAULT '';
ALTER TABLE machines ADD COLUMN warranty_until TEXT NOT NULL DEFAULT '';
ALTER TABLE machines ADD COLUMN contract_name TEXT NOT NULL DEFAULT '';
ALTER TABLE machines ADD COLUMN contract_until TEXT NOT NULL DEFAULT '';
ALTER TABLE machines ADD COLUMN retired_on TEXT NOT NULL DEFAULT '';
ALTER TABLE machines ADD COLUMN options TEXT NOT NULL DEFAULT '[]';
ALTER TABLE machines ADD COLUMN software TEXT NOT NULL DEFAULT '[]';
-- An index for the first machines of a location by name.
CREATE INDEX machines_by_name ON machines (location_id, retired_on, name, serial_number);

-- Delivered machines that are in no inventory yet.
CREATE TABLE delivered_machines (
  serial_number TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  product_slug TEXT NOT NULL,
  product_line TEXT NOT NULL,
  delivered_on TEXT NOT NULL,
  warranty_until TEXT NOT NULL,
  options TEXT NOT NULL,
  software TEXT NOT NULL
) STRICT;
