package portal

import (
	"reflect"
	"strings"
	"testing"

	"strand/domain/form"
)

func offers(t form.Type, value string) bool {
	return t == form.Country && value == "CH" || t == form.Language && (value == "en" || value == "de")
}

func TestProfile_Check(t *testing.T) {
	fine := Profile{FirstName: " Carla ", LastName: "Muster", Country: "CH", Language: "de"}
	for _, test := range []struct {
		name   string
		change func(*Profile)
		want   []form.Problem
	}{
		{"fine", func(*Profile) {}, nil},
		{"empty names", func(p *Profile) { p.FirstName, p.LastName = " ", "" }, []form.Problem{
			problem("firstName", "REQUIRED", "Please enter your first name"),
			problem("lastName", "REQUIRED", "Please enter your last name")}},
		{"no country", func(p *Profile) { p.Country = "" }, nil},
		{
			"an unknown country", func(p *Profile) { p.Country = "XX" },
			[]form.Problem{problem("country", "INVALID", "Please enter a valid value.")},
		},
		{
			"no language", func(p *Profile) { p.Language = "" },
			[]form.Problem{problem("language", "REQUIRED", "Please enter a valid value.")},
		},
		{
			"an unknown language", func(p *Profile) { p.Language = "tlh" },
			[]form.Problem{problem("language", "INVALID", "Please enter a valid value.")},
		},
		{
			"a city that is too long", func(p *Profile) { p.City = strings.Repeat("x", 201) },
			[]form.Problem{problem("city", "TOO_LONG", "Please enter a valid value.")},
		},
	} {
		p := fine
		test.change(&p)
		checked, got := p.Check(offers)
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v", test.name, got)
		}
		if test.want == nil && checked.FirstName != "Carla" {
			t.Errorf("%s: not trimmed: %q", test.name, checked.FirstName)
		}
	}
}
