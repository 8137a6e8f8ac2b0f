package ticketing

import (
	"reflect"
	"strings"
	"testing"

	"strand/domain/form"
	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/test/portaltest"
)

func problem(field, code, message string) form.Problem {
	return form.Problem{Field: field, Code: code, Message: message}
}

// Rules: FORM-9, TICK-1, TICK-4.
func TestTicketDraft_Check(t *testing.T) {
	fine := TicketDraft{LocationID: "l", Type: "QUESTION", Concern: "OTHER", Subject: " Hum ", Description: "It hums."}
	for _, test := range []struct {
		name   string
		change func(*TicketDraft)
		want   []form.Problem
	}{
		{"machine and serial number are optional", func(*TicketDraft) {}, nil},
		{"all other fields are required", func(d *TicketDraft) {
			*d = TicketDraft{
				Subject:     " ",
				Description: "\n",
			}
		}, []form.Problem{
			problem("location", "REQUIRED", "Please select a location"), problem("concern", "REQUIRED",
				"Please select the process of the machine concerned"),
			problem("type", "REQUIRED", "Please select a ticket type"),
			problem("subject", "REQUIRED", "Please enter a subject"), problem("description", "REQUIRED",
				"Please enter a description")}},
		{"only a machine that is down stands still", func(d *TicketDraft) { d.StandsStill = new(bool) }, nil},
		{
			"an unknown type", func(d *TicketDraft) { d.Type = "PARTY" },
			[]form.Problem{problem("type", "INVALID", "Please select a ticket type")},
		},
		{
			"a subject that is too long", func(d *TicketDraft) { d.Subject = strings.Repeat("ä", 201) },
			[]form.Problem{problem("subject", "TOO_LONG", "Please enter at most 200 characters.")},
		},
	} {
		d := fine
		test.change(&d)
		checked, got := d.Check()
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v", test.name, got)
		}
		if test.want == nil && checked.Subject != "Hum" {
			t.Errorf("%s: not trimmed", test.name)
		}
		if test.want == nil && checked.StandsStill != nil {
			t.Errorf("%s: stands still", test.name)
		}
	}
}

// Rules: TICK-2, TICK-4.
func TestTicketComment_Check(t *testing.T) {
	for _, test := range []struct {
		text string
		want []form.Problem
	}{
		{" fine ", nil}, {" ", []form.Problem{problem("comment", "REQUIRED", "Please enter a comment")}},
		{"\u200b", []form.Problem{problem("comment", "REQUIRED", "Please enter a comment")}},
		{
			strings.Repeat("x", 10_001),
			[]form.Problem{problem("comment", "TOO_LONG", "Please enter at most 10000 characters.")},
		},
	} {
		if c, got := (TicketComment{Text: test.text}).Check(); !reflect.DeepEqual(got, test.want) || got == nil &&
			c.Text != "fine" {
			t.Errorf("%.10q: %q %v", test.text, c.Text, got)
		}
	}
}

// Rules: TICK-3, TICK-4.
func TestCheckClosure(t *testing.T) {
	for _, test := range []struct {
		reason  CloseReason
		comment string
		want    []form.Problem
	}{
		{"SOLVED_BY_PROVIDER", "", nil}, {"", "", []form.Problem{problem("reason", "REQUIRED",
			"Please select a reason")}},
		{"BORED", "", []form.Problem{problem("reason", "INVALID", "Please select a reason")}},
		{"NO_LONGER_RELEVANT", strings.Repeat("x", 10_001),
			[]form.Problem{problem("comment", "TOO_LONG", "Please enter at most 10000 characters.")}},
	} {
		if _, got := CheckClosure(test.reason, test.comment); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s, %.10q: %v", test.reason, test.comment, got)
		}
	}
}

// Rules: TICK-6.
func TestTicketDraft_Unsaved(t *testing.T) {
	saved := &Ticket{
		Location:    &inventory.Location{ID: "south"},
		Type:        "QUESTION",
		Concern:     "OTHER",
		Subject:     "Hum",
		Description: "It hums.",
		Attachments: []*TicketFile{{ID: "f"}},
	}
	same := TicketDraft{
		LocationID:  "south",
		Type:        "QUESTION",
		Concern:     "OTHER",
		Subject:     "Hum",
		Description: "It hums.",
		Attachments: []*TicketFile{{ID: "f"}},
	}
	for _, test := range []struct {
		name   string
		change func(*TicketDraft)
		want   []form.Value
	}{
		{"the same values", func(*TicketDraft) {}, []form.Value{}},
		{"edited", func(d *TicketDraft) { d.Description, d.LocationID, d.SerialNumber = "It smells.", "north", "S-9" }, []form.Value{
			{Name: "location", Value: "north"}, {Name: "serialNumber", Value: "S-9"}, {Name: "description",
				Value: "It smells."}}},
		{"more files", func(d *TicketDraft) {
			d.Attachments = []*TicketFile{
				{ID: "g"}, {ID: "f"}, {ID: "h"},
			}
		}, []form.Value{
			{Name: "attachments", Value: "g,h"}}},
	} {
		d := same
		test.change(&d)
		if got := d.Unsaved(saved); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// Rules: TICK-6.
func TestTicketComment_Unsaved(t *testing.T) {
	saved := &Ticket{Comments: []*Comment{
		{Author: &portal.Person{ID: "carla"}, Text: "It smells.", Attachments: []*TicketFile{{ID: "f"}}},
		{Author: &portal.Person{ID: "ines"}, Text: "Is it loud?"},
	}}
	for _, test := range []struct {
		name    string
		comment TicketComment
		want    []form.Value
	}{
		{"saved", TicketComment{Text: "It smells.", Attachments: []*TicketFile{{ID: "f"}}}, []form.Value{}},
		{"edited", TicketComment{Text: "It smells a lot."}, []form.Value{{Name: "comment", Value: "It smells a lot."}}},
		{"the text of another author", TicketComment{Text: "Is it loud?"},
			[]form.Value{{Name: "comment", Value: "Is it loud?"}}},
		{"one more file", TicketComment{Text: "It smells.", Attachments: []*TicketFile{{ID: "f"}, {ID: "g"}}},
			[]form.Value{
				{Name: "attachments", Value: "g"}}},
	} {
		if got := test.comment.Unsaved(saved, "carla"); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// Rules: TICK-30.
func TestTicketStatus_WaitingFor(t *testing.T) {
	for _, test := range []struct {
		status TicketStatus
		latest TicketSide
		want   TicketSide
	}{
		{"OPEN", SideCustomer, SideProvider},
		{"OPEN", SideProvider, SideProvider},
		{"IN_PROGRESS", SideCustomer, SideProvider},
		{"IN_PROGRESS", SideProvider, ""},
		{"WAITING", SideProvider, SideCustomer},
		{"WAITING", SideCustomer, SideCustomer},
		{"CLOSED", SideCustomer, ""},
	} {
		if got := test.status.WaitingFor(test.latest); got != test.want {
			t.Errorf("%s after a message of %s: got %q, want %q", test.status, test.latest, got, test.want)
		}
	}
}

// TestTicket_WithoutViewer: a reading that others see has no values of its reader.
//
// Rules: TICK-31.
func TestTicket_WithoutViewer(t *testing.T) {
	read := &Ticket{ID: "7", IsUnread: true, Assignable: []*portal.Person{{ID: "ines"}}}
	if got := read.WithoutViewer(); got.ID != "7" || got.IsUnread || got.Assignable != nil || !read.IsUnread {
		t.Errorf("got %+v from %+v", got, read)
	}
}

// TestTicket_TurnFor: only the contact of a ticket gets TurnViewer.
//
// Rules: TICK-29.
func TestTicket_TurnFor(t *testing.T) {
	contact, colleague := &portal.User{ID: "carla"}, &portal.User{ID: "dora"}
	staff := &portal.User{ID: "ines", Roles: []string{"kmx_employee_intern"}}
	for _, test := range []struct {
		waitingFor                TicketSide
		contact, colleague, staff TicketTurn
	}{
		{SideProvider, TurnProvider, TurnProvider, TurnOwnStaff},
		{SideCustomer, TurnViewer, TurnContact, TurnContact},
		{"", TurnNone, TurnNone, TurnNone},
	} {
		ticket := &Ticket{WaitingFor: test.waitingFor, Contact: &portal.Person{ID: "carla"}}
		got := []TicketTurn{ticket.TurnFor(contact), ticket.TurnFor(colleague), ticket.TurnFor(staff)}
		if want := []TicketTurn{test.contact, test.colleague, test.staff}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", test.waitingFor, got, want)
		}
		if ticket.TurnFor(nil) == TurnViewer {
			t.Errorf("%s: it is the turn of an unknown viewer", test.waitingFor)
		}
	}
	own := &Ticket{WaitingFor: SideCustomer, Contact: &portal.Person{ID: "ines", IsProvider: true}}
	if got := own.TurnFor(staff); got != TurnViewer {
		t.Errorf("a ticket of an employee: %s", got)
	}
}

// TestTicket_URLs: ids are escaped.
func TestTicket_URLs(t *testing.T) {
	if got := (&Ticket{ID: "t/1"}).URL(portaltest.Context(t)); got != "/de-ch/mykomax/tickets/t%2F1" {
		t.Errorf("the ticket: %s", got)
	}
	if got := FileURL("f/1", "t"); got != "/api/tickets-proxy/files/f%2F1?"+portal.ParamToken+"=t" {
		t.Errorf("the file: %s", got)
	}
}
