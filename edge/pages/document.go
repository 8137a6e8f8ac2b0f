package pages

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"time"

	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/render"
	"strand/internal/budget"
	"strand/internal/cache"
	"strand/internal/telemetry"
	"strand/service/website/visit"
)

// Document is a page or a redirect that is ready to be sent.
type Document struct {
	status   int
	location string
	// body is that of a page, or of a redirect that depends on the hash, which only the browser knows.
	body     *encoding.LazyBody
	etag     string
	language string
	// unrendered reports that no renderer answered in time: only a browser can show the document, and it is not
	// cached.
	unrendered bool
	// gate is the page whose gate blocks the document; empty if nothing is withheld.
	gate string
	// private reports that the document was made for one visitor, who has passed a gate or sent a form, or whose
	// preferences have chosen its locale.
	private bool
	// degraded reports that a part is missing or stale: the document is not cached as complete.
	degraded bool
	// causes are why parts are missing.
	causes []string
	// changesAt is when a redirect changes by itself; zero for never.
	changesAt time.Time
	// unlisted reports that crawlers must not index the document.
	unlisted bool
	// source is the hash of what the document is made of (shell.source); 0 for a redirect, and for a document of
	// another server, whose settings may differ.
	source uint64
}

// isPage reports whether the document is neither a redirect nor "not found".
func (d *Document) isPage() bool { return d.location == "" && d.status != http.StatusNotFound }

// ForVisitor returns the document as one of the visitor alone, which crawlers must not index.
func (d *Document) ForVisitor() *Document {
	own := *d
	own.private, own.unlisted = true, true
	return &own
}

// unrenderedError contains a document without content, because no renderer was available.
type unrenderedError struct{ doc *Document }

func (e *unrenderedError) Error() string { return "no renderer answered" }

// pageFreshness is how long documents are served, see docs/operations.md.
var pageFreshness = cache.DefaultFreshness

// pageKey returns the cache key of the document of a canonical URL, which all anonymous users share.
func pageKey(req *visit.Request, canonical string) string { return req.CacheKey("page", canonical) }

// document returns the cached document if it is the same for all anonymous users, or makes it. The portal and the
// editor area are not public. A document of the portal has no data of users, since navigations send no token, and is
// the same for all of them.
func (p *Handler) document(ctx context.Context, req *visit.Request, url string) (*Document, error) {
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
	at := targetOf(dir, address, url)
	if at.canonical() == "" || at.screen.name == editorScreen.name || req.Unshared || req.Preview != nil {
		doc, err := p.makeDocument(ctx, req, at, nil)
		if err == nil && (req.Preview != nil || at.isLocalized && !at.isPublic) {
			doc = doc.ForVisitor()
		}
		return doc, err
	}
	doc, err := found(at, func(at target) (*Document, error) { return p.cached(ctx, req, at) })
	if err == nil && !at.isPublic {
		return doc.ForVisitor(), nil
	}
	read := at.read()
	if err == nil && doc.status == http.StatusOK && req.FallbackLanguage == "" && !req.NextRelease &&
		isRemembered(dir, read.address) {
		p.Recent.add(read.canonical())
	}
	return doc, err
}

// cached returns the document of a canonical URL from the cache, or makes it.
func (p *Handler) cached(ctx context.Context, req *visit.Request, at target) (*Document, error) {
	at.url = at.canonical()
	telemetry.RequestLogFrom(ctx).Set("cache", "hit")
	// All visitors that wait for the document share it.
	anonymous := req.Anonymous()
	key := pageKey(req, at.url)
	load := func(ctx context.Context) (cache.Loaded[*Document], error) {
		telemetry.RequestLogFrom(ctx).Set("cache", "miss")
		outdated, _ := cache.Peek[*Document](p.cache, key)
		doc, err := p.makeDocument(ctx, anonymous, at, outdated)
		if err != nil {
			return cache.Loaded[*Document]{}, err
		}
		if doc.unrendered {
			// Returned as an error, so that the cache serves a stale document if it has one.
			return cache.Loaded[*Document]{}, &unrenderedError{doc}
		}
		doc.changesAt = cache.NextChange(ctx)
		doc.unlisted = doc.unlisted || !at.isPublic
		size := int64(512)
		if doc.body != nil {
			if _, err := doc.body.Pack(); err != nil {
				return cache.Loaded[*Document]{}, fmt.Errorf("compress %s: %w", at.url, err)
			}
			size += doc.body.Size()
		}
		return cache.Loaded[*Document]{
			Value:       doc,
			Tags:        anonymous.Tags(),
			Size:        size,
			Freshness:   pageFreshness,
			NoStore:     doc.private,
			Negative:    doc.status == http.StatusNotFound,
			Unconfirmed: at.isUnconfirmed(doc.isPage()),
		}, nil
	}
	shared := cache.Encoded(key+" "+p.shells.assets.Release+documentForm, encodeDocument, decodeDocument, load)
	doc, err := cache.Load(ctx, p.cache, key, shared)
	if err != nil || !req.MayOpen(doc.gate) {
		return doc, err
	}
	own, err := p.makeDocument(ctx, req, at, nil)
	if err != nil {
		return nil, err
	}
	own.private = true
	return own, nil
}

// makeDocument makes a document, when it is its turn (render.Pool.Enter). The outdated one may be nil.
func (p *Handler) makeDocument(
	ctx context.Context, req *visit.Request, at target, outdated *Document,
) (*Document, error) {
	if p.shells.renderer != nil {
		leave, err := p.shells.renderer.Enter(ctx)
		if err != nil {
			return nil, err
		}
		defer leave()
		ctx = budget.Renew(ctx, p.Budget)
	}
	page, err := p.payload(ctx, req, at, p.graph.Execute)
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	switch {
	case page.isLimited:
		status = http.StatusTooManyRequests
	case page.isFailed:
		status = http.StatusServiceUnavailable
	case at.screen.isNotFound:
		status = http.StatusNotFound
	}
	return p.render(ctx, req, page, status, nil, outdated)
}

// redirectOf returns the document of a screen's address that redirects. If the target depends on the hash, browsers get
// a document that redirects with it; without scripts it redirects as for all others.
func (p *Handler) redirectOf(ctx context.Context, req *visit.Request, page *Payload) (*Document, error) {
	data, err := page.screenData(req)
	if err != nil {
		return nil, err
	}
	doc := &Document{}
	location := p.inBase(ctx, req, page.Location)
	if page.DependsOnHash {
		s := &shell{
			url:    visibleURL(req, page.url),
			base:   baseOf(req),
			screen: page.screen,
			data:   data,
			locale: interfaceLanguage(""),
			theme:  string(site.ThemeDefault),
		}
		to := html.EscapeString(location)
		head := `<noscript><meta http-equiv="refresh" content="0;url=` + to + `"></noscript>`
		body := `<noscript><a href="` + to + `">` + to + `</a></noscript>`
		if doc, err = p.shells.compose(s, &render.Output{Head: head, Body: []byte(body)}, true); err != nil {
			return nil, err
		}
		doc.etag = ""
	}
	doc.status, doc.location = page.Status, location
	doc.private, doc.degraded = page.isPrivate, cache.IsDegraded(ctx)
	return doc, nil
}

// Render makes the document of a payload. The status is that of a page; form is the state of a submitted form, nil for
// none.
func (p *Handler) Render(
	ctx context.Context,
	req *visit.Request,
	page *Payload,
	status int,
	form *render.Form,
) (*Document, error) {
	return p.render(ctx, req, page, status, form, nil)
}

// render is Render. The page is not rendered if the outdated document, which may be nil, is made of the same data
// (CACHE-20).
func (p *Handler) render(
	ctx context.Context,
	req *visit.Request,
	page *Payload,
	status int,
	form *render.Form,
	outdated *Document,
) (*Document, error) {
	switch page.Typename {
	case "RedirectResolution":
		return p.redirectOf(ctx, req, page)
	case "NotFoundResolution":
		status, form = http.StatusNotFound, nil
	}
	s, err := p.shellOf(req, page)
	if err != nil {
		return nil, err
	}
	s.status, s.data.Form = status, form
	doc, err := p.shells.assembleUnless(ctx, s, outdated)
	if err != nil {
		return nil, err
	}
	doc.degraded, doc.causes = page.isPartial || cache.IsDegraded(ctx), nil
	if page.isPartial {
		doc.causes = causesOf(page.err())
	}
	// A page that is not found in an address without a locale is shown in the visitor's language.
	doc.private = doc.private || page.isPrivate
	doc.gate = page.gate
	return doc, nil
}

// shellOf returns the shell of a page, or of one that is not found.
func (p *Handler) shellOf(req *visit.Request, page *Payload) (*shell, error) {
	data, err := page.screenData(req)
	if err != nil {
		return nil, err
	}
	s := &shell{
		url:           visibleURL(req, page.url),
		base:          baseOf(req),
		studioOrigins: p.policies.studioOriginsOf(req),
		screen:        page.screen,
		data:          data,
		siteURL:       page.siteURL(baseOf(req)),
		locale:        page.Locale.Code,
		theme:         page.Site.Theme,
		siteTheme:     page.Site.Theme,
		cutFont:       page.Site.EnableCutFont,
		siteName:      page.Site.Name,
		homeURL:       page.Site.HomeURL,
		title:         page.Site.Name,
		nextRelease:   req.NextRelease,
	}
	if page.Theme != "" {
		s.theme = page.Theme
	}
	if page.HasPage {
		s.title = page.Title
	}
	return s, nil
}
