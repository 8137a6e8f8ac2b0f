package edge

import (
	"net/http/httputil"
	"net/url"
)

// LiveAssets are the modules of the browser half as a development server has them: what is edited is replaced in the
// browser at once (docs/development.md). They are served below the same base path and host, so that the content security
// policy holds for them too.
func LiveAssets(server *url.URL, base string) *Assets {
	return &Assets{base: base, Release: "development", live: httputil.NewSingleHostReverseProxy(server)}
}

// liveStart lets the development server connect, and React's components be replaced, before the app starts.
func (a *Assets) liveStart(nonce string) string {
	script := `<script type="module" nonce="` + nonce + `"`
	return `<meta property="csp-nonce" nonce="` + nonce + `">` +
		script + `>import { injectIntoGlobalHook } from "` + a.base + `@react-refresh"; injectIntoGlobalHook(window); ` +
		`window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type;</script>` +
		script + ` src="` + a.base + `@vite/client"></script>` +
		script + ` src="` + a.base + entryPoint + `"></script>`
}
