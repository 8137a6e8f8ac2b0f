package catalog

import "testing"

// Rules: CAT-45.
func TestProduct_TextLanguage(t *testing.T) {
	described := func(text string) *Product { return &Product{ShortDescription: Text(text)} }
	for name, test := range map[string]struct {
		own, fallback *Product
		want          string
	}{
		"translated":                {described("Sertit les fils."), described("Crimps wires."), "fr"},
		"the English text":          {described("Crimps wires."), described("Crimps wires."), "en"},
		"no description":            {described(""), described(""), "fr"},
		"none in English":           {described("Sertit les fils."), described(""), "fr"},
		"English could not be read": {described("Crimps wires."), nil, "fr"},
	} {
		if got := test.own.TextLanguage("fr", test.fallback); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
