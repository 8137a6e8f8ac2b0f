-- +goose Up
-- Keys that servers with this database share.
CREATE TABLE keys (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);
