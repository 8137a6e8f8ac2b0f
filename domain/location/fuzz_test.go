package location

import (
	"slices"
	"testing"

	"strand/test/lineartest"
)

// FuzzParseSelection checks that selections are limited and have no duplicates.
func FuzzParseSelection(f *testing.F) {
	for _, seed := range []string{
		"brand=komax&type=SALES&country=CH&region=EUROPE", "type=&type=x&type=x", "country=%ff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		s := ParseSelection(query)
		for _, chosen := range [][]string{s.Brands, s.Types, s.Countries, s.Regions} {
			if len(chosen) > 20 || !slices.IsSorted(chosen) ||
				len(slices.Compact(slices.Clone(chosen))) != len(chosen) {
				t.Errorf("%q: %q", query, chosen)
			}
		}
		lineartest.CheckText(t, query+"&", func(query string) { ParseSelection(query) })
	})
}
