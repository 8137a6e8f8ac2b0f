package resolvers

import (
	"slices"
	"testing"
)

// FuzzCursor: every cursor yields a page of the list or a client error, and a cursor of the list leads to the next
// page.
func FuzzCursor(f *testing.F) {
	for _, seed := range []string{"MTpi", "LTE6Yg", "OTIyMzM3MjAzNjg1NDc3NTgwNzp4", "Og", "%", "MTp", "MDp6eno"} {
		f.Add(seed, 2)
	}
	all := []string{"a", "b", "c", "d", "e"}
	id := func(s string) string { return s }
	f.Fuzz(func(t *testing.T, cursor string, first int) {
		p, err := paginate(all, id, first, &cursor)
		if err != nil {
			return
		}
		if len(p.items) > first || len(p.items) != len(p.cursors) {
			t.Fatalf("%q: %d of %d", cursor, len(p.items), first)
		}
		for i, c := range p.cursors {
			at := slices.Index(all, p.items[i])
			next, err := paginate(all, id, len(all), &c)
			if err != nil || !slices.Equal(next.items, all[at+1:]) {
				t.Errorf("after %q come %q, %v", p.items[i], next.items, err)
			}
		}
	})
}
