package sisportal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gopkg.in/yaml.v3"

	"strand/demo/sisportal/generated"
	"strand/domain/ticketing"
	"strand/internal/sqlite"
)

// sampleTicket is a ticket of content/sis/tickets.yaml. Its times are relative to the server's first start, so that
// the samples do not look old.
type sampleTicket struct {
	Number               int
	Location, Contact    string
	Type, Concern        string
	Subject, Description string
	Machine              string
	SerialNumber         string `yaml:"serialNumber"`
	StandsStill          *bool  `yaml:"standsStill"`
	Assignee             string
	Ago                  time.Duration // before the server's first start
	Status, Reason       string
	Comments             []struct {
		Author, Text string
		Ago          time.Duration
	}
}

// seed adds the sample tickets to an empty database; those of unknown users or locations are left out.
func (s *Server) seed(ctx context.Context, dir string) error {
	var there int
	if err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM tickets`).Scan(&there); err != nil || there > 0 {
		return err
	}
	data, err := os.ReadFile(filepath.Join(dir, "tickets.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var samples struct{ Tickets []sampleTicket }
	if err == nil {
		err = yaml.Unmarshal(data, &samples)
	}
	if err != nil {
		return fmt.Errorf("read the sample tickets: %w", err)
	}
	err = sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		for i, t := range samples.Tickets {
			if err := s.addSample(ctx, tx, fmt.Sprintf("sample-%04d", i+1), t); err != nil {
				return fmt.Errorf("%q: %w", t.Subject, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("add the sample tickets: %w", err)
	}
	return nil
}

func (s *Server) addSample(ctx context.Context, tx *sql.Tx, id string, t sampleTicket) error {
	before := func(ago time.Duration) int64 { return s.now().Add(-ago).UnixMilli() }
	updated := t.Ago
	replies := 0
	latest := ticketing.SideCustomer
	readAt := map[string]int64{t.Contact: before(t.Ago)}
	if t.Assignee != "" {
		readAt[t.Assignee] = 0
	}
	for _, c := range t.Comments {
		updated = min(updated, c.Ago)
		var isEmployee bool
		if err := tx.QueryRowContext(
			ctx, `SELECT is_employee FROM users WHERE id = ?`, c.Author,
		).Scan(&isEmployee); err != nil &&
			!errors.Is(err, sql.ErrNoRows) {
			return err
		}
		latest = ticketing.SideCustomer
		if isEmployee {
			replies++
			latest = ticketing.SideProvider
		}
		readAt[c.Author] = before(c.Ago)
	}
	status := ticketing.TicketStatus(t.Status)
	if status == "" {
		status = "OPEN"
	}
	waitingFor := status.WaitingFor(latest)
	var nextUpdate *int64
	if waitingFor == ticketing.SideProvider {
		at := before(updated - updateWithin(generated.TicketType(t.Type)))
		nextUpdate = &at
	}
	result, err := tx.ExecContext(
		ctx,
		`INSERT INTO tickets (id, key, number, location_id, organization_id, contact_id, type, concern, subject,
			description, machine, serial_number, stands_still, status, waiting_for, next_update_at, assignee_id,
			close_reason, replies, created_at, updated_at, last_message_at)
		SELECT ?, ?, ?, l.id, l.organization_id, u.id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
			(SELECT id FROM users WHERE id = ?), ?, ?, ?, ?, ? FROM locations l, users u WHERE l.id = ? AND u.id = ?`,
		id,
		id,
		t.Number,
		t.Type,
		t.Concern,
		t.Subject,
		t.Description,
		t.Machine,
		t.SerialNumber,
		t.StandsStill,
		string(status),
		string(waitingFor),
		nextUpdate,
		t.Assignee,
		t.Reason,
		replies,
		before(t.Ago),
		before(updated),
		before(updated),
		t.Location,
		t.Contact,
	)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return err
	}
	for i, c := range t.Comments {
		comment := fmt.Sprintf("%s-%02d", id, i+1)
		if _, err := tx.ExecContext(ctx, `INSERT INTO ticket_comments (id, key, ticket_id, author_id, text, created_at)
			SELECT ?, ?, ?, id, ?, ? FROM users WHERE id = ?`,
			comment, comment, id, c.Text, before(c.Ago), c.Author); err != nil {
			return err
		}
	}
	for user, at := range readAt {
		if _, err := tx.ExecContext(ctx, `INSERT INTO ticket_reads (ticket_id, user_id, read_at)
			SELECT ?, id, ? FROM users WHERE id = ?`, id, at, user); err != nil {
			return err
		}
	}
	return nil
}
