package site

import (
	"strings"
)

// LinkKind is what following a link does (NAV-22 to NAV-25).
type LinkKind string

const (
	// LinkRoute navigates within the app.
	LinkRoute LinkKind = "ROUTE"
	// LinkPlain loads a document.
	LinkPlain LinkKind = "PLAIN"
	// LinkAction runs an action in the page.
	LinkAction LinkKind = "ACTION"
	// LinkNone leads nowhere and is shown as a button.
	LinkNone LinkKind = "NONE"
)

// LinkRef is a link as the CMS has it: one of the fields that name a target is set, or none.
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

// IsEmpty says that the link has no path, page or address; such links are skipped (NAV-29).
func (l *LinkRef) IsEmpty() bool {
	return l == nil || l.PageID == "" && l.Path == "" && l.ExternalURL == "" && l.ProductSlug == "" && l.ServiceSlug == ""
}

// CatalogSlug is the slug of the product or service that the link names; empty for other links.
func (l *LinkRef) CatalogSlug() string {
	if l.ProductSlug != "" {
		return l.ProductSlug
	}
	return l.ServiceSlug
}

// NamePlaceholder in a link's text becomes the name of the product, service or classification.
const NamePlaceholder = "{{name}}"

// LinkText fills in the placeholder; without a text the name itself is the text.
func LinkText(text, name string) string {
	if text == "" {
		return name
	}
	return strings.ReplaceAll(text, NamePlaceholder, name)
}

// ResolveTarget says what a target does and where it leads. `action:` runs an action, whose name is the second result;
// `http` and `hard:` are plain links, the latter without its mark; so are mail, telephone and in-page targets. What is
// left is a client-side route. No target, or one of a scheme that runs script, leads nowhere.
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

// hasScheme says whether a target names a URL scheme before its first slash, query or hash.
func hasScheme(target string) bool {
	head := target
	if i := strings.IndexAny(target, "/?#"); i >= 0 {
		head = target[:i]
	}
	return strings.Contains(head, ":")
}

// Link is a link bound to the view it is shown in.
type Link struct {
	Ref  *LinkRef
	View *View
	// Index is the link's place in the list of its record, empty links counted.
	Index int
}

// OpenInNewTab says that the link opens a new tab.
func (l *Link) OpenInNewTab() bool { return l.Ref.OpenInNewTab }

// Resolve is where the link leads in its view. catalogURL gives the unlocalized path of a product or service link; it is
// not called for others.
func (l *Link) Resolve(catalogURL func() string) (LinkKind, string) {
	switch {
	case l.Ref.PageID != "":
		place, ok := l.View.Page(l.Ref.PageID)
		if !ok {
			return LinkNone, ""
		}
		return place.Kind(), place.URL + l.Ref.PageParameters
	case l.Ref.ProductSlug != "", l.Ref.ServiceSlug != "":
		path := catalogURL()
		if path == "" {
			return LinkNone, ""
		}
		return LinkRoute, l.View.Path(path)
	case l.Ref.ExternalURL != "":
		kind, target := ResolveTarget(l.Ref.ExternalURL)
		if kind == LinkRoute {
			return LinkNone, ""
		}
		return kind, target
	}
	kind, target := ResolveTarget(l.Ref.Path)
	if kind == LinkRoute {
		target = l.View.Path(target)
	}
	return kind, target
}
