package site

import (
	"net/url"
	"slices"
	"strings"

	"strand/domain/optional"
)

// LinkKind is the behavior of a link (NAV-22 to NAV-25).
type LinkKind string

const (
	// LinkRoute navigates within the app.
	LinkRoute LinkKind = "ROUTE"
	// LinkPlain loads a document.
	LinkPlain LinkKind = "PLAIN"
	// LinkAction runs an action in the page.
	LinkAction LinkKind = "ACTION"
	// LinkNone has no target and is shown as a button.
	LinkNone LinkKind = "NONE"
)

// LinkRef is a link as read from the CMS: at most one of the fields that name a target is set.
type LinkRef struct {
	Text string

	PageID string
	// PageParameters are a query and hash to append: `?filter=crimping#contact`.
	PageParameters string
	Path           string
	ExternalURL    string
	ProductSlug    string
	ServiceSlug    string

	OpenInNewTab bool
}

// IsEmpty reports whether the link has no target; such links are skipped (NAV-29).
func (l *LinkRef) IsEmpty() bool {
	return l == nil ||
		l.PageID == "" && l.Path == "" && l.ExternalURL == "" && l.ProductSlug == "" && l.ServiceSlug == ""
}

// Target is the target of the link as editors wrote it.
func (l *LinkRef) Target() string { return l.PageID + l.Path + l.ExternalURL + l.CatalogSlug() }

// CatalogSlug is the slug of the linked product or service; empty for other links.
func (l *LinkRef) CatalogSlug() string {
	if l.ProductSlug != "" {
		return l.ProductSlug
	}
	return l.ServiceSlug
}

// NamePlaceholder in the text of a link is replaced with the name of the product, service or classification.
const NamePlaceholder = "{{name}}"

// LinkText replaces the placeholder in the text of a link; the name is the default text.
func LinkText(text, name string) string {
	if text == "" {
		return name
	}
	return strings.ReplaceAll(text, NamePlaceholder, name)
}

// ResolveTarget returns the kind of a target and its URL. `action:` runs the action that is the second result. `http:`,
// `https:`, `mailto:`, `tel:`, in-page targets and `hard:` are plain links; the mark `hard:` is removed. Paths are
// client-side routes. An empty target and targets with other schemes, such as `javascript:`, are LinkNone.
func ResolveTarget(target string) (LinkKind, string) {
	target = strings.TrimSpace(target)
	lower := strings.ToLower(target)
	switch {
	case target == "":
		return LinkNone, ""
	case strings.HasPrefix(lower, "action:"):
		return LinkAction, target[len("action:"):]
	case strings.HasPrefix(lower, "hard:"):
		kind, stripped := ResolveTarget(target[len("hard:"):])
		if kind == LinkRoute {
			kind = LinkPlain
		}
		return kind, stripped
	case strings.HasPrefix(lower, "http://"), strings.HasPrefix(lower, "https://"),
		strings.HasPrefix(lower, "mailto:"), strings.HasPrefix(lower, "tel:"), strings.HasPrefix(target, "#"):
		return LinkPlain, target
	case hasScheme(lower), strings.HasPrefix(target, "//"), strings.Contains(target, `\`):
		return LinkNone, ""
	}
	return LinkRoute, target
}

// hasScheme reports whether a target has a URL scheme before its first slash, query or hash.
func hasScheme(target string) bool {
	head := target
	if i := strings.IndexAny(target, "/?#"); i >= 0 {
		head = target[:i]
	}
	return strings.Contains(head, ":")
}

// Link is a link bound to the site context that it is shown in.
type Link struct {
	Ref         *LinkRef
	SiteContext *Context
	// Index is the position of the link in the list of its record, empty links included.
	Index int
}

// OpenInNewTab reports whether the link opens a new tab.
func (l *Link) OpenInNewTab() bool { return l.Ref.OpenInNewTab }

// PageID is the linked page; nil for other links, and for a page that visitors of the site context have no way to.
func (l *Link) PageID() *string {
	if _, ok := l.SiteContext.LinkedPage(l.Ref.PageID); !ok || l.Ref.PageID == "" {
		return nil
	}
	return &l.Ref.PageID
}

// PageParameters are the query and hash of a link to a page.
func (l *Link) PageParameters() *string { return optional.Text(l.Ref.PageParameters) }

// Path is the linked path as editors wrote it; nil for other links, and for an invalid target.
func (l *Link) Path() *string { return l.written(LinkRef{Path: l.Ref.Path}) }

// ExternalURL is the linked URL as editors wrote it; nil for other links, and for an invalid target.
func (l *Link) ExternalURL() *string { return l.written(LinkRef{ExternalURL: l.Ref.ExternalURL}) }

// written returns the only target of a reference, unless it is invalid, such as `javascript:`.
func (l *Link) written(only LinkRef) *string {
	if kind, _ := (&Link{Ref: &only, SiteContext: l.SiteContext}).Resolve(nil); kind == LinkNone {
		return nil
	}
	return optional.Text(only.Target())
}

// ProductSlug is the slug of a link to a product.
func (l *Link) ProductSlug() *string { return optional.Text(l.Ref.ProductSlug) }

// ServiceSlug is the slug of a link to a service.
func (l *Link) ServiceSlug() *string { return optional.Text(l.Ref.ServiceSlug) }

// IsMissingPart reports whether the link leads to a part that this installation does not have.
func (l *Link) IsMissingPart() bool {
	d := l.SiteContext.Directory
	if len(d.Missing) == 0 {
		return false
	}
	if l.Ref.CatalogSlug() != "" {
		return !d.Has(PartCatalogue)
	}
	_, target := l.resolve(nil)
	a, ok := l.SiteContext.ParseOwnURL(target)
	return ok && d.Lacks(ScreenOf(a))
}

// Resolve returns the kind and URL of the link in its site context. catalogURL returns the unlocalized path of a
// product or service; it is called only for links to these.
func (l *Link) Resolve(catalogURL func() string) (LinkKind, string) {
	if l.IsMissingPart() {
		return LinkNone, ""
	}
	return l.resolve(catalogURL)
}

func (l *Link) resolve(catalogURL func() string) (LinkKind, string) {
	switch {
	case l.Ref.PageID != "":
		location, ok := l.SiteContext.LinkedPage(l.Ref.PageID)
		if !ok {
			return LinkNone, ""
		}
		return location.Kind(), l.Ref.withParameters(location.URL)
	case l.Ref.ProductSlug != "", l.Ref.ServiceSlug != "":
		path := catalogURL()
		if path == "" {
			return LinkNone, ""
		}
		return LinkRoute, l.SiteContext.Path(path)
	case l.Ref.ExternalURL != "":
		kind, target := ResolveTarget(l.Ref.ExternalURL)
		if kind == LinkRoute && !strings.HasPrefix(target, "/") {
			return LinkNone, "" // a host without a scheme is no URL
		}
		return l.SiteContext.validTarget(kind, target)
	}
	return l.SiteContext.validTarget(ResolveTarget(l.Ref.Path))
}

// withParameters appends the query and hash of a link to a page.
func (l *LinkRef) withParameters(url string) string {
	parameters := escapeParameters(strings.TrimSpace(l.PageParameters))
	if parameters != "" && parameters[0] != '?' && parameters[0] != '#' {
		parameters = "?" + parameters
	}
	return url + parameters
}

// PageOfRedirect returns the URL of the page of another country that a redirect leads to; visitors of the site
// context's country have no way to it (URL-26).
func (c *Context) PageOfRedirect(ref *LinkRef) (string, bool) {
	if ref.PageID == "" {
		return "", false
	}
	url, ok := c.PageOfOtherCountry(ref.PageID)
	return ref.withParameters(url), ok
}

// validTarget returns the target of a link with a valid URL. Paths and URLs of the group's websites become those of the
// page (NAV-32).
func (c *Context) validTarget(kind LinkKind, target string) (LinkKind, string) {
	switch kind {
	case LinkRoute:
		return c.pathTarget(target)
	case LinkPlain:
		if target = EscapeURL(target); target == "" {
			return LinkNone, ""
		}
		if strings.HasPrefix(target, "/") {
			return kind, target // marked as `hard:`
		}
		if own, ok := c.ParseOwnURL(target); ok && !own.isReserved() {
			target = own.AbsoluteURL(own.InLocale(c.At(own).Locale))
		}
	}
	return kind, target
}

// pathTarget returns the target of a path below the home of the site context's site, as editors type it or copy it from
// the address bar: with or without a locale, and with or without the slug of this site or of another one at the same
// host. The locale is that of the path if the site has its language, else that of the site context. Paths of the server
// itself, such as `/sitemap.xml`, have no locale.
func (c *Context) pathTarget(typed string) (LinkKind, string) {
	path, suffix := splitPath(typed)
	suffix = escapeParameters(suffix)
	if strings.HasPrefix(path, "/") && IsReservedPath(path) {
		return LinkPlain, escapePath(path) + suffix
	}
	segments := splitSegments(path)
	var locale Locale
	if len(segments) > 0 {
		if l, ok := parsePrefix(segments[0]); ok {
			locale, segments = l, segments[1:]
		}
	}
	target := c.Site
	if len(segments) > 0 && !c.Site.hasSlug(segments[0]) {
		if m, err := c.Directory.Match(c.Host, segments[0]); err == nil && m.BySlug {
			target = m.Site
		}
	}
	below := target.withoutSlug(segments)
	l, ok := c.Directory.closest(target, locale)
	if !ok {
		l = c.LocaleOn(target)
	}
	for i, segment := range below {
		below[i] = url.PathEscape(segment)
	}
	url := c.urlInLocale(target, l, JoinPath(target.HomePath(), strings.Join(below, "/"))) + suffix
	if target != c.Site {
		return LinkPlain, url
	}
	return LinkRoute, url
}

// splitPath splits a typed path from its query and hash.
func splitPath(typed string) (path, suffix string) {
	if i := strings.IndexAny(typed, "?#"); i >= 0 {
		return typed[:i], typed[i:]
	}
	return typed, ""
}

// splitSegments returns the unescaped segments of a typed path without empty and dot segments.
func splitSegments(path string) []string {
	var segments []string
	for segment := range strings.SplitSeq(path, "/") {
		if text, err := url.PathUnescape(segment); err == nil {
			segment = text
		}
		switch segment = strings.TrimSpace(segment); segment {
		case "", ".":
		case "..":
			segments = segments[:max(0, len(segments)-1)]
		default:
			segments = append(segments, segment)
		}
	}
	return segments
}

// hasSlug reports whether one of the site's domains has a slug.
func (s *Site) hasSlug(slug string) bool {
	return slices.ContainsFunc(s.Domains, func(domain string) bool {
		_, own, hasSlug := strings.Cut(domain, "/")
		return hasSlug && strings.EqualFold(own, slug)
	})
}

// withoutSlug returns segments below the site's home without the site's own slug.
func (s *Site) withoutSlug(segments []string) []string {
	if len(segments) > 0 && s.hasSlug(segments[0]) {
		return segments[1:]
	}
	return segments
}

// pathBelowHome returns a typed path without a locale and without the site's own slug.
func (s *Site) pathBelowHome(typed string) string {
	segments := splitSegments(typed)
	if len(segments) > 0 {
		if _, ok := parsePrefix(segments[0]); ok {
			segments = segments[1:]
		}
	}
	return strings.Join(s.withoutSlug(segments), "/")
}

// ParseOwnURL parses a path of the site context's host, or an absolute URL of a host of the group's sites, with the
// scheme and port of the site context. It returns false for any other URL. A host that is below a configured one may be
// another server and so is not the group's.
func (c *Context) ParseOwnURL(location string) (URL, bool) {
	u, err := url.Parse(location)
	if err != nil || u.Opaque != "" || u.User != nil {
		return URL{}, false
	}
	visited, port, _ := cutPort(c.Host)
	switch {
	case u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/"):
		u.Host = visited
	case u.Scheme != "http" && u.Scheme != "https" || u.Port() != "" && u.Port() != port,
		!slices.Contains(c.Directory.Hosts(), NormalizeHost(u.Host)):
		return URL{}, false
	default:
		u.Host = NormalizeHost(u.Host)
	}
	u.Scheme, u.Host = c.Scheme, WithPort(c.Scheme, u.Host, port)
	a, err := c.Directory.Parse(u.String())
	return a, err == nil
}

// isReserved reports whether the URL has no locale and no page (URL-15).
func (a URL) isReserved() bool { return a.Prefix == "" && IsReservedPath(a.Path()) }
