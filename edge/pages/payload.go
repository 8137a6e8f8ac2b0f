package pages

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"strand/domain/editor"
	"strand/edge/encoding"
	"strand/edge/graph"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/budget"
	"strand/internal/cache"
	"strand/service/website/visit"
)

// payloadSuffix is the suffix of a page's path for the address of its data without the document, for prefetching.
const payloadSuffix = "/_payload.json"

// payload sends the data of a page without its document. With an ID token it contains what the user may read. A
// document cannot, since navigations send no token.
func (p *Handler) payload(w http.ResponseWriter, r *http.Request, page string) {
	req, err := p.signIn.Requests(p.visitors)(r)
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	req.Searcher = graph.LimitCaller(req)
	req.FieldPositions = !req.Editor && len(p.studioOriginsOf(req)) > 0 && visitor.WantsProvenance(r)
	if page == "" {
		page = "/"
	}
	if r.URL.RawQuery != "" {
		page += "?" + r.URL.RawQuery
	}
	ctx, cancel := budget.Apply(budget.With(r.Context(), p.budget))
	defer cancel()
	found, err := p.payloadOf(ctx, req, req.Scheme+"://"+req.Host+page)
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	p.sendPayload(w, r, found)
}

// payload is the data of a page without its document.
type payload struct {
	body *encoding.LazyBody
	// isPage is false for a redirect and for "not found".
	isPage bool
	// gate is the page whose gate withholds a part; empty if nothing is withheld.
	gate string
	// maxAge is how long the payload may be cached; 0 if it is personal or incomplete.
	maxAge time.Duration
	tags   []string
}

func (p *Handler) sendPayload(w http.ResponseWriter, r *http.Request, found *payload) {
	h := w.Header()
	h.Set("Cache-Control", "private, no-store")
	p.visitors.VaryByPreferences(h)
	h.Set("Content-Type", "application/json; charset=utf-8")
	if err := found.body.Send(w, r, http.StatusOK); err != nil {
		p.log.ErrorContext(r.Context(), "payload_not_compressed", "url", r.URL.Path, "error", err)
	}
}

// payloadOf returns the payload of a URL. That of a page contains no parameters that its screen does not read.
func (p *Handler) payloadOf(ctx context.Context, req *visit.Request, url string) (*payload, error) {
	target := p.screenOf(ctx, url)
	read := p.urlRead(ctx, target, url)
	found, err := p.sharedPayload(ctx, req, target, read)
	if err != nil || read == url || found.isPage {
		return found, err
	}
	return p.sharedPayload(ctx, req, target, url)
}

// payloadKey returns the cache key of the payload of a canonical page URL, which all anonymous users share.
func payloadKey(req *visit.Request, canonical string) string {
	return req.CacheKey("payload", canonical)
}

// sharedPayload returns the cached payload if it is the same for all anonymous users, or makes it.
func (p *Handler) sharedPayload(ctx context.Context, req *visit.Request, target screen, url string) (*payload, error) {
	canonical := p.sharedURL(ctx, req, url)
	if canonical == "" {
		return p.makePayload(ctx, req, target, url)
	}
	anonymous := req.Anonymous()
	load := func(ctx context.Context) (cache.Loaded[*payload], error) {
		made, err := p.makePayload(ctx, anonymous, target, canonical)
		if err != nil {
			return cache.Loaded[*payload]{}, err
		}
		if _, err := made.body.Pack(); err != nil {
			return cache.Loaded[*payload]{}, fmt.Errorf("compress the data of %s: %w", canonical, err)
		}
		return cache.Loaded[*payload]{
			Value:       made,
			Tags:        made.tags,
			Size:        512 + made.body.Size(),
			Freshness:   cache.Freshness{Fresh: made.maxAge, Stale: cache.DefaultFreshness.Stale},
			NoStore:     made.maxAge == 0,
			Private:     true, // other servers have the answers that it is made of
			Unconfirmed: !made.isPage || strings.Contains(canonical, "?"),
		}, nil
	}
	found, err := cache.Load(ctx, p.cache, payloadKey(req, canonical), load)
	if err != nil || !req.MayOpen(found.gate) {
		return found, err
	}
	return p.makePayload(ctx, req, target, url)
}

// sharedURL returns the canonical URL of a page whose data is the same for all anonymous users; empty for others.
func (p *Handler) sharedURL(ctx context.Context, req *visit.Request, url string) string {
	if req.IsPrivate() || req.Unshared || req.FieldPositions {
		return ""
	}
	dir, err := p.Directory(ctx)
	if err != nil {
		return ""
	}
	address, err := dir.Parse(url)
	if err != nil || !isPublic(dir, address) {
		return ""
	}
	canonical, ok := address.Canonical()
	if !ok {
		return ""
	}
	return canonical
}

// makePayload reads the data of a URL.
func (p *Handler) makePayload(ctx context.Context, req *visit.Request, target screen, url string) (*payload, error) {
	result, err := p.readScreen(ctx, req, target, url, p.graph.ExecuteShared)
	if err != nil {
		return nil, err
	}
	data, provenance := result.screenData(ctx, req), result.provenance()
	if provenance == nil { // its paths refer to the data of the site, too
		data = forBrowsers(data, result.siteURL(baseOf(req)))
	}
	body, err := data.JSON()
	if err == nil && provenance != nil {
		body, err = withProvenance(body, provenance)
	}
	if err != nil {
		return nil, fmt.Errorf("encode the data of a page: %w", err)
	}
	made := &payload{
		body: encoding.NewLazyBody(body), isPage: result.isPage(), gate: result.answer.Gate,
		maxAge: result.answer.MaxAge, tags: result.answer.Tags,
	}
	if result.site != nil {
		made.maxAge = min(made.maxAge, result.site.MaxAge)
		made.tags = slices.Concat(made.tags, result.site.Tags)
	}
	return made, nil
}

// urlRead returns a URL with the parameters that its screen reads. One without a locale is returned unchanged, since it
// redirects.
func (p *Handler) urlRead(ctx context.Context, target screen, url string) string {
	base, _, hasQuery := strings.Cut(url, "?")
	if !hasQuery {
		return url
	}
	dir, err := p.Directory(ctx)
	if err != nil {
		return url
	}
	address, err := dir.Parse(url)
	if err != nil || !dir.HasLocale(address) {
		return url
	}
	if read := target.addressRead(address).RawQuery; read != "" {
		return base + "?" + read
	}
	return base
}

// provenance returns the sources of the values of the screen and of its site; nil if they were not requested.
func (s *screenResult) provenance() *editor.Provenances {
	if s.answer.Provenance == nil || s.site == nil || s.site.Provenance == nil {
		return s.answer.Provenance
	}
	return s.answer.Provenance.With(s.site.Provenance)
}

// withProvenance adds the provenance of its values to the data of a page. It is larger than the data, so it is
// encoded only once, separately.
func withProvenance(state []byte, provenance *editor.Provenances) ([]byte, error) {
	body := append(state[:len(state)-1], `,"provenance":`...)
	body, err := provenance.AppendTable(body)
	return append(body, '}'), err
}
