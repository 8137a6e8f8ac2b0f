package search

import (
	"reflect"
	"strings"
	"testing"

	"strand/test/lineartest"
)

// FuzzParseSelection checks that the query of a parsed selection parses to the same selection.
func FuzzParseSelection(f *testing.F) {
	for _, seed := range []string{
		"q=crimp%20height&type=STORY&type=PRODUCT&page=3", "q=%20%20a%00b%E2%80%AE", "q=%ff&page=9999",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		s := ParseSelection(query)
		if again := ParseSelection(strings.TrimPrefix(s.Query(), "?")); !reflect.DeepEqual(again, s) {
			t.Errorf("%q: %+v, then %+v", query, s, again)
		}
	})
}

// FuzzClean checks that a cleaned query has a limited length, and that cleaning it again changes nothing.
func FuzzClean(f *testing.F) {
	for _, seed := range []string{"crimp  height", "a\x00b", "\u202eabc", strings.Repeat("x ", 500), "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean := Clean(text)
		if again := Clean(clean); again != clean {
			t.Errorf("%q is %q, then %q", text, clean, again)
		}
		lineartest.CheckText(t, text, func(text string) { Clean(text) })
	})
}
