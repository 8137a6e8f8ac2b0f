package pages

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"strand/domain/editor"
	"strand/edge/encoding"
	"strand/edge/graph"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/budget"
	"strand/internal/visit"
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
	result, err := p.readPayload(ctx, req, req.Scheme+"://"+req.Host+page)
	if err != nil {
		respond.JSONError(w, r, err)
		return
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
		respond.JSONError(w, r, fmt.Errorf("encode the data of a page: %w", err))
		return
	}
	w.Header().Set("Cache-Control", "private, no-store")
	p.visitors.VaryByPreferences(w.Header())
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	encoding.Send(w, r, http.StatusOK, body)
}

// readPayload reads the data of a URL. That of a page contains no parameters that its screen does not read.
func (p *Handler) readPayload(ctx context.Context, req *visit.Request, url string) (*screenResult, error) {
	target := p.screenOf(ctx, url)
	read := p.urlRead(ctx, target, url)
	result, err := p.readScreen(ctx, req, target, read, p.graph.ExecuteShared)
	if err != nil || read == url || result.isPage() {
		return result, err
	}
	return p.readScreen(ctx, req, target, url, p.graph.ExecuteShared)
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
