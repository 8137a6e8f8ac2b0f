package edge

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"strand/internal/cache"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/resolvers"
	"strand/search"
	"strand/internal/telemetry"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
)

// screen is how a screen is shown: the one operation it asks, and the source of its route in the client.
type screen struct {
	operation, source string
	// tellsFailure says that the screen itself tells what cannot be read now, and is more use than the page of an outage.
	tellsFailure bool
}

// The screens of the sites. The one of content also shows every outcome that is none of a screen of its own.
var (
	contentScreen   = screen{operation: "ContentScreen", source: "src/routes/content/ContentScreen.tsx"}
	catalogScreen   = screen{operation: "CatalogScreen", source: "src/routes/catalog/CatalogScreen.tsx"}
	storiesScreen   = screen{operation: "StoriesScreen", source: "src/routes/stories/StoriesScreen.tsx"}
	mediaScreen     = screen{operation: "MediaReleasesScreen", source: "src/routes/media/MediaReleasesScreen.tsx"}
	portalScreen    = screen{operation: "PortalScreen", source: "src/routes/portal/PortalScreen.tsx"}
	accountScreen   = screen{operation: "AccountScreen", source: "src/routes/portal/AccountScreen.tsx"}
	ticketsScreen   = screen{operation: "TicketsScreen", source: "src/routes/portal/TicketsScreen.tsx"}
	newTicketScreen = screen{operation: "NewTicketScreen", source: "src/routes/portal/NewTicketScreen.tsx"}
	ticketScreen    = screen{operation: "TicketScreen", source: "src/routes/portal/TicketScreen.tsx"}
	searchScreen    = screen{operation: "SearchScreen", source: "src/routes/search/SearchScreen.tsx", tellsFailure: true}
)

var screens = map[site.Screen]screen{
	site.ScreenContent:  contentScreen,
	site.ScreenProducts: catalogScreen,
	site.ScreenServices: catalogScreen,
	site.ScreenStories:  storiesScreen,

	site.ScreenMediaReleases: mediaScreen,
	site.ScreenSearch:        searchScreen,
	site.ScreenPortal:        portalScreen,
}

// portalScreens are those of the portal's pages.
var portalScreens = map[portal.Page]screen{
	portal.PageHome:      portalScreen,
	portal.PageAccount:   accountScreen,
	portal.PageLogout:    portalScreen,
	portal.PageTickets:   ticketsScreen,
	portal.PageNewTicket: newTicketScreen,
	portal.PageTicket:    ticketScreen,
	portal.PageWireFlow:  portalScreen,
	portal.PageNone:      portalScreen,
}

// screenAt is what shows an address.
func screenAt(a site.Address) screen {
	shown := site.ScreenOf(a)
	if shown == site.ScreenPortal {
		return portalScreens[portal.PlaceAt(a.Segments).Page]
	}
	return screens[shown]
}

// screenOf is the screen of an address. One that cannot be read is left to the screen of content, whose operation tells.
func (p *pages) screenOf(ctx context.Context, url string) screen {
	dir, err := p.cms.Directory(ctx, site.Published)
	if err != nil {
		return contentScreen
	}
	address, err := dir.Parse(url)
	if err != nil {
		return contentScreen
	}
	return screenAt(address)
}

// pages serves the documents of the websites (design §5).
type pages struct {
	graph    *graph.Executor
	cms      *cms.Reader
	pim      *pim.Reader
	sis      *sis.Reader
	search   *search.Service
	cache    *cache.Cache
	assets   *Assets
	renderer *render.Pool // nil where rendering is left to the browser
	visitors visitors
	signIn   SignIn
	forms    *forms
	log      *slog.Logger
}

// view is what everybody sees of a site in a locale.
func (p *pages) view(ctx context.Context, dir *site.Directory, s *site.Site, l site.Locale, scheme, host string) (*site.View, error) {
	navigations, err := p.cms.Navigations(ctx, dir, site.Published, site.ContentLanguages(l, ""))
	if err != nil {
		return nil, err
	}
	return site.NewView(site.Setting{Directory: dir, Site: s, Locale: l, Stage: site.Published, Scheme: scheme, Host: host}, navigations), nil
}

// pageFreshness is the rule of design §6 for documents.
var pageFreshness = cache.DefaultFreshness

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && isForm(r) {
		p.forms.ServeHTTP(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		onlyRead(w)
		return
	}
	req := p.visitors.request(r)
	rememberNextRelease(w, r, req.Scheme == "https")
	if page, ok := strings.CutSuffix(r.URL.EscapedPath(), payloadSuffix); ok {
		p.payload(w, r, req, page)
		return
	}
	if isFeed(r.URL.Path) {
		p.feed(w, r)
		return
	}
	url := req.Scheme + "://" + req.Host + r.URL.RequestURI()
	if p.isCallback(r, url) {
		p.callback(w, r)
		return
	}
	doc, err := p.document(r.Context(), req, url)
	p.answer(w, r, req, url, doc, err)
}

// onlyRead refuses to take anything at an address.
func onlyRead(w http.ResponseWriter) {
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "This address can only be read.", http.StatusMethodNotAllowed)
}

// answer sends a document, or says why there is none.
func (p *pages) answer(w http.ResponseWriter, r *http.Request, req *resolvers.Request, url string, doc *document, err error) {
	switch {
	case err == nil:
		p.send(w, r, req, doc)
	case errors.Is(err, site.ErrBadURL):
		http.Error(w, "The address is malformed.", http.StatusBadRequest)
	case r.Context().Err() != nil: // the visitor is gone
	default:
		p.log.ErrorContext(r.Context(), "page cannot be shown", "url", url, "error", err)
		p.outage(w, r, req, url, err)
	}
}

// payloadSuffix below a page's path is the address of its data alone, for prefetching (design §5).
const payloadSuffix = "/_payload.json"

// payload sends the data of a page without its document.
func (p *pages) payload(w http.ResponseWriter, r *http.Request, req *resolvers.Request, page string) {
	if page == "" {
		page = "/"
	}
	if r.URL.RawQuery != "" {
		page += "?" + r.URL.RawQuery
	}
	url := req.Scheme + "://" + req.Host + page
	variables, operation := map[string]any{"url": url}, p.screenOf(r.Context(), url).operation
	answer := p.graph.Shared(r.Context(), req, p.graph.Named(operation, variables), false)
	if answer.RequestError || answer.Data == nil {
		http.Error(w, "The data of this page cannot be read now.", http.StatusServiceUnavailable)
		return
	}
	body, err := json.Marshal(map[string]any{"operation": operation, "variables": variables, "data": answer.Data})
	if err != nil {
		p.log.ErrorContext(r.Context(), "the data of a page cannot be written", "page", page, "error", err)
		http.Error(w, "The data of this page cannot be read now.", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	encoding.Send(w, r, http.StatusOK, body)
}

// document takes the page from the cache where it is the same for everybody, or makes it.
func (p *pages) document(ctx context.Context, req *resolvers.Request, url string) (*document, error) {
	dir, err := p.cms.Directory(ctx, site.Published)
	if err != nil {
		return nil, err
	}
	address, err := dir.Parse(url)
	if err != nil {
		return nil, err
	}
	screen := screenAt(address)
	if !dir.HasLocale(address) {
		doc, _, err := p.make(ctx, req, screen, url)
		return doc, err
	}
	if site.ScreenOf(address) == site.ScreenPortal {
		// The portal is no part of the site's public face: nobody keeps it (design §4).
		doc, _, err := p.make(ctx, req, screen, url)
		if err == nil {
			doc.private, doc.unlisted = true, true
		}
		return doc, err
	}
	if value := sentValue(address.RawQuery); value != "" {
		return p.forms.thanks(ctx, req, address, url, value)
	}
	key := req.CachePrefix() + "page:" + req.Audience() + ":" + url
	telemetry.RequestLogFrom(ctx).Set("cache", "hit")
	// What is made here goes to everybody who waits for it.
	anybody := req.Anybody()
	doc, err := cache.Load(ctx, p.cache, key, func(ctx context.Context) (cache.Loaded[*document], error) {
		telemetry.RequestLogFrom(ctx).Set("cache", "miss")
		doc, answer, err := p.make(ctx, anybody, screen, url)
		if err != nil {
			return cache.Loaded[*document]{}, err
		}
		doc.gate = anybody.Gate()
		size := int64(512)
		if doc.body != nil {
			size += doc.body.Size()
		}
		return cache.Loaded[*document]{Value: doc, Tags: answer.Tags, Size: size, Freshness: pageFreshness,
			Private: answer.MaxAge == 0 || doc.status == http.StatusNotFound || doc.unrendered}, nil
	})
	if err != nil || !req.Opens(doc.gate) {
		return doc, err
	}
	own, _, err := p.make(ctx, req, screen, url)
	if err != nil {
		return nil, err
	}
	own.private = true
	return own, nil
}

// outcome is what the edge reads of a screen's data; the rest is the screen's own.
type outcome struct {
	Resolve *struct {
		Typename string `json:"__typename"`
		Status   int    `json:"status"`
		Location string `json:"location"`
		Site     struct {
			Name          string `json:"name"`
			EnableCutFont bool   `json:"enableCutFont"`
			Theme         string `json:"theme"`
		} `json:"site"`
		Locale struct {
			Code string `json:"code"`
		} `json:"locale"`
		// Theme is the page's look; the site's where there is no page.
		Theme string `json:"theme"`
		Page  *struct {
			Title   string       `json:"title"`
			Modules []formModule `json:"modules"`
		} `json:"page"`
	} `json:"resolve"`
}

// asked is what the operation of a screen answered.
type asked struct {
	shown     screen
	url       string
	variables map[string]any
	answer    *graph.Answer
	data      outcome
}

// isFailed says that there is something at the address, and that nothing of it could be read.
func (a *asked) isFailed() bool {
	return a.data.Resolve.Typename == "PageResolution" && a.data.Resolve.Page == nil && len(a.answer.Errors) > 0
}

func (p *pages) make(ctx context.Context, req *resolvers.Request, shown screen, url string) (*document, *graph.Answer, error) {
	a, err := p.ask(ctx, req, shown, url)
	if err != nil {
		return nil, nil, err
	}
	status := http.StatusOK
	if a.isFailed() {
		status = http.StatusServiceUnavailable
	}
	doc, err := p.show(ctx, req, a, status, nil)
	return doc, a.answer, err
}

// ask executes the operation of a screen.
func (p *pages) ask(ctx context.Context, req *resolvers.Request, shown screen, url string) (*asked, error) {
	a := &asked{shown: shown, url: url, variables: map[string]any{"url": url}}
	a.answer = p.graph.Execute(ctx, req, p.graph.Named(shown.operation, a.variables), false)
	if err := json.Unmarshal(a.answer.Data, &a.data); err != nil || a.data.Resolve == nil {
		return nil, a.answer.Err()
	}
	o := a.data.Resolve
	gathered := telemetry.RequestLogFrom(ctx)
	gathered.Set("operation", shown.operation)
	gathered.Set("site", o.Site.Name)
	gathered.Set("locale", o.Locale.Code)
	if a.isFailed() && !shown.tellsFailure {
		// The page exists, and what it says could not be read: an empty one would be a lie.
		return nil, &pageFailure{shown: shown, answer: a.answer, data: &a.data}
	}
	return a, nil
}

// show is the document of what was asked. The status is that of a page; the form is what became of one that was sent, nil for
// none.
func (p *pages) show(ctx context.Context, req *resolvers.Request, a *asked, status int, form *render.Form) (*document, error) {
	o := a.data.Resolve
	switch o.Typename {
	case "RedirectResolution":
		return &document{status: o.Status, location: o.Location}, nil
	case "NotFoundResolution":
		status, form = http.StatusNotFound, nil
	}
	theme := o.Site.Theme
	if o.Theme != "" {
		theme = o.Theme
	}
	title := o.Site.Name
	if o.Page != nil {
		title = o.Page.Title
	}
	return p.assemble(ctx, &shell{status: status, url: a.url, screen: a.shown, variables: a.variables, data: a.answer.Data,
		locale: o.Locale.Code, theme: theme, cutFont: o.Site.EnableCutFont, siteName: o.Site.Name, title: title, nextRelease: req.NextRelease, form: form})
}
