package portal

import (
	"reflect"
	"strings"
	"testing"
)

func TestTicketDraft_Check(t *testing.T) {
	fine := TicketDraft{LocationID: "l", Type: "QUESTION", Concern: "OTHER", Subject: " Hum ", Description: "It hums."}
	for _, test := range []struct {
		name   string
		change func(*TicketDraft)
		want   []FieldProblem
	}{
		{"machine and serial number are optional", func(*TicketDraft) {}, nil},
		{"everything else is required", func(d *TicketDraft) { *d = TicketDraft{Subject: " ", Description: "\n"} }, []FieldProblem{
			{"location", "REQUIRED", "Please select a location"}, {"type", "REQUIRED", "Please select a ticket type"}, {"concern", "REQUIRED", "Please select the machine concerned"},
			{"subject", "REQUIRED", "Please enter a subject"}, {"description", "REQUIRED", "Please enter a description"}}},
		{"types that there are not", func(d *TicketDraft) { d.Type = "PARTY" }, []FieldProblem{{"type", "REQUIRED", "Please select a ticket type"}}},
		{"a novel", func(d *TicketDraft) { d.Subject = strings.Repeat("ä", 201) }, []FieldProblem{{"subject", "TOO_LONG", "Please enter a subject"}}},
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
	}
}

func TestCheckComment(t *testing.T) {
	for _, test := range []struct {
		text       string
		isOptional bool
		want       *FieldProblem
	}{
		{" fine ", false, nil}, {"", true, nil}, {" ", false, &FieldProblem{"comment", "REQUIRED", "Please enter a comment"}},
		{strings.Repeat("x", 10_001), true, &FieldProblem{"comment", "TOO_LONG", "Please enter a comment"}},
	} {
		if _, got := CheckComment(test.text, test.isOptional); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%.10q: %v", test.text, got)
		}
	}
}
