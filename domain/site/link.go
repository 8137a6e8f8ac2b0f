package site

import (
	"strings"
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

// ResolveTarget returns the kind of a target and its address. `action:` runs the action that is the second result.
// `http:`, `https:`, `mailto:`, `tel:`, in-page targets and `hard:` are plain links; the mark `hard:` is removed. Paths
// are client-side routes. An empty target and targets with other schemes, such as `javascript:`, are LinkNone.
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

// Resolve returns the kind and address of the link in its site context. catalogURL returns the unlocalized path of a
// product or service; it is called only for links to these.
func (l *Link) Resolve(catalogURL func() string) (LinkKind, string) {
	switch {
	case l.Ref.PageID != "":
		location, ok := l.SiteContext.LinkedPage(l.Ref.PageID)
		if !ok {
			return LinkNone, ""
		}
		return location.Kind(), location.URL + l.Ref.PageParameters
	case l.Ref.ProductSlug != "", l.Ref.ServiceSlug != "":
		path := catalogURL()
		if path == "" {
			return LinkNone, ""
		}
		return LinkRoute, l.SiteContext.Path(path)
	case l.Ref.ExternalURL != "":
		kind, target := ResolveTarget(l.Ref.ExternalURL)
		switch {
		case kind != LinkRoute:
			return kind, target
		case strings.HasPrefix(target, "/"):
			return LinkRoute, l.SiteContext.Path(target)
		}
		return LinkNone, "" // a host without a scheme is no address
	}
	kind, target := ResolveTarget(l.Ref.Path)
	if kind == LinkRoute {
		target = l.SiteContext.Path(target)
	}
	return kind, target
}
