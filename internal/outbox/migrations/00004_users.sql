-- +goose Up
-- The signed-in user who sent the submission.
ALTER TABLE submissions ADD COLUMN user_id TEXT;

CREATE INDEX submissions_user ON submissions (user_id, accepted_at) WHERE user_id IS NOT NULL;
