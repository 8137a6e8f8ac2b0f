-- +goose Up
DROP TRIGGER ticket_words_added;
DROP TABLE ticket_words;
