package bleveindex

import (
	"strings"
	"testing"

	"strand/domain/site"
	"strand/test/searchtest"
)

// TestAnalyzedLines: the terms of a text are those of its lines, in each language.
func TestAnalyzedLines(t *testing.T) {
	languages := append([]string{"xx"}, site.LanguageCodes...)
	for _, language := range languages {
		a, err := newAnalyzer(language, map[string]bool{"kabel": true, "verarbeitung": true})
		if err != nil {
			t.Fatal(err)
		}
		lines := analyzedLines{}
		text := "Kabelverarbeitung 0.5 mm²\nl'outil d’aide\n線材加工\n機 ｻｰﾋﾞｽ\n\nsteel's\tﬁne" +
			"\nAlpha_530S\r\nÁrvíztűrő\u0301\n\u0301x"
		for _, d := range searchtest.Texts[language] {
			text += "\n" + d.Title + "\n" + d.Description + "\n" + d.Text
		}
		long := strings.Repeat("Kabel ", maxLine)
		text += "\n" + long
		want := joined(a.parts.Analyze([]byte(text)))
		for range 2 {
			if got := lines.termsOf(a.parts, text); got != want {
				t.Errorf("%s: got %q, want %q", language, got, want)
			}
		}
		if _, isKept := lines[long]; isKept || len(lines) == 0 {
			t.Errorf("%s: a long line is kept: %v, of %d", language, isKept, len(lines))
		}
	}
}
