package editor

import (
	"testing"
	"time"
)

func TestTranslations_IsOutdated(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 11, 1, 8, minute, 0, 0, time.UTC) }
	page := &Translations{
		Source: "en",
		Changes: []LanguageChange{
			{"en", at(10)}, {"de", at(5)}, {"fr", at(12)}, {"ja", at(9)},
		},
	}
	for language, want := range map[string]bool{
		"en": false, "de": true, "fr": false, "ja": false, "pt": false,
	} {
		if got := page.IsOutdated(language); got != want {
			t.Errorf("%s: %v", language, got)
		}
	}
	german := &Translations{Source: "de", Changes: []LanguageChange{{"en", at(1)}}}
	if german.IsOutdated("en") || (*Translations)(nil).IsOutdated("en") {
		t.Error("a language of a page without its source is outdated")
	}
}
