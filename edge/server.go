// Package edge is the HTTP server of the websites: documents, the graph, assets, pictures and health.
package edge

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"strand/domain/editor"
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
	Pictures   *render.Pictures
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
	newUploads := ratelimit.New(maxUploads, uploadWindow)
	p.forms = &forms{pages: p, submitter: o.Forms, uploads: newUploads, signingKey: o.SigningKey}
	r := &routes{
		Options:    o,
		mux:        http.NewServeMux(),
		sites:      all,
		visitors:   v,
		pages:      p,
		files:      fileAccess{o.SigningKey, v, o.SignIn, time.Now},
		sameOrigin: http.NewCrossOriginProtection(),
	}
	graphHandler := r.files.graph(o.Graph)
	r.mux.Handle("/graphql", graphHandler)
	r.mux.Handle(uploads.BasePath, limitUploads(o.Uploads, newUploads, v))
	r.addAssets()
	r.addSignIn()
	r.addPortal()
	r.addEditorArea()
	r.addSiteData()
	r.addSearch()
	r.addOperations()
	preview := previews{all, v, p, graphHandler}
	handler, err := observe(v.guard(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		// Pages bypass the mux, which would clean their paths; the rules of the sites do that.
		if strings.HasPrefix(req.URL.Path, editor.PreviewPrefix) {
			preview.ServeHTTP(w, req)
			return
		}
		if site.IsReservedPath(req.URL.Path) {
			r.mux.ServeHTTP(w, req)
			return
		}
		p.ServeHTTP(w, req)
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
