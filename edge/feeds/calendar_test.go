package feeds

import (
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"strand/domain/editorial"
	"strand/domain/site"
)

// calendarFile returns the calendar file of an event.
func calendarFile(t *testing.T, e *editorial.Event) string {
	t.Helper()
	w := httptest.NewRecorder()
	inContext := site.Localized{
		SiteContext: &site.Context{ContextInput: site.ContextInput{Directory: &site.Directory{}}},
	}
	sendCalendar(w, httptest.NewRequest("GET", "/api/events/fair.ics", nil), &editorial.LocalizedEvent{
		Event: e, Localized: inContext,
	})
	return w.Body.String()
}

// A file has lines of at most 75 bytes that end with CRLF; line breaks of texts are escaped.
//
// Rules: FEED-16.
func TestCalendar_Lines(t *testing.T) {
	text := "First line; with, signs \\\n" + strings.Repeat("Gerätebau 測定 ", 30)
	file := calendarFile(t, &editorial.Event{
		ID: "fair", Slug: "fair", Title: "Fair", Text: &text, StartDate: "2026-11-25", EndDate: "2026-11-27",
	})
	lines := strings.Split(file, "\r\n")
	for _, line := range lines {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("%d bytes: %q", len(line), line)
		}
	}
	calendar, err := ics.ParseCalendar(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if got := calendar.Events()[0].GetProperty(ics.ComponentPropertyDescription).Value; got != text {
		t.Errorf("got  %q\nwant %q", got, text)
	}
}

// A moved event has the same id and a higher sequence number.
//
// Rules: FEED-16.
func TestCalendar_Moved(t *testing.T) {
	read := func(start string, updated time.Time) (id string, sequence int) {
		file := calendarFile(t, &editorial.Event{
			ID: "fair", Slug: "fair", Title: "Fair", StartDate: start, EndDate: start, UpdatedAt: updated,
			Link: &site.LinkRef{ExternalURL: "javascript:alert(1)"},
		})
		calendar, err := ics.ParseCalendar(strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		event := calendar.Events()[0]
		if sequence, err = strconv.Atoi(event.GetProperty(ics.ComponentPropertySequence).Value); err != nil {
			t.Fatal(err)
		}
		if url := event.GetProperty(ics.ComponentPropertyUrl); url != nil {
			t.Errorf("URL %s", url.Value)
		}
		return event.Id(), sequence
	}
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	firstID, first := read("2026-11-25", now)
	movedID, moved := read("2026-12-02", now.Add(time.Hour))
	if firstID != movedID || moved <= first {
		t.Errorf("%s %d, then %s %d", firstID, first, movedID, moved)
	}
}
