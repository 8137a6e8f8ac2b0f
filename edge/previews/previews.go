// Package previews serves the pages of all sites, and the graph, as editors and the holders of their links preview
// them.
package previews

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"strand/domain/editor"
	"strand/domain/site"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
)

// Handler serves the pages of all sites, and the graph, in the preview contexts of editors: at
// `/editor-preview/{context}{path}` and `/editor-preview/{context}/graphql`. The responses are not cached.
type Handler struct {
	Sites    visitor.Sites
	Visitors visitor.Reader
	// Pages and Graph return the handlers of pages and of the graph for a reader of visitors.
	Pages, Graph func(visitor.Reader) http.Handler
}

func (p Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	segment, path, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), editor.PreviewPrefix), "/")
	previewed, ok := editor.ParsePreviewContext(segment)
	isOpen := p.Visitors.IsEditor(r)
	if previewed.Token != "" {
		isOpen = p.Visitors.Editors.OpensPreview(previewed.Token, previewed.String(), time.Now())
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
	dir, err := p.Sites.Directory(r.Context())
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
	scheme, host := p.Visitors.Origin(r)
	origin := scheme + "://" + site.HostOf(s, host)
	visitors := p.Visitors.In(&visitor.Preview{
		Context: previewed,
		Host:    site.HostOf(s, host),
		Origin:  scheme + "://" + host,
	})
	switch {
	case inner.URL.Path == "/graphql":
		p.Graph(visitors).ServeHTTP(w, inner)
	case site.IsReservedPath(inner.URL.Path):
		respond.JSONError(w, r, apperr.New(apperr.NotFound, "only pages have a preview"))
	case previewed.Token != "" && !visitor.IsOnSite(dir, previewed.SiteID, origin+inner.URL.EscapedPath()):
		respond.JSONError(w, r, apperr.New(apperr.Forbidden, "the preview link opens pages of its own site only"))
	default:
		p.Pages(visitors).ServeHTTP(w, inner)
	}
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
