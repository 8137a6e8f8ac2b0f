package location

import "testing"

// Rules: LCN-6.
func TestLocation_PostalAddress(t *testing.T) {
	for address, want := range map[string]PostalAddress{
		"Industriestrasse 6\n6036 Dierikon":         {"Industriestrasse 6", "Dierikon", "", "6036"},
		"Měděná 15\n602 00 Brno":                    {"Měděná 15", "Brno", "", "602 00"},
		"Rua do Fio 98\n04571-010 São Paulo":        {"Rua do Fio 98", "São Paulo", "", "04571-010"},
		"1100 Conductor Way\nMilwaukee, WI 53204":   {"1100 Conductor Way", "Milwaukee", "WI", "53204"},
		"7 King Street\nToronto, ON M5V 2T6":        {"7 King Street", "Toronto", "ON", "M5V 2T6"},
		"18 Strand Street\nMelbourne VIC 3000":      {"18 Strand Street", "Melbourne", "VIC", "3000"},
		"1 Wire Road\nLondon EC1A 1BB":              {"1 Wire Road", "London", "", "EC1A 1BB"},
		"1 Wire Road\nWEST, NY 10001-1234":          {"1 Wire Road", "WEST", "NY", "10001-1234"},
		"Calle 1\n28001 MADRID AB":                  {"Calle 1", "MADRID AB", "", "28001"},
		"Dōsen 3-14\nNagoya 460-0008":               {"Dōsen 3-14", "Nagoya", "", "460-0008"},
		"Plot 7\r\nWire Park\r\nPune 411057":        {"Plot 7, Wire Park", "Pune", "", "411057"},
		"Singapore":                                 {"", "Singapore", "", ""},
		"\n":                                        {"", "", "", ""},
		"Building 2\nIndustrial estate, 4th street": {"Building 2", "Industrial estate, 4th street", "", ""},
	} {
		if got := (&Location{Address: &address}).PostalAddress(); got != want {
			t.Errorf("%q: %+v, want %+v", address, got, want)
		}
	}
	if (&Location{}).Town() != nil {
		t.Error("a location without an address has a town")
	}
}
