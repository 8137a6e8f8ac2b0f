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
	"strand/domain/optional"
	"strand/domain/portal"
	"strand/internal/database"
)

const ticketColumns = `t.id, t.number, t.type, t.concern, t.subject, t.description, t.machine, t.serial_number,
	t.status, t.waiting_for, coalesce(r.read_at < t.last_message_at, 0), t.stands_still, t.next_update_at,
	t.close_reason, t.replies,
	t.created_at, t.updated_at, u.id, u.first_name, u.last_name, u.is_employee,
	coalesce(a.id, ''), coalesce(a.first_name, ''), coalesce(a.last_name, ''), ` + locationColumns

// ticketTables has the id of the reader as its argument.
const ticketTables = ` FROM tickets t JOIN users u ON u.id = t.contact_id JOIN locations l ON l.id = t.location_id
	JOIN organizations o ON o.id = l.organization_id LEFT JOIN users a ON a.id = t.assignee_id
	LEFT JOIN ticket_reads r ON r.ticket_id = t.id AND r.user_id = ?`

func scanTicket(row database.Row) (*generated.Ticket, error) {
	t := &generated.Ticket{Contact: &portal.Person{}}
	assignee := &portal.Person{IsProvider: true}
	var number, created, updated int64
	var nextUpdate *int64
	var side, reason, first, last, assigneeFirst, assigneeLast string
	var err error
	t.Location, err = scanLocation(row, &t.ID, &number, &t.Type, &t.Concern, &t.Subject, &t.Description, &t.Machine,
		&t.SerialNumber, &t.Status, &side, &t.IsUnread, &t.StandsStill, &nextUpdate, &reason, &t.Replies,
		&created, &updated, &t.Contact.ID, &first, &last, &t.Contact.IsProvider,
		&assignee.ID, &assigneeFirst, &assigneeLast)
	t.Number, t.Contact.FullName = fmt.Sprintf("T-%d", number), strings.TrimSpace(first+" "+last)
	t.CreatedAt, t.UpdatedAt = time.UnixMilli(created).UTC(), time.UnixMilli(updated).UTC()
	t.CloseReason = (*generated.CloseReason)(optional.Text(reason))
	t.WaitingFor = (*generated.TicketSide)(optional.Text(side))
	if nextUpdate != nil {
		at := time.UnixMilli(*nextUpdate).UTC()
		t.NextUpdateBy = &at
	}
	if assignee.ID != "" {
		assignee.FullName = strings.TrimSpace(assigneeFirst + " " + assigneeLast)
		t.Assignee = assignee
	}
	return t, err
}

func (r root) Ticket(ctx context.Context, id string) (*generated.Ticket, error) {
	u := caller(ctx)
	t, err := r.server.ticket(ctx, u, "t.id = ?", id)
	if errors.Is(err, errNoTicket) {
		return nil, nil
	}
	return t, err
}

// errNoTicket is the error for an unknown ticket and for one that the caller may not see, so that callers cannot
// distinguish them.
var errNoTicket = refusal{"NOT_FOUND", "the ticket does not exist or you may not read it"}

func (s *Server) ticket(
	ctx context.Context,
	u *sisusers.User,
	condition string,
	args ...any,
) (*generated.Ticket, error) {
	within, scoped := scopeOf(u, portal.Ticketing).condition("t.organization_id")
	t, err := scanTicket(s.db.QueryRowContext(ctx,
		`SELECT `+ticketColumns+ticketTables+` WHERE `+condition+` AND `+within,
		slices.Concat([]any{u.ID}, args, scoped)...))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoTicket
	}
	if err != nil {
		return nil, fmt.Errorf("read a ticket: %w", err)
	}
	return t, nil
}

// ticketFields resolves the fields of a ticket.
type ticketFields struct{ server *Server }

func (t ticketFields) Attachments(ctx context.Context, of *generated.Ticket) ([]*generated.Attachment, error) {
	found, err := t.server.files(ctx, of.ID)
	return found[""], err
}

// MachineID returns the machine with the serial number of a ticket, in the organization of the ticket.
func (t ticketFields) MachineID(ctx context.Context, of *generated.Ticket) (*string, error) {
	var id string
	err := t.server.db.QueryRowContext(ctx, `SELECT m.id FROM tickets t
		JOIN machines m ON m.serial_number = t.serial_number
		JOIN locations l ON l.id = m.location_id AND l.organization_id = t.organization_id
		WHERE t.id = ?`, of.ID).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the machine of a ticket: %w", err)
	}
	return &id, nil
}

// files returns the files of a ticket by comment; the empty key means the ticket itself.
func (s *Server) files(ctx context.Context, ticketID string) (map[string][]*generated.Attachment, error) {
	found := map[string][]*generated.Attachment{"": {}}
	err := database.Each(ctx, s.db, func(row database.Row) error {
		var comment string
		a := &generated.Attachment{}
		err := row.Scan(&comment, &a.ID, &a.FileName, &a.MediaType, &a.Size)
		found[comment] = append(found[comment], a)
		return err
	}, `SELECT coalesce(comment_id, ''), id, file_name, media_type, size FROM ticket_files WHERE ticket_id = ?
		ORDER BY rowid`, ticketID)
	if err != nil {
		return nil, fmt.Errorf("read the files of a ticket: %w", err)
	}
	return found, nil
}

func (t ticketFields) Comments(ctx context.Context, of *generated.Ticket) ([]*generated.Comment, error) {
	files, err := t.server.files(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	comments, err := database.All(ctx, t.server.db, func(row database.Row) (*generated.Comment, error) {
		c := &generated.Comment{Author: &portal.Person{}}
		var at int64
		var first, last string
		err := row.Scan(&c.ID, &c.Text, &at, &c.Author.ID, &first, &last, &c.Author.IsProvider)
		c.CreatedAt, c.Author.FullName = time.UnixMilli(at).UTC(), strings.TrimSpace(first+" "+last)
		if c.Attachments = files[c.ID]; c.Attachments == nil {
			c.Attachments = []*generated.Attachment{}
		}
		return c, err
	}, `SELECT c.id, c.text, c.created_at, u.id, u.first_name, u.last_name, u.is_employee FROM ticket_comments c
		JOIN users u ON u.id = c.author_id WHERE c.ticket_id = ? ORDER BY c.created_at, c.id`, of.ID)
	if err != nil {
		return nil, fmt.Errorf("read the comments of a ticket: %w", err)
	}
	return comments, nil
}
