// Package navigation converts the navigation of a site to the types of the graph.
package navigation

import (
	"context"
	"slices"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/optional"
	"strand/domain/site"
	"strand/gql/model"
	"strand/resolvers/selected"
)

// Links decides about links.
type Links interface {
	// HasTarget reports whether visitors can follow a link.
	HasTarget(ctx context.Context, l *site.Link) bool
	// PreloadLinks starts to read what links lead to.
	PreloadLinks(ctx context.Context, links []*site.Link)
}

// Navigator converts a site's navigation to the graph's types. Items and links without a target are left out.
type Navigator struct {
	siteContext *site.Context
	hasTarget   func(*site.Link) bool
	preload     func([]*site.Link)
	// selectsLinks is true if the operation selects links: else their targets are not read.
	selectsLinks bool
}

// Of returns the navigator of a site context.
func Of(ctx context.Context, links Links, siteCtx *site.Context) Navigator {
	return Navigator{
		siteContext:  siteCtx,
		hasTarget:    func(l *site.Link) bool { return links.HasTarget(ctx, l) },
		preload:      func(all []*site.Link) { links.PreloadLinks(ctx, all) },
		selectsLinks: selected.Links(ctx),
	}
}

// Header returns the navigation of the header; nil for a site without a home page.
func (n Navigator) Header() (*model.HeaderNavigation, error) {
	tree, err := n.siteContext.Tree(n.siteContext.Site)
	if err != nil {
		return nil, err
	}
	if tree.Home == nil {
		return nil, nil
	}
	header := &model.HeaderNavigation{
		ID:        n.siteContext.Site.ID + "-header",
		Home:      n.item(tree.Home),
		HomeItems: n.items(tree.HomeItems),
		TopItems:  n.items(tree.TopItems),
		Items:     make([]*model.TopNavigationItem, 0, len(tree.Items)),
	}
	for _, i := range tree.Items {
		if item := n.topItem(i); item != nil {
			header.Items = append(header.Items, item)
		}
	}
	return header, nil
}

// topItem returns a top item; nil for one without a target and without items below it.
func (n Navigator) topItem(i *site.Item) *model.TopNavigationItem {
	items := n.items(i.Items)
	sections := make([]*model.NavigationSection, 0, len(i.Sections))
	for _, s := range i.Sections {
		if shown := n.items(s.Items); len(shown) > 0 {
			sections = append(sections, &model.NavigationSection{Title: optional.Text(s.Title), Items: shown})
		}
	}
	shown := n.visible(i, len(items)+len(sections) > 0)
	if shown == nil {
		return nil
	}
	top := &model.TopNavigationItem{
		ID:                 shown.ID,
		Title:              shown.Title,
		BreadcrumbOverride: shown.BreadcrumbOverride,
		URL:                shown.URL,
		UnlocalizedURL:     shown.UnlocalizedURL,
		Link:               shown.Link,
		Hidden:             shown.Hidden,
		Countries:          shown.Countries,
		Path:               shown.Path,
		Target:             shown.Target,
		Items:              items,
		Sections:           sections,
		OverviewOf:         n.overviewOf(shown),
	}
	if m := i.Marketing; m != nil {
		top.MarketingTitle, top.MarketingDescription = optional.Text(m.Title), optional.Text(m.Description)
		top.MarketingSection = &model.MarketingSection{
			Logo:            m.Logo,
			Image:           m.Image,
			BackgroundColor: m.BackgroundColor,
			Link:            n.localizeLink(m.Link),
		}
	}
	return top
}

// overviewOf returns what an item leads to the overview of, nil for other items (NAV-33).
func (n Navigator) overviewOf(item *model.NavigationItem) *catalog.Type {
	if item.UnlocalizedURL == nil {
		return nil
	}
	for _, kind := range catalog.Types {
		if *item.UnlocalizedURL == n.siteContext.Unlocalized(n.siteContext.Site, "/"+kind.Area()) {
			return &kind
		}
	}
	return nil
}

func (n Navigator) items(items []*site.Item) []*model.NavigationItem {
	shown := make([]*model.NavigationItem, 0, len(items))
	for _, i := range items {
		below := n.items(i.Items)
		if item := n.visible(i, len(below) > 0); item != nil {
			item.Items = below
			shown = append(shown, item)
		}
	}
	return shown
}

// visible returns an item without the items below it. An item without a target is a heading if it has visible items
// below it, else nil.
func (n Navigator) visible(i *site.Item, hasItems bool) *model.NavigationItem {
	shown := n.itemWithoutChildren(i)
	switch {
	case n.hasTarget(shown.Link):
	case hasItems:
		shown.Link = &site.Link{Ref: &site.LinkRef{Text: i.Title}, SiteContext: n.siteContext}
		shown.URL, shown.UnlocalizedURL, shown.Path, shown.Target = nil, nil, nil, nil
	default:
		return nil
	}
	return shown
}

func (n Navigator) item(i *site.Item) *model.NavigationItem {
	shown := n.itemWithoutChildren(i)
	shown.Items = n.items(i.Items)
	return shown
}

// Flat returns items without their children.
func (n Navigator) Flat(items []*site.Item) []*model.NavigationItem {
	return convert.All(items, n.itemWithoutChildren)
}

func (n Navigator) itemWithoutChildren(i *site.Item) *model.NavigationItem {
	return &model.NavigationItem{
		ID:                 i.ID,
		Title:              i.Title,
		BreadcrumbOverride: optional.Text(i.BreadcrumbOverride),
		URL:                n.url(i),
		UnlocalizedURL:     optional.Text(n.siteContext.Unlocalized(n.siteContext.Site, i.UnlocalizedURL())),
		Link:               n.link(i),
		Hidden:             i.Hidden,
		Countries:          countries(i),
		Path:               optional.Text(i.Path),
		Target:             optional.Text(i.Target),
		Items:              []*model.NavigationItem{},
	}
}

func (n Navigator) url(i *site.Item) *string {
	return optional.Text(n.siteContext.ItemURL(i))
}

// link returns the link of an item: to its page or path, else to its target.
func (n Navigator) link(i *site.Item) *site.Link {
	return &site.Link{Ref: i.LinkRef(), SiteContext: n.siteContext}
}

func (n Navigator) localizeLink(ref *site.LinkRef) *site.Link {
	l := &site.Link{Ref: ref, SiteContext: n.siteContext}
	if ref.IsEmpty() || n.selectsLinks && !n.hasTarget(l) {
		return nil
	}
	return l
}

func (n Navigator) localizeLinks(refs []*site.LinkRef) []*site.Link {
	links := make([]*site.Link, 0, len(refs))
	for _, ref := range refs {
		if l := n.localizeLink(ref); l != nil {
			links = append(links, l)
		}
	}
	return links
}

// Footer returns the navigation of the footer; nil for a site without one.
func (n Navigator) Footer() (*model.FooterNavigation, error) {
	tree, err := n.siteContext.Tree(n.siteContext.Site)
	if err != nil || tree.Footer == nil {
		return nil, err
	}
	f := tree.Footer
	if n.selectsLinks {
		n.preloadFooter(f)
	}
	footer := &model.FooterNavigation{
		ID:          f.ID,
		Theme:       f.Theme,
		ContactLink: n.localizeLink(f.ContactLink),
		LegalLinks:  n.localizeLinks(f.LegalLinks),
		Note:        optional.Text(f.Note),
		Sections:    make([]*model.FooterSection, 0, len(f.Sections)),
	}
	for _, s := range f.Sections {
		if links := n.localizeLinks(s.Links); len(links) > 0 {
			footer.Sections = append(footer.Sections, &model.FooterSection{Title: s.Title, Links: links})
		}
	}
	return footer, nil
}

// preloadFooter starts to read all products and services of a footer with one call.
func (n Navigator) preloadFooter(f *site.Footer) {
	refs := slices.Concat([]*site.LinkRef{f.ContactLink}, f.LegalLinks)
	for _, s := range f.Sections {
		refs = append(refs, s.Links...)
	}
	links := make([]*site.Link, 0, len(refs))
	for _, ref := range refs {
		if ref != nil {
			links = append(links, &site.Link{Ref: ref, SiteContext: n.siteContext})
		}
	}
	n.preload(links)
}

// Report returns the position of a page in its report; nil for a page that belongs to no report.
func (n Navigator) Report(pageID string) *model.ReportPosition {
	r := n.siteContext.Report(pageID)
	if r == nil {
		return nil
	}
	entry := func(i *site.Item) *model.ReportEntry {
		if i == nil {
			return nil
		}
		return &model.ReportEntry{
			Title:     i.Title,
			URL:       n.siteContext.ItemURL(i),
			IsCurrent: i.Page.ID == pageID,
		}
	}
	position := &model.ReportPosition{
		Root:     entry(r.Root),
		Chapters: make([]*model.ReportEntry, 0, len(r.Chapters)),
		Previous: entry(r.Previous),
		Next:     entry(r.Next),
	}
	for _, chapter := range r.Chapters {
		position.Chapters = append(position.Chapters, entry(chapter))
	}
	if r.Number > 0 {
		position.Number = &r.Number
	}
	return position
}

func countries(i *site.Item) []string {
	if i.Countries == nil {
		return []string{}
	}
	return i.Countries
}
