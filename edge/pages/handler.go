// Package pages serves the documents of the websites and their data: it executes the operation of a URL's screen,
// renders the answer, and caches both.
package pages

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"strand/domain/site"
	"strand/edge/assets"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/edge/themes"
	"strand/edge/visitor"
	"strand/internal/budget"
	"strand/internal/cache"
	"strand/internal/telemetry"
	"strand/service/website"
	"strand/service/website/visit"
)

// Handler serves the documents of the websites.
type Handler struct {
	visitor.Sites
	graph    *graph.Executor
	cache    *cache.Cache
	visitors visitor.Reader
	website  *website.Sites
	shells   shells
	policies policies
	// Recent makes pages before visitors ask for them.
	Recent *RecentPages
	// Budget is how long a page waits for its data. Data that is not read by then is left out of the page.
	Budget time.Duration
	log    *slog.Logger
}

// Options configure the documents of the websites.
type Options struct {
	Sites    visitor.Sites
	Visitors visitor.Reader
	SignIn   visitor.SignIn
	Graph    *graph.Executor
	Cache    *cache.Cache
	Assets   *assets.Assets
	Themes   *themes.Themes
	// Renderer is nil if browsers render.
	Renderer *render.Pool
	// Website finds pages.
	Website *website.Sites
	// RecentFile keeps the recently requested pages over a restart; empty for none.
	RecentFile string
	// Budget is how long a page waits for its data, all upstream calls together.
	Budget time.Duration
	// MediaOrigins are other origins whose pictures and films pages show, StudioOrigins those of the CMS's editor,
	// whose pages may show previews in a frame.
	MediaOrigins, StudioOrigins []string
	Log                         *slog.Logger
}

// New returns the handler of all URLs that are not reserved.
func New(o Options) *Handler {
	scripts, styles := o.Assets.PolicySources()
	p := &Handler{
		Sites:    o.Sites,
		graph:    o.Graph,
		cache:    o.Cache,
		visitors: o.Visitors,
		website:  o.Website,
		shells: shells{
			assets: o.Assets, themes: o.Themes, renderer: o.Renderer, signIn: o.SignIn, log: o.Log,
		},
		policies: newPolicies(policySources{
			identity: o.SignIn.Sources(), scripts: scripts, styles: styles, media: o.MediaOrigins,
			ancestors: o.StudioOrigins,
		}),
		Budget: o.Budget,
		log:    o.Log,
	}
	p.Recent = newRecentPages(p, o.RecentFile)
	return p
}

// Mount registers the reserved URLs of documents: the style guide and the change of the locale.
func (p *Handler) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /style-guide", p.styleGuide)
	mux.HandleFunc("GET /style-guide/", p.styleGuide)
	mux.Handle("GET /api/locale", localeSwitch{p.Sites, p.visitors, p.website.IsFound, p.Budget})
}

// For returns the handler for a reader of visitors, such as that of a preview.
func (p *Handler) For(visitors visitor.Reader) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, visitors) })
}

func (p *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.serve(w, r, p.visitors) }

func (p *Handler) serve(w http.ResponseWriter, r *http.Request, visitors visitor.Reader) {
	if page, ok := strings.CutSuffix(r.URL.EscapedPath(), payloadSuffix); ok {
		p.servePayload(w, r, visitors, page)
		return
	}
	req := visitors.Request(r)
	if home, ok := strings.CutSuffix(r.URL.EscapedPath(), siteDataSuffix); ok {
		p.siteData(w, r, req, home)
		return
	}
	req.Searcher = graph.LimitCaller(req)
	url := visitor.URLOf(req, r)
	doc, err := p.document(budget.With(r.Context(), p.Budget), req, url)
	p.Answer(w, r, req, url, doc, err)
}

// IsData reports whether a path is that of data of a page or site, without a document.
func IsData(path string) bool {
	return strings.HasSuffix(path, payloadSuffix) || strings.HasSuffix(path, siteDataSuffix)
}

// Answer sends a document, or the page for an error.
func (p *Handler) Answer(
	w http.ResponseWriter,
	r *http.Request,
	req *visit.Request,
	url string,
	doc *Document,
	err error,
) {
	unrendered := new(unrenderedError)
	switch {
	case err == nil:
		p.send(w, r, req, doc)
	case errors.Is(err, site.ErrBadURL):
		http.Error(w, "The address is malformed.", http.StatusBadRequest)
	case r.Context().Err() != nil: // the visitor has disconnected
	case errors.As(err, &unrendered):
		p.send(w, r, req, unrendered.doc)
	case errors.Is(err, render.ErrOverloaded):
		telemetry.RequestLogFrom(r.Context()).Set("unrendered", err.Error())
		sendUnrendered(w, r, outageLanguage(r))
	default:
		p.outage(w, r, req, url, err)
	}
}
