package edge

import (
	"log/slog"
	"net/http"
	"strings"
	"sync"
)

// playgroundEntry is the source of the playground's script.
const playgroundEntry = "src/playground/playground.tsx"

// playground serves GraphiQL and its assets, a build of its own (design §3). Its editor writes styles of its own and works in workers,
// which is allowed on this path alone.
type playground struct {
	// load reads the built playground, once and on its first request: it is large, and most servers are never asked for it.
	load func() (*Assets, error)
	log  *slog.Logger
}

func newPlayground(dir string, log *slog.Logger) *playground {
	return &playground{load: sync.OnceValues(func() (*Assets, error) { return LoadAssets(dir, "/playground/") }), log: log}
}

func (p *playground) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	assets, err := p.load()
	if err != nil {
		p.log.ErrorContext(r.Context(), "the playground cannot be read", "error", err)
		http.Error(w, "The playground cannot be read.", http.StatusInternalServerError)
		return
	}
	if r.URL.Path != "/playground" {
		assets.ServeHTTP(w, r)
		return
	}
	scripts, styles := assets.Chunks(playgroundEntry)
	if len(scripts) == 0 {
		http.Error(w, "The playground is not built: run make client.", http.StatusNotFound)
		return
	}
	var b strings.Builder
	b.WriteString("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">" +
		"<title>Playground – Strand</title><link rel=\"icon\" type=\"image/svg+xml\" href=\"/favicon.ico\">")
	for _, href := range styles {
		b.WriteString("<link rel=\"stylesheet\" href=\"" + href + "\">")
	}
	b.WriteString("</head><body><main id=\"playground\"><noscript>The playground needs JavaScript; the schema can be read by introspection at /graphql.</noscript></main>")
	b.WriteString("<script type=\"module\" src=\"" + scripts[len(scripts)-1] + "\"></script></body></html>\n")
	h := w.Header()
	secure(h, r.TLS != nil)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self'; "+
		"img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'")
	_, _ = w.Write([]byte(b.String())) // the caller may be gone
}
