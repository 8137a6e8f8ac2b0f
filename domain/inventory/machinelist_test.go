package inventory

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"strand/domain/csvimport"
	"strand/domain/portal"
	"strand/test/portaltest"
)

// Rules: TICK-12.
func TestParseMachineSelection(t *testing.T) {
	for query, want := range map[string]string{
		"": "",
		"line=b&line=a&location=x&warranty=EXPIRED&warranty=ACTIVE&contract=NONE&update=true&q=alpha&sort=NEWEST&group=LOCATION&before=c": "?before=c&contract=NONE&group=LOCATION&line=a&line=b&location=x&q=alpha&sort=NEWEST&update=true&warranty=ACTIVE&warranty=EXPIRED",
		// Unknown values and defaults are omitted.
		"warranty=LOST&sort=NAME&sort=x&group=NONE&update=yes&line=&q=" + strings.Repeat("x", portal.MaxSearchText+1): "",
		"after=x&before=y": "?after=x",
	} {
		s := ParseMachineSelection(query, true)
		if got := s.Query(); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
		if again := ParseMachineSelection(strings.TrimPrefix(s.Query(), "?"), true).Query(); again != want {
			t.Errorf("%q read again: %q", query, again)
		}
		if !s.Filter.IsRetired || s.Range.First != MachinesPerPage {
			t.Errorf("%q: %+v", query, s)
		}
	}
}

func TestMachineSelection_ReadOrder(t *testing.T) {
	for query, want := range map[string]MachineOrder{"sort=NEWEST": "NEWEST", "sort=NEWEST&group=LOCATION": "LOCATION",
		"group=PRODUCT_LINE": "PRODUCT_LINE", "": "NAME"} {
		if got := ParseMachineSelection(query, false).ReadOrder(); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

func TestMachineList_Groups(t *testing.T) {
	north, south := &Location{ID: "n"}, &Location{ID: "s"}
	machines := []*Machine{
		{ID: "1", Location: north, ProductLine: "a"},
		{ID: "2", Location: north, ProductLine: "b"},
		{ID: "3", Location: south, ProductLine: "b"},
	}
	for grouping, want := range map[MachineGrouping]string{GroupedByNothing: "[1 2 3]", GroupedByLocation: "n[1 2]s[3]",
		GroupedByProductLine: "Presses[1]b[2 3]"} {
		l := &MachineList{
			MachineSelection: MachineSelection{Grouping: grouping},
			MachineListPage:  &MachineListPage{Machines: machines},
			LineNames:        map[string]string{"a": "Presses"},
		}
		got := ""
		for _, g := range l.Groups() {
			var ids []string
			for _, m := range g.Machines {
				ids = append(ids, m.ID)
			}
			if g.Location != nil {
				got += g.Location.ID
			}
			if g.ProductLine != nil {
				got += g.ProductLine.Name
			}
			got += fmt.Sprint(ids)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", grouping, got, want)
		}
	}
	if groups := (&MachineList{MachineListPage: &MachineListPage{}}).Groups(); len(groups) != 0 {
		t.Errorf("an empty part: %v", groups)
	}
}

func TestMachineList_Options(t *testing.T) {
	l := &MachineList{
		MachineSelection: ParseMachineSelection(
			"location=s&line=b&warranty=ACTIVE&contract=NONE&q=alpha&update=true&sort=NEWEST&group=LOCATION",
			true,
		),
		MachineListPage: &MachineListPage{Total: MaxMachineTotal, ProductLines: []string{"b", "a", "z"}},
		AllLocations:    []*Location{{ID: "n"}, {ID: "s"}},
		LineNames:       map[string]string{"a": "Öfen", "b": "Pressen"},
		SiteContext:     portaltest.Context(t),
	}
	if l.Total != MaxMachineTotal || l.IsTotalExact || !l.IsRetired() || l.Text() != "alpha" || !l.HasUpdate() ||
		l.Order != "NEWEST" || l.Grouping != GroupedByLocation || !slices.Equal(l.OrderOptions(), MachineOrders) ||
		!slices.Equal(l.GroupingOptions(), MachineGroupings) || l.MaxImportBytes() != csvimport.MaxBytes {
		t.Errorf("got %+v", l.MachineSelection)
	}
	var lines []string
	for _, o := range l.ProductLineOptions() {
		name := o.ProductLine.Name
		if o.Selected {
			name += " (selected)"
		}
		lines = append(lines, name)
	}
	// Sorted as in German; a line without a name has its slug.
	if got := strings.Join(lines, ", "); got != "Öfen, Pressen (selected), z" {
		t.Errorf("product lines: %s", got)
	}
	for _, o := range l.LocationOptions() {
		if o.Selected != (o.Location.ID == "s") {
			t.Errorf("location %s is selected: %v", o.Location.ID, o.Selected)
		}
	}
	for _, o := range l.WarrantyOptions() {
		if o.Selected != (o.State == CoverageActive) {
			t.Errorf("warranty %s is selected: %v", o.State, o.Selected)
		}
	}
	for _, o := range l.ContractOptions() {
		if o.Selected != (o.State == CoverageNone) {
			t.Errorf("contract %s is selected: %v", o.State, o.Selected)
		}
	}
}
