package feeds

import (
	"io"
	"net/http"
	"strings"

	"strand/domain/site"
	"strand/edge/visitor"
)

// robots serves robots.txt: what crawlers must not read, and the URL of the sitemap.
type robots struct {
	visitor.Sites
	visitors visitor.Reader
}

func (h robots) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := h.visitors.RequestHost(r)
	scheme, host := h.visitors.Origin(r)
	isMain := true // while the sites cannot be read
	if dir, err := h.Directory(r.Context()); err == nil {
		if own, err := dir.Match(at.Host, ""); err == nil {
			isMain = own.Site.IsMain
		}
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	// The crawler may have disconnected.
	_, _ = io.WriteString(w, robotsRules(isMain)+"\nSitemap: "+scheme+"://"+host+sitemapPath+"\n")
}

// robotsRules returns the rules of robots.txt (URL-44). Rules match prefixes, so that each area needs three of them; of
// several matching rules the longest counts (RFC 9309, 2.2.2).
func robotsRules(isMain bool) string {
	var text strings.Builder
	text.WriteString("User-agent: *\nDisallow: /api/\n")
	rule := func(verb, area string) {
		for _, end := range []string{"$", "/", "?"} {
			text.WriteString(verb + ": " + area + end + "\n")
		}
	}
	for _, area := range []string{"graphql", "playground", "style-guide"} {
		rule("Disallow", "/"+area)
	}
	if !isMain { // elsewhere the other areas are ordinary paths (URL-18)
		return text.String()
	}
	text.WriteString("Disallow: /editor-preview/\n")
	for _, area := range []string{site.AreaPortal, site.AreaEditor} {
		rule("Disallow", "/"+area)
		rule("Disallow", "/*/"+area)
		rule("Allow", "/*/*/"+area) // `/*/` also matches several segments
	}
	return text.String()
}
