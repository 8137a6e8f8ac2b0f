-- +goose Up
-- Recovery codes are created together as a set. Those of users.recovery_set are valid; those of users.recovery_pending
-- are not before the user has saved them. The set of older codes is empty.
ALTER TABLE recovery_codes ADD COLUMN set_id TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN recovery_set TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN recovery_pending TEXT NOT NULL DEFAULT '';
-- The period of the code that confirmed totp_pending; null before. The secret becomes active with the pending codes.
ALTER TABLE users ADD COLUMN totp_pending_period INTEGER;
