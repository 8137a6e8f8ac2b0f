// Package pages serves the documents of the websites: it executes the operation of an address's screen, renders and
// caches the document, and accepts forms that are sent without scripts.
package pages

import (
	"context"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/edge/assets"
	"strand/edge/feeds"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/edge/visitor"
	"strand/internal/budget"
	"strand/internal/cache"
	"strand/internal/ratelimit"
	"strand/internal/telemetry"
	"strand/internal/uploads"
	"strand/service/forms"
	"strand/service/website"
	"strand/service/website/visit"
)

// Handler serves the documents of the websites.
type Handler struct {
	visitor.Sites
	graph    *graph.Executor
	cache    *cache.Cache
	assets   *assets.Assets
	renderer *render.Pool // nil if browsers render
	sheets   dataSheets
	visitors visitor.Reader
	signIn   visitor.SignIn
	// policy is the content security policy of all pages, as the value of its header.
	policy []string
	// framedPolicy is the policy of previews that the CMS's editor may show in a frame; studioOrigins are its
	// origins.
	framedPolicy  []string
	studioOrigins []string
	forms         *formHandler
	uploads       http.Handler
	feeds         http.Handler
	website       *website.Sites
	// Recent makes pages before visitors ask for them.
	Recent *RecentPages
	// budget is how long a page waits for its data. Data that is not read by then is left out of the page.
	budget time.Duration
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
	// Renderer is nil if browsers render.
	Renderer *render.Pool
	Sheets   SheetRenderer
	Pictures PicturePrinter
	Feeds    http.Handler
	// Website finds pages.
	Website *website.Sites
	// RecentFile keeps the recently requested pages over a restart; empty for none.
	RecentFile string
	// Forms submits forms that are sent without scripts. Their files are sent to Uploads before.
	Forms   *forms.Submissions
	Uploads http.Handler
	// SigningKey signs the confirmations of such forms.
	SigningKey signedtoken.Key
	Limits     ratelimit.Limits
	// Budget is how long a page waits for its data, all upstream calls together.
	Budget time.Duration
	// MediaOrigins are other origins whose pictures and films pages show, StudioOrigins those of the CMS's editor,
	// whose pages may show previews in a frame.
	MediaOrigins, StudioOrigins []string
	Log                         *slog.Logger
}

// New returns the handler of all addresses that are not reserved.
func New(o Options) *Handler {
	scripts, styles := o.Assets.PolicySources()
	sources := policySources{identity: o.SignIn.Sources(), scripts: scripts, styles: styles, media: o.MediaOrigins}
	framed := sources
	framed.ancestors = o.StudioOrigins
	p := &Handler{
		policy:        []string{pagePolicy(sources)},
		framedPolicy:  []string{pagePolicy(framed)},
		studioOrigins: o.StudioOrigins,
		Sites:         o.Sites,
		graph:         o.Graph,
		cache:         o.Cache,
		assets:        o.Assets,
		renderer:      o.Renderer,
		visitors:      o.Visitors,
		signIn:        o.SignIn,
		feeds:         o.Feeds,
		website:       o.Website,
		budget:        o.Budget,
		log:           o.Log,
	}
	p.Recent = newRecentPages(p, o.RecentFile)
	p.sheets = dataSheets{p, o.Sheets, o.Pictures}
	p.uploads = o.Uploads
	p.forms = &formHandler{
		pages:      p,
		submitter:  o.Forms,
		uploads:    o.Limits.New("uploads", maxUploads, uploadWindow),
		signingKey: o.SigningKey,
	}
	return p
}

// Mount registers the reserved addresses of documents: those that the identity provider redirects to or calls, the
// style guide, the files of forms, and the change of the locale.
func (p *Handler) Mount(mux *http.ServeMux) {
	if p.signIn.Verifier != nil {
		mux.HandleFunc("GET /callback", p.callback)
		mux.HandleFunc("GET /callback/{$}", redirectTo("/callback"))
		mux.HandleFunc("GET /blank-callback", blankCallback)
		mux.HandleFunc("GET /blank-callback/{$}", redirectTo("/blank-callback"))
		mux.HandleFunc("POST /api/backchannel-logout", p.backChannelLogout(p.signIn))
	}
	mux.HandleFunc("GET /style-guide", p.styleGuide)
	mux.HandleFunc("GET /style-guide/", p.styleGuide)
	mux.Handle(uploads.BasePath, p.visitors.SameOrigin(p.limitUploads(p.uploads)))
	mux.Handle("GET /api/locale", localeSwitch{p.Sites, p.visitors, p.website.IsFound, p.budget})
}

// pageFreshness is how long documents are served, see docs/operations.md.
var pageFreshness = cache.DefaultFreshness

func (p *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && isForm(r) && visitor.PreviewOf(r.Context()) == nil {
		p.forms.ServeHTTP(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		refuseMethod(w)
		return
	}
	req := p.visitors.Request(r)
	req.Searcher = graph.LimitCaller(req)
	if req.Preview == nil {
		visitor.RememberNextRelease(w, r, req.Scheme == "https")
	}
	if page, ok := strings.CutSuffix(r.URL.EscapedPath(), payloadSuffix); ok {
		p.payload(w, r, page)
		return
	}
	if home, ok := strings.CutSuffix(r.URL.EscapedPath(), siteDataSuffix); ok {
		p.siteData(w, r, req, home)
		return
	}
	isFile := feeds.IsFeed(r.URL.Path) || isDataSheet(r.URL.Path)
	if isFile && req.Preview == nil && p.RedirectToPage(w, r) {
		return
	}
	if feeds.IsFeed(r.URL.Path) {
		p.feeds.ServeHTTP(w, r)
		return
	}
	if p.sheets.serve(w, r, req) {
		return
	}
	url := visitor.URLOf(req, r)
	if p.signIn.Verifier != nil && p.isCallback(r, url) {
		p.callback(w, r)
		return
	}
	doc, err := p.document(budget.With(r.Context(), p.budget), req, url)
	p.answer(w, r, req, url, doc, err)
}

// refuseMethod refuses methods other than GET and HEAD.
func refuseMethod(w http.ResponseWriter) {
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "This address accepts only GET and HEAD.", http.StatusMethodNotAllowed)
}

// answer sends a document or the error page.
func (p *Handler) answer(
	w http.ResponseWriter,
	r *http.Request,
	req *visit.Request,
	url string,
	doc *document,
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

// unrenderedError contains a document without content, because no renderer was available.
type unrenderedError struct{ doc *document }

func (e *unrenderedError) Error() string { return "no renderer answered" }

// pageKey returns the cache key of the document of a canonical address, which all anonymous users share.
func pageKey(req *visit.Request, canonical string) string { return req.CacheKey("page", canonical) }

// document returns the cached page if it is the same for all anonymous users, or makes it.
func (p *Handler) document(ctx context.Context, req *visit.Request, url string) (*document, error) {
	limited, cancel := budget.Apply(ctx)
	defer cancel()
	dir, err := p.Directory(limited)
	if err != nil {
		return nil, err
	}
	address, err := dir.Parse(url)
	if err != nil {
		return nil, err
	}
	screen := screenAt(address)
	if req.Preview != nil {
		return p.preview(ctx, req, screen, url)
	}
	if !dir.HasLocale(address) {
		return p.makeDocument(ctx, req, screen, url)
	}
	if shown := site.ScreenOf(address); shown == site.ScreenPortal || shown == site.ScreenEditor {
		return p.areaDocument(ctx, req, screen, address, url)
	}
	if value := submissionParameter(address.RawQuery); value != "" {
		return p.forms.confirmation(ctx, req, address, url, value)
	}
	if _, ok := address.Canonical(); !ok || req.Unshared {
		return p.makeDocument(ctx, req, screen, url)
	}
	read := screen.addressRead(address)
	doc, err := p.cached(ctx, req, screen, read)
	if err == nil && doc.status == http.StatusOK && req.FallbackLanguage == "" && !req.NextRelease &&
		isRemembered(dir, read) {
		remembered, _ := read.Canonical()
		p.Recent.add(remembered)
	}
	if err != nil || doc.isPage() || read.RawQuery == address.RawQuery {
		return doc, err
	}
	return p.cached(ctx, req, screen, address)
}

// areaDocument returns the document of an address of the portal or the editor area. They are not public. A document of
// the portal has no data of users, since navigations send no token, and is the same for all of them.
func (p *Handler) areaDocument(
	ctx context.Context, req *visit.Request, screen screen, address site.URL, url string,
) (*document, error) {
	var doc *document
	var err error
	if _, ok := address.Canonical(); ok && !req.Unshared && site.ScreenOf(address) == site.ScreenPortal {
		doc, err = p.cached(ctx, req, screen, address)
	} else {
		doc, err = p.makeDocument(ctx, req, screen, url)
	}
	if err != nil {
		return nil, err
	}
	own := *doc
	own.private, own.unlisted = true, true
	return &own, nil
}

// cached returns the document of a canonical address from the cache, or makes it.
func (p *Handler) cached(
	ctx context.Context, req *visit.Request, screen screen, address site.URL,
) (*document, error) {
	url, _ := address.Canonical()
	key := pageKey(req, url)
	telemetry.RequestLogFrom(ctx).Set("cache", "hit")
	// All visitors that wait for the document share it.
	anonymous := req.Anonymous()
	load := func(ctx context.Context) (cache.Loaded[*document], error) {
		telemetry.RequestLogFrom(ctx).Set("cache", "miss")
		doc, err := p.makeDocument(ctx, anonymous, screen, url)
		if err != nil {
			return cache.Loaded[*document]{}, err
		}
		if doc.unrendered {
			// Returned as an error, so that the cache serves a stale document if it has one.
			return cache.Loaded[*document]{}, &unrenderedError{doc}
		}
		doc.gate, doc.changesAt = anonymous.Gate(), cache.NextChange(ctx)
		doc.unlisted = doc.unlisted || site.ScreenOf(address) == site.ScreenPortal
		size := int64(512)
		if doc.body != nil {
			if _, err := doc.body.Pack(); err != nil {
				return cache.Loaded[*document]{}, fmt.Errorf("compress %s: %w", url, err)
			}
			size += doc.body.Size()
		}
		return cache.Loaded[*document]{
			Value:     doc,
			Tags:      anonymous.Tags(),
			Size:      size,
			Freshness: pageFreshness,
			NoStore:   anonymous.IsPrivate(),
			Negative:  doc.status == http.StatusNotFound,
			// Callers can invent any query and any address that does not exist.
			Unconfirmed: address.RawQuery != "" || anonymous.IsUnconfirmed(),
		}, nil
	}
	shared := cache.Encoded(p.assets.Release+documentForm, encodeDocument, decodeDocument, load)
	doc, err := cache.Load(ctx, p.cache, key, shared)
	if err != nil || !req.MayOpen(doc.gate) {
		return doc, err
	}
	own, err := p.makeDocument(ctx, req, screen, url)
	if err != nil {
		return nil, err
	}
	own.private = true
	return own, nil
}

// makeDocument makes a document, when it is its turn (render.Pool.Enter).
func (p *Handler) makeDocument(
	ctx context.Context,
	req *visit.Request,
	target screen,
	url string,
) (*document, error) {
	if p.renderer != nil {
		leave, err := p.renderer.Enter(ctx)
		if err != nil {
			return nil, err
		}
		defer leave()
		ctx = budget.Renew(ctx, p.budget)
	}
	result, err := p.executeScreen(ctx, req, target, url)
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	switch {
	case result.isLimited:
		status = http.StatusTooManyRequests
	case result.isFailed:
		status = http.StatusServiceUnavailable
	case target.isNotFound:
		status = http.StatusNotFound
	}
	return p.renderScreen(ctx, req, result, status, nil)
}

// redirectOf returns the document of a screen's address that redirects. If the target depends on the hash, browsers get
// a document that redirects with it; without scripts it redirects as for all others.
func (p *Handler) redirectOf(ctx context.Context, req *visit.Request, result *screenResult) (*document, error) {
	doc := &document{}
	location := p.inBase(ctx, req, result.resolution.Location)
	if result.resolution.DependsOnHash {
		s := &shell{
			url:    visibleURL(ctx, result.url),
			base:   baseOf(req),
			screen: result.screen,
			data:   result.screenData(ctx, req),
			locale: interfaceLanguage(""),
			theme:  string(site.ThemeDefault),
		}
		to := html.EscapeString(location)
		head := `<noscript><meta http-equiv="refresh" content="0;url=` + to + `"></noscript>`
		body := `<noscript><a href="` + to + `">` + to + `</a></noscript>`
		var err error
		if doc, err = p.compose(s, &render.Output{Head: head, Body: []byte(body)}, true); err != nil {
			return nil, err
		}
		doc.etag = ""
	}
	doc.status, doc.location = result.resolution.Status, location
	doc.private, doc.degraded = req.IsPrivate(), cache.IsDegraded(ctx)
	return doc, nil
}

// renderScreen makes the document of a screen. The status is that of a page; form is the state of a submitted form, nil
// for none.
func (p *Handler) renderScreen(
	ctx context.Context,
	req *visit.Request,
	result *screenResult,
	status int,
	form *render.Form,
) (*document, error) {
	o := result.resolution
	switch o.Typename {
	case "RedirectResolution":
		return p.redirectOf(ctx, req, result)
	case "NotFoundResolution":
		status, form = http.StatusNotFound, nil
	}
	theme := o.Site.Theme
	if o.Theme != "" {
		theme = o.Theme
	}
	title := o.Site.Name
	if o.HasPage {
		title = o.Title
	}
	data := result.screenData(ctx, req)
	data.Form = form
	doc, err := p.assemble(ctx, &shell{
		status:        status,
		url:           visibleURL(ctx, result.url),
		base:          baseOf(req),
		studioOrigins: p.studioOriginsOf(req),
		screen:        result.screen,
		data:          data,
		siteURL:       result.siteURL(baseOf(req)),
		locale:        o.Locale.Code,
		theme:         theme,
		cutFont:       o.Site.EnableCutFont,
		siteName:      o.Site.Name,
		homeURL:       o.Site.HomeURL,
		title:         title,
		nextRelease:   req.NextRelease,
	})
	if err != nil {
		return nil, err
	}
	doc.degraded = result.isPartial || cache.IsDegraded(ctx)
	if result.isPartial {
		doc.causes = causesOf(result.err())
	}
	// A page that is not found in an address without a locale is shown in the visitor's language.
	doc.private = doc.private || req.IsPrivate()
	return doc, nil
}
