package editorial

import (
	"testing"
	"time"
)

// TestPublishedAt checks stories, media releases and news around their publication date.
//
// Rules: FEED-19.
func TestPublishedAt(t *testing.T) {
	due := time.Date(2027, 5, 1, 5, 0, 0, 0, time.UTC)
	later := due.AddDate(0, 0, 1)
	for name, test := range map[string]struct {
		now   time.Time
		count int
		next  time.Time
	}{
		"before":                         {due.Add(-time.Nanosecond), 1, due},
		"at the time":                    {due, 2, later},
		"at the time, in another zone":   {due.In(time.FixedZone("", 9*3600)), 2, later},
		"after":                          {due.Add(time.Hour), 2, later},
		"after all":                      {later.Add(time.Hour), 3, time.Time{}},
		"before all":                     {time.Time{}, 0, due.AddDate(-1, 0, 0)},
		"far before, in a zone":          {due.Add(-time.Minute).In(time.FixedZone("", -12*3600)), 1, due},
		"the day of a date, not its end": {later, 3, time.Time{}},
	} {
		t.Run(name, func(t *testing.T) {
			dates := []time.Time{due, later, due.AddDate(-1, 0, 0)}
			var stories []*Story
			var releases []*MediaRelease
			for _, date := range dates {
				stories = append(stories, &Story{PublicationDate: date})
				releases = append(releases, &MediaRelease{PublicationDate: date})
			}
			foundStories, nextStory := NewStories(stories, nil, nil, nil).PublishedAt(test.now)
			foundReleases, nextRelease := NewMediaReleases(releases).PublishedAt(test.now)
			news, nextNews := PublishedNews([]*NewsItem{
				{PublicationDate: later}, {PublicationDate: due}, {PublicationDate: due.AddDate(-1, 0, 0)},
			}, test.now)
			for what, got := range map[string]struct {
				count int
				next  time.Time
			}{
				"stories": {len(foundStories.All), nextStory}, "releases": {len(foundReleases), nextRelease},
				"news": {len(news), nextNews},
			} {
				if got.count != test.count || !got.next.Equal(test.next) {
					t.Errorf("%s: %d, next %s; want %d, %s", what, got.count, got.next, test.count, test.next)
				}
			}
		})
	}
}

// TestPublishedAt_All checks that the list of all stories is not changed.
func TestPublishedAt_All(t *testing.T) {
	all := NewStories([]*Story{{PublicationDate: time.Unix(2, 0)}, {PublicationDate: time.Unix(1, 0)}}, nil, nil, nil)
	if public, _ := all.PublishedAt(time.Unix(1, 0)); len(public.All) != 1 || len(all.All) != 2 {
		t.Errorf("%d public of %d", len(public.All), len(all.All))
	}
}
