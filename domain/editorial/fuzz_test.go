package editorial

import (
	"reflect"
	"strings"
	"testing"

	"strand/test/lineartest"
)

// FuzzParseStorySelection checks that the query of a parsed selection parses to the same selection.
func FuzzParseStorySelection(f *testing.F) {
	for _, seed := range []string{
		"topic=crimping&category=people&author=a-b&year=2026&videos=true&page=2", "year=0&year=10000&page=99999",
		"topic=%00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		s := ParseStorySelection(query)
		if again := ParseStorySelection(strings.TrimPrefix(s.Query(), "?")); !reflect.DeepEqual(again, s) {
			t.Errorf("%q: %+v, then %+v", query, s, again)
		}
		lineartest.CheckText(t, query+"&", func(query string) { ParseStorySelection(query) })
	})
}

// FuzzParseMediaReleaseSelection checks that the query of a parsed selection parses to the same selection, and that the
// period does not end before it begins.
func FuzzParseMediaReleaseSelection(f *testing.F) {
	for _, seed := range []string{
		"adhoc=true&from=2026-01-01&to=2026-11-20&page=2", "from=2026-11-20&to=2026-01-01", "to=2026-02-30",
		"from=20260101", "year=2026&year=2024&year=2024",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		s := ParseMediaReleaseSelection(query)
		if again := ParseMediaReleaseSelection(strings.TrimPrefix(s.Query(), "?")); !reflect.DeepEqual(again, s) {
			t.Errorf("%q: %+v, then %+v", query, s, again)
		}
		if s.To != "" && s.To < s.From {
			t.Errorf("%q: from %s to %s", query, s.From, s.To)
		}
	})
}
