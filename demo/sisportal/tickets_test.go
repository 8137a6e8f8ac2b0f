package sisportal_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// Rules: TICK-6, TICK-8.
func TestTicket_Lifecycle(t *testing.T) {
	d := start(t)
	d.send(t, customer, http.MethodPut, "/files/0123456789abcdef", []byte("mp4"), http.StatusCreated)
	made, _ := d.file(t, customer, winterthur, "key-1", "Hum", "0123456789abcdef")
	if !isNumber.MatchString(made.Number) || made.Status != "OPEN" || made.Contact.ID != customer ||
		len(made.Attachments) != 1 {
		t.Fatalf("%+v", made)
	}
	// A repeated key returns the same ticket; other users have keys of their own.
	if again, _ := d.file(t, customer, winterthur, "key-1", "Hum", "0123456789abcdef"); again.ID != made.ID {
		t.Errorf("repeated: %+v", again)
	}
	if other, _ := d.file(t, colleague, winterthur, "key-1", "Rattle"); other.ID == made.ID ||
		other.Number == made.Number {
		t.Errorf("the colleague's: %+v", other)
	}
	const read = `fragment T on Ticket { id status closeReason replies comments { text author { isProvider } attachments { id } } }`
	comment := func(user, key, text string) ticket {
		var got struct{ AddComment ticket }
		d.as(
			t,
			user,
			`mutation($input: CommentInput!) { addComment(input: $input) { ...T } } `+read,
			map[string]any{"input": map[string]any{"key": key, "ticketId": made.ID, "text": text}},
			&got,
		)
		return got.AddComment
	}
	if got := comment(technician, "a", "Is it loud?"); got.Status != "WAITING" || got.Replies != 1 ||
		!got.Comments[0].Author.IsProvider {
		t.Errorf("answered by the group: %+v", got)
	}
	if got := comment(colleague, "b", "Very."); got.Status != "OPEN" || got.Replies != 1 || len(got.Comments) != 2 ||
		got.Comments[1].Text != "Very." {
		t.Errorf("answered by the customer: %+v", got)
	}
	if got := comment(colleague, "b", "Very."); len(got.Comments) != 2 {
		t.Errorf("repeated: %+v", got)
	}
	var closed struct{ CloseTicket ticket }
	for range 2 {
		d.as(
			t,
			customer,
			`mutation($id: ID!) { closeTicket(ticketId: $id, reason: SOLVED_WITHOUT_PROVIDER, comment: "Oil.") { ...T } } `+read,
			map[string]any{"id": made.ID},
			&closed,
		)
	}
	if got := closed.CloseTicket; got.Status != "CLOSED" || *got.CloseReason != "SOLVED_WITHOUT_PROVIDER" ||
		len(got.Comments) != 3 {
		t.Errorf("closed twice: %+v", got)
	}
	if got := comment(customer, "c", "It hums again."); got.Status != "OPEN" || got.CloseReason != nil {
		t.Errorf("reopened: %+v", got)
	}
	if got := string(
		d.send(t, colleague, http.MethodGet, "/files/0123456789abcdef", nil, http.StatusOK),
	); got != "mp4" {
		t.Errorf("the file: %q", got)
	}
}

// TestTicket_Machine: a ticket has the machine with its serial number in its own organization.
func TestTicket_Machine(t *testing.T) {
	d := start(t)
	for user, want := range map[string]string{customer: "mach-1001", stranger: ""} {
		location := map[string]string{customer: winterthur, stranger: ingolstadt}[user]
		made, _ := d.file(t, user, location, "key-1", "Hum")
		var got struct{ Ticket struct{ MachineID string } }
		d.as(t, user, `query($id: ID!) { ticket(id: $id) { machineId } }`, map[string]any{"id": made.ID}, &got)
		if got.Ticket.MachineID != want {
			t.Errorf("%s: %q, want %q", user, got.Ticket.MachineID, want)
		}
	}
}

// TestTicket_ConcurrentClose: concurrent calls that close a ticket add one comment.
func TestTicket_ConcurrentClose(t *testing.T) {
	d := start(t)
	made, _ := d.file(t, customer, winterthur, "k", "Hum")
	var calls sync.WaitGroup
	for range 20 {
		calls.Go(func() {
			d.as(
				t,
				customer,
				`mutation($id: ID!) { closeTicket(ticketId: $id, reason: NO_LONGER_RELEVANT, comment: "Oil.") { id } }`,
				map[string]any{"id": made.ID},
				nil,
			)
		})
	}
	calls.Wait()
	var got struct{ Ticket ticket }
	d.as(
		t,
		customer,
		`query($id: ID!) { ticket(id: $id) { status comments { text } } }`,
		map[string]any{"id": made.ID},
		&got,
	)
	if got.Ticket.Status != "CLOSED" || len(got.Ticket.Comments) != 1 {
		t.Errorf("%+v", got.Ticket)
	}
}

// Rules: TICK-5.
func TestTicket_InvalidInput(t *testing.T) {
	d := start(t)
	for _, id := range []string{"0123456789abcdef", "1123456789abcdef"} {
		d.send(t, customer, http.MethodPut, "/files/"+id, []byte("mp4"), http.StatusCreated)
	}
	d.file(t, stranger, ingolstadt, "k", "Rattle", "0123456789abcdef")
	for name, input := range map[string]struct {
		location, key, subject string
		files                  []string
	}{
		"no subject":                   {winterthur, "k", " ", nil},
		"no key":                       {winterthur, "", "Hum", nil},
		"a foreign location":           {ingolstadt, "k", "Hum", nil},
		"an unknown location":          {"loc-x", "k", "Hum", nil},
		"a file that was not uploaded": {winterthur, "k", "Hum", []string{"fedcba9876543210"}},
		"a foreign file":               {winterthur, "k", "Hum", []string{"0123456789abcdef"}},
		"a file twice":                 {winterthur, "k", "Hum", []string{"1123456789abcdef", "1123456789abcdef"}},
	} {
		made, codes := d.file(t, customer, input.location, input.key, input.subject, input.files...)
		if len(codes) != 1 || codes[0] != "BAD_USER_INPUT" || made.ID != "" {
			t.Errorf("%s: %+v %v", name, made, codes)
		}
	}
	if p := d.list(t, customer, map[string]any{}, "UPDATED", 10, nil); p.Tickets.Total != 0 ||
		len(p.Tickets.Edges) != 0 {
		t.Errorf("incomplete tickets: %+v", p)
	}
	var p ticketPage
	for _, variables := range []map[string]any{{"first": 0}, {"first": 201}, {"first": 5, "after": "nonsense"},
		// An empty text, a list instead of a time, no values, and a cursor of another order.
		{"first": 5, "after": ""}, {"first": 5, "after": "eyJvIjoiVVBEQVRFRCIsInYiOltbMV0sIngiXX0"},
		{"first": 5, "before": "e30"}, {"first": 5, "after": "eyJvIjoiU1VCSkVDVCIsInYiOlsieCIsIngiXX0"}} {
		variables["filter"], variables["order"] = map[string]any{}, "UPDATED"
		if codes := d.as(t, customer, list, variables, &p); len(codes) != 1 || codes[0] != "BAD_USER_INPUT" {
			t.Errorf("%v: %v", variables, codes)
		}
	}
}

// TestTicket_Isolation: tickets of another organization can be neither read nor changed, guessed or counted.
//
// Rules: ROLE-3.
func TestTicket_Isolation(t *testing.T) {
	d := start(t)
	d.send(t, customer, http.MethodPut, "/files/0123456789abcdef", []byte("mp4"), http.StatusCreated)
	made, _ := d.file(t, customer, winterthur, "k", "Hum", "0123456789abcdef")
	for _, user := range []string{stranger, newcomer, ""} {
		var got struct {
			Ticket  *ticket
			Tickets *struct{ Total int }
		}
		codes := d.as(t, user, `query($id: ID!) { ticket(id: $id) { id } }`, map[string]any{"id": made.ID}, &got)
		missing := d.as(
			t,
			user,
			`query($id: ID!) { ticket(id: $id) { id } }`,
			map[string]any{"id": "no-such-ticket"},
			&got,
		)
		if got.Ticket != nil || fmt.Sprint(codes) != fmt.Sprint(missing) {
			t.Errorf("%q reads it: %v, an unknown one: %v", user, codes, missing)
		}
		var p ticketPage
		d.as(
			t,
			user,
			list,
			map[string]any{"filter": map[string]any{"text": "Hum"}, "order": "UPDATED", "first": 10},
			&p,
		)
		if p.Tickets.Total != 0 || len(p.Tickets.Edges) != 0 {
			t.Errorf("%q counts it: %+v", user, p)
		}
		d.as(
			t,
			user,
			list,
			map[string]any{
				"filter": map[string]any{"locations": []string{winterthur}},
				"order":  "UPDATED",
				"first":  10,
			},
			&p,
		)
		if p.Tickets.Total != 0 {
			t.Errorf("%q counts it by its location: %+v", user, p)
		}
		for _, mutation := range []string{
			`addComment(input: {key: "x", ticketId: "` + made.ID + `", text: "x"}) { id }`,
			`closeTicket(ticketId: "` + made.ID + `", reason: NO_LONGER_RELEVANT) { id }`,
		} {
			if codes := d.as(t, user, "mutation { "+mutation+" }", nil, nil); len(codes) != 1 ||
				codes[0] != "NOT_FOUND" && codes[0] != "UNAUTHENTICATED" {
				t.Errorf("%q: %s: %v", user, mutation, codes)
			}
		}
		status := http.StatusNotFound
		if user == "" {
			status = http.StatusUnauthorized
		}
		d.send(t, user, http.MethodGet, "/files/0123456789abcdef", nil, status)
		var places struct{ Locations, Machines []struct{ ID string } }
		d.as(t, user, `{ locations { id } machines { id } }`, nil, &places)
		for _, l := range places.Locations {
			if l.ID == winterthur {
				t.Errorf("%q sees the location", user)
			}
		}
		if user != stranger && len(places.Machines) > 0 {
			t.Errorf("%q sees machines: %v", user, places.Machines)
		}
	}
	// An upload by another user with the same id changes nothing.
	d.send(t, stranger, http.MethodPut, "/files/0123456789abcdef", []byte("evil"), http.StatusCreated)
	if got := string(d.send(t, customer, http.MethodGet, "/files/0123456789abcdef", nil, http.StatusOK)); got != "mp4" {
		t.Errorf("the file: %q", got)
	}
	if p := d.list(t, technician, map[string]any{}, "UPDATED", 10, nil); p.Tickets.Total != 1 {
		t.Errorf("an employee of the group sees it: %+v", p)
	}
}

// Rules: TICK-13.
func TestTickets(t *testing.T) {
	d := start(t)
	var number string
	for i, subject := range []string{"délta", "Alpha", "charlie", "Bravo"} {
		user := customer
		if i%2 == 1 {
			user = colleague
		}
		if made, _ := d.file(t, user, winterthur, fmt.Sprint("k", i), subject); subject == "charlie" {
			number = made.Number
		}
	}
	d.file(t, stranger, ingolstadt, "k", "other")
	for _, test := range []struct {
		name   string
		filter map[string]any
		order  string
		want   string
	}{
		{"newest first", map[string]any{}, "CREATED", "Bravo charlie Alpha délta"},
		{"by subject, case-insensitively", map[string]any{}, "SUBJECT", "Alpha Bravo charlie délta"},
		{"only my tickets", map[string]any{"onlyMine": true}, "CREATED", "charlie délta"},
		{"by words", map[string]any{"text": "a530 ALPH"}, "CREATED", "Bravo charlie Alpha délta"},
		{"by number", map[string]any{"text": number}, "CREATED", "charlie"},
		{"by a part of a word", map[string]any{"text": "RAVO"}, "CREATED", "Bravo"},
		{"by two letters", map[string]any{"text": "LT"}, "CREATED", "délta"},
		{"by words of two letters and more", map[string]any{"text": "a530 lt alpha"}, "CREATED", "délta"},
		{"words of different tickets", map[string]any{"text": "délta bravo"}, "CREATED", ""},
		{"pattern characters are literal", map[string]any{"text": "%"}, "CREATED", ""},
		{
			"query characters are literal", map[string]any{"text": "\"delta\" OR alph* a\x00bc"},
			"CREATED", "",
		},
		{"by letters beyond ASCII", map[string]any{"text": "É"}, "CREATED", "délta"},
		{"by location", map[string]any{"locations": []string{winterthur}}, "SUBJECT", "Alpha Bravo charlie délta"},
		{"by another location", map[string]any{"locations": []string{"loc-nordkabel-brno"}}, "CREATED", ""},
		{"by another serial number", map[string]any{"serialNumber": "S-0007"}, "CREATED", ""},
		{"by type", map[string]any{"types": []string{"BREAKDOWN"}}, "CREATED", ""},
		{"by status", map[string]any{"statuses": []string{"OPEN", "CLOSED"}}, "SUBJECT", "Alpha Bravo charlie délta"},
	} {
		p := d.list(t, customer, test.filter, test.order, 10, nil)
		if p.subjects() != test.want || p.Tickets.Total != len(strings.Fields(test.want)) || !p.Tickets.TotalIsExact {
			t.Errorf("%s: %q of %d", test.name, p.subjects(), p.Tickets.Total)
		}
		// The same in pages of two, without gaps and repetitions.
		var parts []string
		var after *string
		for {
			p := d.list(t, customer, test.filter, test.order, 2, after)
			if s := p.subjects(); s != "" {
				parts = append(parts, s)
			}
			if !p.Tickets.HasNextPage {
				break
			}
			after = &p.Tickets.Edges[len(p.Tickets.Edges)-1].Cursor
		}
		if got := strings.Join(parts, " "); got != test.want {
			t.Errorf("%s, in pages: %q", test.name, got)
		}
		// And backwards from the last one.
		if len(p.Tickets.Edges) == 0 {
			continue
		}
		last := p.Tickets.Edges[len(p.Tickets.Edges)-1]
		parts = []string{last.Node.Subject}
		before := last.Cursor
		for {
			p := d.ticketPage(
				t,
				customer,
				map[string]any{"filter": test.filter, "order": test.order, "first": 2, "before": before},
			)
			if s := p.subjects(); s != "" {
				parts = append([]string{s}, parts...)
				before = p.Tickets.Edges[0].Cursor
			}
			if !p.Tickets.HasNextPage {
				t.Errorf("%s: HasNextPage is false for a page before the cursor", test.name)
			}
			if !p.Tickets.HasPreviousPage {
				break
			}
		}
		if got := strings.Join(parts, " "); got != test.want {
			t.Errorf("%s, backward: %q", test.name, got)
		}
	}
}

// TestTickets_SeveralOrganizations: the tickets of two organizations are one list, in every order.
//
// Rules: ROLE-16, TICK-13.
func TestTickets_SeveralOrganizations(t *testing.T) {
	d := start(t)
	d.joinHelia(t, colleague)
	for i, subject := range []string{"echo", "bravo", "delta", "alpha", "charlie"} {
		user, location := customer, winterthur
		if i%2 == 1 {
			user, location = stranger, ingolstadt
		}
		d.file(t, user, location, fmt.Sprint("k", i), subject)
	}
	for order, want := range map[string]string{
		"CREATED": "charlie alpha delta bravo echo", "UPDATED": "charlie alpha delta bravo echo",
		"SUBJECT": "alpha bravo charlie delta echo",
	} {
		for _, first := range []int{1, 2, 5} {
			var parts []string
			var after *string
			for {
				p := d.list(t, colleague, map[string]any{}, order, first, after)
				parts = append(parts, p.subjects())
				if !p.Tickets.HasNextPage {
					break
				}
				after = &p.Tickets.Edges[len(p.Tickets.Edges)-1].Cursor
			}
			if got := strings.Join(parts, " "); got != want {
				t.Errorf("%s in pages of %d: %q", order, first, got)
			}
		}
	}
}

// TestLimits: an expensive operation is refused for signed-in users, too.
func TestLimits(t *testing.T) {
	d := start(t)
	var aliases, doubling strings.Builder
	for i := range 150 {
		fmt.Fprintf(&aliases, "a%d:tickets(filter:{},first:100){edges{node{comments{text}}}} ", i)
		fmt.Fprintf(&doubling, "fragment F%d on Query{...F%d ...F%d}", i, i+1, i+1)
	}
	for name, query := range map[string]string{
		"aliases":            "{" + aliases.String() + "}",
		"one field":          "{profile{" + strings.Repeat("id ", 7000) + "}}",
		"doubling fragments": "{...F0}" + doubling.String() + "fragment F150 on Query{profile{id}}",
	} {
		if codes := d.as(t, customer, query, nil, nil); len(codes) != 1 || codes[0] != "COMPLEXITY_LIMIT_EXCEEDED" {
			t.Errorf("%s: %v", name, codes)
		}
	}
}
