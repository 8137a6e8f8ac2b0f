package editing

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"strand/domain/editor"
)

// memoryBoard is the board of several servers in a test.
type memoryBoard struct {
	values        map[string][]byte
	isUnavailable bool
}

func (b *memoryBoard) Post(_ context.Context, id string, value []byte, _ time.Duration) ([][]byte, bool) {
	if b.isUnavailable {
		return nil, false
	}
	b.values[id] = value
	values := [][]byte{[]byte("not a presence"), []byte(`{"tab":"x","page":"/"}`)}
	for _, v := range b.values {
		values = append(values, v)
	}
	return values, true
}

func names(presences []editor.Presence) []string {
	found := []string{}
	for _, p := range presences {
		found = append(found, p.Name)
	}
	return found
}

// Rules: EDIT-26.
func TestPresences(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	board := &memoryBoard{values: map[string][]byte{}}
	single, first, second := NewPresences(nil, clock), NewPresences(board, clock), NewPresences(board, clock)
	mark := func(s *Presences, name, page string) []string {
		return names(s.Mark(t.Context(), editor.Presence{Tab: "tab-of-" + name, Name: name, Site: "main", Page: page}))
	}
	expect := func(what string, got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	expect("the first", mark(single, "Anna", "/"))
	expect("the second", mark(single, "Ben", "/products"), "Anna")
	expect("the same page first", mark(single, "Zoe", "/products"), "Ben", "Anna")
	expect("at two servers, the first", mark(first, "Anna", "/"))
	expect("at two servers, the second", mark(second, "Ben", "/"), "Anna")
	board.isUnavailable = true
	expect("without the board, those at the server", mark(first, "Carl", "/"), "Anna")
	now = now.Add(editor.PresenceLifetime)
	expect("after a minute", mark(single, "Anna", "/"))
}

// TestPresences_Bound: many tabs do not fill the memory, and the marks of known ones are still stored.
func TestPresences_Bound(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	s := NewPresences(nil, func() time.Time { return now })
	for i := range 2 * maxStoredPresences {
		s.Mark(t.Context(), editor.Presence{Tab: fmt.Sprintf("tab-%05d", i), Site: "main", Page: "/"})
	}
	if len(s.byTab) != maxStoredPresences {
		t.Errorf("%d are stored", len(s.byTab))
	}
	now = now.Add(editor.PresenceLifetime - time.Second)
	s.Mark(t.Context(), editor.Presence{Tab: "tab-00001", Name: "Anna", Site: "main", Page: "/"})
	now = now.Add(time.Second)
	others := s.Mark(t.Context(), editor.Presence{Tab: "tab-of-ben", Site: "main", Page: "/"})
	if got := names(others); !slices.Equal(got, []string{"Anna"}) {
		t.Errorf("after the others have expired: %q", got)
	}
}
