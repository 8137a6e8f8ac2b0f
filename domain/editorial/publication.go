package editorial

import (
	"slices"
	"time"
)

// IsPublished reports whether content with a publication date is public at a time (FEED-19): from this date on.
func IsPublished(date, now time.Time) bool { return !date.After(now) }

// published returns the content that is public at a time, of a list with the newest first. next is the date of the
// content that is published next; zero for none.
func published[T any](newestFirst []T, date func(T) time.Time, now time.Time) (public []T, next time.Time) {
	i := slices.IndexFunc(newestFirst, func(item T) bool { return IsPublished(date(item), now) })
	if i < 0 {
		i = len(newestFirst)
	}
	if i > 0 {
		next = date(newestFirst[i-1])
	}
	return newestFirst[i:], next
}

// PublishedAt returns the stories that are public at a time, and when the next one is published; zero for never.
func (s *Stories) PublishedAt(now time.Time) (_ *Stories, next time.Time) {
	public := *s
	public.All, next = published(s.All, func(story *Story) time.Time { return story.PublicationDate }, now)
	return &public, next
}

// PublishedAt returns the releases that are public at a time, and when the next one is published; zero for never.
func (m MediaReleases) PublishedAt(now time.Time) (_ MediaReleases, next time.Time) {
	return published(m, func(r *MediaRelease) time.Time { return r.PublicationDate }, now)
}

// PublishedNews returns the news that are public at a time, of a list with the newest first, and when the next one is
// published; zero for never.
func PublishedNews(newestFirst []*NewsItem, now time.Time) (_ []*NewsItem, next time.Time) {
	return published(newestFirst, func(n *NewsItem) time.Time { return n.PublicationDate }, now)
}
