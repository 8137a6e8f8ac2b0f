package edge

import (
	"encoding/json"
	"errors"
	"net/http"

	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/graph"
	"strand/internal/apperr"
)

// navigationQuery asks for every field of a navigation item.
const navigationQuery = `query SiteNavigation($id: ID!, $locale: LocaleCode!) {
	site(id: $id) {
		id
		headerNavigation(locale: $locale) {
			home { ...Item }
			items {
				id title breadcrumbOverride url unlocalizedUrl link { ...Link } hidden countries path target
				marketingTitle marketingDescription
				marketingSection { logo { url alternativeText } backgroundColor link { ...Link } }
				sections { title items { ...Item items { ...Item items { ...Item } } } }
			}
			topItems { ...Item items { ...Item items { ...Item } } }
		}
		footerNavigation(locale: $locale) {
			theme contactLink { ...Link } sections { title links { ...Link } } legalLinks { ...Link } note
		}
	}
}
fragment Item on NavigationItem { id title breadcrumbOverride url unlocalizedUrl link { ...Link } hidden countries path target }
fragment Link on Link { text kind url openInNewTab }`

// navigation serves GET /api/site-navigation/public/{siteId}?lang={language}: header and footer of a site as anonymous
// users see them. They are the graph's; this is the address at which other systems of the group ask for them.
type navigation struct {
	sites
	graph    *graph.Executor
	visitors visitors
}

func (n navigation) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	dir, err := n.directory(ctx)
	if err != nil {
		respondJSONError(w, r, err)
		return
	}
	s := dir.Site(r.PathValue("siteId"))
	if s == nil {
		respondJSONError(w, r, apperr.New(apperr.NotFound, "There is no such site."))
		return
	}
	locale := dir.DefaultLocale(s)
	if wanted := r.URL.Query().Get("lang"); wanted != "" {
		l, ok := site.ParseLocale(wanted)
		if !ok || !dir.Supports(s, l) {
			respondJSONError(w, r, apperr.New(apperr.Invalid, "lang: the site is not offered in it."))
			return
		}
		locale = l
	}
	operation := graph.Own(navigationQuery, map[string]any{"id": s.ID, "locale": locale.Code()})
	answer := n.graph.Execute(ctx, n.visitors.request(r).Anonymous(), operation, false)
	var data struct{ Site json.RawMessage }
	if err := errors.Join(answer.Err(), json.Unmarshal(answer.Data, &data)); err != nil {
		respondJSONError(w, r, &apperr.Error{Code: apperr.UpstreamUnavailable, Message: "The navigation cannot be read now.", Cause: err})
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	encoding.Send(w, r, http.StatusOK, data.Site)
}
