package edge

import (
	"context"
	"net/http"
	"time"

	"strand/domain/site"
	"strand/edge/render"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/health"
	"strand/internal/telemetry"
)

// readyTimeout bounds the checks of /readyz together.
const readyTimeout = 1500 * time.Millisecond

// readiness is the body of /readyz.
type readiness struct {
	// Status is `ready`, `degraded` or `not ready`.
	Status  string `json:"status"`
	Reason  string `json:"reason,omitempty"`
	Release string `json:"release"`
	// Renderers is the number of ready processes; left out if browsers render.
	Renderers *int `json:"renderers,omitempty"`
	// Upstreams are the statuses of the upstream systems by name, Reasons why they are not up, at the admin port with
	// the error.
	Upstreams map[string]health.Status `json:"upstreams"`
	Reasons   map[string]string        `json:"reasons,omitempty"`
	// Stores are the stores by name: `up` if a probe could be written, or `down` with the reason.
	Stores map[string]string `json:"stores,omitempty"`
}

// Health has the URLs that tell whether the server can be sent requests.
type Health struct {
	Sites visitor.SiteReader
	// Release is that of the scripts.
	Release string
	// Renderer is nil if browsers render.
	Renderer *render.Pool
	// Systems are those that the server depends on.
	Systems Systems
	// Stores are what the server must remember.
	Stores Stores
	// Defect is what the build of the client lacks; nil for a complete one.
	Defect error
	// Preparing tells what the server still does before it is ready; empty for nothing.
	Preparing func() string
}

// Systems tells the state of each system by its name.
type Systems interface {
	States(ctx context.Context) map[string]health.State
}

// Stores tells, by store, why it cannot be used, without paths; empty if it can. It finds out by writing.
type Stores interface {
	Reasons(ctx context.Context) map[string]string
}

// Mount registers the URLs.
func (h Health) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /healthz", healthy)
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { h.ready(w, r, false) })
}

// ForOperators serves /readyz of the admin port, whose callers may read the errors.
func (h Health) ForOperators(w http.ResponseWriter, r *http.Request) {
	h.ready(w, r.WithContext(telemetry.WithoutTrace(r.Context())), true)
}

// healthy reports that the process answers.
func healthy(w http.ResponseWriter, _ *http.Request) {
	respond.JSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// ready reports whether the websites can be served, and the status of every system that they depend on.
//
// A failing system makes the server degraded, since all servers have the same systems: taking them out would take the
// websites away. So does a renderer that ends later, since pages are still served from the cache, and rendered by
// browsers. A server is not ready if it has never been able to serve a page, which concerns this server or its build
// alone, so that a rolling update does not replace servers that can; and if the sites cannot be read.
func (h Health) ready(w http.ResponseWriter, r *http.Request, isOperator bool) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	answer := readiness{
		Status:    "ready",
		Release:   h.Release,
		Upstreams: map[string]health.Status{},
		Reasons:   map[string]string{},
		Stores:    map[string]string{},
	}
	for name, s := range h.Systems.States(ctx) {
		answer.Upstreams[name] = s.Status
		if s.Status != health.Up {
			answer.Status, answer.Reasons[name] = "degraded", s.Reason
			if isOperator {
				answer.Reasons[name] = s.Text()
			}
		}
	}
	for name, reason := range h.Stores.Reasons(ctx) {
		answer.Stores[name] = string(health.Up)
		if reason != "" {
			answer.Status, answer.Stores[name] = "degraded", string(health.Down)+": "+reason
		}
	}
	if h.Renderer != nil {
		n := h.Renderer.Ready()
		answer.Renderers = &n
		if n == 0 {
			answer.Status, answer.Reason = "degraded", "no renderer is running"
		}
	}
	status := http.StatusOK
	if reason := h.notReady(ctx); reason != "" {
		answer.Status, answer.Reason, status = "not ready", reason, http.StatusServiceUnavailable
	}
	respond.JSON(w, status, answer)
}

// notReady returns why no page can be served yet; empty if pages can be served.
func (h Health) notReady(ctx context.Context) string {
	if h.Defect != nil {
		return h.Defect.Error()
	}
	if h.Renderer != nil && !h.Renderer.HasRendered() {
		return "no page has been rendered yet"
	}
	if _, err := h.Sites.Directory(ctx, site.Published); err != nil {
		return "the sites cannot be read"
	}
	return h.Preparing()
}
