package sisportal

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"strand/demo/sisportal/generated"
	"strand/domain/portal"
	"strand/internal/database"
	"strand/internal/sqlite"
)

// updateWithin returns the time within which the group reports on a ticket.
func updateWithin(t generated.TicketType) time.Duration {
	if t == generated.TicketTypeBreakdown {
		return 2 * time.Hour
	}
	return 24 * time.Hour
}

// markRead stores that a user has read the messages of a ticket up to an instant in milliseconds.
func markRead(ctx context.Context, tx *sql.Tx, ticketID, userID string, until int64) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO ticket_reads (ticket_id, user_id, read_at) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET read_at = max(read_at, excluded.read_at)`, ticketID, userID, until)
	return err
}

// MarkTicketRead changes nothing for users who do not take part in the ticket: nothing is unread for them.
func (r root) MarkTicketRead(ctx context.Context, ticketID string, until time.Time) (*generated.Ticket, error) {
	u := caller(ctx)
	t, err := r.server.ticket(ctx, u, "t.id = ?", ticketID)
	if err != nil {
		return nil, err
	}
	_, err = r.server.db.ExecContext(ctx, `UPDATE ticket_reads SET read_at = max(read_at, min(?,
		(SELECT last_message_at FROM tickets WHERE id = ticket_id))) WHERE ticket_id = ? AND user_id = ?`,
		until.UnixMilli(), t.ID, u.ID)
	if err != nil {
		return nil, fmt.Errorf("mark a ticket as read: %w", err)
	}
	return r.server.ticket(ctx, u, "t.id = ?", t.ID)
}

func (r root) AssignTicket(ctx context.Context, ticketID string, assigneeID *string) (*generated.Ticket, error) {
	u := caller(ctx)
	if !u.IsEmployee {
		return nil, refusal{"FORBIDDEN", "employees of the group assign tickets"}
	}
	t, err := r.server.ticket(ctx, u, "t.id = ?", ticketID)
	if err != nil {
		return nil, err
	}
	if assigneeID != nil {
		people, err := r.server.assignable(ctx)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(people, func(p *portal.Person) bool { return p.ID == *assigneeID }) {
			return nil, refusal{"BAD_USER_INPUT", "assigneeId: the person cannot be assigned"}
		}
	}
	if err := sqlite.InTx(ctx, r.server.db, func(tx *sql.Tx) error {
		var isSame bool
		if err := tx.QueryRowContext(
			ctx, `SELECT assignee_id IS ? FROM tickets WHERE id = ?`, assigneeID, t.ID,
		).Scan(&isSame); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE tickets SET assignee_id = ?,
			status = iif(status = 'OPEN' AND ? IS NOT NULL, 'IN_PROGRESS', status),
			updated_at = max(updated_at + 1, ?) WHERE id = ?`, assigneeID, assigneeID, r.server.now().UnixMilli(), t.ID)
		if err != nil || isSame || assigneeID == nil {
			return err
		}
		// What was written before is new to an assignee who has not taken part.
		if err := markRead(ctx, tx, t.ID, *assigneeID, 0); err != nil {
			return err
		}
		return queueMails(ctx, tx, ticketAssigned, t.ID, "", u.ID)
	}); err != nil {
		return nil, fmt.Errorf("assign a ticket: %w", err)
	}
	r.server.changed(t.ID)
	r.server.wakeMails()
	return r.server.ticket(ctx, u, "t.id = ?", t.ID)
}

// assignable returns the employees with tickets, sorted by name.
func (s *Server) assignable(ctx context.Context) ([]*portal.Person, error) {
	people, err := database.All(ctx, s.db, func(row database.Row) (*portal.Person, error) {
		p := &portal.Person{IsProvider: true}
		var first, last string
		err := row.Scan(&p.ID, &first, &last)
		p.FullName = strings.TrimSpace(first + " " + last)
		return p, err
	}, `SELECT id, first_name, last_name FROM users u WHERE is_employee AND deleted_at IS NULL AND EXISTS (SELECT 1
		FROM rights r WHERE r.user_id = u.id AND r.application = ? AND r.status = 'ACTIVE')
		ORDER BY last_name, first_name, id`, string(portal.Ticketing))
	if err != nil {
		return nil, fmt.Errorf("read the people who can be assigned: %w", err)
	}
	return people, nil
}

func (t ticketFields) Assignable(ctx context.Context, _ *generated.Ticket) ([]*portal.Person, error) {
	if !caller(ctx).IsEmployee {
		return []*portal.Person{}, nil
	}
	return t.server.assignable(ctx)
}
