package portal

import "strand/domain/site"

// Breadcrumb appends the entries of a page of the portal to those of the site. own is the title of the object that the
// page shows, such as the number of a ticket; it is empty for a page without an object, and for a user who may not read
// the object.
func Breadcrumb(
	siteCtx *site.Context,
	siteEntries []site.BreadcrumbEntry,
	name PageKind,
	own string,
) []site.BreadcrumbEntry {
	if above := pages[name].above; above != "" {
		siteEntries = withLinks(siteCtx, siteEntries, above)
	}
	last := site.BreadcrumbEntry{Title: own}
	if own == "" {
		last = site.BreadcrumbEntry{Title: pages[name].title, PortalPage: string(name)}
	}
	return append(siteEntries, last)
}

func withLinks(siteCtx *site.Context, trail []site.BreadcrumbEntry, name PageKind) []site.BreadcrumbEntry {
	p := pages[name]
	if p.above != "" {
		trail = withLinks(siteCtx, trail, p.above)
	}
	return append(trail, site.BreadcrumbEntry{
		Title:      p.title,
		PortalPage: string(name),
		URL:        siteCtx.URLOn(siteCtx.Directory.Main(), p.path),
	})
}
