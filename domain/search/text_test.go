package search

import (
	"strings"
	"testing"
)

// TestClean checks the normalization of typed text.
func TestClean(t *testing.T) {
	for typed, want := range map[string]string{
		"  crimp \t height\n":              "crimp height",
		"\x00\x1b[31mred\u200b\u202e":      "[31mred",
		"Kabel\u00adver\u00adarbeitung":    "Kabelverarbeitung",
		"bad\xff\xfeutf":                   "bad utf",
		"Cafe\u0301":                       "Café",
		"":                                 "",
		strings.Repeat("a", 10_000):        strings.Repeat("a", 200),
		strings.Repeat("界", 10_000):        strings.Repeat("界", 200),
		"+title:(x OR y)^5 ~\"q\" -a && b": "+title:(x OR y)^5 ~\"q\" -a && b",
	} {
		if got := Clean(typed); got != want {
			t.Errorf("%.40q: %.60q", typed, got)
		}
	}
}

// Rules: SRCH-9.
func TestToleratesTypos(t *testing.T) {
	for text, want := range map[string]bool{
		"crimpnig":                           true,
		strings.Repeat("ü", 30):              true,
		strings.Repeat("ü", 31):              false,
		"crimp " + strings.Repeat("x", 31):   false,
		strings.Repeat("crimp wir ", 8)[:79]: true,
		strings.Repeat("crimp wir ", 9):      false,
		strings.Repeat("x", 200):             false,
		"":                                   true,
	} {
		if got := ToleratesTypos(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// TestStripBrand checks titles with and without a brand (SRCH-6).
//
// Rules: SRCH-6.
func TestStripBrand(t *testing.T) {
	for title, want := range map[string]string{
		"Crimping | Komax":        "Crimping",
		"Crimping – KOMAX":        "Crimping",
		"Crimping - Strand Group": "Crimping",
		"Crimping: Komax":         "Crimping",
		"Crimping Komax":          "Crimping Komax",
		"Komax":                   "Komax",
		"| Komax":                 "| Komax",
		"Non-Komax":               "Non-Komax",
		"About us":                "About us",
	} {
		if got := StripBrand(title, "Strand Group", "Komax", ""); got != want {
			t.Errorf("%q: %q", title, got)
		}
	}
}

// TestMark checks the marks of matching words (SRCH-5).
//
// Rules: SRCH-5.
func TestMark(t *testing.T) {
	text := "Crimp & <b>strip</b>"
	if got := Mark(
		text, []Span{{0, 5}, {3, 5}, {11, 16}, {90, 99}},
	).HTML(); got != "<em>Crimp</em> &amp; &lt;b&gt;<em>strip</em>&lt;/b&gt;" {
		t.Error(got)
	}
	if got := Mark("", nil).HTML(); got != "" {
		t.Error(got)
	}
	// Adjacent matches are one mark.
	if got := Mark("Kabelbaum", []Span{{0, 5}, {5, 9}}).HTML(); got != "<em>Kabelbaum</em>" {
		t.Error(got)
	}
}

func TestExcerpt(t *testing.T) {
	text := strings.Repeat("before ", 60) + "crimp " + strings.Repeat("after ", 60)
	at := strings.Index(text, "crimp")
	got := Excerpt(text, []Span{{at, at + 5}}).HTML()
	if !strings.Contains(got, "<em>crimp</em>") || !strings.HasPrefix(got, "… before ") ||
		!strings.HasSuffix(got, " …") ||
		len(got) > 260 {
		t.Error(got)
	}
	// Scripts without spaces are cut between characters.
	han := strings.Repeat("電線", 300)
	if got := Excerpt(han, []Span{{1200, 1206}}); !strings.Contains(got.HTML(), "<em>電線</em>") ||
		len([]rune(got.String())) > 190 {
		t.Error(got.HTML())
	}
	if got := Excerpt("short", nil).HTML(); got != "short" {
		t.Error(got)
	}
}

// TestExcerpt_Lines: a heading and the text below it are not read as one sentence.
func TestExcerpt_Lines(t *testing.T) {
	for text, want := range map[string]string{
		"Crimping\nOur machines crimp.\nAlso by hand.": "<em>Crimp</em>ing · Our machines crimp. Also by hand.",
		"Crimp\n\nForce":         "<em>Crimp</em> ·  Force",
		"Crimp (mm)\n“Done.”\n1": "<em>Crimp</em> (mm) · “Done.” 1",
		"Crimp。\n電線":             "<em>Crimp</em>。 電線",
	} {
		if got := Excerpt(text, []Span{{0, 5}}).HTML(); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestSelection checks the state of the search in the URL (SRCH-1).
//
// Rules: SRCH-1.
func TestSelection(t *testing.T) {
	s := ParseSelection("q=crimp%20height&type=STORY&type=PRODUCT&type=nothing&page=3")
	if s.Text != "crimp height" || len(s.Kinds) != 2 || s.Page != 3 {
		t.Errorf("%+v", s)
	}
	if got := s.Query(); got != "?page=3&q=crimp+height&type=PRODUCT&type=STORY" {
		t.Error(got)
	}
	if s := ParseSelection("page=9999"); s.Page != maxPage {
		t.Error(s.Page)
	}
}
