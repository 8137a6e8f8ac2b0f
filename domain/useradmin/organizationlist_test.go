package useradmin

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Rules: USER-56.
func TestNewOrganizationList(t *testing.T) {
	all := []*ManagedOrganization{
		{ID: "a", Name: "Zeta", City: "Bern"}, {ID: "b", Name: "Beta", City: "Bern", SubRegion: "DACH"},
		{ID: "c", Name: "Alpha", City: "Ulm"}, {ID: "d", Name: "Delta", City: "Ulm"},
	}
	counts := map[string]int{"a": 2, "d": 1}
	for query, want := range map[string]string{
		"":                                 "Delta 1, Zeta 2, Alpha 0, Beta 0",
		"q=bern":                           "Zeta 2, Beta 0",
		"q=dach+beta":                      "Beta 0",
		"q=nothing":                        "",
		"q=" + strings.Repeat("a", 10_000): "Delta 1, Zeta 2, Alpha 0, Beta 0",
	} {
		l := NewOrganizationList(slices.Clone(all), counts, query, "/organizations")
		var got []string
		for _, e := range l.Entries {
			got = append(got, fmt.Sprintf("%s %d", e.Organization.Name, e.OpenRequestCount))
		}
		if strings.Join(got, ", ") != want || l.Total() != len(got) || l.IsFiltered() != (l.Text != "") ||
			l.ResetURL != "/organizations" {
			t.Errorf("%.20s: %v", query, got)
		}
	}
}
