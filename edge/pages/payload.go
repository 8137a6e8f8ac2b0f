package pages

import (
	"fmt"
	"net/http"

	"strand/domain/editor"
	"strand/edge/encoding"
	"strand/edge/graph"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/budget"
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
	url := req.Scheme + "://" + req.Host + page
	target := p.screenOf(ctx, url)
	result, err := p.readScreen(ctx, req, target, url, p.graph.ExecuteShared)
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
