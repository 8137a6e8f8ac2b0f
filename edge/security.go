package edge

import (
	"mime"
	"net/http"
	"strings"
)

// secure adds the headers that every response carries.
func secure(h http.Header, https bool) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), browsing-topics=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("X-Frame-Options", "SAMEORIGIN")
	if https {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// policySources are what pages may load beside what is theirs.
type policySources struct {
	// identity is the origin of the identity server.
	identity string
	// scripts and styles are further sources of each, such as hashes; empty in production.
	scripts, styles string
	// ancestors are origins of others whose pages may show ours in a frame.
	ancestors []string
}

// pagePolicy is the content security policy of all pages: scripts and styles of our own origin, nothing inline, and
// nothing of others but what the identity provider needs. Files that others have uploaded come from our origin, too;
// inert keeps them from being scripts.
func pagePolicy(o policySources) string {
	directive := func(name string, sources ...string) string {
		return name + " " + strings.Join(strings.Fields(strings.Join(sources, " ")), " ")
	}
	return strings.Join([]string{
		directive("default-src", "'self'"),
		directive("script-src", "'self'", o.scripts),
		directive("style-src", "'self'", o.styles),
		directive("img-src", "'self' https: data:"),
		directive("media-src", "'self' https:"),
		directive("font-src", "'self'"),
		directive("connect-src", "'self'", o.identity),
		directive("frame-src", "'self'", o.identity),
		directive("object-src", "'none'"),
		directive("base-uri", "'self'"),
		directive("form-action", "'self'"),
		directive("frame-ancestors", append([]string{"'self'"}, o.ancestors...)...),
	}, "; ")
}

// inert returns the media type under which a file that others have uploaded is sent: browsers run no script and apply
// no style sheet from one of another type than theirs, since every response carries nosniff.
func inert(contentType string) string {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return "application/octet-stream"
	}
	for _, active := range []string{"javascript", "ecmascript", "jscript", "livescript", "css", "wasm"} {
		if strings.Contains(media, active) {
			return "application/octet-stream"
		}
	}
	return contentType
}
