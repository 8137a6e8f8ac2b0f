package resolvers

import (
	"context"
	"slices"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/optional"
	"strand/domain/site"
	"strand/gql/model"
)

// navigator converts a site's navigation to the graph's types. Items and links without a target are left out.
type navigator struct {
	siteContext *site.Context
	// hasTarget reports whether visitors can follow a link. preload starts to read what links lead to.
	hasTarget func(*site.Link) bool
	preload   func([]*site.Link)
	// selectsLinks is true if the operation selects links: else their targets are not read.
	selectsLinks bool
}

// navigator returns the navigator of a site context.
func (r *Resolver) navigator(ctx context.Context, siteCtx *site.Context) navigator {
	return navigator{
		siteContext:  siteCtx,
		hasTarget:    func(l *site.Link) bool { return r.hasTarget(ctx, l) },
		preload:      func(links []*site.Link) { r.preloadLinks(ctx, links) },
		selectsLinks: selectsField(ctx, isLinkField),
	}
}

func (n navigator) header() (*model.HeaderNavigation, error) {
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
func (n navigator) topItem(i *site.Item) *model.TopNavigationItem {
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
func (n navigator) overviewOf(item *model.NavigationItem) *catalog.Type {
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

func (n navigator) items(items []*site.Item) []*model.NavigationItem {
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
func (n navigator) visible(i *site.Item, hasItems bool) *model.NavigationItem {
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

func (n navigator) item(i *site.Item) *model.NavigationItem {
	shown := n.itemWithoutChildren(i)
	shown.Items = n.items(i.Items)
	return shown
}

// flat returns items without their children.
func (n navigator) flat(items []*site.Item) []*model.NavigationItem {
	shown := make([]*model.NavigationItem, 0, len(items))
	for _, i := range items {
		shown = append(shown, n.itemWithoutChildren(i))
	}
	return shown
}

func (n navigator) itemWithoutChildren(i *site.Item) *model.NavigationItem {
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

func (n navigator) url(i *site.Item) *string {
	return optional.Text(n.siteContext.ItemURL(i))
}

// link returns the link of an item: to its page or path, else to its target.
func (n navigator) link(i *site.Item) *site.Link {
	return &site.Link{Ref: itemRef(i), SiteContext: n.siteContext}
}

func itemRef(i *site.Item) *site.LinkRef {
	ref := &site.LinkRef{Text: i.Title, Path: i.Path}
	switch {
	case i.Page != nil:
		ref.PageID, ref.Path = i.Page.ID, ""
	case i.Target != "":
		ref.Path = i.Target
	}
	return ref
}

// linkedPage reads the page that a link leads to; nil for a link that leads elsewhere.
func (r *Resolver) linkedPage(ctx context.Context, l *site.Link) (*editorial.Page, error) {
	if l.Ref.PageID == "" {
		return nil, nil
	}
	return r.page(ctx, l.SiteContext, l.Ref.PageID)
}

func (n navigator) localizeLink(ref *site.LinkRef) *site.Link {
	l := &site.Link{Ref: ref, SiteContext: n.siteContext}
	if ref.IsEmpty() || n.selectsLinks && !n.hasTarget(l) {
		return nil
	}
	return l
}

func (n navigator) localizeLinks(refs []*site.LinkRef) []*site.Link {
	links := make([]*site.Link, 0, len(refs))
	for _, ref := range refs {
		if l := n.localizeLink(ref); l != nil {
			links = append(links, l)
		}
	}
	return links
}

func (n navigator) footer() (*model.FooterNavigation, error) {
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
func (n navigator) preloadFooter(f *site.Footer) {
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

// report returns the position of a page in its report; nil for a page that belongs to no report.
func (n navigator) report(pageID string) *model.ReportPosition {
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
