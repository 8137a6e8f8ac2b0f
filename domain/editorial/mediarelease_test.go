package editorial

import (
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/listing"
)

// TestMediaReleases_Select checks the filters of the media releases (FEED-11).
//
// Rules: FEED-11.
func TestMediaReleases_Select(t *testing.T) {
	all := NewMediaReleases([]*MediaRelease{
		{Slug: "a", PublicationDate: day0("2024-01-01")},
		{Slug: "b", PublicationDate: day0("2026-03-12").Add(23 * time.Hour), Adhoc: true},
		{Slug: "c", PublicationDate: day0("2025-07-01"), Adhoc: true},
	})
	for query, want := range map[string]string{
		"":                               "b c a",
		"adhoc=true":                     "b c",
		"from=2025-07-01":                "b c",
		"to=2025-07-01":                  "c a",
		"from=2025-01-01&to=2025-12-31":  "c",
		"from=2025-12-31&to=2025-01-01":  "c", // reversed bounds
		"from=2026-03-12&to=2026-03-12":  "b",
		"from=yesterday":                 "b c a",
		"to=2026-02-30":                  "b c a",
		"adhoc=true&to=2026-01-01":       "c",
		"year=2026":                      "b",
		"year=2024&year=2026":            "b a",
		"year=2026&to=2025-12-31":        "",
		"year=-5&year=now":               "b c a",
		"from=2030-01-01&to=&adhoc=true": "",
	} {
		var got []string
		for _, m := range all.Select(ParseMediaReleaseSelection(query)) {
			got = append(got, m.Slug)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, not %q", query, got, want)
		}
	}
	o := all.Overview("/m", ParseMediaReleaseSelection("adhoc=true&from=2025-01-01"))
	if o.Total != 2 || o.First != "2024-01-01" || o.ResetURL != "/m" {
		t.Errorf("%+v", o)
	}
	if !slices.Equal(o.Years, []listing.Option{
		{Value: "2026", Label: "2026", Count: 1}, {Value: "2025", Label: "2025", Count: 1},
	}) {
		t.Errorf("years %+v", o.Years)
	}
	o = all.Overview("/m", ParseMediaReleaseSelection("year=2024&adhoc=true"))
	if !o.Selection.IsFiltered() || o.Selection.Query() != "?adhoc=true&year=2024" || len(o.Years) != 3 ||
		!o.Years[2].Selected {
		t.Errorf("with a year: %q, %+v", o.Selection.Query(), o.Years)
	}
	o = all.Overview("/m", ParseMediaReleaseSelection("adhoc=true&from=2025-01-01"))
	if got := o.Selection.Query(); got != "?adhoc=true&from=2025-01-01" {
		t.Errorf("query %q", got)
	}
}

// TestMediaReleases_OverviewPages checks that a page has 20 media releases, and that one beyond the last is the last
// (FEED-3).
//
// Rules: FEED-3.
func TestMediaReleases_OverviewPages(t *testing.T) {
	var many []*MediaRelease
	for i := range 41 {
		many = append(many, &MediaRelease{
			Slug:            strings.Repeat("m", i+1),
			PublicationDate: day0("2026-01-01").AddDate(0, 0, -i),
		})
	}
	all := NewMediaReleases(many)
	for page, want := range map[string]struct {
		first          string
		n              int
		previous, next string
	}{
		"":       {"m", 20, "", "/m?page=2"},
		"page=3": {strings.Repeat("m", 41), 1, "/m?page=2", ""},
		"page=9": {strings.Repeat("m", 41), 1, "/m?page=2", ""},
	} {
		o := all.Overview("/m", ParseMediaReleaseSelection(page))
		first := ""
		if len(o.MediaReleases) > 0 {
			first = o.MediaReleases[0].Slug
		}
		if first != want.first || len(o.MediaReleases) != want.n ||
			text(o.PreviousURL) != want.previous || text(o.NextURL) != want.next {
			t.Errorf("%q: %d from %q, %q, %q", page, len(o.MediaReleases), first, text(o.PreviousURL), text(o.NextURL))
		}
	}
}

// TestSplitByDate checks upcoming and past events (FEED-15).
//
// Rules: FEED-15.
func TestSplitByDate(t *testing.T) {
	events := []*Event{
		{Slug: "far", StartDate: "2027-05-01", EndDate: "2027-05-02"},
		{Slug: "today", StartDate: "2026-11-18", EndDate: "2026-11-20"},
		{Slug: "yesterday", StartDate: "2026-11-19", EndDate: "2026-11-19"},
		{Slug: "long ago", StartDate: "2020-01-01", EndDate: "2020-01-02"},
	}
	upcoming, past := SplitByDate(events, day0("2026-11-20").Add(23*time.Hour))
	names := func(list []*Event) string {
		var all []string
		for _, e := range list {
			all = append(all, e.Slug)
		}
		return strings.Join(all, ", ")
	}
	if names(upcoming) != "today, far" || names(past) != "yesterday, long ago" {
		t.Errorf("upcoming %s; past %s", names(upcoming), names(past))
	}
}
