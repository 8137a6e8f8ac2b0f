package form

import (
	"maps"
	"testing"
	"unicode/utf8"

	"strand/test/lineartest"
)

// FuzzCheck checks that checked values are valid UTF-8, and that checking them again changes nothing.
func FuzzCheck(f *testing.F) {
	for _, seed := range [][3]string{
		{"Ann", "ann@example.com", "+41 41 455 04 55"}, {"\x00\xff", "\"a b\"@example.com", "1-2-3-4-5"},
		{" ", "a@b@c.d", "((((((((((((((((((((((((((((((((((((((5"},
		{"a\r\nb", "Ann <ann@example.com>", "1 2 3 4 5 6 "},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	fields := []Field{
		{Name: "name", Type: Text, Required: true, MaxLength: 80},
		{Name: "email", Type: Email, Required: true, MaxLength: 200, Pattern: emailPattern},
		{Name: "telephone", Type: Telephone, MaxLength: 60, Pattern: telephonePattern},
		{Name: "message", Type: LongText, MaxLength: 4000},
	}
	f.Fuzz(func(t *testing.T, name, email, telephone string) {
		given := map[string]string{
			"name":      name,
			"email":     email,
			"telephone": telephone,
			"message":   name + email,
			"other":     name,
		}
		values, problems := Check(fields, given, OfferAny)
		again, _ := Check(fields, values, OfferAny)
		if !maps.Equal(values, again) || len(values)+len(problems) > len(fields) {
			t.Errorf("%q is %q, then %q", given, values, again)
		}
		for _, value := range values {
			if !utf8.ValidString(value) {
				t.Errorf("%q is not valid UTF-8", value)
			}
		}
		lineartest.CheckText(t, telephone, func(telephone string) {
			Check(fields, map[string]string{"telephone": telephone, "email": telephone}, OfferAny)
		})
	})
}
