package sisportal_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"strand/domain/ticketing"
)

// randomTicket is a ticket of a large ticket system.
type randomTicket struct {
	id, organization, location, contact, kind, status, subject, serialNumber, text string
	number, created, updated                                                       int64
}

// Subjects of a part of the tickets, and the searches for them.
const (
	everyTicket = "Común"
	everyTenth  = "Ztenth"
	everyRare   = "Qrare"
	ofOthers    = "Wforeign"
)

// fill creates many tickets.
func (d *testServer) fill(t *testing.T, n int) (all []randomTicket) {
	t.Helper()
	draw := rand.New(rand.NewPCG(3, 3))
	pick := func(from ...string) string { return from[draw.IntN(len(from))] }
	tx, err := d.users.DB().Begin()
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		m := randomTicket{
			id: fmt.Sprintf("made-%06d", draw.IntN(1_000_000)) +
				fmt.Sprint(i),
			number:       int64(1_000_000 + 37*i%9_000_000),
			organization: "org-nordkabel",
			location:     pick(winterthur, "loc-nordkabel-brno"),
			contact: pick(customer,
				colleague),
			kind:   pick("MALFUNCTION", "QUESTION"),
			status: pick("OPEN", "CLOSED", "CLOSED", "CLOSED"),
			serialNumber: fmt.Sprintf("S-%04d",
				draw.IntN(3000)),
			created: int64(draw.IntN(1_000_000)),
			updated: int64(draw.IntN(1_000)),
			subject: fmt.Sprintf("%s %05d", everyTicket, draw.IntN(100_000)),
		}
		if i%12 == 0 {
			m.organization, m.location, m.contact = "org-helia", ingolstadt, stranger
			m.subject += " " + ofOthers
		}
		if i%10 == 1 {
			m.subject += " " + everyTenth
		}
		if i%401 == 2 {
			m.subject, m.status = m.subject+" "+everyRare, "WAITING"
		}
		m.text = strings.ToLower(fmt.Sprintf("T-%d %s Text Machine %s", m.number, m.subject, m.serialNumber))
		if _, err := tx.Exec(`INSERT INTO tickets (id, key, number, location_id, organization_id, contact_id, type,
			concern,
			subject, description, machine, serial_number, status, created_at, updated_at, search_text)
			VALUES (?1, ?1, ?2, ?3, ?4, ?5, ?6, 'OTHER', ?7, 'Text', 'Machine', ?8, ?9, ?10, ?11, ?12)`, m.id, m.number,
			m.location,
			m.organization, m.contact, m.kind, m.subject, m.serialNumber,
			m.status, m.created, m.updated, m.text); err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.users.DB().Exec(`UPDATE tickets SET status = 'IN_PROGRESS' WHERE number % 5 = 0`); err != nil {
		t.Fatal(err)
	}
	for i := range all {
		if all[i].number%5 == 0 {
			all[i].status = "IN_PROGRESS"
		}
	}
	return all
}

// expectedSubjects returns the subjects of the tickets that match a filter, in an order.
func expectedSubjects(
	all []randomTicket,
	organizations []string,
	user string,
	filter map[string]any,
	order string,
) (subjects []string) {
	has := func(name, value string) bool {
		values, _ := filter[name].([]string)
		return len(values) == 0 || slices.Contains(values, value)
	}
	text, _ := filter["text"].(string)
	serialNumber, _ := filter["serialNumber"].(string)
	var found []randomTicket
next:
	for _, m := range all {
		if !slices.Contains(organizations, m.organization) || filter["onlyMine"] == true && m.contact != user ||
			serialNumber != "" && serialNumber != m.serialNumber ||
			!has("statuses", m.status) || !has("types", m.kind) || !has("locations", m.location) {
			continue
		}
		for word := range strings.FieldsSeq(strings.ToLower(text)) {
			if !strings.Contains(m.text, word) {
				continue next
			}
		}
		found = append(found, m)
	}
	slices.SortFunc(found, func(a, b randomTicket) int {
		by := map[string]int{
			"UPDATED": cmp.Compare(b.updated, a.updated), "CREATED": cmp.Compare(b.created, a.created),
			"SUBJECT": cmp.Compare(strings.ToUpper(a.subject), strings.ToUpper(b.subject)),
		}[order]
		byID := cmp.Compare(a.id, b.id)
		if order != "SUBJECT" {
			byID = -byID
		}
		return cmp.Or(by, byID)
	})
	for _, m := range found {
		subjects = append(subjects, m.subject)
	}
	return subjects
}

// TestTickets_Many: each list of a large ticket system contains the matching tickets in order and with their total,
// whether they are few or many.
//
// Rules: ROLE-3, TICK-13, TICK-16.
func TestTickets_Many(t *testing.T) {
	d := start(t)
	d.joinHelia(t, colleague)
	all := d.fill(t, 13_000)
	for _, user := range []struct {
		id            string
		organizations []string
	}{
		{customer, []string{"org-nordkabel"}},
		{colleague, []string{"org-nordkabel", "org-helia"}},
		{stranger, []string{"org-helia"}},
		{technician, []string{"org-nordkabel", "org-helia"}},
		{newcomer, nil},
	} {
		for n, filter := range []map[string]any{
			{},
			{"statuses": []string{"OPEN"}},
			{"statuses": []string{"WAITING"}},
			{"statuses": []string{"OPEN", "IN_PROGRESS"}, "types": []string{"QUESTION"},
				"locations": []string{winterthur}},
			{"types": []string{"BREAKDOWN"}},
			{"onlyMine": true},
			{"onlyMine": true, "statuses": []string{"WAITING"}},
			{"serialNumber": "S-0007"},
			{"text": everyTicket},
			{"text": everyTenth},
			{"text": everyTenth, "statuses": []string{"OPEN"}},
			{"text": everyTenth, "onlyMine": true},
			{"text": "tenth común"},
			{"text": everyRare},
			{"text": everyRare, "statuses": []string{"WAITING"}},
			{"text": everyTicket, "statuses": []string{"WAITING"}},
			{"text": ofOthers},
			{"text": "S-0007"},
			{"text": "T-1000037"},
			{"text": "z"},
			{"text": "qr"},
			{"text": "xq"},
			{"text": "ú"},
			{"text": "rareq"},
			{"text": "common"},
			{"text": everyTicket, "serialNumber": "S-0007"},
		} {
			order := []string{"UPDATED", "CREATED", "SUBJECT"}[n%3]
			want := expectedSubjects(all, user.organizations, user.id, filter, order)
			d.compare(t, user.id, filter, order, want)
		}
	}
}

// compare reads the first pages of a list, and one page backwards.
func (d *testServer) compare(t *testing.T, user string, filter map[string]any, order string, want []string) {
	t.Helper()
	const perPage, pages = 60, 3
	var got []string
	var after *string
	for page := range pages {
		p := d.list(t, user, filter, order, perPage, after)
		switch c := p.Tickets; {
		case c.TotalIsExact && c.Total != len(want),
			!c.TotalIsExact && (c.Total != ticketing.MaxTicketTotal || len(want) <= c.Total):
			t.Errorf("%s %v: a total of %d (exact: %t) of %d", user, filter, c.Total, c.TotalIsExact, len(want))
		}
		for _, e := range p.Tickets.Edges {
			got = append(got, e.Node.Subject)
		}
		if wanted := len(want) > len(got); p.Tickets.HasNextPage != wanted {
			t.Errorf("%s %v: page %d has a next one: %t", user, filter, page, p.Tickets.HasNextPage)
		}
		if !p.Tickets.HasNextPage {
			break
		}
		after = &p.Tickets.Edges[len(p.Tickets.Edges)-1].Cursor
	}
	if first := want[:min(len(want), perPage*pages)]; !slices.Equal(got, first) {
		t.Errorf("%s %v by %s: %.300q, want %.300q", user, filter, order, got, first)
	}
	if after == nil {
		return
	}
	back := d.ticketPage(t, user, map[string]any{"filter": filter, "order": order, "first": perPage, "before": *after})
	var before []string
	for _, e := range back.Tickets.Edges {
		before = append(before, e.Node.Subject)
	}
	end := min(len(want), perPage*pages) - 1
	if len(want) <= perPage*pages {
		end = (len(want)-1)/perPage*perPage - 1
	}
	if expected := want[max(0, end-perPage):end]; !slices.Equal(before, expected) {
		t.Errorf("%s %v by %s, back: %.300q, want %.300q", user, filter, order, before, expected)
	}
}
