package translation_test

import (
	"testing"

	"strand/domain/translation"
)

// TestWordCount: words are counted as translation services charge them.
//
// Rules: TRAN-14.
func TestWordCount(t *testing.T) {
	for text, want := range map[string]int{
		"":                         0,
		" \n—\t- ":                 0,
		"Cut, strip and crimp.":    4,
		"It doesn't cut at 1.5 mm": 6,
		"high-speed / low noise":   3,
		"# History\n\n- **1975**: founded\n- 1980":            4,
		"See [our history](page:history \"since 1975\") now.": 4,
		"![A machine](https://example.com/a-b/c.jpg)":         2,
		"It weighs {{product:alpha-550/weight|about a ton}}.": 5,
		"Hello {{name}}, welcome":                             2,
		"日本語":                                                 3,
		"日本語のCSV と 5 台":                                       8,
		"한국어 문장입니다":                                           2,
		"Crème brûlée à l’été":                                4,
		"\xff\xfe":                                            0,
	} {
		if got := translation.WordCount([]translation.Text{{Source: text}}); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if got := translation.WordCount([]translation.Text{{Source: "One"}, {Source: "two three"}}); got != 3 {
		t.Errorf("%d words of two texts", got)
	}
}
