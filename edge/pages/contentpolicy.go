package pages

import (
	"net/http"
	"strings"

	"strand/service/website/visit"
)

// policies are the content security policies of documents.
type policies struct {
	// own is that of all pages, framed that of previews that the CMS's editor may show in a frame, as values of the
	// header.
	own, framed []string
	// studioOrigins are the origins of the CMS's editor.
	studioOrigins []string
}

func newPolicies(framed policySources) policies {
	own := framed
	own.ancestors = nil
	return policies{[]string{pagePolicy(own)}, []string{pagePolicy(framed)}, framed.ancestors}
}

// set sets the policy of the answer to a request.
func (p policies) set(h http.Header, req *visit.Request) {
	h["Content-Security-Policy"] = p.own
	if isFramed(req) {
		// Only an editor's preview may be shown in a frame of another site: the frame sends no cookie, so it shows
		// only what the token allows.
		h["Content-Security-Policy"] = p.framed
		h.Del("X-Frame-Options")
	}
}

// studioOriginsOf returns the origins whose pages may show the document of a request in a frame.
func (p policies) studioOriginsOf(req *visit.Request) []string {
	if !isFramed(req) {
		return nil
	}
	return p.studioOrigins
}

// policySources are the sources that pages may load in addition to our own origin.
type policySources struct {
	// identity is the origin of the identity server.
	identity string
	// scripts and styles are further sources of each kind, such as hashes; empty in production.
	scripts, styles string
	// media are other origins whose pictures and films pages show.
	media []string
	// ancestors are other origins whose pages may show ours in a frame.
	ancestors []string
}

// pagePolicy returns the content security policy of all pages: scripts and styles of our own origin, nothing inline,
// and of other origins only what the identity provider needs. Uploaded files come from our origin too;
// filetype.Inert prevents that they are used as scripts. It is the same for all documents: with nonces, each would be
// different, and none could be cached in its compressed form.
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
