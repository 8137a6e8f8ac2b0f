package edge

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"strand/domain/editor"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/resolvers"
)

// preview is what the request of an editor is answered in.
type preview struct {
	context editor.PreviewContext
	// host is the one of the site, with the port that the editor used.
	host string
	// origin is the scheme and host that the editor used.
	origin string
}

type previewKey struct{}

// previewOf is the preview that a request is answered in; nil for none.
func previewOf(ctx context.Context) *preview {
	p, _ := ctx.Value(previewKey{}).(*preview)
	return p
}

// previews serves the pages of all sites, and the graph, in the contexts of editors: at
// `/editor-preview/{context}{path}` and `/editor-preview/{context}/graphql`. Nothing of it is cached.
type previews struct {
	sites
	visitors visitors
	pages    http.Handler
	graph    http.Handler
}

func (p previews) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	if !p.visitors.isEditor(r) {
		respondJSONError(w, r, apperr.New(apperr.Unauthenticated, "This is for editors: log in to the editor area."))
		return
	}
	segment, path, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), editor.PreviewPrefix), "/")
	previewed, ok := editor.ParsePreviewContext(segment)
	if !ok {
		respondJSONError(w, r, apperr.New(apperr.Invalid, "The preview context is malformed."))
		return
	}
	dir, err := p.directory(r.Context())
	if err != nil {
		respondJSONError(w, r, err)
		return
	}
	s := dir.Site(previewed.SiteID)
	if s == nil {
		respondJSONError(w, r, apperr.New(apperr.NotFound, "There is no such site."))
		return
	}
	inner, err := below(r, "/"+path)
	if err != nil {
		respondJSONError(w, r, apperr.New(apperr.Invalid, "The address is malformed."))
		return
	}
	scheme, host := p.visitors.origin(r)
	ctx := context.WithValue(r.Context(), previewKey{}, &preview{previewed, site.HostOf(s, host), scheme + "://" + host})
	switch {
	case inner.URL.Path == "/graphql":
		p.graph.ServeHTTP(w, inner.WithContext(ctx))
	case site.IsFixedArea(inner.URL.Path):
		respondJSONError(w, r, apperr.New(apperr.NotFound, "Only pages have a preview."))
	default:
		p.pages.ServeHTTP(w, inner.WithContext(ctx))
	}
}

// below is a request for another path, which is escaped.
func below(r *http.Request, path string) (*http.Request, error) {
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

// baseOf is the path below which the preview of a request is served; empty for no preview.
func baseOf(req *resolvers.Request) string {
	if req.Preview == nil {
		return ""
	}
	return req.Preview.Base()
}

// isPrivate reports whether browsers keep no data of a screen: editors see each change at once.
func isPrivate(req *resolvers.Request, shown screen) bool {
	return req.Preview != nil || shown == editorScreen
}

// inBase is where a redirect leads in a preview: a path stays in it.
func inBase(req *resolvers.Request, location string) string {
	if req.Preview == nil || !isOwnPath(location) {
		return location
	}
	return req.Preview.Base() + location
}

// visibleURL is the URL of a document as the browser sees it, without the base of a preview.
func visibleURL(ctx context.Context, address string) string {
	p := previewOf(ctx)
	if p == nil {
		return address
	}
	_, rest, _ := strings.Cut(address, "://")
	_, path, _ := strings.Cut(rest, "/")
	return p.origin + "/" + path
}

// preview makes the document of a page in a preview, which no cache keeps.
func (p *pages) preview(ctx context.Context, req *resolvers.Request, shown screen, url string) (*document, error) {
	doc, err := p.make(ctx, req, shown, url)
	if err != nil {
		return nil, err
	}
	doc.private, doc.unlisted = true, true
	return doc, nil
}
