package graph

import (
	"net/http"

	"strand/internal/cache"
	"strand/service/website/visit"
)

// Kept returns the handler that sends the fresh answer which the cache has for a persisted query in a URL; nil if the
// request must be routed. The caller has sent neither cookies nor tokens, and the host is one of the websites
// (CACHE-16).
func (e *Executor) Kept(r *http.Request, scheme, host string) http.HandlerFunc {
	if r.Header.Get(RouterHeader) != "" || isStream(r) {
		return nil
	}
	media, ok := negotiate(r.Header.Values("Accept"))
	op, isKnown := e.urlOperations.Get(r.Context(), r.URL.RawQuery)
	if !ok || !isKnown {
		return nil
	}
	req := &visit.Request{Scheme: scheme, Host: host}
	q, ok := e.sharedQuery(r.Context(), req, op)
	if !ok {
		return nil
	}
	answer, ok := cache.Get[*Answer](r.Context(), e.cache, q.key(req))
	if !ok {
		return nil
	}
	return func(w http.ResponseWriter, r *http.Request) {
		e.observe(r.Context(), op)
		e.write(w, r, media, 0, answer)
	}
}
