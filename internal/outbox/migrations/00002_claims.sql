-- +goose Up
-- A claim is one server's right to deliver a row. It ends by itself when the server does not extend it.
ALTER TABLE submissions ADD COLUMN claimed_by TEXT;
ALTER TABLE submissions ADD COLUMN claimed_until BIGINT;
-- A dead letter is not tried again by itself: `refused`, `exhausted` (attempts) or `unreadable`.
ALTER TABLE submissions ADD COLUMN dead_at BIGINT;
ALTER TABLE submissions ADD COLUMN dead_reason TEXT NOT NULL DEFAULT '';
-- Databases of earlier versions compute has_files and user_id from body; 00005 replaces them by columns.
ALTER TABLE submissions ADD COLUMN has_files BOOLEAN NOT NULL DEFAULT FALSE;

DROP INDEX submissions_due;
CREATE INDEX submissions_due ON submissions (next_attempt_at) WHERE delivered_at IS NULL AND dead_at IS NULL;
CREATE INDEX submissions_dead ON submissions (dead_at) WHERE dead_at IS NOT NULL;
