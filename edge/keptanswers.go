package edge

import (
	"net/http"

	"strand/edge/graph"
	"strand/edge/pages"
	"strand/edge/visitor"
	"strand/internal/telemetry"
	"strand/internal/web"
)

// keptAnswer is an answer that the cache has ready for a request.
type keptAnswer struct {
	// send is nil if the request must be routed.
	send  http.HandlerFunc
	route string
}

// keptAnswers returns the function that finds kept answers of pages and of the graph (CACHE-16). The visitor has sent
// neither cookies nor tokens.
func keptAnswers(v visitor.Reader, p *pages.Handler, e *graph.Executor) func(*http.Request) keptAnswer {
	return func(r *http.Request) keptAnswer {
		at, ok := v.Anonymous(r)
		if !ok {
			return keptAnswer{}
		}
		find, route := p.Kept, routeOf(r.URL.Path)
		if r.URL.Path == graphRoute {
			find, route = e.Kept, graphRoute
		}
		send := find(r, at.Scheme, at.Host)
		if send == nil {
			return keptAnswer{}
		}
		return keptAnswer{func(w http.ResponseWriter, r *http.Request) {
			web.SetHeaders(w.Header(), at.Scheme == "https")
			telemetry.RequestLogFrom(r.Context()).Set("cache", "hit")
			send(w, r)
		}, route}
	}
}
