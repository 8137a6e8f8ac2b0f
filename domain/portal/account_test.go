package portal

import (
	"reflect"
	"strings"
	"testing"
)

func TestProfile_Check(t *testing.T) {
	fine := Profile{FirstName: " Carla ", LastName: "Muster", Country: "CH", Language: "de"}
	for _, test := range []struct {
		name   string
		change func(*Profile)
		want   []FieldProblem
	}{
		{"fine", func(*Profile) {}, nil},
		{"no names", func(p *Profile) { p.FirstName, p.LastName = " ", "" }, []FieldProblem{
			{"firstName", "REQUIRED", "Please enter your first name"}, {"lastName", "REQUIRED", "Please enter your last name"}}},
		{"no country", func(p *Profile) { p.Country = "" }, nil},
		{"a strange country", func(p *Profile) { p.Country = "XX" }, []FieldProblem{{"country", "INVALID", "Please enter a valid value."}}},
		{"no language", func(p *Profile) { p.Language = "" }, []FieldProblem{{"language", "INVALID", "Please enter a valid value."}}},
		{"far too long", func(p *Profile) { p.City = strings.Repeat("x", 201) }, []FieldProblem{{"city", "TOO_LONG", "Please enter a valid value."}}},
	} {
		p := fine
		test.change(&p)
		checked, got := p.Check(func(code string) bool { return code == "CH" }, []string{"en", "de"})
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v", test.name, got)
		}
		if test.want == nil && checked.FirstName != "Carla" {
			t.Errorf("%s: not trimmed: %q", test.name, checked.FirstName)
		}
	}
}
