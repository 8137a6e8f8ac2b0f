package productrequest

import (
	"reflect"
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
		{"CH", "komax wustec", "hq", true},
		{"NO", "wustec wustec", "oslo", false},
		{"CH", "none", "hq", true},
		{"BR", "komax", "hq", true},
		{"XX", "", "hq", true},
		{"", "komax", "hq", true},
	} {
		got := Office(locations, test.country, strings.Fields(test.brand)...)
		if got.LocationID != test.want || got.IsGroup != test.isGroup || got.WorkingDays != 1 || got.Name == nil {
			t.Errorf("%s, %s: %+v", test.country, test.brand, got)
		}
	}
	for _, all := range []location.Locations{nil, locations[1:]} {
		if got := GroupOffice(all); !got.IsGroup || got.LocationID != "" || got.Name != nil {
			t.Errorf("without headquarters: %+v", got)
		}
	}
}

// Rules: REQ-1, REQ-8.
func TestParseSelection(t *testing.T) {
	for query, want := range map[string]Selection{
		"": {Requested: form.Quote},
		"product=alpha-530&model=alpha-530-s&units=imperial&country=CH&what=callBack": {
			Subject:   Subject{Machines: []Machine{{"alpha-530", "alpha-530-s"}}, System: site.Imperial},
			Requested: form.CallBack,
			Country:   "CH",
		},
		"what=everything&units=both":                      {Requested: form.Quote},
		"product=a%2Fb&model=" + strings.Repeat("a", 201): {Requested: form.Quote},
		"%zz": {Requested: form.Quote},
		"product=a&model=s&product=b:t&product=c:&product=b:t&product=:t&product=d,e": {
			Subject:   Subject{Machines: []Machine{{"a", "s"}, {"b", "t"}, {"c", ""}}},
			Requested: form.Quote,
		},
		"product=a:s&model=t": {Subject: Subject{Machines: []Machine{{"a", "s"}}}, Requested: form.Quote},
	} {
		if got := ParseSelection(query); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", query, got)
		}
	}
}

func TestSubject(t *testing.T) {
	for text, want := range map[string]Subject{
		"":                               {},
		"alpha-530":                      {Machines: []Machine{{"alpha-530", ""}}},
		"alpha-530/alpha-530-s":          {Machines: []Machine{{"alpha-530", "alpha-530-s"}}},
		"alpha-530/alpha-530-s/IMPERIAL": {Machines: []Machine{{"alpha-530", "alpha-530-s"}}, System: site.Imperial},
		"alpha-530//METRIC":              {Machines: []Machine{{"alpha-530", ""}}, System: site.Metric},
		"//METRIC":                       {System: site.Metric},
		"a/s/METRIC,b,c/t": {
			Machines: []Machine{{"a", "s"}, {"b", ""}, {"c", "t"}}, System: site.Metric,
		},
	} {
		if got := ParseSubject(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v", text, got)
		}
		if got := want.String(); got != text {
			t.Errorf("%+v: %q, want %q", want, got, text)
		}
	}
	if got := ParseSubject("a/b/c/d"); !reflect.DeepEqual(got, Subject{Machines: []Machine{{"a", "b"}}}) {
		t.Errorf("a surplus part: %+v", got)
	}
	if got := ParseSubject(strings.Repeat("a,", 20) + "b"); len(got.Machines) != 1 {
		t.Errorf("a repeated machine, and one beyond the limit: %+v", got)
	}
}

func FuzzParseSubject(f *testing.F) {
	for _, seed := range []string{"", "a/b/METRIC", "a//imperial", "///", "\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := ParseSubject(text)
		if again := ParseSubject(s.String()); !reflect.DeepEqual(again, s) {
			t.Errorf("%q: %+v, then %+v", text, s, again)
		}
	})
}
