// Package playground serves the GraphQL playground.
package playground

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"

	"strand/edge/assets"
	"strand/edge/encoding"
)

const (
	playgroundBase = "/playground/"
	// playgroundEntry is the source of the playground's script.
	playgroundEntry = "src/playground/playground.tsx"
	// playgroundPolicy allows what the editor of GraphiQL needs, on this path alone: inline styles, workers, and the
	// pictures and fonts in its style sheet; and the identity server, if the playground can sign in at it.
	playgroundPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; worker-src 'self'; " +
		"img-src 'self' data:; font-src 'self' data:; connect-src 'self'%[1]s; frame-src 'self'%[1]s; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

// playground serves GraphiQL from a build of its own. Its files are large and seldom requested, so they are read from
// disk for each request, in the compressed forms that the build made.
type playground struct {
	dir    fs.FS
	signIn SignIn
	policy string
	log    *slog.Logger
}

// SignIn is the identity server at which the playground signs in, as the browser application of the portal does.
type SignIn struct {
	Issuer   string `json:"issuer"`
	ClientID string `json:"clientId"`
	Scope    string `json:"scope"`
	// AccountsURL is the identity server's list of accounts for developers; empty for none, and no sign-in.
	AccountsURL string `json:"accountsUrl"`
}

// Area has the URLs of the playground.
type Area struct {
	// Dir contains the built playground.
	Dir    string
	SignIn SignIn
	Log    *slog.Logger
}

// Mount registers the URLs.
func (a Area) Mount(mux *http.ServeMux) {
	p := &playground{dir: os.DirFS(a.Dir), log: a.Log}
	identityServer := ""
	if accounts, err := url.Parse(a.SignIn.AccountsURL); err == nil && accounts.Host != "" {
		p.signIn = a.SignIn
		identityServer = " " + accounts.Scheme + "://" + accounts.Host
	}
	p.policy = fmt.Sprintf(playgroundPolicy, identityServer)
	mux.HandleFunc("GET /playground", p.document)
	mux.Handle("GET /playground/{$}", http.RedirectHandler("/playground", http.StatusMovedPermanently))
	mux.HandleFunc("GET /playground/{file}", p.file)
}

// document serves the page that starts the playground.
func (p *playground) document(w http.ResponseWriter, r *http.Request) {
	assets := &assets.Assets{Base: playgroundBase}
	data, err := fs.ReadFile(p.dir, ".vite/manifest.json")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		http.Error(w, "The playground is not built: run make client.", http.StatusNotFound)
		return
	case err == nil:
		err = json.Unmarshal(data, &assets.Manifest)
	}
	scripts, styles := assets.Chunks(playgroundEntry)
	if err == nil && len(scripts) == 0 {
		err = fmt.Errorf("the manifest does not name %s", playgroundEntry)
	}
	if err != nil {
		p.log.ErrorContext(r.Context(), "playground_manifest_not_read", "error", err)
		http.Error(w, "The playground cannot be read.", http.StatusInternalServerError)
		return
	}
	var b strings.Builder
	b.WriteString(
		"<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" " +
			"content=\"width=device-width, initial-scale=1\">" +
			"<title>GraphQL playground – Strand</title><link rel=\"icon\" " +
			"href=\"/favicon.ico\">",
	)
	for _, href := range styles {
		b.WriteString("<link rel=\"stylesheet\" href=\"" + html.EscapeString(href) + "\">")
	}
	// The imports of the entry come first and are fetched in parallel.
	entry := len(scripts) - 1
	for _, href := range scripts[:entry] {
		b.WriteString("<link rel=\"modulepreload\" href=\"" + html.EscapeString(href) + "\">")
	}
	b.WriteString("<script type=\"module\" src=\"" + html.EscapeString(scripts[entry]) + "\"></script></head>")
	b.WriteString("<body><div id=\"playground\"" + p.signInAttribute() + ">" +
		"<noscript>The playground needs JavaScript. Any GraphQL client can " +
		"read the schema by introspection at /graphql.</noscript></div></body></html>\n")
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Content-Security-Policy", p.policy)
	_, _ = w.Write([]byte(b.String())) // the caller may have disconnected
}

// signInAttribute returns the attribute with the settings of the sign-in; empty without one.
func (p *playground) signInAttribute() string {
	if p.signIn.AccountsURL == "" {
		return ""
	}
	settings, _ := json.Marshal(p.signIn) // strings can always be encoded
	return " data-sign-in=\"" + html.EscapeString(string(settings)) + "\""
}

// file serves a built file. Its name contains a hash of its content, so it is immutable. Errors are not cached.
func (p *playground) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if !fs.ValidPath(name) || strings.HasPrefix(name, ".") || path.Ext(name) == "" {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept-Encoding")
	suffix := map[encoding.Encoding]string{encoding.Brotli: assets.BrotliSuffix, encoding.Gzip: assets.GzipSuffix}
	for _, e := range []encoding.Encoding{encoding.Brotli, encoding.Gzip} {
		if encoding.Choose(r.Header.Get("Accept-Encoding"), []encoding.Encoding{e}) != e {
			continue
		}
		if info, err := fs.Stat(p.dir, name+suffix[e]); err != nil || info.IsDir() {
			continue
		}
		mediaType := mime.TypeByExtension(path.Ext(name))
		if mediaType == "" {
			mediaType = "application/octet-stream"
		}
		h.Set("Content-Type", mediaType)
		h.Set("Content-Encoding", string(e))
		name += suffix[e]
		break
	}
	http.ServeFileFS(w, r, p.dir, name)
}
