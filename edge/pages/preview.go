package pages

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"strand/domain/editor"
	"strand/domain/site"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/service/website/visit"
)

// previews serves the pages of all sites, and the graph, in the preview contexts of editors: at
// `/editor-preview/{context}{path}` and `/editor-preview/{context}/graphql`. The responses are not cached.
type previews struct {
	visitor.Sites
	visitors visitor.Reader
	pages    http.Handler
	graph    http.Handler
}

// PreviewsWith returns the handler of previews, which answer queries with the handler of the graph.
func (p *Handler) PreviewsWith(graphHandler http.Handler) http.Handler {
	return previews{p.Sites, p.visitors, p, graphHandler}
}

func (p previews) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	segment, path, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), editor.PreviewPrefix), "/")
	previewed, ok := editor.ParsePreviewContext(segment)
	isOpen := p.visitors.IsEditor(r)
	if previewed.Token != "" {
		isOpen = p.visitors.Editors.OpensPreview(previewed.Token, previewed.String(), time.Now())
	}
	if !isOpen {
		message := "only editors may open a preview: log in to the editor area"
		if previewed.Token != "" {
			message = "the preview link has expired: copy a new one in the editor area"
		}
		respond.JSONError(w, r, apperr.New(apperr.Unauthenticated, "%s", message))
		return
	}
	if !ok {
		respond.JSONError(
			w,
			r,
			apperr.New(
				apperr.Invalid,
				"the preview context is malformed: open the preview from the editor area again",
			),
		)
		return
	}
	dir, err := p.Directory(r.Context())
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	s := dir.Site(previewed.SiteID)
	if s == nil {
		respond.JSONError(
			w,
			r,
			apperr.New(
				apperr.NotFound,
				"the site of the preview was not found: open the preview from the editor area again",
			),
		)
		return
	}
	inner, err := withPath(r, "/"+path)
	if err != nil {
		respond.JSONError(
			w,
			r,
			apperr.New(apperr.Invalid, "the address is malformed: open the preview from the editor area again"),
		)
		return
	}
	scheme, host := p.visitors.Origin(r)
	origin := scheme + "://" + site.HostOf(s, host)
	ctx := visitor.WithPreview(r.Context(), &visitor.Preview{
		Context: previewed,
		Host:    site.HostOf(s, host),
		Origin:  scheme + "://" + host,
	})
	switch {
	case inner.URL.Path == "/graphql":
		p.graph.ServeHTTP(w, inner.WithContext(ctx))
	case site.IsReservedPath(inner.URL.Path):
		respond.JSONError(w, r, apperr.New(apperr.NotFound, "only pages have a preview"))
	case previewed.Token != "" && !isOnSite(dir, previewed.SiteID, origin+inner.URL.EscapedPath()):
		respond.JSONError(w, r, apperr.New(apperr.Forbidden, "the preview link opens pages of its own site only"))
	default:
		p.pages.ServeHTTP(w, inner.WithContext(ctx))
	}
}

// isOnSite reports whether an address is one of a site. Pages respond to addresses that cannot be parsed.
func isOnSite(dir *site.Directory, siteID, address string) bool {
	parsed, err := dir.Parse(address)
	return err != nil || parsed.Site.ID == siteID
}

// withPath returns a copy of a request for another path, which is escaped.
func withPath(r *http.Request, path string) (*http.Request, error) {
	unescaped, err := url.PathUnescape(path)
	if err != nil {
		return nil, err
	}
	u := *r.URL
	u.Path, u.RawPath = unescaped, path
	inner := r.Clone(r.Context())
	inner.URL, inner.RequestURI = &u, u.RequestURI()
	return inner, nil
}

// baseOf returns the path below which the preview of a request is served; empty for no preview.
func baseOf(req *visit.Request) string {
	if req.Preview == nil {
		return ""
	}
	return req.Preview.Base()
}

// isPrivate reports whether browsers must not cache the data of a screen, so that editors see each change at once.
func isPrivate(req *visit.Request, target screen) bool {
	return req.Preview != nil || target.name == editorScreen.name
}

// isFramed reports whether another site may show the document of a request in a frame.
func isFramed(req *visit.Request) bool { return req.Preview != nil && req.Preview.Token != "" }

// studioOriginsOf returns the origins whose pages may show the document of a request in a frame.
func (p *Handler) studioOriginsOf(req *visit.Request) []string {
	if !isFramed(req) {
		return nil
	}
	return p.studioOrigins
}

// inBase adds the base path of a preview to the path of a redirect. A preview link does not open other sites, so that
// a redirect to one leads to its public page.
func (p *Handler) inBase(ctx context.Context, req *visit.Request, location string) string {
	if req.Preview == nil || !visitor.IsOwnPath(location) {
		return location
	}
	if isFramed(req) {
		dir, err := p.Directory(ctx)
		if err == nil && !isOnSite(dir, req.Preview.SiteID, req.Scheme+"://"+req.Host+location) {
			return location
		}
	}
	return req.Preview.Base() + location
}

// visibleURL returns the URL of a document without the base path of a preview.
func visibleURL(ctx context.Context, address string) string {
	p := visitor.PreviewOf(ctx)
	if p == nil {
		return address
	}
	_, rest, _ := strings.Cut(address, "://")
	_, path, _ := strings.Cut(rest, "/")
	return p.Origin + "/" + path
}

// preview makes the document of a page in a preview, which is not cached.
func (p *Handler) preview(ctx context.Context, req *visit.Request, target screen, url string) (*document, error) {
	doc, err := p.makeDocument(ctx, req, target, url)
	if err != nil {
		return nil, err
	}
	doc.private, doc.unlisted = true, true
	return doc, nil
}
