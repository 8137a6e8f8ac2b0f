// Package edge is the HTTP server of the websites: documents, the graph, assets, pictures and health.
package edge

import (
	_ "embed" // the icon
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"strand/domain/editor"
	"strand/domain/portal"
	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/internal/cache"
	"strand/internal/health"
	"strand/internal/ratelimit"
	"strand/internal/slots"
	"strand/internal/uploads"
	"strand/resolvers"
	"strand/upstream/sisportal"
)

// Options configure the edge.
type Options struct {
	Graph     *graph.Executor
	Sites     SiteReader
	Editorial EditorialReader
	Passwords PasswordReader
	Catalog   CatalogReader
	Investors InvestorReader
	// Portal reads from sis on behalf of the signed-in user.
	Portal *sisportal.Reader
	Search Searcher
	// SearchLimiter limits the searches of a caller, Slots the operations at the same time; the graph shares both. nil
	// sets no bound.
	SearchLimiter *ratelimit.Limiter
	Slots         *slots.Slots
	Cache         *cache.Cache
	// DataBudget is how long a page waits for its data, all upstream calls together.
	DataBudget time.Duration
	Assets     *Assets
	Renderer   *render.Pool
	// AssetOrigin is the origin of the CMS's assets; ImageDir stores transformed pictures.
	AssetOrigin, ImageDir string
	// ImageSpace bounds the total size of these pictures, in bytes.
	ImageSpace int64
	// AssetToken authorizes protected assets of the CMS. It is used for visitors with a signed token.
	AssetToken string
	// SigningKey signs the tokens that open gates and protected files.
	SigningKey signedtoken.Key
	// Forms submits forms that are sent without scripts.
	Forms *resolvers.Resolver
	// Uploads stores the files of forms.
	Uploads http.Handler
	SignIn  SignIn
	// Hosts configures the served hosts.
	Hosts          Hosts
	GeoHeader      string
	TrustedProxies []netip.Prefix
	// MediaOrigins are other origins whose pictures and films pages show.
	MediaOrigins []string
	// Checks are the health checks of upstream systems by name.
	Checks map[string]health.Check
	// Stores return, by name, why a store of the data folder cannot be used, without paths; empty if it can.
	Stores map[string]func() string
	// PlaygroundDir contains the built playground; empty if it is not served, since its operations are not persisted.
	PlaygroundDir string
	// Drafts and Gates serve the draft proxy.
	Drafts DraftReader
	Gates  GateKeeper
	// Translations orders translations of pages.
	Translations Translations
	// Editors is the login of the editor area.
	Editors editor.Login
	// StudioOrigins are the origins of the CMS's editor, whose pages may show previews in a frame.
	StudioOrigins []string
	// Webhooks are the secrets of the systems that send change events to /api/webhooks/<system>, by system.
	Webhooks map[string]string
	// Changes publishes the change events.
	Changes ChangePublisher
	Log     *slog.Logger
}

//go:embed icon.svg
var icon []byte

// Site serves the websites.
type Site struct {
	http.Handler
	// Explain serves GET /explain on the admin port: how the document of a URL was made.
	Explain http.Handler
}

// New returns the handlers of the websites.
func New(o Options) (*Site, error) {
	all := sites{o.Sites}
	v := visitors{sites: all, hosts: o.Hosts, geoHeader: o.GeoHeader, trusted: o.TrustedProxies, editors: o.Editors}
	scripts, styles := o.Assets.policySources()
	sources := policySources{identity: o.SignIn.origin(), scripts: scripts, styles: styles, media: o.MediaOrigins}
	framed := sources
	framed.ancestors = o.StudioOrigins
	p := &pages{
		policy:        pagePolicy(sources),
		framedPolicy:  pagePolicy(framed),
		studioOrigins: o.StudioOrigins,
		sites:         all,
		graph:         o.Graph,
		cache:         o.Cache,
		assets:        o.Assets,
		renderer:      o.Renderer,
		visitors:      v,
		signIn:        o.SignIn,
		feeds:         feedHandler{all, o.Editorial, v},
		budget:        o.DataBudget,
		log:           o.Log,
	}
	c := crawlers{all, o.Editorial, o.Catalog, o.Cache, v}
	begun := ratelimit.New(maxUploads, uploadWindow)
	p.forms = &forms{pages: p, submitter: o.Forms, uploads: begun, signingKey: o.SigningKey}
	i := newImages(o)
	mux := http.NewServeMux()
	files := fileAccess{o.SigningKey, v, o.SignIn, time.Now}
	graphHandler := files.graph(o.Graph)
	mux.Handle("/graphql", graphHandler)
	preview := previews{all, v, p, graphHandler}
	mux.Handle("/assets/", o.Assets)
	mux.HandleFunc("GET /images/original/{handle}", i.original)
	mux.Handle("GET /images/placeholder/{file}", placeholders())
	mux.HandleFunc("GET /images/{preset}/{size}/{file}", i.serveCopy)
	b := builds{o.Assets.Release, time.Now()}
	mux.HandleFunc("GET /builds/latest.json", b.latest)
	mux.HandleFunc("GET /builds/meta/{build}", b.meta)
	mux.HandleFunc("GET /robots.txt", c.robots)
	mux.HandleFunc("GET /sitemap.xml", c.sitemap)
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/svg+xml")
		w.Header().Set("Cache-Control", "public, max-age=86400")
		_, _ = w.Write(icon) // the visitor may have disconnected
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("GET /callback", p.callback)
	mux.HandleFunc("GET /blank-callback", blankCallback)
	mux.HandleFunc("POST /api/backchannel-logout", p.backChannelLogout(o.SignIn))
	mux.Handle("POST "+portal.FileAccessPath, http.NewCrossOriginProtection().Handler(http.HandlerFunc(files.renew)))
	tickets := &ticketsProxy{
		signingKey: o.SigningKey,
		tokens:     o.SignIn,
		files:      files,
		sis:        o.Portal,
		slots:      o.Slots,
		budget:     o.DataBudget,
		log:        o.Log,
	}
	mux.HandleFunc("POST "+portal.TicketsProxyPath, tickets.calls)
	mux.HandleFunc("GET "+portal.FilesPath+"{id}", tickets.file)
	inventory := newInventoryFiles(tickets)
	mux.HandleFunc("GET "+portal.SoftwarePath+"{id}", inventory.software)
	mux.HandleFunc("GET "+portal.InventoryExportPath, inventory.export)
	users := newUserFiles(tickets)
	mux.HandleFunc("GET "+portal.UserExportPath, users.users)
	mux.HandleFunc("GET "+portal.AuditExportPath, users.audit)
	mux.Handle("GET /api/locale", localeSwitch{all, v})
	mux.Handle("POST /api/gate", newGates(all, o.Passwords, v, o.SigningKey, o.Log))
	editors, sameOrigin := newEditorLogin(v, o.Log), http.NewCrossOriginProtection()
	mux.Handle("POST /api/editor-area-autentication", sameOrigin.Handler(http.HandlerFunc(editors.logIn)))
	mux.Handle("POST /api/draft-proxy", sameOrigin.Handler(draftProxy{
		sites:    all,
		drafts:   o.Drafts,
		gates:    o.Gates,
		requests: o.SignIn.requests(v),
		budget:   o.DataBudget,
	}))
	translationAPI{o.Translations, v, o.DataBudget}.mount(mux)
	mux.Handle("POST /api/editor-preview-link", sameOrigin.Handler(previewLinks{v}))
	mux.Handle("POST /api/editor-area-sign-out", sameOrigin.Handler(http.HandlerFunc(editors.logOut)))
	mux.Handle(uploads.BasePath, limitUploads(o.Uploads, begun, v))
	mux.Handle("GET /api/events/{file}", calendar{all, o.Editorial, v})
	searches := searchProxy{
		sites:    all,
		search:   o.Search,
		visitors: v,
		budget:   o.DataBudget,
		searches: o.SearchLimiter,
		slots:    o.Slots,
		answer:   searchPage,
	}
	suggestions := searches
	suggestions.answer = suggestionList
	mux.Handle("POST /api/search-proxy/search", searches)
	mux.Handle("POST /api/search-proxy/suggest", suggestions)
	n := navigation{all, o.Graph, v}
	mux.HandleFunc("GET /api/site-navigation/public/{siteId}", n.public)
	mux.HandleFunc("GET /api/site-navigation/editor/{siteId}", n.editor)
	mux.HandleFunc("GET /api/investors/{file}", investorTable(o.Investors))
	for system, secret := range o.Webhooks {
		mux.HandleFunc("POST /api/webhooks/"+system, webhook(system, secret, o.Changes, time.Now, o.Log))
	}
	if o.PlaygroundDir != "" {
		mountPlayground(mux, o.PlaygroundDir, o.Log)
	}
	mux.HandleFunc("GET /style-guide", p.styleGuide)
	mux.HandleFunc("GET /style-guide/", p.styleGuide)
	mux.HandleFunc("GET /readyz", ready(o))
	handler, err := observed(v.guarded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Pages bypass the mux, which would clean their paths; the rules of the sites do that.
		if strings.HasPrefix(r.URL.Path, editor.PreviewPrefix) {
			preview.ServeHTTP(w, r)
			return
		}
		if site.IsReservedPath(r.URL.Path) {
			mux.ServeHTTP(w, r)
			return
		}
		p.ServeHTTP(w, r)
	})), o.Log)
	if err != nil {
		return nil, err
	}
	return &Site{handler, explainer{p, o.Changes}}, nil
}

// writeJSON sends JSON that must not be cached.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the caller may have disconnected
}
