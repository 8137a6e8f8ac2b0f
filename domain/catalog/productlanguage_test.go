package catalog

import (
	"reflect"
	"testing"
)

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

// Rules: CAT-45.
func TestDescribedLanguages(t *testing.T) {
	texts := map[string]string{"en": "Crimps wires.", "de": "Crimpt Leitungen.", "fr": "Crimps wires.", "ja": ""}
	descriptionIn := func(language string) uint64 { return DescriptionID(Text(texts[language])) }
	got := DescribedLanguages([]string{"de", "fr", "en", "ja"}, descriptionIn)
	if want := []string{"de", "en", "ja"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if DescriptionID(nil) != 0 || DescriptionID(ref("")) != 0 {
		t.Error("a missing description has an id")
	}
}
