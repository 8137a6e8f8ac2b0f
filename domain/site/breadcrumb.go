package site

import "slices"

// BreadcrumbEntry is one entry of a breadcrumb.
type BreadcrumbEntry struct {
	Title string
	// ForeignLanguage is the language of the title, if it is another one than that of the page.
	ForeignLanguage *string
	// URL is empty for an entry without a link.
	URL string
	// PortalPage is the portal page whose translated title the client shows; empty if Title is set.
	PortalPage string
	// Screen is the screen of an area's overview without a page, whose title the client translates; nil for a title of
	// the content.
	Screen *Screen
}

// LineageEntry is a classification above a product or service, or the product, service, story or media release itself.
type LineageEntry struct {
	Name string
	// Route is the path below the site's home; empty for the last entry.
	Route string
	// ForeignLanguage is the language of the name, if it is another one than that of the page.
	ForeignLanguage *string
}

// overviewTitles are the English titles of overviews without a page.
var overviewTitles = map[Screen]string{
	ScreenProducts:      "Products",
	ScreenServices:      "Services",
	ScreenStories:       "Stories",
	ScreenMediaReleases: "Media releases",
	ScreenSearch:        "Search",
	ScreenRequest:       "Request",
}

// Breadcrumb returns the breadcrumb of a page (NAV-13 to NAV-16). Its first entry is always the home item.
//
// In the products and services areas, the classifications of the lineage follow, and for a product its own name as the
// last entry, without a link. In other file-based areas, the navigation items above the page follow. For all other
// pages it is the branch of the navigation, whose last entry has the page's title. The overview of an area without a
// page is an entry below the home item.
func (c *Context) Breadcrumb(f *Found, pageTitle string, lineage []LineageEntry, own LineageEntry) []BreadcrumbEntry {
	tree, err := c.Tree(c.Site)
	if err != nil {
		return nil
	}
	item := f.Item
	// A page below an area's overview may have no item; the nearest item above it is used.
	for n := len(f.URL.Segments) - 1; item == nil && f.Screen != ScreenContent && n > 0; n-- {
		above := f.URL
		above.Segments = above.Segments[:n]
		item = tree.Find(above)
	}
	trail := c.trail(tree.Branch(item))
	if IsFileBasedPath(f.URL.Segments) || len(lineage) > 0 || own.Name != "" {
		for _, l := range lineage {
			trail = append(trail, BreadcrumbEntry{
				Title: l.Name, URL: c.Path(l.Route), ForeignLanguage: l.ForeignLanguage,
			})
		}
		if own.Name != "" {
			trail = append(trail, BreadcrumbEntry{Title: own.Name, ForeignLanguage: own.ForeignLanguage})
		}
	} else if n := len(trail); n > 1 && pageTitle != "" {
		trail[n-1].Title, trail[n-1].ForeignLanguage = pageTitle, c.foreignTitle(f)
	}
	if title := overviewTitles[f.Screen]; len(trail) == 1 && len(f.URL.Segments) == 1 && title != "" {
		entry := BreadcrumbEntry{Title: title, Screen: &f.Screen}
		if pageTitle != "" {
			entry = BreadcrumbEntry{Title: pageTitle, ForeignLanguage: c.foreignTitle(f)}
		}
		trail = append(trail, entry)
	}
	return trail
}

// foreignTitle returns the language of the title of the page of a URL, if it is another one than that of the site
// context.
func (c *Context) foreignTitle(f *Found) *string {
	if f.Item == nil || f.Item.Page == nil {
		return nil
	}
	if language, ok := c.LanguageOf(f.Item.Page.Languages); ok {
		return c.Foreign(language.LanguageCode)
	}
	return nil
}

// IsFileBasedPath reports whether a path starts or ends with the products or services segment.
func IsFileBasedPath(segments []string) bool {
	catalog := []string{"products", "services"}
	return len(segments) > 0 &&
		(slices.Contains(catalog, segments[0]) || slices.Contains(catalog, segments[len(segments)-1]))
}

// NotFoundBreadcrumb returns the home entry and an entry "404" that links to the root.
func (c *Context) NotFoundBreadcrumb() []BreadcrumbEntry {
	var trail []BreadcrumbEntry
	if tree, err := c.Tree(c.Site); err == nil {
		trail = c.trail(tree.Branch(nil))
	}
	return append(trail, BreadcrumbEntry{Title: "404", URL: c.Path("/")})
}

func (c *Context) trail(branch []*Item) []BreadcrumbEntry {
	trail := make([]BreadcrumbEntry, 0, len(branch)+3)
	for _, i := range branch {
		entry := BreadcrumbEntry{Title: i.BreadcrumbTitle()}
		if c.opens(c.Site, i) {
			entry.URL = c.ItemURL(i)
		}
		trail = append(trail, entry)
	}
	return trail
}
