package assets

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http/httputil"
	"net/url"
)

// Development are the modules of the client, served by a development server with hot module replacement
// (docs/development.md), below the same base path and host.
func Development(server *url.URL, base string) *Assets {
	return &Assets{Base: base, Release: "development", devServer: httputil.NewSingleHostReverseProxy(server)}
}

// preamble enables React's fast refresh. It must run before the app starts.
func (a *Assets) preamble() string {
	return `import { injectIntoGlobalHook } from "` + a.Base + `@react-refresh"; injectIntoGlobalHook(window); ` +
		`window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;`
}

// devStart returns the scripts that connect the development server's client and start the app.
func (a *Assets) devStart() string {
	return `<script type="module">` + a.preamble() + `</script>` +
		`<script type="module" src="` + a.Base + `@vite/client"></script>` +
		`<script type="module" src="` + a.Base + entryPoint + `"></script>`
}

// PolicySources returns the sources that pages may load in addition to our own origin: in development the preamble
// and the inline styles of the development server's client; otherwise none.
func (a *Assets) PolicySources() (scripts, styles string) {
	if a.devServer == nil {
		return "", ""
	}
	sum := sha256.Sum256([]byte(a.preamble()))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'", "'unsafe-inline'"
}
