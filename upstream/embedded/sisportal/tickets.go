package sisportal

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"strand/domain/portal"
	"strand/internal/sqlite"
	"strand/upstream/embedded/sisportal/generated"
	"strand/upstream/embedded/userstore"
)

const (
	// maxPart is the maximum page size of tickets.
	maxPart = 200
	// lowestNumber is the lowest ticket number, numbers the number of possible ones.
	lowestNumber = 1_000_000
	numbers      = 9_000_000
)

const ticketColumns = `t.id, t.number, t.type, t.concern, t.subject, t.description, t.machine, t.serial_number, t.status, t.close_reason, t.replies,
	t.created_at, t.updated_at, u.id, u.first_name, u.last_name, u.is_employee, ` + locationColumns

const ticketTables = ` FROM tickets t JOIN users u ON u.id = t.contact_id JOIN locations l ON l.id = t.location_id JOIN organizations o ON o.id = l.organization_id`

func scanTicket(row interface{ Scan(...any) error }) (*generated.Ticket, error) {
	t := &generated.Ticket{Contact: &generated.Person{}}
	var number, created, updated int64
	var reason, first, last string
	var err error
	t.Location, err = scanLocation(row, &t.ID, &number, &t.Type, &t.Concern, &t.Subject, &t.Description, &t.Machine,
		&t.SerialNumber, &t.Status, &reason, &t.Replies,
		&created, &updated, &t.Contact.ID, &first, &last, &t.Contact.IsProvider)
	t.Number, t.Contact.FullName = fmt.Sprintf("T-%d", number), strings.TrimSpace(first+" "+last)
	t.CreatedAt, t.UpdatedAt = time.UnixMilli(created).UTC(), time.UnixMilli(updated).UTC()
	if reason != "" {
		closed := generated.CloseReason(reason)
		t.CloseReason = &closed
	}
	return t, err
}

// sorting is an order of tickets: by a column, and by id where that is equal.
type sorting struct {
	column string
	// index is the index with the order of the tickets of an organization; with the suffix _of_all that of all
	// tickets.
	index string
	// isDescending is the direction of the column.
	isDescending bool
	// isBackward reverses the complete order.
	isBackward bool
}

var sortings = map[generated.TicketOrder]sorting{
	generated.TicketOrderUpdated: {
		column:       "t.updated_at",
		index:        "tickets_by_update",
		isDescending: true,
	},
	generated.TicketOrderCreated: {
		column:       "t.created_at",
		index:        "tickets_by_creation",
		isDescending: true,
	},
	generated.TicketOrderSubject: {column: "t.subject COLLATE NOCASE", index: "tickets_by_subject"},
}

// orderBy returns the ORDER BY expression.
func (s sorting) orderBy() string {
	directions := map[bool]string{true: "DESC", false: "ASC"}
	return s.column + " " + directions[s.isDescending != s.isBackward] + ", t.id " + directions[s.isBackward]
}

// beyond returns the condition for rows after a cursor. SQLite uses its first part for the index.
func (s sorting) beyond(c cursor) (string, []any) {
	signs := map[bool]string{true: "<", false: ">"}
	column, id := signs[s.isDescending != s.isBackward], signs[s.isBackward]
	return s.column + " " + column + "= ? AND (" + s.column + " " + column + " ? OR t.id " + id + " ?)",
		[]any{c.Value, c.Value, c.ID}
}

// cursor is the position of the last row of a page.
type cursor struct {
	Value any    `json:"v"`
	ID    string `json:"i"`
}

func (c cursor) String() string {
	text, _ := json.Marshal(c) // a number or text, and a text, can always be encoded
	return base64.RawURLEncoding.EncodeToString(text)
}

// parseCursor parses a cursor of an order: a cursor of another order has a value of another type.
func parseCursor(text string, order generated.TicketOrder) (c cursor, err error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		decoder := json.NewDecoder(strings.NewReader(string(data)))
		decoder.UseNumber()
		err = decoder.Decode(&c)
	}
	if number, ok := c.Value.(json.Number); err == nil && ok {
		c.Value, err = number.Int64()
	}
	_, isText := c.Value.(string)
	_, isTime := c.Value.(int64)
	if err != nil || order == generated.TicketOrderSubject && !isText || order != generated.TicketOrderSubject &&
		!isTime {
		return c, refusal{"BAD_USER_INPUT", "after, before: not a cursor of this list"}
	}
	return c, nil
}

func (r root) Tickets(
	ctx context.Context,
	filter generated.TicketFilter,
	order generated.TicketOrder,
	first int,
	after, before *string,
) (*generated.TicketConnection, error) {
	u, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	if first < 1 || first > maxPart {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("first: send 1 to %d", maxPart)}
	}
	if !(portal.TicketFilter{
		Text:         filter.Text,
		Locations:    filter.Locations,
		SerialNumber: filter.SerialNumber,
	}).IsBounded() {
		return nil, refusal{"BAD_USER_INPUT", "filter: the text is too long, or there are too many locations"}
	}
	q := &ticketQuery{
		index: &r.server.texts,
		user:  u,
		f:     filter,
		words: words(filter.Text),
		by:    sortings[order],
		limit: first + 1,
	}
	q.by.isBackward = before != nil
	from := after
	if q.by.isBackward {
		from = before
	}
	if from != nil {
		c, err := parseCursor(*from, order)
		if err != nil {
			return nil, err
		}
		condition, values := q.by.beyond(c)
		q.beyond, q.beyondArgs = " AND "+condition, values
	}
	connection := &generated.TicketConnection{}
	// One transaction, so that both reads see the same state.
	err = sqlite.InTx(ctx, r.server.db, func(tx *sql.Tx) (err error) {
		q.tx = tx
		defer q.release()
		if err := q.addOrganizations(ctx); err != nil {
			return err
		}
		connection.Total, connection.TotalIsExact = q.total, q.totalIsExact
		connection.Edges, err = q.edges(ctx, order)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the tickets: %w", err)
	}
	goesOn := len(connection.Edges) > first
	if goesOn {
		connection.Edges = connection.Edges[:first]
	}
	// A cursor implies a ticket on its other side.
	connection.HasNextPage, connection.HasPreviousPage = goesOn, after != nil
	if q.by.isBackward {
		slices.Reverse(connection.Edges)
		connection.HasNextPage, connection.HasPreviousPage = true, goesOn
	}
	return connection, nil
}

// edges returns the first tickets in the order.
func (q *ticketQuery) edges(ctx context.Context, order generated.TicketOrder) ([]*generated.TicketEdge, error) {
	if len(q.parts) == 0 {
		return []*generated.TicketEdge{}, nil
	}
	rows, err := q.tx.QueryContext(ctx, `SELECT `+ticketColumns+ticketTables+
		` WHERE t.id IN (`+strings.Join(q.parts, " UNION ALL ")+`) ORDER BY `+q.by.orderBy()+` LIMIT ?`,
		append(q.args, q.limit)...)
	if err != nil {
		return nil, err
	}
	return all(rows, func() (*generated.TicketEdge, error) {
		t, err := scanTicket(rows)
		end := cursor{ID: t.ID, Value: t.Subject}
		switch order {
		case generated.TicketOrderUpdated:
			end.Value = t.UpdatedAt.UnixMilli()
		case generated.TicketOrderCreated:
			end.Value = t.CreatedAt.UnixMilli()
		}
		return &generated.TicketEdge{Cursor: end.String(), Node: t}, err
	})
}

func texts[T ~string](values []T) []string {
	all := make([]string, len(values))
	for i, v := range values {
		all[i] = string(v)
	}
	return all
}

// MachineTickets returns the most recently changed tickets about a machine, by its serial number.
func (r root) MachineTickets(ctx context.Context, machineID string, first int) ([]*generated.Ticket, error) {
	u, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	if first < 1 || first > maxPart {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("first: send 1 to %d", maxPart)}
	}
	m, err := r.server.ownMachine(ctx, u, machineID)
	if errors.Is(err, errNoMachine) {
		return []*generated.Ticket{}, nil
	}
	if err != nil {
		return nil, err
	}
	within, args := scopeOf(u).condition("t.organization_id")
	rows, err := r.server.db.QueryContext(
		ctx,
		`SELECT `+ticketColumns+ticketTables+` WHERE t.serial_number = ? AND `+within+
			` ORDER BY t.updated_at DESC, t.id LIMIT ?`,
		append(append([]any{m.SerialNumber}, args...), first)...)
	if err != nil {
		return nil, fmt.Errorf("read the tickets of a machine: %w", err)
	}
	return all(rows, func() (*generated.Ticket, error) { return scanTicket(rows) })
}

func (r root) Ticket(ctx context.Context, id string) (*generated.Ticket, error) {
	u, err := caller(ctx)
	if err != nil {
		return nil, err
	}
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
	u *userstore.User,
	condition string,
	args ...any,
) (*generated.Ticket, error) {
	within, scoped := scopeOf(u).condition("t.organization_id")
	t, err := scanTicket(s.db.QueryRowContext(ctx,
		`SELECT `+ticketColumns+ticketTables+` WHERE `+condition+` AND `+within, append(args, scoped...)...))
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

// files returns the files of a ticket by comment; the empty key means the ticket itself.
func (s *Server) files(ctx context.Context, ticketID string) (map[string][]*generated.Attachment, error) {
	rows, err := s.db.QueryContext(
		ctx,
		`SELECT coalesce(comment_id, ''), id, file_name, media_type, size FROM ticket_files WHERE ticket_id = ? ORDER BY file_name, id`,
		ticketID,
	)
	if err != nil {
		return nil, fmt.Errorf("read the files of a ticket: %w", err)
	}
	found := map[string][]*generated.Attachment{"": {}}
	_, err = all(rows, func() (struct{}, error) {
		var comment string
		a := &generated.Attachment{}
		err := rows.Scan(&comment, &a.ID, &a.FileName, &a.MediaType, &a.Size)
		found[comment] = append(found[comment], a)
		return struct{}{}, err
	})
	return found, err
}

func (t ticketFields) Comments(ctx context.Context, of *generated.Ticket) ([]*generated.Comment, error) {
	files, err := t.server.files(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	rows, err := t.server.db.QueryContext(
		ctx,
		`SELECT c.id, c.text, c.created_at, u.id, u.first_name, u.last_name, u.is_employee FROM ticket_comments c
			JOIN users u ON u.id = c.author_id
		WHERE c.ticket_id = ? ORDER BY c.created_at, c.id`,
		of.ID,
	)
	if err != nil {
		return nil, fmt.Errorf("read the comments of a ticket: %w", err)
	}
	return all(rows, func() (*generated.Comment, error) {
		c := &generated.Comment{Author: &generated.Person{}}
		var at int64
		var first, last string
		err := rows.Scan(&c.ID, &c.Text, &at, &c.Author.ID, &first, &last, &c.Author.IsProvider)
		c.CreatedAt, c.Author.FullName = time.UnixMilli(at).UTC(), strings.TrimSpace(first+" "+last)
		if c.Attachments = files[c.ID]; c.Attachments == nil {
			c.Attachments = []*generated.Attachment{}
		}
		return c, err
	})
}

func (r root) CreateTicket(ctx context.Context, input generated.TicketInput) (*generated.Ticket, error) {
	u, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	if input, err = checkTicket(input); err != nil {
		return nil, err
	}
	within, args := scopeOf(u).condition("organization_id")
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
		done, err := tx.ExecContext(
			ctx,
			`INSERT INTO tickets (id, key, number, location_id, organization_id, contact_id, type, concern, subject,
				description, machine, serial_number, status, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (contact_id, key) DO NOTHING`,
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
			string(generated.TicketStatusOpen),
			now,
			now,
		)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return err // the key was used before
		}
		return r.server.attach(ctx, tx, id, nil, input.Attachments)
	})
	if err != nil {
		return nil, fmt.Errorf("create a ticket: %w", err)
	}
	ticket, err := r.server.ticket(ctx, u, "t.contact_id = ? AND t.key = ?", u.ID, input.Key)
	if err == nil {
		r.server.growIndex(ofAll, ticket.Location.Organization.ID)
	}
	return ticket, err
}

// freeNumber returns a random unused number. Consecutive numbers would reveal how many tickets others create.
func freeNumber(ctx context.Context, tx *sql.Tx) (int64, error) {
	for {
		n, err := rand.Int(rand.Reader, big.NewInt(numbers))
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
		done, err := tx.ExecContext(
			ctx,
			`INSERT INTO ticket_files (id, ticket_id, comment_id, file_name, media_type, size) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
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
		if n, err := done.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			return refusal{"BAD_USER_INPUT", "attachments: the file " + f.ID +
				" is used by another ticket or comment, or is sent twice"}
		}
	}
	return nil
}

func (r root) AddComment(ctx context.Context, input generated.CommentInput) (*generated.Ticket, error) {
	u, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	if input, err = checkComment(input); err != nil {
		return nil, err
	}
	t, err := r.server.ticket(ctx, u, "t.id = ?", input.TicketID)
	if err != nil {
		return nil, err
	}
	if err := sqlite.InTx(ctx, r.server.db, func(tx *sql.Tx) error {
		return r.server.comment(ctx, tx, t, u, input.Key, input.Text, input.Attachments)
	}); err != nil {
		return nil, fmt.Errorf("comment on a ticket: %w", err)
	}
	r.server.changed(t.ID)
	return r.server.ticket(ctx, u, "t.id = ?", t.ID)
}

// comment adds a comment once. A customer's comment reopens a ticket that is waiting or closed; a comment of the
// group sets it to waiting for the customer.
func (s *Server) comment(
	ctx context.Context,
	tx *sql.Tx,
	t *generated.Ticket,
	u *userstore.User,
	key, text string,
	files []*generated.AttachmentInput,
) error {
	id, now := rand.Text(), s.now().UnixMilli()
	done, err := tx.ExecContext(
		ctx,
		`INSERT INTO ticket_comments (id, key, ticket_id, author_id, text, created_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (author_id, key) DO NOTHING`,
		id,
		key,
		t.ID,
		u.ID,
		text,
		now,
	)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return err // the key was used before
	}
	if err := s.attach(ctx, tx, t.ID, &id, files); err != nil {
		return err
	}
	status, replies := generated.TicketStatusOpen, 0
	switch {
	case u.IsEmployee:
		status, replies = generated.TicketStatusWaiting, 1
	case t.Status == generated.TicketStatusInProgress:
		status = t.Status
	}
	_, err = tx.ExecContext(
		ctx,
		`UPDATE tickets SET status = ?, close_reason = '', replies = replies + ?, updated_at = max(updated_at + 1, ?) WHERE id = ?`,
		string(status),
		replies,
		now,
		t.ID,
	)
	return err
}

func (r root) CloseTicket(
	ctx context.Context,
	ticketID string,
	reason generated.CloseReason,
	comment string,
) (*generated.Ticket, error) {
	u, err := caller(ctx)
	if err != nil {
		return nil, err
	}
	comment, problems := portal.CheckClosure(portal.CloseReason(reason), comment)
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
		if strings.TrimSpace(comment) != "" {
			if err := r.server.comment(ctx, tx, t, u, rand.Text(), comment, nil); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx,
			`UPDATE tickets SET status = ?, close_reason = ?, updated_at = max(updated_at + 1, ?) WHERE id = ?`,
			string(generated.TicketStatusClosed), string(reason), r.server.now().UnixMilli(), t.ID)
		return err
	}); err != nil {
		return nil, fmt.Errorf("close a ticket: %w", err)
	}
	r.server.changed(t.ID)
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
