-- +goose Up
-- The signed-in user who sent the submission.
ALTER TABLE submissions ADD COLUMN user_id TEXT GENERATED ALWAYS AS
  (CASE WHEN json_valid(body) THEN json_extract(body, '$.User') END) VIRTUAL;

CREATE INDEX submissions_user ON submissions (user_id, accepted_at) WHERE user_id IS NOT NULL;

-- +goose Down
DROP INDEX submissions_user;
ALTER TABLE submissions DROP COLUMN user_id;
