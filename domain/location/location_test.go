package location

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"strand/domain/listing"
	"strand/domain/site"
)

var sample = Locations{
	{Slug: "hq", CountryCode: "CH", Region: Europe, Types: []Type{Headquarters}, BrandIDs: []string{"komax", "wustec"}},
	{
		Slug:            "zurich",
		CountryCode:     "CH",
		Region:          Europe,
		Types:           []Type{Sales, Service},
		BrandIDs:        []string{"komax"},
		ServedCountries: []string{"LI", "AT"},
	},
	{Slug: "vienna", CountryCode: "AT", Region: Europe, Types: []Type{Service}, BrandIDs: []string{"komax"}},
	{
		Slug:            "oslo",
		CountryCode:     "NO",
		Region:          Europe,
		Types:           []Type{Representative},
		BrandIDs:        []string{"wustec"},
		ServedCountries: []string{"SE"},
	},
	{Slug: "tokyo", CountryCode: "JP", Region: AsiaPacific, Types: []Type{Service}},
}

// TestLocations_ExpertOfCountry checks the expert of a country (LCN-4).
//
// Rules: LCN-4.
func TestLocations_ExpertOfCountry(t *testing.T) {
	for country, want := range map[string]string{
		"CH": "zurich", "LI": "zurich", "AT": "zurich", "NO": "oslo", "SE": "oslo", "JP": "tokyo", "BR": "hq", "": "hq",
	} {
		if got := sample.For(country); got == nil || got.Slug != want {
			t.Errorf("%q: %v, not %s", country, got, want)
		}
	}
	if (Locations{}).For("CH") != nil {
		t.Error("an empty list has a location")
	}
}

// TestLocations_Select checks the filters of the locations (LCN-1).
//
// Rules: LCN-1.
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
	}
}

// TestLocations_Overview checks the options of the filters (LCN-1).
//
// Rules: LCN-1.
func TestLocations_Overview(t *testing.T) {
	siteCtx := site.NewContext(site.ContextInput{
		Locale: site.Locale{LanguageCode: "en"},
		Directory: &site.Directory{
			Brands:    []*site.Brand{{ID: "wustec", Name: "Wustec"}, {ID: "komax", Name: "Komax"}},
			Countries: []*site.Country{{CountryCode: "CH"}, {CountryCode: "NO"}}},
	}, nil)
	o := sample.Overview("/en/contacts", ParseSelection("type=SERVICE&brand=komax"), siteCtx)
	if o.Total != 2 || !o.IsFiltered || o.ResetURL != "/en/contacts" || len(o.Locations) != 2 {
		t.Errorf("%+v", o)
	}
	counts := func(options []listing.Option) string {
		var text []string
		for _, option := range options {
			mark := ""
			if option.Selected {
				mark = "*"
			}
			text = append(text, fmt.Sprintf("%s%s:%d", mark, option.Value, option.Count))
		}
		return strings.Join(text, " ")
	}
	for name, pair := range map[string][2]string{
		// The counts apply the other filters: a count of brands applies the selected type.
		"brands":    {counts(o.Brands), "*komax:2"},
		"types":     {counts(o.Types), "HEADQUARTERS:1 SALES:1 *SERVICE:2"},
		"countries": {counts(o.Countries), "CH:1"},
		"regions":   {counts(o.Regions), "EUROPE:2"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %s, not %s", name, pair[0], pair[1])
		}
	}
}

func TestLocations_ByID(t *testing.T) {
	all := Locations{{ID: "a"}, {ID: "b"}}
	if all.ByID("b") != all[1] || all.ByID("c") != nil {
		t.Error("a location is not found by its id, or an unknown one is found")
	}
}

// TestNewCoordinates: a point is on the earth, or none.
//
// Rules: LCN-7.
func TestNewCoordinates(t *testing.T) {
	for _, test := range []struct {
		latitude, longitude float64
		isOnEarth           bool
	}{
		{47.1, 8.37, true}, {-90, -180, true}, {90, 180, true}, {0, 0, true},
		{90.01, 0, false}, {-91, 0, false}, {0, 180.5, false}, {0, -181, false},
		{math.NaN(), 0, false}, {0, math.NaN(), false}, {math.Inf(1), 0, false},
	} {
		got := NewCoordinates(test.latitude, test.longitude)
		if (got != nil) != test.isOnEarth {
			t.Errorf("%v, %v: %v", test.latitude, test.longitude, got)
		}
		if got != nil && *got != (Coordinates{Latitude: test.latitude, Longitude: test.longitude}) {
			t.Errorf("%v, %v: %v", test.latitude, test.longitude, *got)
		}
	}
}
