// Package edge is the HTTP server of the websites: it gives each area of URLs to its handler.
package edge

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"strand/domain/editor"
	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/edge/assets"
	"strand/edge/editorarea"
	"strand/edge/feeds"
	"strand/edge/gates"
	"strand/edge/graph"
	"strand/edge/pages"
	"strand/edge/pictures"
	"strand/edge/playground"
	"strand/edge/portalapi"
	"strand/edge/render"
	"strand/edge/searchapi"
	"strand/edge/visitor"
	"strand/edge/webhooks"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/internal/health"
	"strand/internal/ratelimit"
	"strand/internal/slots"
	"strand/internal/submission"
	"strand/internal/uploads"
	"strand/internal/website"
	"strand/upstream/sisportal"
)

// Options are what the handlers need, by handler.
type Options struct {
	Graph *graph.Executor
	Cache *cache.Cache
	// DataBudget is how long a page waits for its data, all upstream calls together.
	DataBudget time.Duration
	// SigningKey signs the tokens that open gates and protected files.
	SigningKey signedtoken.Key
	// Limits make the rate limits of the handlers.
	Limits ratelimit.Limits
	SignIn visitor.SignIn
	Assets *assets.Assets
	Log    *slog.Logger

	// Visitors are the callers of the websites.
	Sites          visitor.SiteReader
	Hosts          visitor.Hosts
	GeoHeader      string
	TrustedProxies []netip.Prefix
	Editors        editor.Login

	// Documents.
	Renderer *render.Pool
	Sheets   *render.Sheets
	Website  *website.Reader
	// RecentFile keeps the recently requested pages over a restart.
	RecentFile                  string
	Forms                       *submission.Service
	Uploads                     http.Handler
	MediaOrigins, StudioOrigins []string
	Passwords                   gates.PasswordReader

	// Pictures of the CMS.
	Pictures              *render.Pictures
	AssetOrigin, ImageDir string
	ImageSpace            int64
	AssetToken            string

	// What other programs read.
	Editorial feeds.EditorialReader
	Catalog   feeds.CatalogReader
	Investors feeds.InvestorReader
	Search    searchapi.Searcher
	// SearchLimiter limits the searches of a caller, Slots the operations at the same time; the graph shares both.
	SearchLimiter *ratelimit.Limiter
	Slots         *slots.Slots

	// The portal and the editor area.
	Portal *sisportal.Reader
	// CountTicket counts a ticket of a user, and refuses it above the limit.
	CountTicket  func(ctx context.Context, userID string) *apperr.Error
	Drafts       editorarea.DraftReader
	Gates        editorarea.GateKeeper
	Translations editorarea.Translations
	// PlaygroundDir contains the built playground; empty if it is not served, since its operations are not persisted.
	PlaygroundDir string

	// Operation: health checks of upstream systems by name, and the secrets of the systems that send change events to
	// /api/webhooks/<system>; empty for a system without one.
	Checks map[string]health.Check
	// Stores are what the server must remember.
	Stores   Stores
	Webhooks map[string]string
	Changes  Changes
}

// Stores tells, by store, why it cannot be used, without paths; empty if it can. It finds out by writing.
type Stores interface {
	Reasons(ctx context.Context) map[string]string
}

// Changes publishes and remembers change events.
type Changes interface {
	webhooks.ChangePublisher
	pages.ChangeLog
}

// Site serves the websites.
type Site struct {
	http.Handler
	// Explain serves GET /explain on the admin port: how the document of a URL was made.
	Explain http.Handler
	// Recent makes recently requested pages again.
	Recent *pages.RecentPages
}

// New returns the handlers of the websites.
func New(o Options) *Site {
	all := visitor.Sites{Reader: o.Sites}
	v := visitor.Reader{
		Sites:     all,
		Hosts:     o.Hosts,
		GeoHeader: o.GeoHeader,
		Trusted:   o.TrustedProxies,
		Editors:   o.Editors,
	}
	copies := pictures.New(pictures.Options{
		Origin:     o.AssetOrigin,
		Token:      o.AssetToken,
		Dir:        o.ImageDir,
		Space:      o.ImageSpace,
		Pictures:   o.Pictures,
		SigningKey: o.SigningKey,
		Log:        o.Log,
	})
	p := pages.New(pages.Options{
		Sites:         all,
		Visitors:      v,
		SignIn:        o.SignIn,
		Graph:         o.Graph,
		Cache:         o.Cache,
		Assets:        o.Assets,
		Renderer:      o.Renderer,
		Sheets:        o.Sheets,
		Pictures:      copies,
		Feeds:         feeds.New(all, o.Editorial, v),
		Website:       o.Website,
		RecentFile:    o.RecentFile,
		Forms:         o.Forms,
		SigningKey:    o.SigningKey,
		Limits:        o.Limits,
		Budget:        o.DataBudget,
		MediaOrigins:  o.MediaOrigins,
		StudioOrigins: o.StudioOrigins,
		Log:           o.Log,
	})
	files := portalapi.NewFileAccess(o.SigningKey, v, o.SignIn)
	graphHandler := files.Graph(o.Graph)

	mux := http.NewServeMux()
	mux.Handle(graphRoute, graphHandler)
	mux.Handle(uploads.BasePath, p.LimitUploads(o.Uploads))
	mux.Handle("POST /api/gate", gates.New(all, o.Passwords, v, o.SigningKey, o.Limits, o.Log))
	mux.HandleFunc("GET /healthz", healthy)
	mux.HandleFunc("GET /readyz", ready(o))
	webhooks.Mount(mux, o.Webhooks, o.Changes, o.Log)
	p.Mount(mux)
	o.Assets.Mount(mux)
	copies.Mount(mux)
	feeds.Mount(mux, feeds.Options{
		Sites:     all,
		Visitors:  v,
		Editorial: o.Editorial,
		Catalog:   o.Catalog,
		Investors: o.Investors,
		Graph:     o.Graph,
		Cache:     o.Cache,
	})
	searchapi.Mount(mux, searchapi.Options{
		Sites:    all,
		Visitors: v,
		Search:   o.Search,
		Limiter:  o.SearchLimiter,
		Slots:    o.Slots,
		Budget:   o.DataBudget,
	})
	portalapi.Mount(mux, portalapi.Options{
		Files:       files,
		SignIn:      o.SignIn,
		SigningKey:  o.SigningKey,
		Portal:      o.Portal,
		CountTicket: o.CountTicket,
		Limits:      o.Limits,
		Slots:       o.Slots,
		Budget:      o.DataBudget,
		Log:         o.Log,
	})
	editorarea.Mount(mux, editorarea.Options{
		Sites:        all,
		Visitors:     v,
		SignIn:       o.SignIn,
		Drafts:       o.Drafts,
		Gates:        o.Gates,
		Translations: o.Translations,
		SigningKey:   o.SigningKey,
		Limits:       o.Limits,
		Budget:       o.DataBudget,
		Log:          o.Log,
	})
	if o.PlaygroundDir != "" {
		playground.Mount(mux, o.PlaygroundDir, o.Log)
	}

	previews := p.PreviewsWith(graphHandler)
	handler := observe(v.Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, editor.PreviewPrefix):
			previews.ServeHTTP(w, r)
		case site.IsReservedPath(r.URL.Path):
			defer setRoute(r) // the mux has set its pattern then, even if a handler panics
			mux.ServeHTTP(w, r)
		default:
			// Pages bypass the mux, which would clean their paths; the rules of the sites do that.
			p.ServeHTTP(w, r)
		}
	})), o.Log)
	handler = serveKept(findKept(v, p, o.Graph), handler, o.Log)
	return &Site{handler, p.ExplainWith(o.Changes, o.Checks), p.Recent}
}
