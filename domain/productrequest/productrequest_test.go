package productrequest

import (
	"strings"
	"testing"

	"strand/domain/form"
	"strand/domain/location"
	"strand/domain/site"
)

var locations = location.Locations{
	{
		ID: "hq", CountryCode: "CH", Name: "Group", BrandIDs: []string{"komax", "wustec"},
		Types: []location.Type{location.Headquarters, location.Training},
	},
	{
		ID: "zurich", CountryCode: "CH", Name: "Zurich", BrandIDs: []string{"komax"},
		Types: []location.Type{location.Sales}, ServedCountries: []string{"LI"},
	},
	{
		ID: "oslo", CountryCode: "NO", Name: "Oslo", BrandIDs: []string{"wustec"},
		Types: []location.Type{location.Representative},
	},
	{ID: "tokyo", CountryCode: "JP", Name: "Tokyo", Types: []location.Type{location.Service}},
}

// Rules: REQ-2, REQ-3.
func TestOffice(t *testing.T) {
	for _, test := range []struct {
		country, brand, want string
		isGroup              bool
	}{
		{"CH", "komax", "zurich", false},
		{"CH", "", "zurich", false},
		{"LI", "komax", "zurich", false},
		{"NO", "wustec", "oslo", false},
		{"JP", "", "tokyo", false},
		{"JP", "komax", "hq", true},
		{"CH", "wustec", "hq", true}, // the headquarters themselves sell nothing
		{"CH", "none", "hq", true},
		{"BR", "komax", "hq", true},
		{"XX", "", "hq", true},
		{"", "komax", "hq", true},
	} {
		got := Office(locations, test.country, test.brand)
		days := 1
		if test.isGroup {
			days = 2
		}
		if got.LocationID != test.want || got.IsGroup != test.isGroup || got.WorkingDays != days || got.Name == nil {
			t.Errorf("%s, %s: %+v", test.country, test.brand, got)
		}
	}
	for _, all := range []location.Locations{nil, locations[1:]} {
		if got := GroupOffice(all); !got.IsGroup || got.LocationID != "" || got.Name != nil {
			t.Errorf("without headquarters: %+v", got)
		}
	}
}

// Rules: REQ-1.
func TestParseSelection(t *testing.T) {
	for query, want := range map[string]Selection{
		"": {Requested: form.Quote},
		"product=alpha-530&model=alpha-530-s&units=imperial&country=CH&what=callBack": {
			Subject:   Subject{Product: "alpha-530", Model: "alpha-530-s", System: site.Imperial},
			Requested: form.CallBack,
			Country:   "CH",
		},
		"what=everything&units=both":                      {Requested: form.Quote},
		"product=a%2Fb&model=" + strings.Repeat("a", 201): {Requested: form.Quote},
		"%zz": {Requested: form.Quote},
	} {
		if got := ParseSelection(query); got != want {
			t.Errorf("%s: %+v", query, got)
		}
	}
}

func TestSubject(t *testing.T) {
	for text, want := range map[string]Subject{
		"":                               {},
		"alpha-530":                      {Product: "alpha-530"},
		"alpha-530/alpha-530-s":          {Product: "alpha-530", Model: "alpha-530-s"},
		"alpha-530/alpha-530-s/IMPERIAL": {Product: "alpha-530", Model: "alpha-530-s", System: site.Imperial},
		"alpha-530//METRIC":              {Product: "alpha-530", System: site.Metric},
		"//METRIC":                       {System: site.Metric},
	} {
		if got := ParseSubject(text); got != want {
			t.Errorf("%q: %+v", text, got)
		}
		if got := want.String(); got != text {
			t.Errorf("%+v: %q, want %q", want, got, text)
		}
	}
	if got := ParseSubject("a/b/c/d"); got != (Subject{Product: "a", Model: "b"}) {
		t.Errorf("a surplus part: %+v", got)
	}
}

func FuzzParseSubject(f *testing.F) {
	for _, seed := range []string{"", "a/b/METRIC", "a//imperial", "///", "\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := ParseSubject(text)
		if again := ParseSubject(s.String()); again != s {
			t.Errorf("%q: %+v, then %+v", text, s, again)
		}
	})
}
