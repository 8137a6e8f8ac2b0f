package search

import (
	"testing"

	"strand/domain/site"
)

// TestSuggestion checks that suggestions are for the visitor's country, and limited to eight (SRCH-14).
//
// Rules: SRCH-14.
func TestSuggestion(t *testing.T) {
	siteCtx := site.NewContext(site.ContextInput{Locale: site.Locale{LanguageCode: "en", CountryCode: "CH"}}, nil)
	if got := Suggestion(" cri\t", siteCtx); got.Text != "cri" || got.Country != "CH" || got.Limit != 8 {
		t.Errorf("%+v", got)
	}
}
