package editorial

import (
	"net/url"
	"slices"
	"time"

	"strand/domain/site"
)

// Event is an event at which visitors can meet the group, such as a trade fair.
type Event struct {
	ID, Slug, Title string
	Text, Location  *string
	// StartDate and EndDate are the first and the last day: `2026-11-20`.
	StartDate, EndDate string
	Image              *site.Image
	Link               *site.LinkRef
	UpdatedAt          time.Time
}

// Split separates upcoming events, sorted by date, from past ones, the latest first. An event is past from the day
// after its last day on, in UTC.
func Split(events []*Event, now time.Time) (upcoming, past []*Event) {
	today := now.UTC().Format(time.DateOnly)
	upcoming, past = []*Event{}, []*Event{}
	for _, e := range events {
		if e.EndDate < today {
			past = append(past, e)
		} else {
			upcoming = append(upcoming, e)
		}
	}
	slices.SortStableFunc(upcoming, func(a, b *Event) int { return compareDays(a, b) })
	slices.SortStableFunc(past, func(a, b *Event) int { return compareDays(b, a) })
	return upcoming, past
}

func compareDays(a, b *Event) int {
	switch {
	case a.StartDate < b.StartDate:
		return -1
	case a.StartDate > b.StartDate:
		return 1
	}
	return 0
}

// NewsItem is an entry of the news feed.
type NewsItem struct {
	ID, Title       string
	Text            *string
	PublicationDate time.Time
	Link            *site.LinkRef
	Image           *site.Image
}

// EventInView is an event bound to a view.
type EventInView struct {
	*Event
	View *site.View
}

// EventsIn binds events to a view.
func EventsIn(view *site.View, events []*Event) []*EventInView {
	inView := make([]*EventInView, len(events))
	for i, e := range events {
		inView[i] = &EventInView{e, view}
	}
	return inView
}

// Link is the link to more information; nil if there is none.
func (e *EventInView) Link() *site.Link { return linkIn(e.View, e.Event.Link) }

// CalendarURL is the URL of the event as a calendar file.
func (e *EventInView) CalendarURL() string {
	return "/api/events/" + url.PathEscape(e.Slug) + ".ics?" + url.Values{"locale": {e.View.Locale.Code()}}.Encode()
}

// IsOver reports whether the event is past at a time.
func (e *EventInView) IsOver(now time.Time) bool {
	_, past := Split([]*Event{e.Event}, now)
	return len(past) > 0
}

// NewsItemInView is an entry of the news feed bound to a view.
type NewsItemInView struct {
	*NewsItem
	view *site.View
}

// In binds an entry to a view.
func (n *NewsItem) In(view *site.View) *NewsItemInView { return &NewsItemInView{n, view} }

// Link is the link to more information; nil if there is none.
func (n *NewsItemInView) Link() *site.Link { return linkIn(n.view, n.NewsItem.Link) }

func linkIn(view *site.View, ref *site.LinkRef) *site.Link {
	if ref.IsEmpty() {
		return nil
	}
	return &site.Link{Ref: ref, View: view}
}

// IsEntity marks an event as an entity of the federated graph, with its id as the key.
func (*EventInView) IsEntity() {}

// Locale is the code of the locale that the event was read for.
func (e *EventInView) Locale() string { return e.View.Locale.Code() }

// Site is the technical name of the site of the event's URLs.
func (e *EventInView) Site() string { return e.View.Site.TechnicalName }

// Locale is the code of the locale that the entry was read for.
func (n *NewsItemInView) Locale() string { return n.view.Locale.Code() }

// Site is the technical name of the site of the entry's URLs.
func (n *NewsItemInView) Site() string { return n.view.Site.TechnicalName }
