package form

import (
	"reflect"
	"testing"
)

// TestCheck_Blank: a required text without a visible character is missing, and an optional one is empty.
//
// Rules: FORM-45.
func TestCheck_Blank(t *testing.T) {
	for name, test := range map[string]struct {
		text    string
		isBlank bool
	}{
		"empty":                      {"", true},
		"spaces":                     {" \t\n\u00a0\u2003\u3000\u2028\u0085", true},
		"NUL":                        {"\x00", true},
		"zero width space":           {"\u200b", true},
		"zero width non-joiner":      {"\u200c", true},
		"zero width joiner":          {"\u200d", true},
		"word joiner":                {"\u2060", true},
		"byte order mark":            {"\ufeff", true},
		"soft hyphen":                {"\u00ad", true},
		"Mongolian vowel separator":  {"\u180e", true},
		"direction marks":            {"\u200e\u200f\u202e\u2066\u2069\u061c", true},
		"combining grapheme joiner":  {"\u034f", true},
		"Hangul fillers":             {"\u3164\u115f\u1160\uffa0", true},
		"Khmer inherent vowels":      {"\u17b4\u17b5", true},
		"braille blank":              {"\u2800", true},
		"variation selectors":        {"\ufe0f\ufe00\U000e0100\u180b", true},
		"tags":                       {"\U000e0001\U000e0041\U000e007f", true},
		"musical format characters":  {"\U0001d173", true},
		"several between spaces":     {" \u200b \u2060\ufeff ", true},
		"a letter":                   {"\u200ba", false},
		"a digit":                    {"0", false},
		"a full stop":                {".", false},
		"an emoji of several":        {"\U0001f469\u200d\U0001f52c", false},
		"a heart with a selector":    {"\u2764\ufe0f", false},
		"a braille letter":           {"\u2801", false},
		"a Hangul syllable":          {"\uac00", false},
		"an Arabic number sign":      {"\u0600", false},
		"a Persian word with joiner": {"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := IsBlank(test.text); got != test.isBlank {
				t.Errorf("blank: %t", got)
			}
			for _, kind := range []Type{Text, LongText} {
				required := NewField("name", kind, "", "", "firstName")
				values, problems := Check([]Field{required}, map[string]string{"name": test.text}, OfferAny)
				var codes []string
				for _, p := range problems {
					codes = append(codes, p.Code)
				}
				if want := []string{CodeRequired}; test.isBlank && !reflect.DeepEqual(codes, want) ||
					!test.isBlank && (len(codes) > 0 || values["name"] == "") {
					t.Errorf("%s, required: %q %v", kind, values, codes)
				}
				values, problems = Check([]Field{required.Optional()}, map[string]string{"name": test.text}, OfferAny)
				if len(problems) > 0 || (values["name"] == "") != test.isBlank {
					t.Errorf("%s, optional: %q %v", kind, values, problems)
				}
			}
		})
	}
}

// TestCheck_BlankForms: no form accepts blank texts for what it requires.
//
// Rules: FORM-45.
func TestCheck_BlankForms(t *testing.T) {
	for _, definition := range definitions {
		blank := map[string]string{}
		for _, f := range definition.Fields {
			blank[f.Name] = "\u200b\u3164\u2800"
		}
		_, problems := Check(definition.Fields, blank, OfferAny)
		found := map[string]bool{}
		for _, p := range problems {
			found[p.Field] = p.Code == CodeRequired
		}
		for _, f := range definition.Fields {
			if f.Required && f.ShownWhen == "" && !found[f.Name] {
				t.Errorf("%s accepts a blank %s", definition.Kind, f.Name)
			}
		}
	}
}
