package editor

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"strand/domain/editorial"
	"strand/domain/optional"
)

// MomentKind is what happens to the website at a moment.
type MomentKind string

const (
	StoryPublished        MomentKind = "STORY_PUBLISHED"
	MediaReleasePublished MomentKind = "MEDIA_RELEASE_PUBLISHED"
	EventBegins           MomentKind = "EVENT_BEGINS"
	EventOver             MomentKind = "EVENT_OVER"
	PositionClosed        MomentKind = "POSITION_CLOSED"
)

// maxMoments is the number of moments that editors are shown.
const maxMoments = 50

// Moment is a time at which the website changes without an edit (EDIT-21).
type Moment struct {
	At    time.Time
	Kind  MomentKind
	Title string
	// DocumentID is the id of the story, the media release, the event, or the page of the position.
	DocumentID string
}

// MomentInput are the documents with dates of a site.
type MomentInput struct {
	Stories       []*editorial.Story
	MediaReleases []*editorial.MediaRelease
	Events        []*editorial.Event
	// Pages are those with a position; nil for one that cannot be read.
	Pages []*editorial.Page
}

// Moments returns the next moments after a time, the nearest first: publications of stories and media releases, the
// first days of events, and the days after their last ones, on which they are past, and the days after the last ones of
// open positions. Days begin in UTC.
func Moments(in MomentInput, now time.Time) []*Moment {
	moments := []*Moment{}
	add := func(at time.Time, kind MomentKind, title, id string) {
		if at.After(now) {
			moments = append(moments, &Moment{At: at.UTC(), Kind: kind, Title: title, DocumentID: id})
		}
	}
	for _, s := range in.Stories {
		add(s.PublicationDate, StoryPublished, s.Title, s.ID)
	}
	for _, r := range in.MediaReleases {
		add(r.PublicationDate, MediaReleasePublished, r.Title, r.ID)
	}
	for _, e := range in.Events {
		if first, err := time.Parse(time.DateOnly, e.StartDate); err == nil {
			add(first, EventBegins, e.Title, e.ID)
		}
		add(optional.DayAfter(e.EndDate), EventOver, e.Title, e.ID)
	}
	for _, p := range in.Pages {
		if p != nil && p.Position != nil {
			add(p.Position.NextChange(now), PositionClosed, p.Title, p.ID)
		}
	}
	slices.SortStableFunc(moments, func(a, b *Moment) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(a.DocumentID, b.DocumentID))
	})
	return moments[:min(len(moments), maxMoments)]
}
