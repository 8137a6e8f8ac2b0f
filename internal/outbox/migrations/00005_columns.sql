-- +goose Up
-- has_files and user_id become columns: SQLite and PostgreSQL have no common functions to compute them from body.
-- has_files is true for rows that cannot be read, and for those of the previous release, for which it is unknown.
CREATE TABLE submissions_new (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  user_id TEXT,
  has_files BOOLEAN NOT NULL DEFAULT TRUE,
  accepted_at BIGINT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at BIGINT NOT NULL,
  claimed_by TEXT,
  claimed_until BIGINT,
  last_error TEXT NOT NULL DEFAULT '',
  delivered_at BIGINT,
  dead_at BIGINT,
  dead_reason TEXT NOT NULL DEFAULT '',
  confirm_at BIGINT,
  confirm_attempts INTEGER NOT NULL DEFAULT 0,
  confirmed_at BIGINT,
  PRIMARY KEY (kind, key)
);

INSERT INTO submissions_new (kind, key, body, user_id, has_files, accepted_at, attempts, next_attempt_at, claimed_by,
  claimed_until, last_error, delivered_at, dead_at, dead_reason, confirm_at, confirm_attempts, confirmed_at)
SELECT kind, key, body, user_id, has_files, accepted_at, attempts, next_attempt_at, claimed_by, claimed_until,
  last_error, delivered_at, dead_at, dead_reason, confirm_at, confirm_attempts, confirmed_at
FROM submissions;

DROP TABLE submissions;
ALTER TABLE submissions_new RENAME TO submissions;

CREATE INDEX submissions_due ON submissions (next_attempt_at) WHERE delivered_at IS NULL AND dead_at IS NULL;
CREATE INDEX submissions_delivered ON submissions (delivered_at) WHERE delivered_at IS NOT NULL;
CREATE INDEX submissions_dead ON submissions (dead_at) WHERE dead_at IS NOT NULL;
CREATE INDEX submissions_confirm ON submissions (confirm_at) WHERE confirm_at IS NOT NULL;
CREATE INDEX submissions_user ON submissions (user_id, accepted_at) WHERE user_id IS NOT NULL;
