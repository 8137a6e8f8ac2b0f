package feeds

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
)

// calendar serves GET /api/events/{slug}.ics?locale=de-CH: an event of the main site as an iCalendar file.
type calendar struct {
	visitor.Sites
	events   EventReader
	visitors visitor.Reader
}

func (c calendar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	slug, ok := strings.CutSuffix(r.PathValue("file"), ".ics")
	if !ok {
		http.NotFound(w, r)
		return
	}
	ctx := r.Context()
	dir, err := c.Directory(ctx)
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	l, ok := site.ParseLocale(r.URL.Query().Get("locale"))
	if !ok || !dir.Supports(dir.Main(), l) {
		l = dir.DefaultLocale(dir.Main())
	}
	scheme, host := c.visitors.Origin(r)
	siteCtx, err := c.SiteContext(ctx, dir, dir.Main(), l, scheme, host)
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	events, err := c.events.Events(ctx, siteCtx)
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	for _, e := range editorial.LocalizeEvents(siteCtx, events, nil) {
		if e.Slug == slug {
			sendCalendar(w, r, e)
			return
		}
	}
	respond.Error(w, r, apperr.New(apperr.NotFound, "The event was not found."))
}

func sendCalendar(w http.ResponseWriter, r *http.Request, e *editorial.LocalizedEvent) {
	calendar := ics.NewCalendarFor("Strand")
	calendar.SetMethod(ics.MethodPublish)
	entry := calendar.AddEvent(e.ID + "@strand")
	// Calendars that contain the event replace it if its sequence number is higher. Minutes fit into 32 bits.
	entry.SetDtStampTime(e.UpdatedAt)
	entry.SetModifiedAt(e.UpdatedAt)
	entry.SetSequence(max(0, int(e.UpdatedAt.Unix()/60)))
	locale := e.SiteContext.Locale
	entry.SetSummary(locale.Spell(e.Title))
	// The CMS has checked the dates. In iCalendar, the end of a whole-day event is the day after its last day.
	start, _ := time.Parse(time.DateOnly, e.StartDate)
	end, _ := time.Parse(time.DateOnly, e.EndDate)
	entry.SetAllDayStartAt(start)
	entry.SetAllDayEndAt(end.AddDate(0, 0, 1))
	if e.Location != nil {
		entry.SetLocation(locale.Spell(*e.Location))
	}
	if e.Text != nil {
		entry.SetDescription(locale.Spell(*e.Text))
	}
	if url := eventURL(e); url != "" {
		entry.SetURL(url)
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+e.Slug+`.ics"`)
	w.Header().Set("Cache-Control", "public, max-age=600")
	encoding.Send(w, r, http.StatusOK, []byte(calendar.Serialize(ics.WithNewLineWindows)))
}

// eventURL returns the absolute URL of the page about an event; empty if it has none.
func eventURL(e *editorial.LocalizedEvent) string {
	link := e.Link()
	if link == nil {
		return ""
	}
	kind, linked := link.Resolve(func() string { return "" })
	if kind != site.LinkRoute && kind != site.LinkPlain {
		return ""
	}
	base, err := url.Parse(e.SiteContext.AbsoluteURLOn(e.SiteContext.Site, ""))
	if err != nil {
		return ""
	}
	target, err := base.Parse(linked)
	if err != nil {
		return ""
	}
	return target.String()
}
