package sisportal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/demo/sqllist"
	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/internal/database"
	"strand/internal/sqlite"
)

// ticketOrders are the orders of tickets t.
var ticketOrders = map[generated.TicketOrder]sqllist.Order{
	generated.TicketOrderUpdated: {Columns: []string{"t.updated_at", "t.id"}, IsDescending: true},
	generated.TicketOrderCreated: {Columns: []string{"t.created_at", "t.id"}, IsDescending: true},
	generated.TicketOrderSubject: {Columns: []string{"t.sort_subject", "t.id"}},
}

const (
	allTickets = `tickets t`
	// ticketsByWords are tickets by their index of words, for a condition on ticket_words.
	ticketsByWords = `ticket_words CROSS JOIN tickets t ON t.number = ticket_words.rowid`
	ticketText     = `t.search_text`
)

// searchText is the text in which tickets are searched.
func searchText(number int64, subject, description, machine, serialNumber string) string {
	return strings.ToLower(fmt.Sprintf("T-%d %s %s %s %s", number, subject, description, machine, serialNumber))
}

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
		connection, err = readTickets(ctx, tx, ticketConditions(u, filter), words(filter.Text), by, page)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the tickets: %w", err)
	}
	return connection, nil
}

// ticketConditions returns the conditions of a filter without its text.
func ticketConditions(u *sisusers.User, f generated.TicketFilter) (c sqllist.Conditions) {
	within, column := scopeOf(u, portal.Ticketing), "t.organization_id"
	if f.SerialNumber != "" || len(within.organizations) > 1 {
		// The plus prevents that SQLite uses an index of single organizations: it would sort all tickets of several
		// organizations, or read all tickets of one organization for those of a machine.
		column = "+" + column
	}
	within.add(&c, column)
	if f.OnlyMine {
		c.Add("t.contact_id = ?", u.ID)
	}
	if f.SerialNumber != "" {
		c.Add("t.serial_number = ?", f.SerialNumber)
	}
	sqllist.AddIn(&c, "t.status", f.Statuses)
	sqllist.AddIn(&c, "t.type", f.Types)
	sqllist.AddIn(&c, "t.location_id", f.Locations)
	return c
}

// readTickets reads a page of the tickets that contain all words.
func readTickets(
	ctx context.Context,
	tx *sql.Tx,
	c sqllist.Conditions,
	words []string,
	order sqllist.Order,
	page sqllist.Page,
) (*generated.TicketConnection, error) {
	from := allTickets
	total, isExact, err := sqllist.Count(ctx, tx, from, c, ticketing.MaxTicketTotal)
	if err == nil && len(words) > 0 {
		from, c, total, isExact, err = findWords(ctx, tx, c, words, isExact)
	}
	if err != nil {
		return nil, err
	}
	if total == 0 {
		c.Add("FALSE") // nothing is searched a second time
	}
	found, err := readPage(ctx, tx, from, c, order, page)
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
		` WHERE t.id IN (`+sqllist.Placeholders(len(found.IDs))+`)`, sqllist.Args(found.IDs)...)
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

// findWords counts the tickets that contain all words, and returns the source and the conditions by which they are
// read. The index of words is fast for few matches, and reads all of them for a page of an order; the texts of tickets
// in this order are fast for many.
func findWords(
	ctx context.Context,
	tx *sql.Tx,
	c sqllist.Conditions,
	words []string,
	areFew bool,
) (from string, found sqllist.Conditions, total int, isExact bool, err error) {
	byText := c
	byText.AddText(ticketText, words)
	match, others := sqllist.Match(words)
	if areFew || match == "" {
		total, isExact, err = sqllist.Count(ctx, tx, allTickets, byText, ticketing.MaxTicketTotal)
		return allTickets, byText, total, isExact, err
	}
	byIndex := c
	byIndex.Add("ticket_words MATCH ?", match)
	byIndex.AddText(ticketText, others)
	total, isExact, err = sqllist.Count(ctx, tx, ticketsByWords, byIndex, ticketing.MaxTicketTotal)
	if isExact {
		return ticketsByWords, byIndex, total, isExact, err
	}
	return allTickets, byText, total, isExact, err
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
		append(append([]any{m.SerialNumber}, args...), first)...)
	if err != nil {
		return nil, fmt.Errorf("read the tickets of a machine: %w", err)
	}
	return tickets, nil
}
