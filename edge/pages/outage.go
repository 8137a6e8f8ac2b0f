package pages

import (
	"errors"
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"strand/domain/site"
	"strand/edge/render"
	"strand/edge/respond"
	"strand/internal/telemetry"
	"strand/service/website/visit"
)

// pageFailure reports that the main content of a page cannot be read now, although its site was read.
type pageFailure struct {
	// screen is the screen that shows the failure.
	screen screen
	page   *Payload
}

func (f *pageFailure) Error() string { return f.Unwrap().Error() }
func (f *pageFailure) Unwrap() error { return f.page.answer.Err() }

// outage sends the error page, in the layout of the site if it was read, in the language of the address or else of
// the visitor. The cause goes into the request's log event.
func (p *Handler) outage(w http.ResponseWriter, r *http.Request, req *visit.Request, url string, cause error) {
	code, _ := respond.Describe(cause)
	respond.Refuse(w, r, code, cause)
	s := &shell{
		status: http.StatusServiceUnavailable,
		url:    visibleURL(req, url),
		base:   baseOf(req),
		screen: contentScreen,
		locale: outageLanguage(r),
		theme:  string(site.ThemeDefault),
		title:  "503",
	}
	if failed := new(pageFailure); errors.As(cause, &failed) {
		if of, err := p.shellOf(req, failed.page); err == nil {
			of.status, of.screen, of.title, of.theme = s.status, failed.screen, s.title, failed.page.Site.Theme
			s = of
		}
	}
	s.data.Partial = false // the page shows the failure instead
	s.data.Outage = &render.Outage{TraceID: telemetry.TraceID(r.Context())}
	doc, err := p.shells.assemble(r.Context(), s)
	if err != nil {
		http.Error(w, respond.Unavailable, http.StatusServiceUnavailable)
		return
	}
	p.send(w, r, req, doc)
}

// outageLanguage returns the language of an error page without a site: that of the address, or else the visitor's.
func outageLanguage(r *http.Request) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if l, ok := site.ParseLocale(first); ok {
		return interfaceLanguage(l.LanguageCode)
	}
	return interfaceLanguage(r.Header.Get("Accept-Language"))
}

// interfaceLanguages are the languages of the interface; English is the fallback.
var interfaceLanguages = language.NewMatcher(
	[]language.Tag{language.English, language.German, language.French, language.Spanish,
		language.Portuguese, language.Czech, language.Hungarian, language.Romanian, language.Slovak, language.Japanese,
		language.Chinese},
)

// interfaceLanguage returns the interface language that best matches an Accept-Language header.
func interfaceLanguage(accepted string) string {
	tag, _ := language.MatchStrings(interfaceLanguages, accepted)
	base, _ := tag.Base()
	return base.String()
}
