// Package edge is the HTTP server of the websites: it gives each area of URLs to its handler.
package edge

import (
	"log/slog"
	"net/http"
	"strings"

	"strand/domain/editor"
	"strand/domain/site"
	"strand/edge/cards"
	"strand/edge/feeds"
	"strand/edge/forms"
	"strand/edge/graph"
	"strand/edge/pages"
	"strand/edge/previews"
	"strand/edge/respond"
	"strand/edge/sheets"
	"strand/edge/signin"
	"strand/edge/visitor"
	"strand/internal/slots"
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
	// Pages serves all URLs that are not reserved, except those of the handlers below: forms that are sent without
	// scripts, data sheets, feeds, pictures of link previews, and the end of signing in.
	Pages  *pages.Handler
	Forms  *forms.Handler
	Sheets sheets.Handler
	Feeds  http.Handler
	// Cards serves the pictures of link previews.
	Cards  *cards.Handler
	SignIn signin.Handler
	// Executor executes the operations of pages and has kept answers; Graph makes the handler that serves the graph to
	// browsers and routers, for a reader of visitors.
	Executor *graph.Executor
	Graph    func(visitor.Reader) http.Handler
	// Areas are those of the reserved URLs beside the graph and those of Pages and SignIn.
	Areas []Area
	Log   *slog.Logger
}

// New returns the handler of the websites.
func New(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(graphRoute, o.Graph(o.Visitors))
	for _, area := range append([]Area{o.Pages, o.SignIn}, o.Areas...) {
		area.Mount(mux)
	}
	previewed := previews.Handler{Sites: o.Pages.Sites, Visitors: o.Visitors, Pages: o.previewedPages, Graph: o.Graph}
	routed := o.Visitors.Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if web.RefuseRanges(w, r) {
			return
		}
		caller := graph.LimitCaller(&visit.Request{ClientIP: o.Visitors.ClientIP(r)})
		r = r.WithContext(slots.WithVisitor(r.Context(), caller))
		switch {
		case strings.HasPrefix(r.URL.Path, editor.PreviewPrefix):
			previewed.ServeHTTP(w, r)
		case site.IsReservedPath(r.URL.Path):
			if site.LooksUpPages(r.URL.Path) && o.Pages.RedirectToPage(w, r) {
				return
			}
			defer setRoute(r) // the mux has set its pattern then, even if a handler panics
			mux.ServeHTTP(w, r)
		default:
			// Pages bypass the mux, which would clean their paths; the rules of the sites do that.
			o.servePage(w, r)
		}
	}))
	return observe(keptAnswers(o.Visitors, o.Pages, o.Executor), routed, o.Log)
}

// servePage serves the URLs that are not reserved.
func (o Options) servePage(w http.ResponseWriter, r *http.Request) {
	if forms.IsForm(r) {
		o.Forms.ServeHTTP(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		respond.RefuseMethod(w)
		return
	}
	visitor.RememberNextRelease(w, r, o.Visitors.IsHTTPS(r))
	isFeed, isSheet := feeds.IsFeed(r.URL.Path), sheets.IsSheet(r.URL.Path)
	switch {
	case pages.IsData(r.URL.Path):
	case (isFeed || isSheet) && o.Pages.RedirectToPage(w, r):
		return
	case cards.IsCard(r.URL.Path):
		o.Cards.ServeHTTP(w, r)
		return
	case isFeed:
		o.Feeds.ServeHTTP(w, r)
		return
	case isSheet && o.Sheets.Serve(w, r), o.Forms.ServeConfirmation(w, r):
		return
	case o.SignIn.IsCallback(r):
		o.SignIn.ServeHTTP(w, r)
		return
	}
	o.Pages.ServeHTTP(w, r)
}

// previewedPages returns the handler of pages in a preview, which has no forms and data sheets.
func (o Options) previewedPages(visitors visitor.Reader) http.Handler {
	shown := o.Pages.For(visitors)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			respond.RefuseMethod(w)
		case feeds.IsFeed(r.URL.Path):
			o.Feeds.ServeHTTP(w, r)
		default:
			shown.ServeHTTP(w, r)
		}
	})
}
