package edge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/editor"
	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/internal/cache"
	"strand/internal/telemetry"
	"strand/resolvers"
)

// pages serves the documents of the websites.
type pages struct {
	sites
	graph    *graph.Executor
	cache    *cache.Cache
	assets   *Assets
	renderer *render.Pool // nil if browsers render
	visitors visitors
	signIn   SignIn
	// policy is the content security policy of all pages.
	policy string
	// framedPolicy is the policy of previews that the CMS's editor may show in a frame; studioOrigins are its
	// origins.
	framedPolicy  string
	studioOrigins []string
	forms         *forms
	feeds         feedHandler
	// budget is how long a page waits for its data. Data that is not read by then is left out of the page.
	budget time.Duration
	log    *slog.Logger
}

// pageFreshness is how long documents are served, see docs/operations.md.
var pageFreshness = cache.DefaultFreshness

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && isForm(r) && previewOf(r.Context()) == nil {
		p.forms.ServeHTTP(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		refuseMethod(w)
		return
	}
	req := p.visitors.request(r)
	req.Searcher = graph.LimitCaller(req)
	if req.Preview == nil {
		rememberNextRelease(w, r, req.Scheme == "https")
	}
	if page, ok := strings.CutSuffix(r.URL.EscapedPath(), payloadSuffix); ok {
		p.payload(w, r, page)
		return
	}
	if home, ok := strings.CutSuffix(r.URL.EscapedPath(), siteDataSuffix); ok {
		p.siteData(w, r, req, home)
		return
	}
	if isFeed(r.URL.Path) {
		p.feeds.ServeHTTP(w, r)
		return
	}
	url := addressOf(req, r)
	if p.isCallback(r, url) {
		p.callback(w, r)
		return
	}
	doc, err := p.document(budget.With(r.Context(), p.budget), req, url)
	p.answer(w, r, req, url, doc, err)
}

// addressOf returns the canonical address of a request.
func addressOf(req *resolvers.Request, r *http.Request) string {
	address := req.Scheme + "://" + req.Host + r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		address += "?" + r.URL.RawQuery
	}
	return address
}

// refuseMethod refuses methods other than GET and HEAD.
func refuseMethod(w http.ResponseWriter) {
	w.Header().Set("Allow", "GET, HEAD")
	http.Error(w, "This address accepts only GET and HEAD.", http.StatusMethodNotAllowed)
}

// answer sends a document or the error page.
func (p *pages) answer(
	w http.ResponseWriter,
	r *http.Request,
	req *resolvers.Request,
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
	default:
		p.outage(w, r, req, url, err)
	}
}

// payloadSuffix is the suffix of a page's path for the address of its data without the document, for prefetching.
const payloadSuffix = "/_payload.json"

// payload sends the data of a page without its document. With an ID token it contains what the user may read. A
// document cannot, since navigations send no token.
func (p *pages) payload(w http.ResponseWriter, r *http.Request, page string) {
	req, err := p.signIn.requests(p.visitors)(r)
	if err != nil {
		respondJSONError(w, r, err)
		return
	}
	req.Searcher = graph.LimitCaller(req)
	if page == "" {
		page = "/"
	}
	if r.URL.RawQuery != "" {
		page += "?" + r.URL.RawQuery
	}
	ctx, cancel := budget.Apply(budget.With(r.Context(), p.budget))
	defer cancel()
	url := req.Scheme + "://" + req.Host + page
	target := p.screenOf(ctx, url)
	result := &screenResult{screen: target, url: url}
	result.answer = p.graph.ExecuteShared(ctx, req, p.graph.ClientOperation(target.query(), result.variables()), false)
	if err := result.read(); err != nil {
		respondJSONError(w, r, err)
		return
	}
	data := render.ScreenData{
		Screen:  target.name,
		URL:     visibleURL(ctx, url),
		Data:    result.answer.Data,
		Partial: result.isPartial,
		Private: isPrivate(req, target),
	}
	if result.answer.Provenance == nil { // its paths refer to the whole data
		data, err = browserData(data, result.homeURL(), baseOf(req))
	}
	if err != nil {
		respondJSONError(w, r, err)
		return
	}
	body, err := json.Marshal(data)
	if err == nil && result.answer.Provenance != nil {
		body, err = withProvenance(body, result.answer.Provenance)
	}
	if err != nil {
		respondJSONError(w, r, fmt.Errorf("encode the data of a page: %w", err))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	encoding.Send(w, r, http.StatusOK, body)
}

// withProvenance adds the provenance of its values to the data of a page. It is larger than the data, so it is
// encoded only once, separately.
func withProvenance(state []byte, provenance *editor.Provenances) ([]byte, error) {
	body := append(state[:len(state)-1], `,"provenance":`...)
	body, err := provenance.AppendTable(body)
	return append(body, '}'), err
}

// unrenderedError contains a document without content, because no renderer was available.
type unrenderedError struct{ doc *document }

func (e *unrenderedError) Error() string { return "no renderer answered" }

// pageKey returns the cache key of the document of a canonical address, which all anonymous users share.
func pageKey(req *resolvers.Request, canonical string) string { return req.CacheKey("page", canonical) }

// document returns the cached page if it is the same for all anonymous users, or makes it.
func (p *pages) document(ctx context.Context, req *resolvers.Request, url string) (*document, error) {
	limited, cancel := budget.Apply(ctx)
	defer cancel()
	dir, err := p.directory(limited)
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
		// Documents of these areas are not public and not cached.
		doc, err := p.makeDocument(ctx, req, screen, url)
		if err == nil {
			doc.private, doc.unlisted = true, true
		}
		return doc, err
	}
	if value := submissionParameter(address.RawQuery); value != "" {
		return p.forms.confirmation(ctx, req, address, url, value)
	}
	canonical, ok := address.Canonical()
	if !ok || req.Unshared {
		return p.makeDocument(ctx, req, screen, url)
	}
	url = canonical
	key := pageKey(req, url)
	telemetry.RequestLogFrom(ctx).Set("cache", "hit")
	// All visitors that wait for the document share it.
	anonymous := req.Anonymous()
	doc, err := cache.Load(ctx, p.cache, key, func(ctx context.Context) (cache.Loaded[*document], error) {
		telemetry.RequestLogFrom(ctx).Set("cache", "miss")
		doc, err := p.makeDocument(ctx, anonymous, screen, url)
		if err != nil {
			return cache.Loaded[*document]{}, err
		}
		if doc.unrendered {
			// Returned as an error, so that the cache serves a stale document if it has one.
			return cache.Loaded[*document]{}, &unrenderedError{doc}
		}
		doc.gate = anonymous.Gate()
		size := int64(512)
		if doc.body != nil {
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
	})
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

// routeResult is the part of a screen's data that the edge reads.
type routeResult struct {
	Resolve *struct {
		Typename string `json:"__typename"`
		Status   int    `json:"status"`
		Location string `json:"location"`
		Site     struct {
			Name          string `json:"name"`
			HomeURL       string `json:"homeUrl"`
			EnableCutFont bool   `json:"enableCutFont"`
			Theme         string `json:"theme"`
		} `json:"site"`
		Locale struct {
			Code string `json:"code"`
		} `json:"locale"`
		// Theme is the page's theme, or the site's if there is no page.
		Theme string `json:"theme"`
		Page  *struct {
			Title   string       `json:"title"`
			Modules []formModule `json:"modules"`
		} `json:"page"`
	} `json:"resolve"`
}

// screenResult is the answer of a screen's operation.
type screenResult struct {
	screen screen
	url    string
	answer *graph.Answer
	data   routeResult
	// isFailed reports that the main content could not be read, isPartial that another part could not.
	isFailed, isPartial bool
	// isLimited is true if the main content was not read because the caller exceeded a rate limit.
	isLimited bool
}

// homeURL returns the home of the address's site; empty if it is unknown.
func (s *screenResult) homeURL() string {
	if s.data.Resolve == nil {
		return ""
	}
	return s.data.Resolve.Site.HomeURL
}

func (s *screenResult) variables() map[string]any { return map[string]any{"url": s.url} }

// read decodes the answer of the operation. The error is a *pageFailure if the main content could not be read, but
// the site was.
func (s *screenResult) read() error {
	if err := json.Unmarshal(s.answer.Data, &s.data); err != nil || s.data.Resolve == nil {
		if err := s.answer.Err(); err != nil {
			return err
		}
		return fmt.Errorf("the operation %s answered no resolution", s.screen.query())
	}
	s.isPartial = len(s.answer.Errors) > 0
	for _, e := range s.answer.Errors {
		if len(e.Path) == 1 && s.data.Resolve.Typename == "NotFoundResolution" {
			return &pageFailure{screen: contentScreen, answer: s.answer, data: &s.data}
		}
		if len(e.Path) == 2 && e.Path[1] == ast.PathName(s.screen.main) {
			s.isFailed = true
			s.isLimited = e.Extensions["code"] == string(apperr.RateLimited)
		}
	}
	if s.isFailed && !s.screen.showsFailure {
		return &pageFailure{screen: s.screen, answer: s.answer, data: &s.data}
	}
	return nil
}

func (p *pages) makeDocument(
	ctx context.Context,
	req *resolvers.Request,
	target screen,
	url string,
) (*document, error) {
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

// executeScreen executes the operation of a screen within the rest of the request's budget.
func (p *pages) executeScreen(
	ctx context.Context,
	req *resolvers.Request,
	target screen,
	url string,
) (*screenResult, error) {
	result := &screenResult{screen: target, url: url}
	result.answer = p.graph.Execute(ctx, req, p.graph.ClientOperation(target.query(), result.variables()), false)
	err := result.read()
	if o := result.data.Resolve; o != nil {
		log := telemetry.RequestLogFrom(ctx)
		log.Set("operation", target.query())
		log.Set("site", o.Site.Name)
		log.Set("locale", o.Locale.Code)
	}
	if err != nil {
		return nil, err
	}
	if result.isPartial {
		telemetry.RequestLogFrom(ctx).Set("error", result.answer.Err().Error())
		cache.MarkDegraded(ctx)
	}
	return result, nil
}

// renderScreen makes the document of a screen. The status is that of a page; form is the state of a submitted form, nil
// for none.
func (p *pages) renderScreen(
	ctx context.Context,
	req *resolvers.Request,
	result *screenResult,
	status int,
	form *render.Form,
) (*document, error) {
	o := result.data.Resolve
	switch o.Typename {
	case "RedirectResolution":
		return &document{status: o.Status, location: inBase(req, o.Location), degraded: cache.IsDegraded(ctx)}, nil
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
	doc, err := p.assemble(ctx, &shell{
		status:        status,
		url:           visibleURL(ctx, result.url),
		base:          baseOf(req),
		private:       isPrivate(req, result.screen),
		studioOrigins: p.studioOriginsOf(req),
		screen:        result.screen,
		data:          result.answer.Data,
		locale:        o.Locale.Code,
		theme:         theme,
		cutFont:       o.Site.EnableCutFont,
		siteName:      o.Site.Name,
		homeURL:       o.Site.HomeURL,
		title:         title,
		nextRelease:   req.NextRelease,
		form:          form,
		partial:       result.isPartial,
	})
	if err != nil {
		return nil, err
	}
	doc.degraded = result.isPartial || cache.IsDegraded(ctx)
	return doc, nil
}
