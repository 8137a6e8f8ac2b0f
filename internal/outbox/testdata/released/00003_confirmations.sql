-- +goose Up
-- When the mail that confirms a delivered submission is due; null if there is none, and from the moment it is being sent:
-- a mail is not repeated after a crash.
ALTER TABLE submissions ADD COLUMN confirm_at INTEGER;
ALTER TABLE submissions ADD COLUMN confirm_attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE submissions ADD COLUMN confirmed_at INTEGER;

CREATE INDEX submissions_confirm ON submissions (confirm_at) WHERE confirm_at IS NOT NULL;

-- +goose Down
DROP INDEX submissions_confirm;
ALTER TABLE submissions DROP COLUMN confirmed_at;
ALTER TABLE submissions DROP COLUMN confirm_attempts;
ALTER TABLE submissions DROP COLUMN confirm_at;
