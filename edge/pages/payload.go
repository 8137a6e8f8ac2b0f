package pages

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/editor"
	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/internal/cache"
	"strand/internal/telemetry"
	"strand/service/website/visit"
)

// payloadSuffix is the suffix of a page's path for the URL of its data without the document, for navigations.
const payloadSuffix = "/_payload.json"

// Payload is the data of a URL: the answers of the operations of its screen and of its site. A document is a payload
// that is rendered.
type Payload struct {
	// resolution is nil if it could not be read.
	*resolution
	screen screen
	url    string
	// answer is that of the screen. Its data is nil in the cache, where body has it.
	answer *graph.Answer
	// site is the answer of the site; nil if the URL redirects.
	site *graph.Answer
	// body is what browsers get; nil if it is not encoded.
	body *encoding.LazyBody
	// gate is the page whose gate withholds a part; empty if nothing is withheld.
	gate string
	// isFailed reports that the main content could not be read, isPartial that another part could not, and isLimited
	// that the main content was not read because the caller exceeded a rate limit.
	isFailed, isPartial, isLimited bool
	// isIncomplete reports that the page shows the notice for a missing part.
	isIncomplete bool
	// isPrivate reports that the payload depends on the visitor.
	isPrivate bool
}

// IsPage reports whether the URL is that of a page: it neither redirects nor is "not found".
func (d *Payload) IsPage() bool { return d.resolution != nil && d.Typename == "PageResolution" }

func (d *Payload) isPage() bool { return d.IsPage() }

// err returns the errors of a part that could not be read.
func (d *Payload) err() error {
	if err := d.answer.Err(); err != nil || d.site == nil {
		return err
	}
	return d.site.Err()
}

// maxAge is how long the payload may be cached; 0 if it is personal or incomplete.
func (d *Payload) maxAge() time.Duration {
	if d.site == nil {
		return d.answer.MaxAge
	}
	return min(d.answer.MaxAge, d.site.MaxAge)
}

// execute executes the operation of a screen.
type execute func(ctx context.Context, req *visit.Request, op graph.Operation, mutations bool) *graph.Answer

// payloadKey returns the cache key of the payload of a canonical URL, which all anonymous users share.
func payloadKey(req *visit.Request, canonical string) string {
	return req.CacheKey("payload", canonical)
}

// payload returns the payload of a URL from the cache if it is the same for all anonymous users, or reads it.
func (p *Handler) payload(ctx context.Context, req *visit.Request, at target, run execute) (*Payload, error) {
	canonical := at.canonical()
	if canonical == "" || !at.isPublic || req.IsPrivate() || req.Unshared || req.FieldPositions {
		return p.read(ctx, req, at, run)
	}
	anonymous := req.Anonymous()
	load := func(ctx context.Context) (cache.Loaded[*Payload], error) {
		shared := at
		shared.url = canonical
		made, err := p.read(ctx, anonymous, shared, run)
		if err != nil {
			return cache.Loaded[*Payload]{}, err
		}
		if err := made.pack(anonymous); err != nil {
			return cache.Loaded[*Payload]{}, fmt.Errorf("encode the data of %s: %w", canonical, err)
		}
		maxAge := made.maxAge()
		return cache.Loaded[*Payload]{
			Value:       made,
			Tags:        anonymous.Tags(),
			Size:        512 + made.body.Size() + int64(len(made.answer.Data)),
			Freshness:   cache.Freshness{Fresh: maxAge, Stale: cache.DefaultFreshness.Stale},
			NoStore:     maxAge == 0,
			Negative:    made.Typename == "NotFoundResolution",
			Unconfirmed: at.isUnconfirmed(made.isPage()),
		}, nil
	}
	// Other servers have the answers that it is made of.
	found, err := cache.Load(ctx, p.cache, payloadKey(req, canonical), cache.Unshared(load))
	if err != nil || !req.MayOpen(found.gate) {
		return found, err
	}
	return p.read(ctx, req, at, run)
}

// Read executes the operations of a page and of its site for a visitor.
func (p *Handler) Read(ctx context.Context, req *visit.Request, address site.URL, url string) (*Payload, error) {
	return p.read(ctx, req, target{screen: screenAt(address), url: url}, p.graph.Execute)
}

// read executes the operations of a screen and of its site within the rest of the request's budget.
func (p *Handler) read(ctx context.Context, req *visit.Request, at target, run execute) (*Payload, error) {
	read, err := p.execute(ctx, req, at, run)
	log := telemetry.RequestLogFrom(ctx)
	if read.resolution != nil {
		log.Set("operation", at.screen.query())
		log.Set("site", read.Site.Name)
		log.Set("locale", read.Locale.Code)
	}
	if err != nil {
		return nil, err
	}
	if read.isPartial {
		log.Set("error", read.err().Error())
		cache.MarkDegraded(ctx)
	}
	read.isIncomplete = read.isPartial || cache.IsIncomplete(ctx)
	read.isPrivate = req.IsPrivate()
	return read, nil
}

// execute executes the operations of a screen and of its site. The error is a *pageFailure if the main content could
// not be read, but the site was. The payload is never nil.
func (p *Handler) execute(ctx context.Context, req *visit.Request, at target, run execute) (*Payload, error) {
	siteAt := p.startSite(ctx, req, at.url)
	operation := p.graph.ClientOperation(at.screen.query(), map[string]any{"url": at.url})
	d := &Payload{screen: at.screen, url: at.url, answer: run(ctx, req, operation, false)}
	d.gate = d.answer.Gate
	if d.resolution = readResolution(d.answer.Data); d.resolution == nil {
		return d, cmp.Or(d.answer.Err(), fmt.Errorf("the operation %s answered no resolution", at.screen.query()))
	}
	if home := d.Site.HomeURL; home != "" {
		d.site = siteAt(home)
		if err := checkSite(d.site); err != nil {
			return d, err
		}
		req.Tag(d.site.Tags...)
	}
	req.Tag(d.answer.Tags...)
	return d, d.check()
}

// check returns a *pageFailure if the main content could not be read.
func (d *Payload) check() error {
	d.isPartial = len(d.answer.Errors) > 0 || d.site != nil && len(d.site.Errors) > 0
	for _, e := range d.answer.Errors {
		if len(e.Path) == 1 && d.Typename == "NotFoundResolution" {
			return &pageFailure{screen: contentScreen, page: d}
		}
		if len(e.Path) == 2 && e.Path[1] == ast.PathName(d.screen.main) {
			d.isFailed = true
			d.isLimited = e.Extensions["code"] == string(apperr.RateLimited)
		}
	}
	if d.isFailed && !d.screen.showsFailure {
		return &pageFailure{screen: d.screen, page: d}
	}
	return nil
}

// screenData returns the data of the screen, with that of its site.
func (d *Payload) screenData(req *visit.Request) (render.ScreenData, error) {
	answer, err := d.data()
	data := render.ScreenData{
		Screen:  d.screen.name,
		URL:     visibleURL(req, d.url),
		Data:    answer,
		Partial: d.isIncomplete,
		Private: isPrivate(req, d.screen),
	}
	if d.site != nil {
		data.Site = d.site.Data
	}
	return data, err
}

// data returns the answer of the screen's operation, which a payload of the cache has in its body only.
func (d *Payload) data() (json.RawMessage, error) {
	if d.answer.Data != nil || d.body == nil {
		return d.answer.Data, nil
	}
	encoded, err := d.body.Plain()
	return json.RawMessage(gjson.GetBytes(encoded, "data").Raw), err
}

// Members returns the JSON of members of the resolution, by paths such as `page.modules`; empty for those it lacks.
func (d *Payload) Members(paths ...string) ([]json.RawMessage, error) {
	data, err := d.data()
	members := make([]json.RawMessage, len(paths))
	for i, path := range paths {
		members[i] = json.RawMessage(gjson.GetBytes(data, "resolve."+path).Raw)
	}
	return members, err
}

// encode returns what browsers get.
func (d *Payload) encode(req *visit.Request) (*encoding.LazyBody, error) {
	if d.body != nil {
		return d.body, nil
	}
	data, err := d.screenData(req)
	if err != nil {
		return nil, err
	}
	provenance := d.provenance()
	if provenance == nil { // its paths refer to the data of the site, too
		data = forBrowsers(data, d.siteURL(baseOf(req)))
	}
	body, err := data.JSON()
	if err == nil && provenance != nil {
		body, err = withProvenance(body, provenance)
	}
	if err != nil {
		return nil, err
	}
	return encoding.NewLazyBody(body), nil
}

// pack prepares a payload for the cache, which has its data once, in a compressed form.
func (d *Payload) pack(req *visit.Request) error {
	body, err := d.encode(req)
	if err != nil {
		return err
	}
	packed, err := body.Pack()
	if err != nil {
		return err
	}
	d.body = body
	if packed != nil {
		a := d.answer // others may have it, too
		d.answer = &graph.Answer{
			Errors: a.Errors, MaxAge: a.MaxAge, Tags: a.Tags, Gate: a.Gate, Provenance: a.Provenance,
		}
	}
	return nil
}

// provenance returns the sources of the values of the screen and of its site; nil if they were not requested.
func (d *Payload) provenance() *editor.Provenances {
	if d.answer.Provenance == nil || d.site == nil || d.site.Provenance == nil {
		return d.answer.Provenance
	}
	return d.answer.Provenance.With(d.site.Provenance)
}

// withProvenance adds the provenance of its values to the data of a page. It is larger than the data, so it is
// encoded only once, separately.
func withProvenance(state []byte, provenance *editor.Provenances) ([]byte, error) {
	body := append(state[:len(state)-1], `,"provenance":`...)
	body, err := provenance.AppendTable(body)
	return append(body, '}'), err
}

// servePayload sends the payload of a page. With an ID token it contains what the user may read. A document cannot,
// since navigations send no token.
func (p *Handler) servePayload(w http.ResponseWriter, r *http.Request, visitors visitor.Reader, page string) {
	req, err := p.shells.signIn.Requests(visitors)(r)
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	req.Searcher = graph.LimitCaller(req)
	req.FieldPositions = !req.Editor && len(p.policies.studioOriginsOf(req)) > 0 && graph.WantsProvenance(r)
	if page == "" {
		page = "/"
	}
	if r.URL.RawQuery != "" {
		page += "?" + r.URL.RawQuery
	}
	ctx, cancel := budget.Apply(budget.With(r.Context(), p.Budget))
	defer cancel()
	read, err := found(p.targetAt(ctx, req.Scheme+"://"+req.Host+page), func(at target) (*Payload, error) {
		return p.payload(ctx, req, at, p.graph.ExecuteShared)
	})
	if err == nil {
		err = p.sendPayload(w, r, req, read)
	}
	if err != nil {
		respond.JSONError(w, r, err)
	}
}

// sendPayload sends a payload; the error is that of one that cannot be encoded.
func (p *Handler) sendPayload(w http.ResponseWriter, r *http.Request, req *visit.Request, d *Payload) error {
	body, err := d.encode(req)
	if err != nil {
		return fmt.Errorf("encode the data of a page: %w", err)
	}
	h := w.Header()
	h.Set("Cache-Control", "private, no-store")
	p.visitors.VaryByPreferences(h)
	h.Set("Content-Type", "application/json; charset=utf-8")
	if err := body.Send(w, r, http.StatusOK); err != nil {
		p.log.ErrorContext(r.Context(), "payload_not_compressed", "url", r.URL.Path, "error", err)
	}
	return nil
}
