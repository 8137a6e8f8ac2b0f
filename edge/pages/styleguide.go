package pages

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"strand/domain/site"
	"strand/edge/visitor"
	"strand/internal/budget"
	"strand/internal/cache"
	"strand/service/website/visit"
)

// styleGuideRoutes are the pages of the style guide, below its root.
var styleGuideRoutes = []string{
	"",
	"/buttons",
	"/components",
	"/inputs",
	"/modules",
	"/pages/error",
	"/tools/email-links",
	"/typography",
}

// styleGuide serves the pages of /style-guide: without a locale, with their own layout, in the theme of the query.
func (p *Handler) styleGuide(w http.ResponseWriter, r *http.Request) {
	req := p.visitors.Request(r)
	route := strings.TrimPrefix(r.URL.Path, "/style-guide")
	if clean := strings.TrimRight(route, "/"); clean != route {
		target := "/style-guide" + clean
		if r.URL.RawQuery != "" {
			target += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, site.EscapeURL(target), http.StatusMovedPermanently)
		return
	}
	isKnown := slices.Contains(styleGuideRoutes, route)
	if !isKnown {
		if doc := p.redirectOfReserved(r, req); doc != nil {
			p.send(w, r, req, doc)
			return
		}
	}
	status := http.StatusOK
	if !isKnown {
		// All unknown addresses share one document, so that they do not fill the cache.
		status, route = http.StatusNotFound, "/not-found"
	}
	theme := site.Theme(r.URL.Query().Get("theme"))
	if !slices.Contains(site.Themes, theme) {
		theme = site.ThemeDefault
	}
	url := req.Scheme + "://" + req.Host + "/style-guide" + route + "?theme=" + string(theme)
	doc, err := cache.Load(
		r.Context(),
		p.cache,
		cache.Key("style-guide", url),
		func(ctx context.Context) (cache.Loaded[*document], error) {
			doc, err := p.assemble(ctx, &shell{
				status: status,
				url:    url,
				screen: styleGuideScreen,
				locale: "en",
				theme:  string(theme),
				title:  "Style guide",
			})
			if err != nil {
				return cache.Loaded[*document]{}, err
			}
			return cache.Loaded[*document]{
				Value:     doc,
				Size:      doc.body.Size(),
				Freshness: pageFreshness,
				NoStore:   doc.unrendered || req.Unshared,
			}, nil
		},
	)
	if err != nil {
		p.log.ErrorContext(r.Context(), "style_guide_failed", "url", url, "error", err)
		http.Error(w, "The style guide cannot be shown now.", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("X-Robots-Tag", "noindex")
	p.send(w, r, req, doc)
}

// redirectOfReserved returns the editorial redirect of an address outside of the sites (URL-26); nil for none, and if
// the sites cannot be read.
func (p *Handler) redirectOfReserved(r *http.Request, req *visit.Request) *document {
	ctx, cancel := budget.Apply(budget.With(r.Context(), p.budget))
	defer cancel()
	result, err := p.executeScreen(ctx, req, contentScreen, visitor.URLOf(req, r))
	if err != nil || result.resolution.Typename != "RedirectResolution" {
		return nil
	}
	doc, err := p.redirectOf(ctx, req, result)
	if err != nil {
		return nil
	}
	return doc
}
