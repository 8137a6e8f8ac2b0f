package resolvers

import (
	"context"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"

	"strand/domain/editorial"
	"strand/domain/site"
)

// safe is the sanitizer policy of rich text: formatting, lists, tables and links. Scripts, frames, forms and styles
// are removed.
var safe = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(
		"h2",
		"h3",
		"h4",
		"h5",
		"h6",
		"p",
		"br",
		"hr",
		"strong",
		"em",
		"b",
		"i",
		"u",
		"s",
		"sub",
		"sup",
		"small",
		"code",
		"pre",
		"blockquote",
		"ul",
		"ol",
		"li",
		"dl",
		"dt",
		"dd",
		"table",
		"thead",
		"tbody",
		"tfoot",
		"tr",
		"figure",
		"figcaption",
		"abbr",
	)
	p.AllowElements("th", "td", "caption")
	p.AllowAttrs("colspan", "rowspan").Matching(bluemonday.Integer).OnElements("th", "td")
	p.AllowAttrs("scope").OnElements("th")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("title").OnElements("abbr")
	p.AllowAttrs("lang", "dir").Globally()
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("data-kind", "data-action", "target", "rel").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}()

// html sanitizes rich text and resolves its links: targets with `page:`, `product:`, `service:`, `path:` and
// `action:` become URLs of the site context. A link without a target becomes plain text.
func (r *Resolver) html(ctx context.Context, text editorial.RichText) string {
	if text.Source == "" {
		return ""
	}
	var out strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(text.Source))
	// open contains, for each open <a>, whether its start tag was written, so that its end tag is treated alike.
	var open []bool
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			break
		}
		token := tokens.Token()
		if token.Data != "a" || kind == html.TextToken || kind == html.CommentToken {
			out.WriteString(token.String())
			continue
		}
		if kind == html.EndTagToken {
			if n := len(open); n > 0 {
				if open[n-1] {
					out.WriteString("</a>")
				}
				open = open[:n-1]
			}
			continue
		}
		attributes := r.anchor(ctx, text.SiteContext, token.Attr)
		open = append(open, attributes != nil)
		if attributes != nil {
			token.Attr = attributes
			out.WriteString(token.String())
		}
	}
	return safe.Sanitize(out.String())
}

// anchor returns the attributes of an <a> with a resolved target; nil if the target is not found.
func (r *Resolver) anchor(ctx context.Context, siteCtx *site.Context, attributes []html.Attribute) []html.Attribute {
	href := ""
	for _, a := range attributes {
		if a.Key == "href" {
			href = a.Val
		}
	}
	link := &site.Link{Ref: richTextLink(href), SiteContext: siteCtx}
	if link.Ref.IsEmpty() || siteCtx == nil {
		return nil
	}
	kind, url := r.followOrDegrade(ctx, link)
	switch kind {
	case site.LinkRoute:
		return []html.Attribute{{Key: "href", Val: url}, {Key: "data-kind", Val: "ROUTE"}}
	case site.LinkAction:
		// Actions need JavaScript: without it the link stays on the page.
		return []html.Attribute{
			{Key: "href", Val: "#"},
			{Key: "data-kind", Val: "ACTION"},
			{Key: "data-action", Val: url},
		}
	case site.LinkPlain:
		if strings.HasPrefix(url, "http") && link.Ref.ExternalURL != "" {
			return []html.Attribute{
				{Key: "href", Val: url},
				{Key: "data-kind", Val: "PLAIN"},
				{Key: "rel", Val: "noopener"},
			}
		}
		return []html.Attribute{{Key: "href", Val: url}, {Key: "data-kind", Val: "PLAIN"}}
	}
	return nil
}

// richTextLink parses a link target of rich text (docs/content.md).
func richTextLink(href string) *site.LinkRef {
	scheme, rest, found := strings.Cut(href, ":")
	if !found {
		return &site.LinkRef{Path: href}
	}
	id, parameters := rest, ""
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		id, parameters = rest[:i], rest[i:]
	}
	switch strings.ToLower(scheme) {
	case "page":
		return &site.LinkRef{PageID: id, PageParameters: parameters}
	case "product":
		return &site.LinkRef{ProductSlug: id}
	case "service":
		return &site.LinkRef{ServiceSlug: id}
	case "path":
		return &site.LinkRef{Path: rest}
	case "action":
		return &site.LinkRef{Path: href}
	}
	return &site.LinkRef{ExternalURL: href}
}
