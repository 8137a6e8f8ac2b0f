package location

import (
	"strings"
	"testing"
)

var sample = Locations{
	{Slug: "hq", CountryCode: "CH", Region: Europe, Types: []Type{Headquarters}, BrandIDs: []string{"komax", "wustec"}},
	{Slug: "zurich", CountryCode: "CH", Region: Europe, Types: []Type{Sales, Service}, BrandIDs: []string{"komax"}, ServedCountries: []string{"LI", "AT"}},
	{Slug: "vienna", CountryCode: "AT", Region: Europe, Types: []Type{Service}, BrandIDs: []string{"komax"}},
	{Slug: "oslo", CountryCode: "NO", Region: Europe, Types: []Type{Representative}, BrandIDs: []string{"wustec"}, ServedCountries: []string{"SE"}},
	{Slug: "tokyo", CountryCode: "JP", Region: AsiaPacific, Types: []Type{Service}},
}

func TestLocations_For(t *testing.T) {
	for country, want := range map[string]string{"CH": "zurich", "LI": "zurich", "AT": "zurich", "NO": "oslo", "SE": "oslo", "JP": "tokyo", "BR": "hq", "": "hq"} {
		if got := sample.For(country); got == nil || got.Slug != want {
			t.Errorf("%q: %v, not %s", country, got, want)
		}
	}
	if (Locations{}).For("CH") != nil {
		t.Error("somebody who is not there")
	}
}

func TestLocations_Select(t *testing.T) {
	for query, want := range map[string]string{
		"":                                "hq zurich vienna oslo tokyo",
		"type=SERVICE":                    "zurich vienna tokyo",
		"type=SERVICE&region=EUROPE":      "zurich vienna",
		"brand=wustec":                    "hq oslo",
		"country=CH&country=JP":           "hq zurich tokyo",
		"country=CH&type=REPRESENTATIVE":  "",
		"type=nothing":                    "",
		"brand=komax&type=SALES&other=ab": "zurich",
	} {
		s := ParseSelection(query)
		var got []string
		for _, l := range sample.Select(s) {
			got = append(got, l.Slug)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v", query, got)
		}
		if !strings.Contains(query, "other") && strings.TrimPrefix(s.Query(), "?") != query && len(s.Query()) != len(query)+1 {
			t.Errorf("%q became %q", query, s.Query())
		}
	}
}
