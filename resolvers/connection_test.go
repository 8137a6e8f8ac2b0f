package resolvers

import (
	"slices"
	"testing"

	"strand/internal/apperr"
)

// TestPaginate_RemovedEntry: if the entry of a cursor was removed, the list continues behind its place (FEED-18).
//
// Rules: FEED-18.
func TestPaginate_RemovedEntry(t *testing.T) {
	id := func(text string) string { return text }
	page, err := paginate([]string{"a", "b", "c", "d"}, id, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ list, want []string }{
		"unchanged":             {[]string{"a", "b", "c", "d"}, []string{"c", "d"}},
		"its entry is removed":  {[]string{"a", "c", "d"}, []string{"c", "d"}},
		"an earlier one":        {[]string{"b", "c", "d"}, []string{"c", "d"}},
		"a new one before":      {[]string{"x", "a", "b", "c", "d"}, []string{"c", "d"}},
		"the rest is removed":   {[]string{"a"}, nil},
		"everything is removed": {nil, nil},
	} {
		next, err := paginate(test.list, id, 2, &page.cursors[1])
		if err != nil || !slices.Equal(next.items, test.want) {
			t.Errorf("%s: %v %v", name, next.items, err)
		}
	}
	for _, cursor := range []string{"x", "MQ", page.cursors[1] + "=", "LTE6YQ"} {
		if _, err := paginate([]string{"a"}, id, 2, &cursor); apperr.CodeOf(err) != apperr.Invalid {
			t.Errorf("%q: %v", cursor, err)
		}
	}
}
