package editorial

import (
	"net/url"
	"slices"
	"time"

	"strand/domain/convert"
	"strand/domain/optional"
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

// SplitByDate separates upcoming events, sorted by date, from past ones, the latest first. An event is past from the
// day after its last day on, in UTC.
func SplitByDate(events []*Event, now time.Time) (upcoming, past []*Event) {
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

// NextOver returns when the first of some upcoming events is over; zero for none.
func NextOver(upcoming []*Event) time.Time {
	var next time.Time
	for _, e := range upcoming {
		next = optional.Earlier(next, optional.DayAfter(e.EndDate))
	}
	return next
}

// LeadsTo reports whether the link of the event leads to a page.
func (e *Event) LeadsTo(pageID string) bool { return e.Link != nil && e.Link.PageID == pageID }

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

// EventTranslation are the same events, read in another language.
type EventTranslation struct {
	Language string
	Events   []*Event
}

// TextLanguage returns the language of the texts of an event that was read in a language: that language, or the one of
// the first translation that has the same text, or title without one. A CMS returns untranslated texts of an event
// without saying so.
func (e *Event) TextLanguage(language string, translations []EventTranslation) string {
	for _, t := range translations {
		at := slices.IndexFunc(t.Events, func(other *Event) bool { return other.ID == e.ID })
		if at >= 0 && e.hasTextOf(t.Events[at]) {
			return t.Language
		}
	}
	return language
}

// EventLanguages returns the languages in which each event is written, of those that the events were read in. English
// is the language of untranslated texts.
func EventLanguages(events []*Event, read []EventTranslation) [][]string {
	var english []EventTranslation
	for _, t := range read {
		if t.Language == fallbackLanguage {
			english = append(english, t)
		}
	}
	return convert.All(events, func(e *Event) []string {
		var languages []string
		for _, t := range read {
			at := slices.IndexFunc(t.Events, func(other *Event) bool { return other.ID == e.ID })
			if at >= 0 && t.Events[at].TextLanguage(t.Language, english) == t.Language {
				languages = append(languages, t.Language)
			}
		}
		return languages
	})
}

func (e *Event) hasTextOf(other *Event) bool {
	own, text := optional.OrEmpty(e.Text), optional.OrEmpty(other.Text)
	return own == text && (own != "" || e.Title == other.Title)
}

// LocalizedEvent is an event bound to a site context.
type LocalizedEvent struct {
	*Event
	site.Localized
	// Language is the language of the texts.
	Language string
}

// LocalizeEvents binds events to a site context. The translations are in its fallback languages, English first.
func LocalizeEvents(siteCtx *site.Context, events []*Event, translations []EventTranslation) []*LocalizedEvent {
	return convert.All(events, func(e *Event) *LocalizedEvent {
		language := e.TextLanguage(siteCtx.Locale.LanguageCode, translations)
		return &LocalizedEvent{e, site.Localized{SiteContext: siteCtx}, language}
	})
}

// IsLanguageFallback reports whether the language of the texts differs from the site context's.
func (e *LocalizedEvent) IsLanguageFallback() bool {
	return e.Language != e.SiteContext.Locale.LanguageCode
}

// ContentLanguage is the language of the texts.
func (e *LocalizedEvent) ContentLanguage() *site.Language {
	return e.SiteContext.Directory.LanguageNamed(e.Language)
}

// Link is the link to more information; nil if there is none.
func (e *LocalizedEvent) Link() *site.Link { return localizedLink(e.SiteContext, e.Event.Link) }

// CalendarURL is the URL of the event as a calendar file.
func (e *LocalizedEvent) CalendarURL() string {
	return "/api/events/" + url.PathEscape(e.Slug) + ".ics?" + url.Values{
		"locale": {e.SiteContext.Locale.Code()},
	}.Encode()
}

// IsOver reports whether the event is past at a time.
func (e *LocalizedEvent) IsOver(now time.Time) bool {
	_, past := SplitByDate([]*Event{e.Event}, now)
	return len(past) > 0
}

// LocalizedNewsItem is an entry of the news feed bound to a site context.
type LocalizedNewsItem struct {
	*NewsItem
	site.Localized
}

// Localize binds an entry to a site context.
func (n *NewsItem) Localize(siteCtx *site.Context) *LocalizedNewsItem {
	return &LocalizedNewsItem{n, site.Localized{SiteContext: siteCtx}}
}

// Link is the link to more information; nil if there is none.
func (n *LocalizedNewsItem) Link() *site.Link { return localizedLink(n.SiteContext, n.NewsItem.Link) }

func localizedLink(siteCtx *site.Context, ref *site.LinkRef) *site.Link {
	if ref.IsEmpty() {
		return nil
	}
	return &site.Link{Ref: ref, SiteContext: siteCtx}
}

// IsEntity marks an event as an entity of the federated graph, with its id as the key.
func (*LocalizedEvent) IsEntity() {}
