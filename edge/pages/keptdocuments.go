package pages

import (
	"net/http"
	"strings"

	"strand/internal/cache"
	"strand/service/website/visit"
)

// noPreferences is the request of a visitor without preferences.
var noPreferences = new(visit.Request)

// Kept returns the handler that sends the fresh document or payload which the cache has for a request; nil if the
// request must be routed. The visitor has sent neither cookies nor tokens, and the host is one of the websites. The
// cache key contains the canonical URL, so that only requests for exactly this URL find the answer (CACHE-16).
func (p *Handler) Kept(r *http.Request, scheme, host string) http.HandlerFunc {
	origin, query := scheme+"://"+host, strings.TrimPrefix(r.RequestURI, r.URL.EscapedPath())
	if page, isPayload := strings.CutSuffix(r.URL.EscapedPath(), payloadSuffix); isPayload {
		found, ok := cache.Get[*Payload](r.Context(), p.cache, payloadKey(noPreferences, origin+page+query))
		if !ok {
			return nil
		}
		return func(w http.ResponseWriter, r *http.Request) {
			_ = p.sendPayload(w, r, noPreferences, found) // it is encoded
		}
	}
	url := origin + r.RequestURI
	doc, ok := cache.Get[*Document](r.Context(), p.cache, pageKey(noPreferences, url))
	if !ok || doc.unlisted {
		return nil
	}
	return func(w http.ResponseWriter, r *http.Request) {
		if doc.status == http.StatusOK && query == "" {
			p.Recent.add(url)
		}
		p.send(w, r, noPreferences, doc)
	}
}
