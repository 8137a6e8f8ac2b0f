package sisportal_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"
)

// choiceCount is the number of entries for a value of a filter.
type choiceCount struct {
	Field, Value string
	Count        int
}

// TestTickets_ChoiceCounts: for each value of a filter, the count is the total of the list with that value and the
// other filters, of the tickets that the user may see.
//
// Rules: PORT-23.
func TestTickets_ChoiceCounts(t *testing.T) {
	d := start(t)
	d.file(t, customer, winterthur, "1", "Hum")
	d.file(t, customer, winterthur, "2", "Rattle")
	closed, _ := d.file(t, colleague, winterthur, "3", "Hum again")
	d.as(t, colleague, `mutation($id: ID!) { closeTicket(ticketId: $id, reason: NO_LONGER_RELEVANT) { id } }`,
		map[string]any{"id": closed.ID}, nil)
	d.file(t, stranger, ingolstadt, "4", "Hum")
	type result struct {
		Tickets struct {
			Total        int
			ChoiceCounts []choiceCount
		}
	}
	read := func(user string, filter map[string]any) (r result) {
		if codes := d.as(t, user, `query($f: TicketFilter!) { tickets(filter: $f, first: 1) {
			total choiceCounts { field value count } } }`, map[string]any{"f": filter}, &r); codes != nil {
			t.Fatalf("%v: %v", filter, codes)
		}
		return r
	}
	for _, user := range []string{customer, stranger, technician} {
		for _, filter := range []map[string]any{
			{},
			{"text": "hum"},
			{"statuses": []string{"OPEN"}},
			{"statuses": []string{"CLOSED"}, "onlyMine": true},
			{"locations": []string{winterthur}, "types": []string{"QUESTION", "MALFUNCTION"}},
		} {
			counts := read(user, filter).Tickets.ChoiceCounts
			if len(counts) == 0 && len(filter) == 0 {
				t.Errorf("%s: nothing was counted", user)
			}
			for _, c := range counts {
				alone := maps.Clone(filter)
				alone[c.Field] = []string{c.Value}
				if c.Value == "true" {
					alone[c.Field] = true
				}
				if total := read(user, alone).Tickets.Total; c.Count != total {
					t.Errorf("%s with %v: %+v, and %d tickets", user, filter, c, total)
				}
				if user == stranger && c.Value == winterthur {
					t.Errorf("a location of another organization: %+v", c)
				}
			}
		}
	}
	open := choiceCount{"statuses", "OPEN", 2}
	if counts := read(customer, map[string]any{"statuses": []string{"CLOSED"}}).Tickets.ChoiceCounts; !slices.Contains(
		counts, open) {
		t.Errorf("the other status: %+v", counts)
	}
}

// TestInventory_ChoiceCounts: as for tickets.
//
// Rules: PORT-23.
func TestInventory_ChoiceCounts(t *testing.T) {
	d := startInventory(t)
	read := func(user string, filter map[string]any) (total int, counts []choiceCount) {
		var r struct {
			Inventory struct {
				Total        int
				ChoiceCounts []choiceCount
			}
		}
		if codes := d.as(t, user, `query($f: MachineFilter!) { inventory(filter: $f, first: 1) {
			total choiceCounts { field value count } } }`, map[string]any{"f": filter}, &r); codes != nil {
			t.Fatalf("%v: %v", filter, codes)
		}
		return r.Inventory.Total, r.Inventory.ChoiceCounts
	}
	for _, user := range []string{customer, technician} {
		for _, filter := range []map[string]any{
			{},
			{"isRetired": true},
			{"warranty": []string{"EXPIRED"}},
			{"hasUpdate": true, "locations": []string{winterthur}},
			{"text": "alpha", "contract": []string{"NONE", "ACTIVE"}},
		} {
			_, counts := read(user, filter)
			if len(counts) == 0 {
				t.Errorf("%s with %v: nothing was counted", user, filter)
			}
			for _, c := range counts {
				alone := maps.Clone(filter)
				alone[c.Field] = []string{c.Value}
				if c.Value == "true" {
					alone[c.Field] = true
				}
				if total, _ := read(user, alone); c.Count != total {
					t.Errorf("%s with %v: %+v, and %d machines", user, filter, c, total)
				}
			}
		}
	}
	locations := func(user string) (all []string) {
		_, counts := read(user, map[string]any{})
		for _, c := range counts {
			if c.Field == "locations" {
				all = append(all, cmp.Or(c.Value, "none"))
			}
		}
		return all
	}
	own, all := locations(customer), locations(technician)
	if len(own) >= len(all) || !slices.Contains(own, winterthur) {
		t.Errorf("locations of the customer %v, of staff %v", own, all)
	}
}
