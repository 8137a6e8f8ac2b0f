-- +goose Up
-- The recent changes of all users: who lost an administrator role.
CREATE INDEX events_by_time ON events (at);
