package catalog

import (
	"errors"
	"reflect"
	"testing"
)

// Rules: CAT-45.
func TestProduct_TextLanguages(t *testing.T) {
	of := func(name, text string) *Product { return &Product{Name: name, ShortDescription: Text(text)} }
	course, alpha := of("Crimp basics", "One day on crimps."), of("Alpha 530", "Crimps wires.")
	for name, test := range map[string]struct {
		own, fallback *Product
		want          TextLanguages
	}{
		"translated":                {of("Bases", "Un jour."), course, TextLanguages{"fr", "fr"}},
		"a translated machine":      {of("Alpha 530", "Sertit les fils."), alpha, TextLanguages{"fr", "fr"}},
		"the English texts":         {course, course, TextLanguages{"en", "en"}},
		"only the name":             {of("Bases", "One day on crimps."), course, TextLanguages{"fr", "en"}},
		"no description":            {of("Crimp basics", ""), of("Crimp basics", ""), TextLanguages{"fr", "fr"}},
		"none in English":           {of("Alpha 530", "Sertit."), of("Alpha 530", ""), TextLanguages{"fr", "fr"}},
		"English could not be read": {course, nil, TextLanguages{"fr", "fr"}},
	} {
		if got := test.own.TextLanguages("fr", test.fallback); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

// Rules: CAT-45.
func TestClassification_TextLanguages(t *testing.T) {
	of := func(name, description string) *Classification {
		return &Classification{Name: name, Description: Text(description)}
	}
	for name, test := range map[string]struct {
		own, fallback *Classification
		want          TextLanguages
	}{
		"translated":       {of("Sertissage", "Machines."), of("Crimping", "Tools."), TextLanguages{"fr", "fr"}},
		"only the name":    {of("Sertissage", "Machines."), of("Crimping", "Machines."), TextLanguages{"fr", "en"}},
		"nothing":          {of("Crimping", "Machines."), of("Crimping", "Machines."), TextLanguages{"en", "en"}},
		"no description":   {of("Crimping", ""), of("Crimping", ""), TextLanguages{"en", "en"}},
		"a translated one": {of("Sertissage", ""), of("Crimping", ""), TextLanguages{"fr", "fr"}},
		"not in English":   {of("Crimping", "Machines."), nil, TextLanguages{"fr", "fr"}},
	} {
		if got := test.own.TextLanguages("fr", test.fallback); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

// Rules: CAT-45.
func TestClassificationLanguages(t *testing.T) {
	names := map[string]string{"en": "Crimping", "de": "Crimpen", "hu": "Crimping"}
	got, err := ClassificationLanguages([]string{"de", "en", "hu", "ja"}, "crimping", func(l string) (*Tree, error) {
		return NewTree(TypeProduct, []ClassificationRecord{
			{ID: "1", Name: names[l], Slug: map[bool]string{true: "crimping"}[names[l] != ""]},
		}, "all"), nil
	})
	if want := []string{"de", "en"}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	failed := errors.New("down")
	if _, err := ClassificationLanguages([]string{"de"}, "crimping", func(string) (*Tree, error) {
		return nil, failed
	}); !errors.Is(err, failed) {
		t.Errorf("%v", err)
	}
}

// Rules: CAT-45.
func TestIndex_ForeignLanguage(t *testing.T) {
	english := indexOf("en", record("a", "bench", "", "", "Output|1|pcs/h", "Mode|Bench"))
	hungarian := indexOf("hu", record("a", "bench", "", "", "Output|1|pcs/h", "Mód|Bench"))
	for text, want := range map[string]bool{"Output": true, "Bench": true, "Mód": false} {
		if got := hungarian.ForeignLanguage(english, text); (got != nil && *got == "en") != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if english.ForeignLanguage(english, "Output") != nil || hungarian.ForeignLanguage(nil, "Output") != nil {
		t.Error("a text has another language")
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
