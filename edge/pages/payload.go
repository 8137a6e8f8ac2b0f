package pages

import (
	"encoding/json"
	"fmt"
	"net/http"

	"strand/domain/editor"
	"strand/edge/encoding"
	"strand/edge/graph"
	"strand/edge/render"
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
	result, err := newScreenResult(target, url, p.graph.ExecuteShared(ctx, req, p.operationOf(target, url), false))
	if err != nil {
		respond.JSONError(w, r, err)
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
		respond.JSONError(w, r, err)
		return
	}
	body, err := json.Marshal(data)
	if err == nil && result.answer.Provenance != nil {
		body, err = withProvenance(body, result.answer.Provenance)
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

// withProvenance adds the provenance of its values to the data of a page. It is larger than the data, so it is
// encoded only once, separately.
func withProvenance(state []byte, provenance *editor.Provenances) ([]byte, error) {
	body := append(state[:len(state)-1], `,"provenance":`...)
	body, err := provenance.AppendTable(body)
	return append(body, '}'), err
}
