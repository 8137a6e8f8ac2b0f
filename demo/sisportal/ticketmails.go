package sisportal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/domain/portal"
	"strand/internal/database"
	"strand/internal/sqlite"
)

// Mails about a change of a ticket are queued in the transaction of the change, one row for each recipient. They are
// sent in a transaction that also removes the row, so that each is sent once, however the server ends.

// mailHost is the host in the ids of mails.
const mailHost = "tickets.example.com"

// retryMails is the pause before mails are tried again after an error of the database.
const retryMails = time.Minute

// ticketChange is what a mail is about; its values are parts of the ids of texts.
type ticketChange string

const (
	ticketCreated  ticketChange = "Created"
	ticketReplied  ticketChange = "Replied"
	ticketAssigned ticketChange = "Assigned"
	ticketClosed   ticketChange = "Closed"
)

// queueMails queues the mails about the latest change of a ticket: to its contact, its assignee and all who commented,
// except the author of the change. The whole service team gets them as long as no member takes part. comment is the id
// of the comment of the change; empty for none.
func queueMails(ctx context.Context, tx *sql.Tx, change ticketChange, ticketID, comment, authorID string) error {
	if _, err := tx.ExecContext(ctx, `WITH
		team AS (SELECT DISTINCT u.id FROM users u JOIN rights r ON r.user_id = u.id
			WHERE u.is_employee AND u.deleted_at IS NULL AND r.application = ?5 AND r.status = ?6),
		taking_part AS (SELECT contact_id AS id FROM tickets WHERE id = ?1
			UNION SELECT assignee_id FROM tickets WHERE id = ?1 AND assignee_id IS NOT NULL
			UNION SELECT author_id FROM ticket_comments WHERE ticket_id = ?1),
		recipients AS (SELECT id FROM taking_part
			UNION SELECT id FROM team WHERE NOT EXISTS (SELECT 1 FROM team JOIN taking_part USING (id)))
		INSERT INTO ticket_mails (ticket_id, comment_id, change, status, reason, author_id, recipient_id)
		SELECT t.id, nullif(?2, ''), ?3, t.status, t.close_reason, ?4, r.id FROM tickets t, recipients r
		WHERE t.id = ?1 AND r.id <> ?4`,
		ticketID, comment, change, authorID, portal.Ticketing, portal.AccessActive); err != nil {
		return fmt.Errorf("queue the mails about a ticket: %w", err)
	}
	return nil
}

// Run sends queued mails until the context ends.
func (s *Server) Run(ctx context.Context) {
	for {
		if err := s.SendMails(ctx); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "ticket_mails_not_sent", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.mailsQueued:
		case <-time.After(retryMails):
		}
	}
}

// wakeMails makes Run send the mails of a committed change.
func (s *Server) wakeMails() {
	select {
	case s.mailsQueued <- struct{}{}:
	default: // Run has not begun with the last change
	}
}

// SendMails sends the queued mails once. A mail that cannot be sent does not hold up others.
func (s *Server) SendMails(ctx context.Context) error {
	ids, err := database.All(ctx, s.db, func(row database.Row) (id int64, err error) {
		err = row.Scan(&id)
		return id, err
	}, `SELECT id FROM ticket_mails WHERE refusal = '' ORDER BY id`)
	if err != nil {
		return fmt.Errorf("read the queued mails: %w", err)
	}
	for _, id := range ids {
		sent := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error { return s.sendMail(ctx, tx, id) })
		if errors.Is(sent, sisusers.ErrRefusedAddress) {
			s.log.WarnContext(ctx, "ticket_mail_refused", "mail", id)
			_, sent = s.db.ExecContext(ctx, `UPDATE ticket_mails SET refusal = ? WHERE id = ?`, sent.Error(), id)
		}
		err = errors.Join(err, sent)
	}
	return err
}

// ticketMail is a queued mail with the data of its ticket.
type ticketMail struct {
	id                      int64
	change                  ticketChange
	status                  generated.TicketStatus
	reason                  string
	author, assignee        string
	ticketID, comment, text string
	number                  int64
	subject, organization   string
	contactID, recipientID  string
}

// sendMail sends a mail and removes it from the queue. The recipient may have lost the access to the ticket, or
// switched mails off, since the change.
func (s *Server) sendMail(ctx context.Context, tx *sql.Tx, id int64) error {
	m := ticketMail{id: id}
	err := tx.QueryRowContext(ctx, `SELECT m.change, m.status, m.reason, a.first_name || ' ' || a.last_name,
		coalesce(w.first_name || ' ' || w.last_name, ''), t.id, coalesce(c.id, ''),
		coalesce(c.text, iif(m.change = ?, t.description, '')), t.number, t.subject, t.organization_id, t.contact_id,
		m.recipient_id
		FROM ticket_mails m JOIN tickets t ON t.id = m.ticket_id JOIN users a ON a.id = m.author_id
		LEFT JOIN users w ON w.id = t.assignee_id LEFT JOIN ticket_comments c ON c.id = m.comment_id
		WHERE m.id = ? AND m.refusal = ''`, ticketCreated, id).Scan(
		&m.change, &m.status, &m.reason, &m.author, &m.assignee, &m.ticketID, &m.comment, &m.text, &m.number,
		&m.subject, &m.organization, &m.contactID, &m.recipientID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // sent meanwhile
	}
	if err != nil {
		return fmt.Errorf("read a queued mail: %w", err)
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM ticket_mails WHERE id = ?`, id); err != nil {
		return fmt.Errorf("remove a queued mail: %w", err)
	}
	reader, err := sisusers.UserIn(ctx, tx, m.recipientID)
	if errors.Is(err, sisusers.ErrNotFound) {
		return nil
	}
	isUndone := m.change == ticketAssigned && m.assignee == ""
	if err != nil || isUndone || !reader.TicketMails || !mayRead(reader, m.organization) {
		return err
	}
	sent, err := s.compose(m, reader)
	if err != nil {
		return err
	}
	return sisusers.Deliver(ctx, tx, sent, s.now())
}

// mayRead reports whether a user may read the tickets of an organization (TICK-11).
func mayRead(u *sisusers.User, organization string) bool {
	if u.IsEmployee {
		return (&portal.User{ID: u.ID, Roles: u.Roles}).IsActive(portal.Ticketing)
	}
	return slices.Contains(u.OrganizationsWith(portal.Ticketing), organization)
}

// compose returns the mail to a reader. Its header fields keep programs from answering, and make a thread of the mails
// of a ticket.
func (s *Server) compose(m ticketMail, reader *sisusers.User) (sisusers.Mail, error) {
	number, page := fmt.Sprintf("T-%d", m.number), s.users.PortalURL("/tickets/"+m.ticketID)
	if m.comment != "" && page != "" {
		page += "#" + anchor + m.comment
	}
	status := "ticketStatus." + string(m.status)
	switch {
	case m.status == generated.TicketStatusWaiting && m.contactID == reader.ID:
		status += ".CALLER"
	case m.status == generated.TicketStatusOpen && reader.IsEmployee:
		status += ".OWN_STAFF"
	}
	var failed error
	text := func(id string, values map[string]string) string {
		text, err := sisusers.MailText(reader.Language, id, values)
		failed = errors.Join(failed, err)
		return text
	}
	lines := []string{text("ticket"+string(m.change)+".text", map[string]string{
		"name":     reader.FullName(),
		"by":       m.author,
		"assignee": m.assignee,
		"number":   number,
		"subject":  m.subject,
		"reason":   text("ticketReason."+m.reason, nil),
	})}
	if m.text != "" {
		lines = append(lines, "", sisusers.WithoutLinks(m.text), "")
	}
	lines = append(lines, text("ticketStatus.text", map[string]string{"status": text(status, nil)}), "")
	settings := s.users.PortalURL("/account#ticketMails")
	for _, link := range [][2]string{{"ticketNoReplies", page}, {"ticketSwitchOff", settings}} {
		lines = append(lines, text(link[0]+".text", nil))
		if link[1] != "" {
			lines = append(lines, sisusers.MailLink+link[1])
		}
	}
	thread := fmt.Sprintf("<%s@%s>", m.ticketID, mailHost)
	return sisusers.Mail{
		Recipient: reader.Email,
		Subject:   fmt.Sprintf("[%s] %s", number, m.subject),
		Text:      strings.Join(lines, "\n"),
		Headers: []string{
			fmt.Sprintf("Message-ID: <%s.%d@%s>", m.ticketID, m.id, mailHost),
			"In-Reply-To: " + thread,
			"References: " + thread,
			"List-Id: <" + mailHost + ">",
			"List-Unsubscribe: <" + settings + ">",
			"Auto-Submitted: auto-generated",
			"X-Auto-Response-Suppress: All",
			"Content-Language: " + reader.Language,
		},
	}, failed
}

// anchor is the prefix of the id of a comment's element on the page of its ticket.
const anchor = "comment-"
