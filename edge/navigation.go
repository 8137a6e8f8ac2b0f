package edge

import (
	"encoding/json"
	"net/http"

	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/graph"
)

// navigationQuery asks for everything that spec §3 says of a navigation item.
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

// navigation serves GET /api/site-navigation/public/{siteId}?lang={language}: header and footer of a site as everybody sees
// them (spec §7, Navigation). They are the graph's; this is the address at which other systems of the group ask for them.
func (p *pages) navigation(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	dir, err := p.cms.Directory(ctx, site.Published)
	if err != nil {
		fail(w, http.StatusServiceUnavailable, "UPSTREAM_UNAVAILABLE", "The sites cannot be read now.")
		return
	}
	s := dir.Site(r.PathValue("siteId"))
	if s == nil {
		fail(w, http.StatusNotFound, "NOT_FOUND", "There is no such site.")
		return
	}
	locale := dir.DefaultLocale(s)
	if wanted := r.URL.Query().Get("lang"); wanted != "" {
		l, ok := site.ParseLocale(wanted)
		if !ok || !dir.Supports(s, l) {
			fail(w, http.StatusBadRequest, "BAD_USER_INPUT", "lang: the site is not offered in it.")
			return
		}
		locale = l
	}
	answer := p.graph.Execute(ctx, p.visitors.request(r).Anybody(), graph.Own(navigationQuery, map[string]any{"id": s.ID, "locale": locale.Code()}), false)
	var data struct{ Site json.RawMessage }
	if err := json.Unmarshal(answer.Data, &data); err != nil || len(answer.Errors) > 0 {
		p.log.ErrorContext(ctx, "a navigation cannot be read", "site", s.ID, "locale", locale.Code(), "error", answer.Err())
		fail(w, http.StatusServiceUnavailable, "UPSTREAM_UNAVAILABLE", "The navigation cannot be read now.")
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	encoding.Send(w, r, http.StatusOK, data.Site)
}
