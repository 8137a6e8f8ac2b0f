package sisportal_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// turn is a ticket with the values that depend on who has written, and on the reader.
type turn struct {
	ID, Status, WaitingFor string
	IsUnread               bool
	StandsStill            *bool
	NextUpdateBy           *time.Time
	Assignee               *struct{ ID, FullName string }
	Assignable             []struct{ ID string }
	CreatedAt              time.Time
	Comments               []struct{ CreatedAt time.Time }
}

const turnFields = `{ id status waitingFor isUnread standsStill nextUpdateBy assignee { id fullName } assignable { id }
	createdAt comments { createdAt } }`

// readTurn reads a ticket as a user.
func (d *testServer) readTurn(t *testing.T, user, id string) turn {
	t.Helper()
	var got struct{ Ticket turn }
	d.as(t, user, `query($id: ID!) { ticket(id: $id) `+turnFields+` }`, map[string]any{"id": id}, &got)
	return got.Ticket
}

// comment adds a comment.
func (d *testServer) comment(t *testing.T, user, id, key string) {
	t.Helper()
	d.as(t, user, `mutation($input: CommentInput!) { addComment(input: $input) { id } }`,
		map[string]any{"input": map[string]any{"key": key, "ticketId": id, "text": "Hum."}}, nil)
}

// assign assigns a ticket and returns the error codes; an empty assignee is none.
func (d *testServer) assign(t *testing.T, user, id, assignee string) (turn, []string) {
	t.Helper()
	variables := map[string]any{"id": id}
	if assignee != "" {
		variables["to"] = assignee
	}
	var got struct{ AssignTicket turn }
	codes := d.as(t, user, `mutation($id: ID!, $to: ID) { assignTicket(ticketId: $id, assigneeId: $to) `+turnFields+` }`,
		variables, &got)
	return got.AssignTicket, codes
}

// read marks the messages of a ticket up to an instant as read.
func (d *testServer) read(t *testing.T, user, id string, until time.Time) {
	t.Helper()
	d.as(t, user, `mutation($id: ID!, $until: DateTime!) { markTicketRead(ticketId: $id, until: $until) { id } }`,
		map[string]any{"id": id, "until": until}, nil)
}

// waiting returns the number of tickets that wait for a user.
func (d *testServer) waiting(t *testing.T, user string) int {
	t.Helper()
	return d.list(t, user, map[string]any{"onlyWaiting": true}, "UPDATED", 10, nil).Tickets.Total
}

// TestTicket_Waiting: each step of a ticket decides on which side's turn it is, for whom it is unread, and who is shown
// it as waiting.
//
// Rules: TICK-30, TICK-31.
func TestTicket_Waiting(t *testing.T) {
	d := start(t)
	made, _ := d.file(t, customer, winterthur, "k", "Hum")
	step := func(name, want string) {
		t.Helper()
		got := d.readTurn(t, customer, made.ID)
		var unread, waits []string
		for _, user := range []string{customer, colleague, technician, stranger} {
			if d.readTurn(t, user, made.ID).IsUnread {
				unread = append(unread, user)
			}
			if d.waiting(t, user) > 0 {
				waits = append(waits, user)
			}
		}
		line := fmt.Sprintf("%s for %q, unread %v, waits for %v", got.Status, got.WaitingFor, unread, waits)
		if line != want {
			t.Errorf("%s: got  %s\nwant %s", name, line, want)
		}
	}
	step("created", `OPEN for "PROVIDER", unread [], waits for [user-internal]`)
	d.comment(t, technician, made.ID, "a")
	step("answered", `WAITING for "CUSTOMER", unread [user-customer], waits for [user-customer]`)
	d.comment(t, customer, made.ID, "b")
	step("answered by the customer", `OPEN for "PROVIDER", unread [user-internal], waits for [user-internal]`)
	if _, codes := d.assign(t, technician, made.ID, technician); codes != nil {
		t.Fatal(codes)
	}
	step("assigned", `IN_PROGRESS for "PROVIDER", unread [user-internal], waits for [user-internal]`)
	d.read(t, technician, made.ID, d.currentTime())
	step("read", `IN_PROGRESS for "PROVIDER", unread [], waits for [user-internal]`)
	d.comment(t, technician, made.ID, "c")
	d.comment(t, colleague, made.ID, "d")
	step("a colleague writes", `OPEN for "PROVIDER", unread [user-customer user-internal], `+
		`waits for [user-customer user-internal]`)
	d.as(t, technician, `mutation($id: ID!) { closeTicket(ticketId: $id, reason: SOLVED_BY_PROVIDER) { id } }`,
		map[string]any{"id": made.ID}, nil)
	step("closed", `CLOSED for "", unread [user-customer user-internal], waits for []`)
}

// TestTicket_InProgress: an answer to a ticket in progress waits for the group; without one it waits for no side.
//
// Rules: TICK-30.
func TestTicket_InProgress(t *testing.T) {
	d := start(t)
	made, _ := d.file(t, customer, winterthur, "k", "Hum")
	d.comment(t, technician, made.ID, "a")
	if _, err := d.users.DB().Exec(`UPDATE tickets SET status = 'IN_PROGRESS', waiting_for = ''`); err != nil {
		t.Fatal(err)
	}
	if d.waiting(t, technician) != 0 {
		t.Error("it waits for the group before the answer")
	}
	d.comment(t, customer, made.ID, "b")
	got := d.readTurn(t, technician, made.ID)
	if got.Status != "IN_PROGRESS" || got.WaitingFor != "PROVIDER" || d.waiting(t, technician) != 1 {
		t.Errorf("after the answer: %+v", got)
	}
}

// TestTicket_Read: only messages up to the shown one are read, by its reader alone.
//
// Rules: TICK-31.
func TestTicket_Read(t *testing.T) {
	d := start(t)
	made, _ := d.file(t, customer, winterthur, "k", "Hum")
	d.comment(t, colleague, made.ID, "own")
	d.comment(t, technician, made.ID, "a")
	d.comment(t, technician, made.ID, "b")
	comments := d.readTurn(t, customer, made.ID).Comments
	for _, test := range []struct {
		until time.Time
		want  bool
	}{
		{comments[1].CreatedAt, true},
		{comments[2].CreatedAt, false},
		{comments[0].CreatedAt, false},
		{comments[2].CreatedAt.Add(time.Hour), false},
	} {
		d.read(t, customer, made.ID, test.until)
		if got := d.readTurn(t, customer, made.ID).IsUnread; got != test.want {
			t.Errorf("read until %v: unread %v", test.until, got)
		}
		if !d.readTurn(t, colleague, made.ID).IsUnread {
			t.Error("the colleague has not read it")
		}
	}
	// The last of these instants was later than every message.
	d.comment(t, technician, made.ID, "c")
	if !d.readTurn(t, customer, made.ID).IsUnread {
		t.Error("a comment was read before it was written")
	}
}

// Rules: TICK-33.
func TestTicket_Assign(t *testing.T) {
	d := start(t)
	made, _ := d.file(t, customer, winterthur, "k", "Hum")
	for name, test := range map[string]struct{ user, id, to, want string }{
		"a customer":                    {customer, made.ID, technician, "FORBIDDEN"},
		"a customer, an unknown ticket": {customer, "no-such", technician, "FORBIDDEN"},
		"an unknown ticket":             {technician, "no-such", technician, "NOT_FOUND"},
		"to a customer":                 {technician, made.ID, customer, "BAD_USER_INPUT"},
	} {
		if _, codes := d.assign(t, test.user, test.id, test.to); strings.Join(codes, " ") != test.want {
			t.Errorf("%s: %v", name, codes)
		}
	}
	got, codes := d.assign(t, technician, made.ID, technician)
	if codes != nil || got.Status != "IN_PROGRESS" || got.Assignee == nil || got.Assignee.ID != technician ||
		got.Assignee.FullName == "" || len(got.Assignable) == 0 {
		t.Fatalf("%+v %v", got, codes)
	}
	seen := d.readTurn(t, customer, made.ID)
	if seen.Assignee == nil || len(seen.Assignable) != 0 {
		t.Errorf("as the customer: %+v", seen)
	}
	mine := map[string]any{"onlyAssigned": true}
	if n := d.list(t, technician, mine, "UPDATED", 10, nil).Tickets.Total; n != 1 {
		t.Errorf("%d tickets are assigned to the technician", n)
	}
	if got, _ := d.assign(t, technician, made.ID, ""); got.Assignee != nil || got.Status != "IN_PROGRESS" {
		t.Errorf("without an assignee: %+v", got)
	}
	if n := d.list(t, technician, mine, "UPDATED", 10, nil).Tickets.Total; n != 0 {
		t.Errorf("%d tickets are assigned to the technician", n)
	}
}

// TestTicket_Breakdown: the group reports on a breakdown within two hours, on other tickets within a day, and not while
// it waits for the customer.
//
// Rules: TICK-32.
func TestTicket_Breakdown(t *testing.T) {
	d := start(t)
	for kind, want := range map[string]struct {
		within      time.Duration
		standsStill bool
	}{"BREAKDOWN": {2 * time.Hour, true}, "MALFUNCTION": {24 * time.Hour, false}} {
		var made struct{ CreateTicket turn }
		d.as(t, customer, `mutation($input: TicketInput!) { createTicket(input: $input) `+turnFields+` }`,
			map[string]any{"input": map[string]any{
				"key": kind, "locationId": winterthur, "type": kind, "concern": "CRIMPING", "subject": "Hum",
				"description": "It hums.", "standsStill": true,
			}}, &made)
		got := made.CreateTicket
		if got.NextUpdateBy == nil || got.NextUpdateBy.Sub(got.CreatedAt) != want.within ||
			(got.StandsStill != nil && *got.StandsStill) != want.standsStill {
			t.Errorf("%s: %+v", kind, got)
		}
		d.comment(t, technician, got.ID, kind)
		if answered := d.readTurn(t, customer, got.ID); answered.NextUpdateBy != nil {
			t.Errorf("%s, answered: %v", kind, answered.NextUpdateBy)
		}
		d.comment(t, customer, got.ID, kind)
		again := d.readTurn(t, customer, got.ID)
		if again.NextUpdateBy == nil || again.NextUpdateBy.Sub(again.Comments[1].CreatedAt) != want.within {
			t.Errorf("%s, asked again: %+v", kind, again)
		}
	}
}
