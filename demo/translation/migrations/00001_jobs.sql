-- +goose Up
CREATE TABLE jobs (
  reference TEXT PRIMARY KEY,
  target_language TEXT NOT NULL,
  file TEXT NOT NULL,
  -- Milliseconds since the epoch.
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  cancelled_at INTEGER,
  -- The time at which the customer was notified that the job is done.
  told_at INTEGER
) STRICT;

CREATE INDEX jobs_due ON jobs (due_at) WHERE told_at IS NULL AND cancelled_at IS NULL;

-- +goose Down
DROP TABLE jobs;
