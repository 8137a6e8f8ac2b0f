package sisusers

import (
	"regexp"
	"slices"
	"testing"
)

// TestMailTexts: the mails of every language have the texts and placeholders of the English ones.
func TestMailTexts(t *testing.T) {
	catalog, err := mailTexts()
	if err != nil {
		t.Fatal(err)
	}
	all := catalog.ByID
	if len(all) != 11 {
		t.Errorf("%d languages", len(all))
	}
	values := regexp.MustCompile(`\{[a-z]+\}`)
	sorted := func(text string) []string {
		found := values.FindAllString(text, -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	for lang, texts := range all {
		if len(texts) != len(all["en"]) {
			t.Errorf("%s: %d texts of %d", lang, len(texts), len(all["en"]))
		}
		for id, english := range all["en"] {
			if got, want := sorted(texts[id]), sorted(english); texts[id] == "" || !slices.Equal(got, want) {
				t.Errorf("%s, %s: values %v instead of %v", lang, id, got, want)
			}
		}
	}
}
