package website

import (
	"context"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"

	"strand/domain/editorial"
	"strand/domain/site"
)

// safe is the sanitizer policy of rich text: formatting, lists, tables and links. Scripts, frames, forms and styles
// are removed.
var safe = textPolicy()

// safeWithActions additionally allows the buttons that richHTML writes for actions.
var safeWithActions = func() *bluemonday.Policy {
	p := textPolicy()
	p.AllowAttrs("type").Matching(regexp.MustCompile(`^button$`)).OnElements("button")
	p.AllowAttrs("data-action").OnElements("button")
	return p
}()

func textPolicy() *bluemonday.Policy {
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
	p.AllowAttrs("data-kind", "target", "rel").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}

// Sanitize removes everything from rich text that is not allowed; it does not resolve links.
func Sanitize(source string) string { return safe.Sanitize(source) }

// TargetOf returns the kind and the URL of a link; site.LinkNone for a link that visitors cannot follow.
type TargetOf func(context.Context, *site.Link) (site.LinkKind, string)

// HTML sanitizes rich text and resolves its links: targets with `page:`, `product:`, `service:` and `path:` become URLs
// of the site context, and links with `action:` become buttons. A link without a target becomes plain text. Buttons of
// the source are removed.
func HTML(ctx context.Context, text editorial.RichText, target TargetOf) string {
	if text.Source == "" {
		return ""
	}
	var out strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(text.Source))
	// open contains, for each open <a>, the name of the element that was written for it, so that its end tag is treated
	// alike; empty for none.
	var open []string
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			break
		}
		token := tokens.Token()
		isElement := kind != html.TextToken && kind != html.CommentToken
		if isElement && token.Data == "button" {
			continue
		}
		if !isElement || token.Data != "a" {
			out.WriteString(token.String())
			continue
		}
		if kind == html.EndTagToken {
			if n := len(open); n > 0 {
				if name := open[n-1]; name != "" {
					out.WriteString("</" + name + ">")
				}
				open = open[:n-1]
			}
			continue
		}
		element, attributes := anchor(ctx, text.SiteContext, token.Attr, target)
		open = append(open, element)
		if element != "" {
			token.Data, token.Attr = element, attributes
			out.WriteString(token.String())
		}
	}
	return safeWithActions.Sanitize(out.String())
}

// anchor returns the element for an <a> and its attributes with the resolved target: a link, or a button for an action,
// which is no link and must be reached by keyboard. The element is empty if the target is not found.
func anchor(
	ctx context.Context,
	siteCtx *site.Context,
	attributes []html.Attribute,
	target TargetOf,
) (string, []html.Attribute) {
	href := ""
	for _, a := range attributes {
		if a.Key == "href" {
			href = a.Val
		}
	}
	link := &site.Link{Ref: LinkRef(href), SiteContext: siteCtx}
	kind, url := target(ctx, link)
	switch kind {
	case site.LinkRoute:
		return "a", []html.Attribute{{Key: "href", Val: url}, {Key: "data-kind", Val: "ROUTE"}}
	case site.LinkAction:
		return "button", []html.Attribute{{Key: "type", Val: "button"}, {Key: "data-action", Val: url}}
	case site.LinkPlain:
		if strings.HasPrefix(url, "http") && link.Ref.ExternalURL != "" {
			return "a", []html.Attribute{
				{Key: "href", Val: url},
				{Key: "data-kind", Val: "PLAIN"},
				{Key: "rel", Val: "noopener"},
			}
		}
		return "a", []html.Attribute{{Key: "href", Val: url}, {Key: "data-kind", Val: "PLAIN"}}
	}
	return "", nil
}

// LinkRef parses a link target of rich text (docs/content.md).
func LinkRef(href string) *site.LinkRef {
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
