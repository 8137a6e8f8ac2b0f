-- +goose Up
-- The latest requested action on each translation target.
CREATE TABLE targets (
  page TEXT NOT NULL,
  language TEXT NOT NULL,
  source_language TEXT NOT NULL,
  -- ORDERED, SENT, RECEIVED: a translation in progress. RESET: the target was reset. DONE: the CMS has the state.
  phase TEXT NOT NULL,
  -- Empty for a reset.
  reference TEXT NOT NULL,
  -- The exported translation file, and the delivered one.
  file TEXT NOT NULL DEFAULT '',
  delivered TEXT NOT NULL DEFAULT '',
  -- Milliseconds since the epoch.
  exported_at BIGINT,
  -- 1 once the translation service has reported that the order is finished.
  is_told INTEGER NOT NULL DEFAULT 0,
  -- The reason why the translation cannot be delivered; empty for none.
  problem TEXT NOT NULL DEFAULT '',
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at BIGINT NOT NULL,
  PRIMARY KEY (page, language)
);

CREATE INDEX targets_due ON targets (next_attempt_at) WHERE phase <> 'DONE';
CREATE INDEX targets_reference ON targets (reference);

-- Reset orders that have to be cancelled at the translation service.
CREATE TABLE cancellations (
  reference TEXT NOT NULL PRIMARY KEY,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE cancellations;
DROP TABLE targets;
