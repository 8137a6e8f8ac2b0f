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
		func(ctx context.Context) (cache.Loaded[*Document], error) {
			doc, err := p.shells.assemble(ctx, &shell{
				status: status,
				url:    url,
				screen: styleGuideScreen,
				locale: "en",
				theme:  string(theme),
				title:  "Style guide",
			})
			if err != nil {
				return cache.Loaded[*Document]{}, err
			}
			return cache.Loaded[*Document]{
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

// ServeCallback serves the page that ends signing in, in the language that best matches an Accept-Language header.
func (p *Handler) ServeCallback(w http.ResponseWriter, r *http.Request, language string) error {
	req := p.visitors.Request(r)
	doc, err := p.shells.assemble(r.Context(), &shell{
		status: http.StatusOK,
		// The query contains the authorization code, which must not be logged or cached.
		url:    req.Scheme + "://" + req.Host + r.URL.Path,
		screen: callbackScreen,
		locale: interfaceLanguage(language),
		theme:  string(site.ThemeDefault),
		title:  "Strand",
	})
	if err == nil {
		p.send(w, r, req, doc.ForVisitor())
	}
	return err
}

// redirectOfReserved returns the editorial redirect of an address outside of the sites (URL-26); nil for none, and if
// the sites cannot be read.
func (p *Handler) redirectOfReserved(r *http.Request, req *visit.Request) *Document {
	ctx, cancel := budget.Apply(budget.With(r.Context(), p.Budget))
	defer cancel()
	page, err := p.read(ctx, req, target{screen: contentScreen, url: visitor.URLOf(req, r)}, p.graph.Execute)
	if err != nil || page.Typename != "RedirectResolution" {
		return nil
	}
	doc, err := p.redirectOf(ctx, req, page)
	if err != nil {
		return nil
	}
	return doc
}
