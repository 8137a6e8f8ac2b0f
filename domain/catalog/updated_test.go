package catalog

import (
	"maps"
	"testing"
	"time"

	"strand/domain/site"
)

// TestIsChangeTime: a time in the future is no time of a change; the clock of the PIM may be a little ahead.
//
// Rules: CAT-65.
func TestIsChangeTime(t *testing.T) {
	now := time.Date(2026, time.November, 20, 8, 0, 0, 0, time.UTC)
	for at, want := range map[time.Time]bool{
		{}: true, now: true, now.Add(-time.Hour): true, now.Add(30 * time.Second): true,
		now.Add(time.Hour): false, now.AddDate(70, 0, 0): false,
	} {
		if IsChangeTime(at, now) != want {
			t.Errorf("%v: %v", at, !want)
		}
	}
}

// TestListsUpdatedAt: a change counts for the list of its classification and for those above it. Products of unknown
// classifications, and records without a time, change no list.
//
// Rules: CAT-65.
func TestListsUpdatedAt(t *testing.T) {
	at := func(day int) time.Time { return time.Date(2026, time.October, day, 8, 0, 0, 0, time.UTC) }
	tree := NewTree(TypeProduct, []ClassificationRecord{
		{ID: "1", Slug: "crimping", UpdatedAt: at(3)},
		{ID: "2", Slug: "presses", ParentID: "1"},
		{ID: "3", Slug: "bench", ParentID: "2", UpdatedAt: at(1)},
		{ID: "4", Slug: "testing", UpdatedAt: at(2)},
		{ID: "5", Slug: "marking"},
	}, site.CountryAll)
	got := ListsUpdatedAt(tree, []FiledProduct{
		{Slug: "a", ClassificationSlug: "bench", UpdatedAt: at(5)}, {Slug: "b", ClassificationSlug: "bench"},
		{Slug: "c", ClassificationSlug: "testing", UpdatedAt: at(1)},
		{Slug: "d", ClassificationSlug: "gone", UpdatedAt: at(9)}, {Slug: "e", ClassificationSlug: "marking"},
	})
	want := map[string]time.Time{"crimping": at(5), "presses": at(5), "bench": at(5), "testing": at(2)}
	if !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
