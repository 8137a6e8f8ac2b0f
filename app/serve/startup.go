package serve

import (
	"encoding/json"
	"io"
	"net/http"
	"sync/atomic"

	"strand/internal/web"
)

// startupHandler answers requests in place of the site until the site is ready, and reports to load balancers when the
// server is about to stop. It is safe for concurrent use; its zero value answers for a starting server.
type startupHandler struct {
	// isHTTPS is true if visitors use https.
	isHTTPS    bool
	site       atomic.Pointer[http.Handler]
	isDraining atomic.Bool
}

// open forwards all further requests to the site.
func (h *startupHandler) open(site http.Handler) { h.site.Store(&site) }

// drain makes /readyz answer 503 and closes connections after their response, while requests are still served.
func (h *startupHandler) drain() { h.isDraining.Store(true) }

func (h *startupHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	site := h.site.Load()
	switch {
	case site == nil:
		web.SetHeaders(w.Header(), h.isHTTPS)
		answerStarting(w, r)
	case !h.isDraining.Load():
		(*site).ServeHTTP(w, r)
	default:
		w.Header().Set("Connection", "close")
		if r.URL.Path == "/readyz" {
			web.SetHeaders(w.Header(), h.isHTTPS)
			notReady(w, "stopping")
			return
		}
		(*site).ServeHTTP(w, r)
	}
}

// answerStarting answers a request while the server starts.
func answerStarting(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	switch r.URL.Path {
	case "/healthz":
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = io.WriteString(w, `{"status":"ok"}`+"\n") // the caller may have disconnected
	case "/readyz":
		notReady(w, "starting")
	default:
		w.Header().Set("Retry-After", "1")
		http.Error(w, "The server is starting. Please try again in a moment.", http.StatusServiceUnavailable)
	}
}

// notReady answers /readyz with 503 and the reason.
func notReady(w http.ResponseWriter, status string) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Retry-After", "1")
	h.Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(http.StatusServiceUnavailable)
	_ = json.NewEncoder(w).Encode(map[string]string{"status": status}) // the caller may have disconnected
}
