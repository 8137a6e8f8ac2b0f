package ticketing

import (
	"reflect"
	"testing"

	"strand/domain/form"
	"strand/domain/inventory"
)

// Rules: TICK-20, TICK-32.
func TestTicketForm_InitialValues(t *testing.T) {
	north, south := &inventory.Location{ID: "north"}, &inventory.Location{ID: "south"}
	machine := &inventory.Machine{ID: "m", Name: "Alpha", SerialNumber: "S-1", LocationID: "south"}
	crimper := &inventory.Machine{
		ID: "c", Name: "Crimper", LocationID: "south", Concern: inventory.ConcernOf("crimping"),
	}
	retired := &inventory.Machine{ID: "old", Name: "Old", LocationID: "south", RetiredOn: "2026-01-31"}
	for _, test := range []struct {
		name      string
		locations []*inventory.Location
		query     string
		want      []form.Value
	}{
		{"several locations", []*inventory.Location{north, south}, "", []form.Value{}},
		{"one location", []*inventory.Location{south}, "", []form.Value{{Name: "location", Value: "south"}}},
		{"an unknown machine", []*inventory.Location{north, south}, "machine=x", []form.Value{}},
		{"a machine", []*inventory.Location{north, south}, "machine=m", []form.Value{
			{Name: "location", Value: "south"}, {Name: "machine", Value: "Alpha"}, {Name: "serialNumber",
				Value: "S-1"}}},
		{"a machine of a known process", []*inventory.Location{north, south}, "machine=c", []form.Value{
			{Name: "location", Value: "south"}, {Name: "machine", Value: "Crimper"}, {Name: "serialNumber"},
			{Name: "concern", Value: "CRIMPING"}}},
		{"a machine that is down", []*inventory.Location{south}, BreakdownQuery[1:], []form.Value{
			{Name: "type", Value: "BREAKDOWN"}, {Name: "location", Value: "south"}}},
		{"an unknown type", []*inventory.Location{north, south}, "type=PARTY", []form.Value{}},
		{"a retired machine", []*inventory.Location{north, south}, "machine=old", []form.Value{}},
	} {
		f := NewTicketForm(test.locations, []*inventory.Machine{machine, crimper, retired}, test.query)
		if len(f.Machines) != 2 {
			t.Errorf("%s: a retired machine can be selected", test.name)
		}
		if got := f.InitialValues(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
