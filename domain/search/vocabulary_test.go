package search

import (
	"strings"
	"testing"
	"unicode/utf8"

	"strand/domain/site"
)

// Rules: SRCH-22.
func TestVocabulary_Correct(t *testing.T) {
	b := NewVocabularyBuilder()
	b.Add([]*Document{
		{Title: "Crimping machines", Description: "A crimping machine with a cable", Text: "harness"},
		{Title: "Größe und Kabelbaum", Description: "Abisolieren"},
		{Title: "Sertissage", TitleLanguage: "fr"},
		{Title: "圧着機"},
		{Title: "Press-brake_form530line ﬁlter"},
	})
	v := b.Vocabulary()
	for query, want := range map[string]string{
		"crimpnig":                         "crimping",
		"Crimpign machne":                  "crimping machine",
		"crimping machne 530":              "crimping machine 530",
		"harnesz":                          "", // only in a long text
		"harness":                          "",
		"crimp":                            "", // the beginning of a word
		"machine":                          "",
		"GROSSE":                           "",
		"Grösse":                           "",
		"Grösze":                           "Größe",
		"Kabelbuam":                        "Kabelbaum",
		"cabel":                            "", // two errors in a short word
		"cablle":                           "cable",
		"zebra":                            "",
		"sertisage":                        "",
		"brakke":                           "brake", // words end at hyphens, underscores and digits
		"forn lime":                        "form line",
		"fillter":                          "filter", // written with a ligature
		"圧着器":                              "",
		"x":                                "",
		"":                                 "",
		"\U0001f600 \U0001f600 \U0001f600": "",
	} {
		if got := v.Correct(query); got != want {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
	}
}

// Rules: SRCH-22.
func TestMayBeMistyped(t *testing.T) {
	for name, c := range map[string]struct {
		query  string
		result Result
		want   bool
	}{
		"nothing":    {"crimpnig", Result{}, true},
		"similar":    {"crimpnig", Result{Total: 9, IsCorrected: true}, true},
		"many":       {"crimping", Result{Total: 3}, false},
		"incomplete": {"crimpnig", Result{IsIncomplete: true}, false},
		"200 words":  {strings.Repeat("crimpnig ", 200), Result{}, false},
		"7 words":    {strings.Repeat("crimpn ", 7), Result{}, false},
		"emoji":      {"\U0001f600\U0001f527", Result{}, false},
		"Japanese":   {"圧着機械装置", Result{}, false},
		"figures":    {"530 0.5", Result{}, false},
		"short":      {"a bcd", Result{}, false},
	} {
		if got := c.result.MayBeMistyped(c.query); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Rules: SRCH-23.
func TestWireOf(t *testing.T) {
	for query, want := range map[string]string{
		"0.5 mm² crimping machine":  "en: 0.5 mm²",
		"crimper 0.5mm2":            "en: 0.5 mm²",
		"AWG 22":                    "en: 22 AWG",
		"battery cable 95 mm2 20 N": "en: 95 mm²",
		"alpha 530":                 "",
		"20 kN":                     "",
		"crimping":                  "",
		"0,5 mm² Crimpautomat":      "de: 0.5 mm²",
		"0.5mm²の圧着機":                "ja: 0.5 mm²",
	} {
		language, text, _ := strings.Cut(want, ": ")
		if language == "" {
			language = "en"
		}
		if got := WireOf(query, site.Locale{LanguageCode: language}); strings.ReplaceAll(got, "\u00a0", " ") != text {
			t.Errorf("%q: got %q, want %q", query, got, text)
		}
	}
}

// FuzzVocabulary: any texts and queries are corrected to words of the texts.
func FuzzVocabulary(f *testing.F) {
	f.Add("Crimping machine", "crimpnig")
	f.Add("Größe\u0301", "grosze")
	f.Add("\xff\xfe", "\xff")
	f.Fuzz(func(t *testing.T, text, query string) {
		b := NewVocabularyBuilder()
		b.Add([]*Document{{Title: text}})
		got := b.Vocabulary().Correct(query)
		if utf8.ValidString(text) && utf8.ValidString(query) && !utf8.ValidString(got) {
			t.Errorf("%q %q: %q", text, query, got)
		}
	})
}
