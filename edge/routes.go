package edge

import (
	_ "embed" // the icon
	"net/http"
	"time"

	"strand/domain/portal"
)

// routes registers the handlers of the reserved paths, by area.
type routes struct {
	Options
	mux        *http.ServeMux
	sites      sites
	visitors   visitors
	pages      *pages
	files      fileAccess
	sameOrigin *http.CrossOriginProtection
}

//go:embed icon.svg
var icon []byte

// addAssets registers scripts, styles, pictures and the files of builds.
func (r *routes) addAssets() {
	pictures := newImages(r.Options)
	r.mux.Handle("/assets/", r.Assets)
	r.mux.HandleFunc("GET /images/original/{handle}", pictures.original)
	r.mux.Handle("GET /images/placeholder/{file}", placeholders())
	r.mux.HandleFunc("GET /images/{preset}/{size}/{file}", pictures.serveCopy)
	release := builds{r.Assets.Release, time.Now()}
	r.mux.HandleFunc("GET /builds/latest.json", release.latest)
	r.mux.HandleFunc("GET /builds/meta/{build}", release.meta)
	r.mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/svg+xml")
		w.Header().Set("Cache-Control", "public, max-age=86400")
		_, _ = w.Write(icon) // the visitor may have disconnected
	})
}

// addSignIn registers the endpoints that the identity provider redirects to or calls, and the gates of pages.
func (r *routes) addSignIn() {
	r.mux.HandleFunc("GET /callback", r.pages.callback)
	r.mux.HandleFunc("GET /callback/{$}", redirectTo("/callback"))
	r.mux.HandleFunc("GET /blank-callback", blankCallback)
	r.mux.HandleFunc("GET /blank-callback/{$}", redirectTo("/blank-callback"))
	r.mux.HandleFunc("POST /api/backchannel-logout", r.pages.backChannelLogout(r.SignIn))
	r.mux.Handle("POST /api/gate", newGates(r.sites, r.Passwords, r.visitors, r.SigningKey, r.Log))
}

// addPortal registers the files and exports of the customer portal, and the tickets proxy.
func (r *routes) addPortal() {
	r.mux.Handle("POST "+portal.FileAccessPath, r.sameOrigin.Handler(http.HandlerFunc(r.files.renew)))
	tickets := &sisProxy{
		signingKey: r.SigningKey,
		signIn:     r.SignIn,
		files:      r.files,
		portal:     r.Portal,
		resolver:   r.Forms,
		slots:      r.Slots,
		budget:     r.DataBudget,
		log:        r.Log,
	}
	r.mux.HandleFunc("POST "+portal.TicketsProxyPath, tickets.calls)
	r.mux.HandleFunc("GET "+portal.FilesPath+"{id}", tickets.file)
	inventory := newInventoryFiles(tickets)
	r.mux.HandleFunc("GET "+portal.SoftwarePath+"{id}", inventory.software)
	r.mux.HandleFunc("GET "+portal.InventoryExportPath, inventory.export)
	users := newUserFiles(tickets)
	r.mux.HandleFunc("GET "+portal.UserExportPath, users.users)
	r.mux.HandleFunc("GET "+portal.AuditExportPath, users.audit)
}

// addEditorArea registers the endpoints of the editor area, the style guide and the playground.
func (r *routes) addEditorArea() {
	editors := newEditorLogin(r.visitors, r.SigningKey, r.Log)
	r.mux.Handle("POST /api/editor-area-autentication", r.sameOrigin.Handler(http.HandlerFunc(editors.logIn)))
	r.mux.Handle("POST /api/editor-area-sign-out", r.sameOrigin.Handler(http.HandlerFunc(editors.logOut)))
	r.mux.Handle("POST /api/editor-preview-link", r.sameOrigin.Handler(previewLinks{r.visitors}))
	r.mux.Handle("POST /api/draft-proxy", r.sameOrigin.Handler(draftProxy{
		sites:    r.sites,
		drafts:   r.Drafts,
		gates:    r.Gates,
		requests: r.SignIn.requests(r.visitors),
		budget:   r.DataBudget,
	}))
	translationAPI{r.Translations, r.visitors, r.DataBudget}.mount(r.mux)
	r.mux.HandleFunc("GET /style-guide", r.pages.styleGuide)
	r.mux.HandleFunc("GET /style-guide/", r.pages.styleGuide)
	if r.PlaygroundDir != "" {
		mountPlayground(r.mux, r.PlaygroundDir, r.Log)
	}
}

// addSiteData registers what other programs read of the sites: crawlers, calendars, navigations and tables.
func (r *routes) addSiteData() {
	c := crawlers{r.sites, r.Editorial, r.Catalog, r.Cache, r.visitors}
	r.mux.HandleFunc("GET /robots.txt", c.robots)
	r.mux.HandleFunc("GET /sitemap.xml", c.sitemap)
	r.mux.Handle("GET /api/locale", localeSwitch{r.sites, r.visitors, r.Forms.IsFound, r.DataBudget})
	r.mux.Handle("GET /api/events/{file}", calendar{r.sites, r.Editorial, r.visitors})
	n := navigation{r.sites, r.Graph, r.visitors}
	r.mux.HandleFunc("GET /api/site-navigation/public/{siteId}", n.public)
	r.mux.HandleFunc("GET /api/site-navigation/editor/{siteId}", n.editor)
	r.mux.HandleFunc("GET /api/investors/{file}", investorTable(r.Investors))
}

// addSearch registers the search for clients that do not send GraphQL.
func (r *routes) addSearch() {
	searches := searchProxy{
		sites:    r.sites,
		search:   r.Search,
		visitors: r.visitors,
		budget:   r.DataBudget,
		searches: r.SearchLimiter,
		slots:    r.Slots,
		answer:   searchPage,
	}
	suggestions := searches
	suggestions.answer = suggestionList
	r.mux.Handle("POST /api/search-proxy/search", searches)
	r.mux.Handle("POST /api/search-proxy/suggest", suggestions)
}

// addOperations registers the health checks and the webhooks of upstream systems.
func (r *routes) addOperations() {
	r.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	r.mux.HandleFunc("GET /readyz", ready(r.Options))
	for system, secret := range r.Webhooks {
		r.mux.HandleFunc("POST /api/webhooks/"+system, webhook(system, secret, r.Changes, time.Now, r.Log))
	}
}
