package edge

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http/httputil"
	"net/url"
)

// LiveAssets are the modules of the browser half as a development server has them: what is edited is replaced in the
// browser at once (docs/development.md). They are served below the same base path and host.
func LiveAssets(server *url.URL, base string) *Assets {
	return &Assets{base: base, Release: "development", live: httputil.NewSingleHostReverseProxy(server)}
}

// preamble lets React's components be replaced; it has to run before the app starts.
func (a *Assets) preamble() string {
	return `import { injectIntoGlobalHook } from "` + a.base + `@react-refresh"; injectIntoGlobalHook(window); ` +
		`window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;`
}

// liveStart lets the development server connect before the app starts.
func (a *Assets) liveStart() string {
	return `<script type="module">` + a.preamble() + `</script>` +
		`<script type="module" src="` + a.base + `@vite/client"></script>` +
		`<script type="module" src="` + a.base + entryPoint + `"></script>`
}

// policySources returns what pages may load beside scripts and styles of our own origin: in development the preamble,
// and the styles that the development server's client writes into the page.
func (a *Assets) policySources() (scripts, styles string) {
	if a.live == nil {
		return "", ""
	}
	sum := sha256.Sum256([]byte(a.preamble()))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'", "'unsafe-inline'"
}
