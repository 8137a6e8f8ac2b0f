// Package edge is the HTTP server of the websites: it gives each area of URLs to its handler.
package edge

import (
	"log/slog"
	"net/http"
	"strings"

	"strand/domain/editor"
	"strand/domain/site"
	"strand/edge/graph"
	"strand/edge/pages"
	"strand/edge/render"
	"strand/edge/visitor"
	"strand/internal/web"
	"strand/service/website/visit"
)

// Area is a part of the reserved URLs, with its handlers.
type Area interface {
	Mount(mux *http.ServeMux)
}

// Options configure the server.
type Options struct {
	Visitors visitor.Reader
	// Pages serves all URLs that are not reserved.
	Pages *pages.Handler
	// Executor executes the operations of pages and has kept answers; Graph serves the graph to browsers and routers.
	Executor *graph.Executor
	Graph    http.Handler
	// Areas are those of the reserved URLs beside the graph and those of Pages.
	Areas []Area
	Log   *slog.Logger
}

// New returns the handler of the websites.
func New(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(graphRoute, o.Graph)
	o.Pages.Mount(mux)
	for _, area := range o.Areas {
		area.Mount(mux)
	}
	previews := o.Pages.PreviewsWith(o.Graph)
	handler := observe(o.Visitors.Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if web.RefuseRanges(w, r) {
			return
		}
		caller := graph.LimitCaller(&visit.Request{ClientIP: o.Visitors.ClientIP(r)})
		r = r.WithContext(render.WithCaller(r.Context(), caller))
		switch {
		case strings.HasPrefix(r.URL.Path, editor.PreviewPrefix):
			previews.ServeHTTP(w, r)
		case site.IsReservedPath(r.URL.Path):
			if site.LooksUpPages(r.URL.Path) && o.Pages.RedirectToPage(w, r) {
				return
			}
			defer setRoute(r) // the mux has set its pattern then, even if a handler panics
			mux.ServeHTTP(w, r)
		default:
			// Pages bypass the mux, which would clean their paths; the rules of the sites do that.
			o.Pages.ServeHTTP(w, r)
		}
	})), o.Log)
	return serveKept(findKept(o.Visitors, o.Pages, o.Executor), handler, o.Log)
}
