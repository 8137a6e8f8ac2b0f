package sisportal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"strand/demo/sisportal/generated"
	"strand/domain/portal"
	"strand/internal/sqlite"
)

// maxPageSize is the maximum number of items of a page, of tickets or machines.
const maxPageSize = 200

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
	if first < 1 || first > maxPageSize {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("first: send 1 to %d", maxPageSize)}
	}
	if !(portal.TicketFilter{
		Text:         filter.Text,
		Locations:    filter.Locations,
		SerialNumber: filter.SerialNumber,
	}).IsBounded() {
		return nil, refusal{"BAD_USER_INPUT", "filter: the text is too long, or there are too many locations"}
	}
	q := &ticketQuery{
		index:   &r.server.texts,
		user:    u,
		f:       filter,
		words:   words(filter.Text),
		sorting: sortings[order],
		limit:   first + 1,
	}
	q.sorting.isBackward = before != nil
	from := after
	if q.sorting.isBackward {
		from = before
	}
	if from != nil {
		c, err := parseCursor(*from, order)
		if err != nil {
			return nil, err
		}
		condition, values := q.sorting.afterCursor(c)
		q.afterCursor, q.afterCursorArgs = " AND "+condition, values
	}
	connection := &generated.TicketConnection{}
	// One transaction, so that both reads see the same state.
	err = sqlite.InTx(ctx, r.server.db, func(tx *sql.Tx) (err error) {
		q.tx = tx
		defer q.release()
		if err := q.addOrganizations(ctx); err != nil {
			return err
		}
		connection.Total, connection.TotalIsExact = q.total, q.isTotalExact
		connection.Edges, err = q.edges(ctx, order)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the tickets: %w", err)
	}
	more := len(connection.Edges) > first
	if more {
		connection.Edges = connection.Edges[:first]
	}
	// A cursor implies a ticket on its other side.
	connection.HasNextPage, connection.HasPreviousPage = more, after != nil
	if q.sorting.isBackward {
		slices.Reverse(connection.Edges)
		connection.HasNextPage, connection.HasPreviousPage = true, more
	}
	return connection, nil
}

// edges returns the first tickets in the order.
func (q *ticketQuery) edges(ctx context.Context, order generated.TicketOrder) ([]*generated.TicketEdge, error) {
	if len(q.idQueries) == 0 {
		return []*generated.TicketEdge{}, nil
	}
	rows, err := q.tx.QueryContext(ctx, `SELECT `+ticketColumns+ticketTables+
		` WHERE t.id IN (`+strings.Join(q.idQueries, " UNION ALL ")+`) ORDER BY `+q.sorting.orderBy()+` LIMIT ?`,
		append(q.args, q.limit)...)
	if err != nil {
		return nil, err
	}
	return scanAll(rows, func() (*generated.TicketEdge, error) {
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
	if first < 1 || first > maxPageSize {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("first: send 1 to %d", maxPageSize)}
	}
	m, err := r.server.ownMachine(ctx, u, machineID)
	if errors.Is(err, errNoMachine) {
		return []*generated.Ticket{}, nil
	}
	if err != nil {
		return nil, err
	}
	within, args := scopeOf(u, portal.Ticketing).condition("t.organization_id")
	rows, err := r.server.db.QueryContext(
		ctx,
		`SELECT `+ticketColumns+ticketTables+` WHERE t.serial_number = ? AND `+within+
			` ORDER BY t.updated_at DESC, t.id LIMIT ?`,
		append(append([]any{m.SerialNumber}, args...), first)...)
	if err != nil {
		return nil, fmt.Errorf("read the tickets of a machine: %w", err)
	}
	return scanAll(rows, func() (*generated.Ticket, error) { return scanTicket(rows) })
}
