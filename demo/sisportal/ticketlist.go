package sisportal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/demo/sqllist"
	"strand/domain/listing"
	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/internal/database"
	"strand/internal/sqlite"
)

// ticketOrders are the orders of tickets t.
var ticketOrders = map[generated.TicketOrder]sqllist.Order{
	generated.TicketOrderUpdated: {Columns: []string{"t.updated_at", "t.id"}, IsDescending: true},
	generated.TicketOrderCreated: {Columns: []string{"t.created_at", "t.id"}, IsDescending: true},
	generated.TicketOrderSubject: {Columns: []string{"lower(t.subject)", "t.id"}},
}

const allTickets = `tickets t`

func (r root) Tickets(
	ctx context.Context,
	filter generated.TicketFilter,
	order generated.TicketOrder,
	first int,
	after, before *string,
) (*generated.TicketConnection, error) {
	u := caller(ctx)
	if !(ticketing.TicketFilter{
		Text:         filter.Text,
		Locations:    filter.Locations,
		SerialNumber: filter.SerialNumber,
	}).IsBounded() {
		return nil, refusal{"BAD_USER_INPUT", "filter: the text is too long, or there are too many locations"}
	}
	page, err := pageOf(first, after, before)
	if err != nil {
		return nil, err
	}
	by := ticketOrders[order]
	by.Name = string(order)
	var connection *generated.TicketConnection
	// One transaction, so that all reads see the same state.
	err = sqlite.InTx(ctx, r.server.db, func(tx *sql.Tx) (err error) {
		if connection, err = readTickets(ctx, tx, u, ticketConditions(u, filter), by, page); err != nil {
			return err
		}
		if isChoiceCounted(ctx) {
			connection.ChoiceCounts, err = countTicketChoices(ctx, tx, u, filter)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the tickets: %w", err)
	}
	return connection, nil
}

// ticketConditions returns the conditions of a filter.
func ticketConditions(u *sisusers.User, f generated.TicketFilter) (c sqllist.Conditions) {
	scopeOf(u, portal.Ticketing).add(&c, "t.organization_id")
	if f.OnlyMine {
		c.Add(isMine, u.ID)
	}
	if f.OnlyWaiting {
		condition, args := isWaiting(u)
		c.Add(condition, args...)
	}
	if f.OnlyAssigned {
		c.Add(isAssigned, u.ID)
	}
	if f.SerialNumber != "" {
		c.Add("t.serial_number = ?", f.SerialNumber)
	}
	sqllist.AddIn(&c, "t.status", f.Statuses)
	sqllist.AddIn(&c, "t.type", f.Types)
	sqllist.AddIn(&c, "t.location_id", f.Locations)
	c.AddText("concat_ws(' ', 'T-' || t.number, t.subject, t.description, t.machine, t.serial_number)", words(f.Text))
	return c
}

// isMine and isAssigned are conditions of tickets with the id of a user as their argument.
const (
	isMine     = "t.contact_id = ?"
	isAssigned = "t.assignee_id = ?"
)

// isWaiting returns the condition of tickets that wait for a user, with its arguments.
func isWaiting(u *sisusers.User) (string, []any) {
	turn, args := "t.waiting_for = 'CUSTOMER' AND t.contact_id = ?", []any{u.ID}
	if u.IsEmployee {
		turn, args = "t.waiting_for = 'PROVIDER'", nil
	}
	return "t.status <> 'CLOSED' AND (" + turn + ` OR EXISTS (SELECT 1 FROM ticket_reads r
		WHERE r.ticket_id = t.id AND r.user_id = ? AND r.read_at < t.last_message_at))`, append(args, u.ID)
}

// countTicketChoices counts the tickets for each value of the filters.
func countTicketChoices(
	ctx context.Context, db database.Queryer, u *sisusers.User, f generated.TicketFilter,
) ([]*generated.ChoiceCount, error) {
	filters := []sqllist.ChoiceFilter{
		{Name: "statuses", Chosen: listing.Texts(f.Statuses)},
		{Name: "types", Chosen: listing.Texts(f.Types)},
		{Name: "locations", Chosen: f.Locations},
		flagFilter("onlyMine", f.OnlyMine),
		flagFilter("onlyWaiting", f.OnlyWaiting),
		flagFilter("onlyAssigned", f.OnlyAssigned),
	}
	waiting, args := isWaiting(u)
	columns := "t.status, t.type, t.location_id, " + flagColumn(isMine) + ", " + flagColumn(waiting) + ", " +
		flagColumn(isAssigned)
	args = slices.Concat([]any{u.ID}, args, []any{u.ID})
	within := ticketConditions(u, generated.TicketFilter{Text: f.Text, SerialNumber: f.SerialNumber})
	return countChoices(ctx, db, allTickets, within, filters, columns, args)
}

// readTickets reads a page of tickets.
func readTickets(
	ctx context.Context, tx *sql.Tx, u *sisusers.User, c sqllist.Conditions, order sqllist.Order, page sqllist.Page,
) (*generated.TicketConnection, error) {
	total, isExact, err := sqllist.Count(ctx, tx, allTickets, c, ticketing.MaxTicketTotal)
	if err != nil {
		return nil, err
	}
	found, err := readPage(ctx, tx, allTickets, c, order, page)
	if err != nil {
		return nil, err
	}
	connection := &generated.TicketConnection{
		Total:           total,
		TotalIsExact:    isExact,
		HasNextPage:     found.HasNext,
		HasPreviousPage: found.HasPrevious,
		Edges:           []*generated.TicketEdge{},
	}
	tickets, err := database.All(ctx, tx, scanTicket, `SELECT `+ticketColumns+ticketTables+
		` WHERE t.id IN (`+sqllist.Placeholders(len(found.IDs))+`)`, append([]any{u.ID}, sqllist.Args(found.IDs)...)...)
	if err != nil {
		return nil, err
	}
	byID := map[string]*generated.Ticket{}
	for _, t := range tickets {
		byID[t.ID] = t
	}
	for i, id := range found.IDs {
		connection.Edges = append(connection.Edges, &generated.TicketEdge{Cursor: found.Cursors[i], Node: byID[id]})
	}
	return connection, nil
}

// MachineTickets returns the most recently changed tickets about a machine, by its serial number.
func (r root) MachineTickets(ctx context.Context, machineID string, first int) ([]*generated.Ticket, error) {
	u := caller(ctx)
	if first < 1 || first > maxPageSize {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("first: send 1 to %d", maxPageSize)}
	}
	m, err := r.server.ownMachine(ctx, r.server.db, u, machineID)
	if errors.Is(err, errNoMachine) {
		return []*generated.Ticket{}, nil
	}
	if err != nil {
		return nil, err
	}
	within, args := scopeOf(u, portal.Ticketing).condition("t.organization_id")
	tickets, err := database.All(
		ctx,
		r.server.db,
		scanTicket,
		`SELECT `+ticketColumns+ticketTables+` WHERE t.serial_number = ? AND `+within+
			` ORDER BY t.updated_at DESC, t.id LIMIT ?`,
		slices.Concat([]any{u.ID, m.SerialNumber}, args, []any{first})...)
	if err != nil {
		return nil, fmt.Errorf("read the tickets of a machine: %w", err)
	}
	return tickets, nil
}
