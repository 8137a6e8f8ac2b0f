package edge

import (
	"mime"
	"strings"
)

// policySources are what pages may load beside what is theirs.
type policySources struct {
	// identity is the origin of the identity server.
	identity string
	// scripts and styles are further sources of each, such as hashes; empty in production.
	scripts, styles string
	// media are origins of others whose pictures and films pages show.
	media []string
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
		directive("img-src", append([]string{"'self'", "data:"}, o.media...)...),
		directive("media-src", append([]string{"'self'"}, o.media...)...),
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
