-- +goose Up
-- The side that must act: CUSTOMER, PROVIDER or empty.
ALTER TABLE tickets ADD COLUMN waiting_for TEXT NOT NULL DEFAULT '';
-- The time of the latest comment, or of the creation.
ALTER TABLE tickets ADD COLUMN last_message_at INTEGER NOT NULL DEFAULT 0;
-- Null for an unknown answer.
ALTER TABLE tickets ADD COLUMN stands_still INTEGER;
ALTER TABLE tickets ADD COLUMN next_update_at INTEGER;
ALTER TABLE tickets ADD COLUMN assignee_id TEXT REFERENCES users (id) ON DELETE SET NULL;

-- The time of the latest message that someone who takes part in a ticket has read.
CREATE TABLE ticket_reads (
  ticket_id TEXT NOT NULL REFERENCES tickets (id),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  read_at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, user_id)
) STRICT, WITHOUT ROWID;

UPDATE tickets SET
  last_message_at = coalesce(
    (SELECT max(c.created_at) FROM ticket_comments c WHERE c.ticket_id = tickets.id), created_at),
  waiting_for = CASE status WHEN 'WAITING' THEN 'CUSTOMER' WHEN 'OPEN' THEN 'PROVIDER' WHEN 'IN_PROGRESS' THEN iif(
    (SELECT u.is_employee FROM ticket_comments c JOIN users u ON u.id = c.author_id WHERE c.ticket_id = tickets.id
      ORDER BY c.created_at DESC, c.id DESC LIMIT 1), '', 'PROVIDER') ELSE '' END;
-- Earlier messages count as read.
INSERT INTO ticket_reads SELECT id, contact_id, last_message_at FROM tickets;
INSERT OR IGNORE INTO ticket_reads SELECT c.ticket_id, c.author_id, t.last_message_at
  FROM ticket_comments c JOIN tickets t ON t.id = c.ticket_id;
