package account

import (
	"reflect"
	"strings"
	"testing"

	"strand/domain/form"
)

func problem(field, code, message string) form.Problem {
	return form.Problem{Field: field, Code: code, Message: message}
}

func offers(t form.Type, value string) bool {
	return t == form.Country && value == "CH" || t == form.Language && (value == "en" || value == "de")
}

// Rules: ACC-1, FORM-12.
func TestProfileChange_Check(t *testing.T) {
	text := func(value string) *string { return &value }
	fine := ProfileChange{FirstName: " Carla ", LastName: "Muster", Country: text("CH"), Language: "de"}
	for _, test := range []struct {
		name   string
		change func(*ProfileChange)
		want   []form.Problem
	}{
		{"fine", func(*ProfileChange) {}, nil},
		{"empty names", func(p *ProfileChange) { p.FirstName, p.LastName = " ", "" }, []form.Problem{
			problem("firstName", "REQUIRED", "Please enter your first name"),
			problem("lastName", "REQUIRED", "Please enter your last name")}},
		{"no country", func(p *ProfileChange) { p.Country = text("") }, nil},
		{
			"an unknown country", func(p *ProfileChange) { p.Country = text("XX") },
			[]form.Problem{problem("country", "INVALID", "Please enter a valid value.")},
		},
		{
			"no language", func(p *ProfileChange) { p.Language = "" },
			[]form.Problem{problem("language", "REQUIRED", "Please enter a valid value.")},
		},
		{
			"an unknown language", func(p *ProfileChange) { p.Language = "tlh" },
			[]form.Problem{problem("language", "INVALID", "Please enter a valid value.")},
		},
		{"a telephone number", func(p *ProfileChange) { p.Telephone = text("+41 (0)41 000-00.00/1 ext 12") }, nil},
		{
			"a text instead of a telephone number", func(p *ProfileChange) { p.Telephone = text("abc") },
			[]form.Problem{problem("telephone", "INVALID", "Please enter a valid telephone number.")},
		},
		{
			"a city that is too long", func(p *ProfileChange) { p.City = text(strings.Repeat("x", 201)) },
			[]form.Problem{problem("city", "TOO_LONG", "Please enter at most 200 characters.")},
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

// TestProfileChange_Check_LeftOut: a value that is left out stays as it is; an empty one is removed.
func TestProfileChange_Check_LeftOut(t *testing.T) {
	empty, company := "", "  Nordkabel "
	checked, problems := ProfileChange{
		FirstName: "Carla", LastName: "Muster", Language: "en", Company: &company, City: &empty,
	}.Check(offers)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if checked.Company == nil || *checked.Company != "Nordkabel" || checked.City == nil || *checked.City != "" {
		t.Errorf("%+v", checked)
	}
	if checked.Telephone != nil || checked.Address != nil || checked.PostalCode != nil || checked.Country != nil {
		t.Errorf("a field that was left out has a value: %+v", checked)
	}
	if company != "  Nordkabel " {
		t.Error("the input was changed")
	}
}

// TestProfileChange_Check_Names: names are part of mails.
func TestProfileChange_Check_Names(t *testing.T) {
	company := "http://x"
	_, problems := ProfileChange{
		FirstName: "Ada", LastName: "B", Company: &company, Language: "en",
	}.Check(form.OfferAny)
	if len(problems) != 1 || problems[0].Field != "company" {
		t.Errorf("a profile: %+v", problems)
	}
}
