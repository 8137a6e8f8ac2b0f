-- +goose Up
-- The mails about changes of tickets that were not sent yet, and those that were refused.
CREATE TABLE ticket_mails (
  -- Part of the id of the mail: never used again.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ticket_id TEXT NOT NULL REFERENCES tickets (id),
  -- Null for a change without a comment.
  comment_id TEXT REFERENCES ticket_comments (id),
  -- Created, Replied, Assigned or Closed, with the status after the change, and the reason of a closure.
  change TEXT NOT NULL,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  author_id TEXT NOT NULL REFERENCES users (id),
  recipient_id TEXT NOT NULL REFERENCES users (id),
  -- A dead letter: why it was refused. Empty for a mail that was not sent yet.
  refusal TEXT NOT NULL DEFAULT ''
) STRICT;
