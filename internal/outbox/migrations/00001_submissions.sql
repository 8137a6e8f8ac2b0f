-- +goose Up
CREATE TABLE submissions (
  -- The form and the sender's own key: the same is the same submission.
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  -- Milliseconds since the epoch.
  accepted_at BIGINT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at BIGINT NOT NULL,
  delivered_at BIGINT,
  last_error TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (kind, key)
);

CREATE INDEX submissions_due ON submissions (next_attempt_at) WHERE delivered_at IS NULL;
CREATE INDEX submissions_delivered ON submissions (delivered_at) WHERE delivered_at IS NOT NULL;
