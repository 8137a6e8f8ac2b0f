// Package edge is the HTTP side of Strand: documents, the graph, assets, pictures and health (design §2).
package edge

import (
	"context"
	_ "embed" // the icon
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"strand/internal/cache"
	"strand/domain/access"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/internal/ratelimit"
	"strand/resolvers"
	"strand/search"
	"strand/internal/uploads"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
)

// Options make the edge.
type Options struct {
	Graph *graph.Executor
	CMS   *cms.Reader
	PIM   *pim.Reader
	SIS   *sis.Reader
	// Portal asks sis in the name of whoever is signed in.
	Portal   *sisportal.Reader
	Search   *search.Service
	Cache    *cache.Cache
	Assets   *Assets
	Renderer *render.Pool
	// AssetOrigin is scheme and host of the CMS whose assets are passed on; ImageDir keeps copies of its pictures.
	AssetOrigin, ImageDir string
	// AssetToken opens protected assets of the CMS; it is used for those who have a pass.
	AssetToken string
	// Passes signs what opens gates and protected files.
	Passes access.Key
	// Forms takes forms that are sent without scripts.
	Forms *resolvers.Resolver
	// Uploads takes the files of forms.
	Uploads        http.Handler
	SignIn         SignIn
	GeoHeader      string
	TrustedProxies []netip.Prefix
	// Checks say, by name, whether what the server depends on can be reached.
	Checks map[string]func() bool
	// PlaygroundDir holds the built playground; empty where it is not served, since it asks what only developers may.
	PlaygroundDir string
	// Webhooks are received at /api/webhooks/<name>.
	Webhooks map[string]Webhook
	Log      *slog.Logger
}

//go:embed icon.svg
var icon []byte

// Handler serves the websites.
func Handler(o Options) (http.Handler, error) {
	v := visitors{geoHeader: o.GeoHeader, trusted: o.TrustedProxies}
	p := &pages{graph: o.Graph, cms: o.CMS, pim: o.PIM, sis: o.SIS, search: o.Search, cache: o.Cache, assets: o.Assets, renderer: o.Renderer, visitors: v, signIn: o.SignIn, log: o.Log}
	begun := ratelimit.New(maxUploads, uploadWindow)
	p.forms = &forms{pages: p, taker: o.Forms, uploads: begun, passes: o.Passes}
	i := newImages(o)
	mux := http.NewServeMux()
	mux.Handle("/graphql", withHeaders(o.Graph.Handler(o.SignIn.requests(v))))
	mux.Handle("/assets/", o.Assets)
	mux.HandleFunc("GET /images/original/{handle}", i.original)
	mux.Handle("GET /images/placeholder/{file}", placeholders())
	mux.HandleFunc("GET /images/{preset}/{size}/{file}", i.copy)
	b := builds{o.Assets.Release, time.Now()}
	mux.HandleFunc("GET /builds/latest.json", b.latest)
	mux.HandleFunc("GET /builds/meta/{build}", b.meta)
	mux.HandleFunc("GET /robots.txt", p.robots)
	mux.HandleFunc("GET /sitemap.xml", p.sitemap)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/svg+xml")
		w.Header().Set("Cache-Control", "public, max-age=86400")
		_, _ = w.Write(icon) // the visitor may be gone
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("GET /callback", p.callback)
	mux.HandleFunc("GET /blank-callback", blankCallback)
	mux.HandleFunc("POST /api/backchannel-logout", p.backChannelLogout(o.SignIn))
	tickets := &ticketsProxy{passes: o.Passes, tokens: o.SignIn, sis: o.Portal, log: o.Log}
	mux.HandleFunc("POST "+portal.TicketsProxyPath, tickets.calls)
	mux.HandleFunc("GET "+portal.FilesPath+"{id}", tickets.file)
	mux.HandleFunc("GET /api/locale", p.switchLocale)
	mux.Handle("POST /api/gate", newGates(p, o.Passes))
	mux.Handle(uploads.BasePath, limitUploads(o.Uploads, begun, v))
	mux.HandleFunc("GET /api/events/{file}", p.event)
	mux.Handle("POST /api/search-proxy/search", p.searchProxy(searched))
	mux.Handle("POST /api/search-proxy/suggest", p.searchProxy(suggested))
	mux.HandleFunc("GET /api/site-navigation/public/{siteId}", p.navigation)
	mux.HandleFunc("GET /api/investors/{file}", p.figures)
	for name, hook := range o.Webhooks {
		mux.HandleFunc("POST /api/webhooks/"+name, webhook(hook, time.Now, o.Log))
	}
	if o.PlaygroundDir != "" {
		mountPlayground(mux, o.PlaygroundDir, o.Log)
	}
	mux.HandleFunc("GET /style-guide", p.styleGuide)
	mux.HandleFunc("GET /style-guide/", p.styleGuide)
	mux.HandleFunc("GET /readyz", ready(o))
	return observed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The mux would clean paths by itself; the rules of the sites do that for everything that is no fixed area.
		if site.IsFixedArea(r.URL.Path) {
			mux.ServeHTTP(w, r)
			return
		}
		p.ServeHTTP(w, r)
	}), o.Log)
}

func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

// ready tells whether the websites can be served, and which upstream systems cannot be reached.
func ready(o Options) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		status, answer := http.StatusOK, map[string]any{"status": "ready", "release": o.Assets.Release}
		systems := map[string]string{}
		for name, check := range o.Checks {
			systems[name] = "up"
			if !check() {
				systems[name] = "down"
				answer["status"] = "degraded"
			}
		}
		if _, err := o.CMS.Directory(ctx, site.Published); err != nil {
			systems["cms"] = "down"
			answer["status"] = "not ready: the sites cannot be read"
			status = http.StatusServiceUnavailable
		}
		if o.Renderer != nil {
			n := o.Renderer.Ready()
			if answer["renderers"] = n; n == 0 && status == http.StatusOK {
				answer["status"] = "degraded"
			}
		}
		answer["upstreams"] = systems
		writeJSON(w, status, answer)
	}
}

// writeJSON sends what nobody may keep.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the caller may be gone
}
