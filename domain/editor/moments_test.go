package editor_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"strand/domain/editor"
	"strand/domain/editorial"
)

// TestMoments: the moments after a time, the nearest first; what was before, or has no date, is left out.
//
// Rules: EDIT-21.
func TestMoments(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	zurich := time.FixedZone("CET", 3600)
	in := editor.MomentInput{
		Stories: []*editorial.Story{
			{ID: "later", Title: "Later", PublicationDate: time.Date(2027, 1, 1, 8, 0, 0, 0, zurich)},
			{ID: "soon", Title: "Soon", PublicationDate: now.Add(time.Minute)},
			{ID: "now", PublicationDate: now},
			{ID: "before", PublicationDate: now.Add(-time.Hour)},
			{ID: "undated"},
		},
		MediaReleases: []*editorial.MediaRelease{
			{ID: "release", Title: "Results", PublicationDate: now.AddDate(0, 0, 2)},
			{ID: "past", PublicationDate: now.AddDate(0, 0, -2)},
		},
		Events: []*editorial.Event{
			{ID: "fair", Title: "Fair", StartDate: "2026-11-19", EndDate: "2026-11-21"},
			{ID: "next", Title: "Next", StartDate: "2026-12-01", EndDate: "2026-12-01"},
			{ID: "over", StartDate: "2026-11-01", EndDate: "2026-11-19"},
			{ID: "broken", StartDate: "soon", EndDate: ""},
		},
		Pages: []*editorial.Page{
			{ID: "job", Title: "Job", Position: &editorial.Position{ValidThrough: "2026-11-30"}},
			{ID: "today", Title: "Today", Position: &editorial.Position{ValidThrough: "2026-11-20"}},
			{ID: "closed", Position: &editorial.Position{ValidThrough: "2026-11-19"}},
			{ID: "filled", Position: &editorial.Position{ValidThrough: "2026-11-30", Withdrawn: true}},
			{ID: "page"},
			nil,
		},
	}
	var got []string
	for _, m := range editor.Moments(in, now) {
		got = append(got, fmt.Sprint(m.At.Format(time.RFC3339), " ", m.Kind, " ", m.Title, " ", m.DocumentID))
	}
	want := []string{
		"2026-11-20T12:01:00Z STORY_PUBLISHED Soon soon",
		"2026-11-21T00:00:00Z POSITION_CLOSED Today today",
		"2026-11-22T00:00:00Z EVENT_OVER Fair fair",
		"2026-11-22T12:00:00Z MEDIA_RELEASE_PUBLISHED Results release",
		"2026-12-01T00:00:00Z POSITION_CLOSED Job job",
		"2026-12-01T00:00:00Z EVENT_BEGINS Next next",
		"2026-12-02T00:00:00Z EVENT_OVER Next next",
		"2027-01-01T07:00:00Z STORY_PUBLISHED Later later",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := editor.Moments(editor.MomentInput{}, now); got == nil || len(got) > 0 {
		t.Errorf("without documents: %v", got)
	}
	many := editor.MomentInput{Stories: slices.Repeat(in.Stories[:1], 60)}
	if got := editor.Moments(many, now); len(got) != 50 {
		t.Errorf("%d moments", len(got))
	}
}
