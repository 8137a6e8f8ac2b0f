package edge

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"strand/edge/playground"
)

const playgroundManifest = `{
	"src/playground/playground.tsx": {
		"file": "playground-1.js", "imports": ["_editor.js"], "css": ["playground-1.css"]
	},
	"_editor.js": {"file": "editor-1.js"}
}`

func TestPlayground_Document(t *testing.T) {
	dir := t.TempDir()
	writeServed(t, dir, ".vite/manifest.json", playgroundManifest)
	h, _ := fixedHandler(t, "{}", dir)
	w := request(h, "/playground")
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/html; charset=utf-8" {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	for header, want := range map[string]string{
		"Cache-Control": "no-cache", "X-Robots-Tag": "noindex", "X-Content-Type-Options": "nosniff",
	} {
		if got := w.Header().Get(header); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	policy := map[string]string{}
	for _, directive := range strings.Split(w.Header().Get("Content-Security-Policy"), "; ") {
		name, sources, _ := strings.Cut(directive, " ")
		policy[name] = sources
	}
	for name, want := range map[string]string{
		"default-src": "'none'", "script-src": "'self'", "style-src": "'self' 'unsafe-inline'", "worker-src": "'self'",
		"connect-src": "'self'",
	} {
		if policy[name] != want {
			t.Errorf("%s: %q, want %q", name, policy[name], want)
		}
	}
	for _, want := range []string{
		`<title>GraphQL playground – Strand</title>`, `<link rel="stylesheet" href="/playground/playground-1.css">`,
		`<link rel="modulepreload" href="/playground/editor-1.js">`,
		`<script type="module" src="/playground/playground-1.js"></script>`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s is missing in %s", want, w.Body)
		}
	}
}

// Without a list of accounts the playground has no sign-in; with one, it may call its server, and no other.
func TestPlayground_SignIn(t *testing.T) {
	dir := t.TempDir()
	writeServed(t, dir, ".vite/manifest.json", playgroundManifest)
	for accounts, want := range map[string]string{
		"": "", "http://localhost:8091/accounts?a=\"": " http://localhost:8091",
	} {
		mux := http.NewServeMux()
		playground.Area{
			Dir: dir, SignIn: playground.SignIn{Issuer: "http://localhost:8091/am", AccountsURL: accounts},
		}.Mount(mux)
		w := request(mux, "/playground")
		policy := w.Header().Get("Content-Security-Policy")
		for _, directive := range []string{"connect-src", "frame-src"} {
			if !strings.Contains(policy, "; "+directive+" 'self'"+want+";") {
				t.Errorf("%q: %s", accounts, policy)
			}
		}
		if strings.Contains(w.Body.String(), "data-sign-in=") != (want != "") ||
			strings.Contains(w.Body.String(), "localhost:8091") != (want != "") {
			t.Errorf("%q: %s", accounts, w.Body)
		}
	}
}

func TestPlayground_Files(t *testing.T) {
	dir := t.TempDir()
	writeServed(t, dir, ".vite/manifest.json", playgroundManifest)
	writeServed(t, dir, "playground-1.js", "export {};")
	h, _ := fixedHandler(t, "{}", dir)
	for path, want := range map[string]struct {
		status               int
		mediaType, freshness string
	}{
		"/playground/playground-1.js": {
			http.StatusOK, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable",
		},
		"/playground/playground-2.js": {http.StatusNotFound, "text/plain; charset=utf-8", ""},
		"/playground/.vite":           {http.StatusNotFound, "text/plain; charset=utf-8", ""},
		"/playground/..%2Fx.js":       {http.StatusNotFound, "text/plain; charset=utf-8", ""},
		"/playground/":                {http.StatusMovedPermanently, "text/html; charset=utf-8", ""},
	} {
		w := request(h, path)
		if w.Code != want.status || w.Header().Get("Content-Type") != want.mediaType ||
			w.Header().Get("Cache-Control") != want.freshness {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
}

func TestPlayground_NotServed(t *testing.T) {
	broken := t.TempDir()
	writeServed(t, broken, ".vite/manifest.json", "{")
	for name, test := range map[string]struct {
		dir    string
		status int
	}{
		"only persisted operations are allowed": {"", http.StatusNotFound},
		"it is not built":                       {t.TempDir(), http.StatusNotFound},
		"its manifest is malformed":             {broken, http.StatusInternalServerError},
	} {
		h, _ := fixedHandler(t, "{}", test.dir)
		if w := request(h, "/playground"); w.Code != test.status {
			t.Errorf("%s: %d, want %d", name, w.Code, test.status)
		}
	}
}

func TestPlayground_PolicyAppliesToItsPathOnly(t *testing.T) {
	dir := t.TempDir()
	writeServed(t, dir, ".vite/manifest.json", playgroundManifest)
	h, _ := fixedHandler(t, "{}", dir)
	for _, path := range []string{"/builds/latest.json", "/healthz", "/playground/x.js"} {
		if policy := request(h, path).Header().Get("Content-Security-Policy"); policy != "frame-ancestors 'self'" {
			t.Errorf("%s has the policy %s", path, policy)
		}
	}
}

func TestPlayground_CompressedForms(t *testing.T) {
	dir := t.TempDir()
	writeServed(t, dir, ".vite/manifest.json", playgroundManifest)
	writeServed(t, dir, "both.js", "plain")
	writeServed(t, dir, "both.js.br", "brotli")
	writeServed(t, dir, "none.js", "plain")
	h, _ := fixedHandler(t, "{}", dir)
	for path, want := range map[string]struct{ encoding, text string }{
		"/playground/both.js": {"br", "brotli"},
		"/playground/none.js": {"", "plain"},
	} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Encoding", "gzip, br")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusOK || w.Header().Get("Content-Encoding") != want.encoding ||
			w.Body.String() != want.text ||
			w.Header().Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("%s: %d %v %q", path, w.Code, w.Header(), w.Body)
		}
	}
}
