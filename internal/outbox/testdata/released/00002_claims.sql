-- +goose Up
-- A claim is one server's right to deliver a row. It ends by itself when the server does not extend it.
ALTER TABLE submissions ADD COLUMN claimed_by TEXT;
ALTER TABLE submissions ADD COLUMN claimed_until INTEGER;
-- A dead letter is not tried again by itself: `refused`, `exhausted` (attempts) or `unreadable`.
ALTER TABLE submissions ADD COLUMN dead_at INTEGER;
ALTER TABLE submissions ADD COLUMN dead_reason TEXT NOT NULL DEFAULT '';
-- 1 for rows that cannot be read: whether they name files is unknown.
ALTER TABLE submissions ADD COLUMN has_files INTEGER GENERATED ALWAYS AS
  (CASE WHEN json_valid(body) THEN coalesce(json_array_length(body, '$.Attachments'), 0) > 0 ELSE 1 END) VIRTUAL;

DROP INDEX submissions_due;
CREATE INDEX submissions_due ON submissions (next_attempt_at) WHERE delivered_at IS NULL AND dead_at IS NULL;
CREATE INDEX submissions_dead ON submissions (dead_at) WHERE dead_at IS NOT NULL;

-- +goose Down
DROP INDEX submissions_dead;
DROP INDEX submissions_due;
CREATE INDEX submissions_due ON submissions (next_attempt_at) WHERE delivered_at IS NULL;
ALTER TABLE submissions DROP COLUMN has_files;
ALTER TABLE submissions DROP COLUMN dead_reason;
ALTER TABLE submissions DROP COLUMN dead_at;
ALTER TABLE submissions DROP COLUMN claimed_until;
ALTER TABLE submissions DROP COLUMN claimed_by;
