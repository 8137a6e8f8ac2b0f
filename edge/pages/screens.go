package pages

import (
	"context"
	"slices"
	"strings"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/listing"
	"strand/domain/location"
	"strand/domain/portal"
	"strand/domain/productrequest"
	"strand/domain/search"
	"strand/domain/site"
	"strand/edge/gates"
)

// screen configures how an address is shown. Its name is that of its client module, `routes/<folder>/<name>.tsx`.
type screen struct {
	name string
	// operation is the name of its query; empty if it equals name.
	operation string
	// main is the field of PageResolution that the screen cannot be shown without.
	main string
	// isNotFound reports that the status is 404.
	isNotFound bool
	// showsFailure reports that the screen itself shows which data is missing, so that the error page is not used.
	showsFailure bool
	// parameters are the parameters of the query that the server, or the client on the server, reads. Others are
	// neither part of documents and payloads nor of their cache keys (CACHE-13). Nil stands for all: pages of the
	// portal and of the editor area are not cached.
	parameters listing.Parameters
}

// parameters adds those that are read on every page to the parameters of a screen: that of the direct lookup (URL-24),
// that of a gate (PAGE-8), and those of comparisons, which redirect to the products (CAT-44).
func parameters(own listing.Parameters) listing.Parameters {
	common := listing.Parameters{site.PageIDParameter, gates.GateParameter}
	return slices.Concat(own, common, catalog.ComparisonParameters)
}

// addressRead returns an address with the parameters that the screen reads. Pages depend on no others; redirects do,
// and an address without a page may have a redirect (URL-26, URL-42).
func (s screen) addressRead(a site.URL) site.URL {
	if s.parameters != nil {
		a.RawQuery = s.parameters.Keep(a.RawQuery)
	}
	return a
}

// query returns the name of the screen's operation; empty for a screen without data.
func (s screen) query() string {
	if s.operation != "" {
		return s.operation
	}
	return s.name
}

// The screens of the sites. The content screen also shows addresses that could not be resolved.
var (
	contentScreen = screen{
		name: "ContentScreen", main: "page",
		parameters: parameters(slices.Concat(location.Parameters, editorial.PositionParameters)),
	}
	catalogScreen = screen{name: "CatalogScreen", main: "catalog", parameters: parameters(catalog.Parameters)}
	editorScreen  = screen{name: "EditorScreen", main: "editor"}
)

var screens = map[site.Screen]screen{
	site.ScreenContent:  contentScreen,
	site.ScreenProducts: catalogScreen,
	site.ScreenServices: catalogScreen,
	site.ScreenStories:  {name: "StoriesScreen", main: "stories", parameters: parameters(editorial.StoryParameters)},
	site.ScreenMediaReleases: {
		name: "MediaReleasesScreen", main: "mediaReleases", parameters: parameters(editorial.MediaReleaseParameters),
	},
	site.ScreenSearch: {
		name: "SearchScreen", main: "search", showsFailure: true, parameters: parameters(search.Parameters),
	},
	site.ScreenRequest: {
		name: "RequestScreen", main: "productRequest", parameters: parameters(productrequest.Parameters),
	},
	site.ScreenEditor: editorScreen,
}

// portalOperation is the operation for documents of the portal, which are the same for every user.
const portalOperation = "PortalScreen"

// portalScreen returns the screen of a page of the portal.
func portalScreen(page portal.PageKind) screen {
	if page == portal.PageNone {
		return screen{name: "PortalNotFoundScreen", operation: portalOperation, isNotFound: true}
	}
	return screen{name: page.Screen() + "Screen", operation: portalOperation}
}

// Screens without data: their pages belong to no site (URL-33, URL-34).
var (
	styleGuideScreen = screen{name: "StyleGuide"}
	callbackScreen   = screen{name: "Callback"}
)

// screenAt returns the screen of a resolved address.
func screenAt(a site.URL) screen {
	shown := site.ScreenOf(a)
	if shown == site.ScreenPortal {
		return portalScreen(portal.RouteOf(a.Segments).Page)
	}
	return screens[shown]
}

// target is what a URL selects.
type target struct {
	screen  screen
	address site.URL
	url     string
	// isLocalized reports that the URL has a locale, isPublic that it is also in no area for users or editors.
	isLocalized, isPublic bool
}

func targetOf(dir *site.Directory, address site.URL, url string) target {
	return target{screenAt(address), address, url, dir.HasLocale(address), IsPublic(dir, address)}
}

// targetAt returns what a URL selects. If the URL cannot be resolved now, it is the content screen, whose operation
// reports the error.
func (p *Handler) targetAt(ctx context.Context, url string) target {
	unresolved := target{screen: contentScreen, url: url}
	dir, err := p.Directory(ctx)
	if err != nil {
		return unresolved
	}
	address, err := dir.Parse(url)
	if err != nil {
		return unresolved
	}
	return targetOf(dir, address, url)
}

// canonical returns the canonical URL, by which documents and payloads are cached; empty for a URL that redirects to
// another one.
func (t target) canonical() string {
	canonical, ok := t.address.Canonical()
	if !t.isLocalized || !ok {
		return ""
	}
	return canonical
}

// read returns the target with the parameters that its screen reads. One without a locale is returned unchanged, since
// it redirects.
func (t target) read() target {
	if !t.isLocalized {
		return t
	}
	t.address = t.screen.addressRead(t.address)
	t.url, _, _ = strings.Cut(t.url, "?")
	if t.address.RawQuery != "" {
		t.url += "?" + t.address.RawQuery
	}
	return t
}

// isUnconfirmed reports whether callers could invent any number of such URLs: with a query, and without a page.
func (t target) isUnconfirmed(isPage bool) bool { return !isPage || t.address.RawQuery != "" }

// found returns what load finds at a URL with the parameters that its screen reads, and if that is no page, at the URL
// itself: redirects depend on all parameters.
func found[T interface{ isPage() bool }](at target, load func(target) (T, error)) (T, error) {
	read := at.read()
	value, err := load(read)
	if err != nil || value.isPage() || read.address.RawQuery == at.address.RawQuery {
		return value, err
	}
	return load(at)
}
