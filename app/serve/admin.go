package serve

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/pprof"
	"slices"
	"strings"

	"strand/config"
	"strand/internal/release"
	"strand/internal/web"
)

// adminPage is a page of the admin port, as its index lists it.
type adminPage struct{ Path, Content string }

var adminPages = []adminPage{
	{"/readyz", "whether the server is ready, with the state of each upstream system and store"},
	{"/healthz", "whether the process answers"},
	{"/metrics", "metrics for Prometheus"},
	{"/changes", "the last change events of the upstream systems, and what each invalidated"},
	{"/explain?url=", "how the document of a URL was made, or why it fails; `strand explain <url>` prints it"},
	{"/debug/pprof/", "profiles of the process"},
}

// writeAdminIndex writes the index of the admin port.
func writeAdminIndex(w io.Writer, built release.Info, pages []adminPage) {
	var b strings.Builder
	fmt.Fprintf(&b, `<!doctype html>
<html lang="en">
<title>Strand: admin port</title>
<h1>Strand %s</h1>
<p>Revision %s, %s. Runbooks are in docs/operations.md.</p>
<dl>
`, html.EscapeString(built.Version), html.EscapeString(built.Revision), html.EscapeString(built.Toolchain))
	for _, p := range pages {
		path := html.EscapeString(p.Path)
		fmt.Fprintf(&b, "<dt><a href=\"%s\">%s</a></dt><dd>%s</dd>\n", path, path, html.EscapeString(p.Content))
	}
	b.WriteString("</dl>\n</html>\n")
	_, _ = io.WriteString(w, b.String()) // the client may have disconnected
}

// adminHandler serves the admin port: metrics, profiles, whether the process answers, and what inspection adds.
func adminHandler(c *config.Config, metrics, site, inspection http.Handler) http.Handler {
	mux := http.NewServeMux()
	pages := slices.Clone(adminPages)
	for i := range pages {
		if strings.HasSuffix(pages[i].Path, "?url=") {
			pages[i].Path += cmp.Or(c.Origin, "http://localhost"+portOf(c.Addr)) + "/"
		}
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		writeAdminIndex(w, release.Read(), pages)
	})
	mux.Handle("GET /metrics", metrics)
	mux.Handle("GET /healthz", site)
	mux.Handle("GET /readyz", inspection)
	mux.Handle("GET /changes", inspection)
	mux.Handle("GET /explain", inspection)
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return web.SecureHeaders(web.AllowLocalHosts(web.RefuseOtherSites(mux), c.AdminHosts...), false)
}
