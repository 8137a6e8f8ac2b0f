package search

import "testing"

// Rules: SRCH-15.
func TestSplitWords(t *testing.T) {
	for text, want := range map[string]string{
		"alpha530": "alpha 530", "alpha_530": "alpha 530", "Alpha-530": "Alpha 530", "A530-2": "A 530 2",
		"LaserStrip1100": "LaserStrip 1100", "Gr.49": "Gr.49", "Gr49": "Gr 49", "0.35mm2": "0.35 mm 2", "mm²": "mm 2",
		"５３０": "530", "Ａｌｐｈａ　５３０": "Alpha 530", "ｻｰﾋﾞｽ": "サービス", "ﬁnish": "finish", "電線530": "電線 530",
		"__": "", "": "", "0.03": "0.03", "Straße 5": "Straße 5",
		"Kabel\u00adverarbeitung": "Kabelverarbeitung", "15\u2060か\u200b国": "15 か国",
	} {
		if got := SplitWords(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
