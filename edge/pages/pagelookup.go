package pages

import (
	"net/http"

	"strand/domain/site"
	"strand/edge/visitor"
	"strand/internal/budget"
	"strand/service/website/visit"
)

// RedirectToPage redirects a request for something else than a page to the page with the id in its query (URL-24). It
// returns false for other requests, for unknown ids, and if the sites cannot be read.
func (p *Handler) RedirectToPage(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !r.URL.Query().Has(site.PageIDParameter) {
		return false
	}
	ctx, cancel := budget.Apply(budget.With(r.Context(), p.Budget))
	defer cancel()
	req := p.visitors.Request(r)
	location, err := p.website.PageURL(visit.WithRequest(ctx, req), visitor.URLOf(req, r))
	if err != nil || location == "" {
		return false
	}
	p.redirect(w, r, &Document{status: http.StatusFound, location: location})
	return true
}
