package sisportal

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/internal/sqlite"
)

// lowestNumber is the lowest ticket number, numberCount the number of possible ones.
const (
	lowestNumber = 1_000_000
	numberCount  = 9_000_000
)

func (r root) CreateTicket(ctx context.Context, input generated.TicketInput) (*generated.Ticket, error) {
	u := caller(ctx)
	input, err := checkTicket(input)
	if err != nil {
		return nil, err
	}
	within, args := scopeOf(u, portal.Ticketing).condition("organization_id")
	now := r.server.now().UnixMilli()
	err = sqlite.InTx(ctx, r.server.db, func(tx *sql.Tx) error {
		var organization string
		err := tx.QueryRowContext(ctx, `SELECT organization_id FROM locations WHERE id = ? AND `+within,
			append([]any{input.LocationID}, args...)...).Scan(&organization)
		if errors.Is(err, sql.ErrNoRows) {
			return refusal{"BAD_USER_INPUT", "locationId: the location does not exist or you may not use it"}
		}
		if err != nil {
			return err
		}
		id := rand.Text()
		number, err := freeNumber(ctx, tx)
		if err != nil {
			return err
		}
		result, err := tx.ExecContext(
			ctx,
			`INSERT INTO tickets (id, key, number, location_id, organization_id, contact_id, type, concern, subject,
				description, machine, serial_number, stands_still, status, waiting_for, next_update_at, created_at,
				updated_at, last_message_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (contact_id, key) DO NOTHING`,
			id,
			input.Key,
			number,
			input.LocationID,
			organization,
			u.ID,
			string(input.Type),
			string(input.Concern),
			input.Subject,
			input.Description,
			input.Machine,
			input.SerialNumber,
			input.StandsStill,
			string(generated.TicketStatusOpen),
			string(ticketing.SideProvider),
			now+updateWithin(input.Type).Milliseconds(),
			now,
			now,
			now,
		)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return err // the key was used before
		}
		if err := markRead(ctx, tx, id, u.ID, now); err != nil {
			return err
		}
		if err := r.server.attach(ctx, tx, id, nil, input.Attachments); err != nil {
			return err
		}
		return queueMails(ctx, tx, ticketCreated, id, "", u.ID)
	})
	if err != nil {
		return nil, fmt.Errorf("create a ticket: %w", err)
	}
	r.server.wakeMails()
	return r.server.ticket(ctx, u, "t.contact_id = ? AND t.key = ?", u.ID, input.Key)
}

// freeNumber returns a random unused number. Consecutive numbers would reveal how many tickets others create.
func freeNumber(ctx context.Context, tx *sql.Tx) (int64, error) {
	for {
		n, err := rand.Int(rand.Reader, big.NewInt(numberCount))
		if err != nil {
			return 0, err
		}
		number := lowestNumber + n.Int64()
		var isTaken bool
		if err := tx.QueryRowContext(
			ctx, `SELECT EXISTS (SELECT 1 FROM tickets WHERE number = ?)`, number,
		).Scan(&isTaken); err != nil ||
			!isTaken {
			return number, err
		}
	}
}

// attach attaches uploaded files to a ticket or a comment.
func (s *Server) attach(
	ctx context.Context,
	tx *sql.Tx,
	ticketID string,
	commentID *string,
	files []*generated.AttachmentInput,
) error {
	for _, f := range files {
		if !s.hasFile(f.ID) {
			return refusal{"BAD_USER_INPUT", "attachments: the file " + f.ID + " was not uploaded"}
		}
		result, err := tx.ExecContext(
			ctx,
			`INSERT INTO ticket_files (id, ticket_id, comment_id, file_name, media_type, size) VALUES (?, ?, ?, ?, ?, ?)
				ON CONFLICT (id) DO NOTHING`,
			f.ID,
			ticketID,
			commentID,
			f.FileName,
			f.MediaType,
			int64(f.Size),
		)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			return refusal{"BAD_USER_INPUT", "attachments: the file " + f.ID +
				" is used by another ticket or comment, or is sent twice"}
		}
	}
	return nil
}

func (r root) AddComment(ctx context.Context, input generated.CommentInput) (*generated.Ticket, error) {
	u := caller(ctx)
	input, err := checkComment(input)
	if err != nil {
		return nil, err
	}
	t, err := r.server.ticket(ctx, u, "t.id = ?", input.TicketID)
	if err != nil {
		return nil, err
	}
	if err := sqlite.InTx(ctx, r.server.db, func(tx *sql.Tx) error {
		id, err := r.server.comment(ctx, tx, t, u, input.Key, input.Text, input.Attachments)
		if err != nil || id == "" {
			return err
		}
		return queueMails(ctx, tx, ticketReplied, t.ID, id, u.ID)
	}); err != nil {
		return nil, fmt.Errorf("comment on a ticket: %w", err)
	}
	r.server.changed(t.ID)
	r.server.wakeMails()
	return r.server.ticket(ctx, u, "t.id = ?", t.ID)
}

// comment adds a comment once, and returns its id; empty if the key was used before. A customer's comment reopens a
// ticket that is waiting or closed; a comment of the group sets it to waiting for the customer.
func (s *Server) comment(
	ctx context.Context,
	tx *sql.Tx,
	t *generated.Ticket,
	u *sisusers.User,
	key, text string,
	files []*generated.AttachmentInput,
) (string, error) {
	id, now := rand.Text(), s.now().UnixMilli()
	result, err := tx.ExecContext(
		ctx,
		`INSERT INTO ticket_comments (id, key, ticket_id, author_id, text, created_at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (author_id, key) DO NOTHING`,
		id,
		key,
		t.ID,
		u.ID,
		text,
		now,
	)
	if err != nil {
		return "", err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return "", err // the key was used before
	}
	if err := s.attach(ctx, tx, t.ID, &id, files); err != nil {
		return "", err
	}
	if err := markRead(ctx, tx, t.ID, u.ID, now); err != nil {
		return "", err
	}
	nextUpdate := now + updateWithin(t.Type).Milliseconds()
	status, by, until, replies := ticketing.TicketStatus("OPEN"), ticketing.SideCustomer, &nextUpdate, 0
	switch {
	case u.IsEmployee:
		status, by, until, replies = "WAITING", ticketing.SideProvider, nil, 1
	case t.Status == generated.TicketStatusInProgress:
		status = "IN_PROGRESS"
	}
	_, err = tx.ExecContext(
		ctx,
		`UPDATE tickets SET status = ?, waiting_for = ?, next_update_at = ?, close_reason = '', replies = replies + ?,
			last_message_at = ?, updated_at = max(updated_at + 1, ?) WHERE id = ?`,
		string(status),
		string(status.WaitingFor(by)),
		until,
		replies,
		now,
		now,
		t.ID,
	)
	return id, err
}

func (r root) CloseTicket(
	ctx context.Context,
	ticketID string,
	reason generated.CloseReason,
	comment string,
) (*generated.Ticket, error) {
	u := caller(ctx)
	comment, problems := ticketing.CheckClosure(ticketing.CloseReason(reason), comment)
	if err := problem(problems); err != nil {
		return nil, err
	}
	t, err := r.server.ticket(ctx, u, "t.id = ?", ticketID)
	if err != nil || t.Status == generated.TicketStatusClosed {
		return t, err
	}
	if err := sqlite.InTx(ctx, r.server.db, func(tx *sql.Tx) error {
		// A concurrent call may have closed the ticket.
		var status string
		if err := tx.QueryRowContext(ctx, `SELECT status FROM tickets WHERE id = ?`, t.ID).Scan(&status); err != nil ||
			status == string(generated.TicketStatusClosed) {
			return err
		}
		var id string
		if strings.TrimSpace(comment) != "" {
			if id, err = r.server.comment(ctx, tx, t, u, rand.Text(), comment, nil); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx,
			`UPDATE tickets SET status = ?, waiting_for = '', next_update_at = NULL, close_reason = ?,
				updated_at = max(updated_at + 1, ?) WHERE id = ?`,
			string(generated.TicketStatusClosed), string(reason), r.server.now().UnixMilli(), t.ID); err != nil {
			return err
		}
		return queueMails(ctx, tx, ticketClosed, t.ID, id, u.ID)
	}); err != nil {
		return nil, fmt.Errorf("close a ticket: %w", err)
	}
	r.server.changed(t.ID)
	r.server.wakeMails()
	return r.server.ticket(ctx, u, "t.id = ?", t.ID)
}

func hasBlank(texts ...string) bool {
	for _, text := range texts {
		if strings.TrimSpace(text) == "" {
			return true
		}
	}
	return false
}
