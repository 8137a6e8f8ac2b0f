-- +goose Up
-- What was asked for last of the translation of a page into a language.
CREATE TABLE targets (
  page TEXT NOT NULL,
  language TEXT NOT NULL,
  source_language TEXT NOT NULL,
  -- ORDERED, SENT, RECEIVED: a translation on its way. RESET: it was reset. DONE: the CMS has the state.
  phase TEXT NOT NULL,
  -- Empty for a reset.
  reference TEXT NOT NULL,
  -- The translation file as it was sent, and as it came back.
  file TEXT NOT NULL DEFAULT '',
  delivered TEXT NOT NULL DEFAULT '',
  -- Milliseconds since the epoch.
  exported_at INTEGER,
  -- 1 once the translation service has said that the order is done.
  is_told INTEGER NOT NULL DEFAULT 0,
  -- Why the translation does not arrive; empty for none.
  problem TEXT NOT NULL DEFAULT '',
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  PRIMARY KEY (page, language)
) STRICT;

CREATE INDEX targets_due ON targets (next_attempt_at) WHERE phase <> 'DONE';
CREATE INDEX targets_reference ON targets (reference);

-- Orders that were reset and that the translation service must be told of.
CREATE TABLE cancellations (
  reference TEXT PRIMARY KEY,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL
) STRICT;

-- +goose Down
DROP TABLE cancellations;
DROP TABLE targets;
