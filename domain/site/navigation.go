package site

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/unicode/norm"
)

// PageRef is the data of an item's page that the navigation contains.
type PageRef struct {
	ID    string
	Slug  string
	Title string
	Type  PageType
	// Languages are the languages of the page's content.
	Languages []string
	// Countries are those that the page is restricted to; empty means all.
	Countries    []string
	MainSiteOnly bool
	// HideFromSearch excludes the page from sitemaps and search.
	HideFromSearch bool
	Protection     Protection
	// HasInjection is true if the page shows a product or service, whose page is the canonical one.
	HasInjection bool
	// HasPosition is true if the page describes an open position.
	HasPosition bool
	UpdatedAt   time.Time
}

// PageType is the purpose of a page.
type PageType string

const (
	PageTypeHome PageType = "HOME"
	// PageTypeReport is the type of the pages of a report, see Report.
	PageTypeReport PageType = "REPORT"
	// PageTypeEvent is the type of the pages about events.
	PageTypeEvent PageType = "EVENT"
)

// Protection is the access protection of a page.
type Protection string

const (
	ProtectionNone         Protection = "NONE"
	ProtectionPassword     Protection = "PASSWORD"
	ProtectionCustomerRole Protection = "CUSTOMER_ROLE"
)

// Item is an entry of a site's navigation. Items are immutable once their tree is made.
type Item struct {
	ID                 string
	Title              string
	BreadcrumbOverride string
	Hidden             bool
	// Countries are those that the item is restricted to; empty means all.
	Countries []string
	Page      *PageRef
	// Path is a file-based path of the site without locale: `/products`.
	Path string
	// Target is any other link target: `https://…`, `hard:…`, `action:…`.
	Target string
	Items  []*Item

	// Marketing and Sections belong to top items.
	Marketing *Marketing
	Sections  []*Section

	// unlocalized is the path with the site's slug, without locale; empty for an item without page or path.
	unlocalized string
	parent      *Item
	parentSlug  string
}

// LinkRef returns the target of an item: its page or path, else its target.
func (i *Item) LinkRef() *LinkRef {
	ref := &LinkRef{Text: i.Title, Path: i.Path}
	switch {
	case i.Page != nil:
		ref.PageID, ref.Path = i.Page.ID, ""
	case i.Target != "":
		ref.Path = i.Target
	}
	return ref
}

// UnlocalizedURL is the item's path without its locale; empty for an item without a page or path of the site.
func (i *Item) UnlocalizedURL() string { return i.unlocalized }

// PathOn is the path of an item below the home of its site: `/` for the home page.
func (i *Item) PathOn(s *Site) string {
	return JoinPath("/", strings.TrimPrefix(i.unlocalized, s.HomePath()))
}

// BreadcrumbTitle is the override title, else the title.
func (i *Item) BreadcrumbTitle() string {
	if i.BreadcrumbOverride != "" {
		return i.BreadcrumbOverride
	}
	return i.Title
}

// Gate returns the page whose protection applies to the item's page: the item's own, else that of the nearest page
// above it. It is nil for a public page.
func (i *Item) Gate() *PageRef {
	for ; i != nil; i = i.parent {
		if i.Page != nil && i.Page.Protection != "" && i.Page.Protection != ProtectionNone {
			return i.Page
		}
	}
	return nil
}

// ErrorSlug is the slug of the page that a site shows with a 404 (PAGE-23).
const ErrorSlug = "error"

// PrivacySlug is the slug of a site's page about privacy.
const PrivacySlug = "privacy"

// IsListed reports whether the search of its site may list the item's page. Protected pages, pages that are hidden from
// search and pages of the main site alone on other sites are not listed.
func (i *Item) IsListed(s *Site) bool {
	return i.Page != nil && i.Gate() == nil && !i.Page.HideFromSearch && (!i.Page.MainSiteOnly || s.IsMain) &&
		i.Page.Slug != ErrorSlug
}

// Marketing is the panel beside a top item's sections.
type Marketing struct {
	Title           string
	Description     string
	Logo            *Image
	Image           *Image
	BackgroundColor string
	Link            *LinkRef
}

// Section is a titled column of a top item's panel.
type Section struct {
	Title string
	Items []*Item
}

// Footer is the footer of every page of a site.
type Footer struct {
	ID          string
	Theme       Theme
	ContactLink *LinkRef
	Sections    []FooterSection
	LegalLinks  []*LinkRef
	Note        string
}

// FooterSection is a titled list of links.
type FooterSection struct {
	Title string
	Links []*LinkRef
}

// Navigation is a site's header and footer as read from the CMS, in one language and stage.
type Navigation struct {
	Site *Site
	ID   string
	// Home contains the home pages: one for all countries, others for some.
	Home []*Item
	// Items are the top items of the header.
	Items []*Item
	// TopItems are the items of the small bar above the header.
	TopItems []*Item
	// Unlisted items are part of the tree and of no menu.
	Unlisted []*Item
	Footer   *Footer

	reachableOnce sync.Once
	reachable     []ReachablePage
}

// ErrNoHomePage is returned for a site that has neither a home page for a country nor a universal one.
var ErrNoHomePage = errors.New("no home page")

// Tree is a site's navigation for one audience: a country, and whether it is a preview. It is immutable.
type Tree struct {
	Site *Site
	// Home is the home page for the country; in a preview the first one.
	Home      *Item
	HomeItems []*Item
	Items     []*Item
	TopItems  []*Item
	Unlisted  []*Item
	Footer    *Footer

	bySlugs map[[2]string][]*Item
	byPath  map[string]*Item
	byPage  map[string]*Item
	// byFoldedPath and byFoldedSlugs are byPath and bySlugs in any letter case.
	byFoldedPath  map[string]*Item
	byFoldedSlugs map[[2]string]*Item
	order         []*Item
}

// NewTree filters a navigation for an audience and computes the URL of every item (NAV-2 to NAV-4): items for other
// countries are dropped, and hidden ones, except in a preview. The home page is the country's, else the universal one.
// Without either, it returns ErrNoHomePage, except for a preview. The country is an ISO code or CountryAll.
func NewTree(n *Navigation, country string, isPreview bool) (*Tree, error) {
	t := pruner{country: country, isPreview: isPreview}.prune(n)
	if t.Home == nil && !isPreview {
		return nil, fmt.Errorf("site %q, country %q: %w", n.Site.ID, country, ErrNoHomePage)
	}
	return t, nil
}

// NewFullTree computes the URL of every item of a navigation, those for other countries and hidden ones included.
func NewFullTree(n *Navigation) *Tree { return pruner{isFull: true}.prune(n) }

// prune builds the tree of the items that the audience sees.
func (p pruner) prune(n *Navigation) *Tree {
	t := &Tree{
		Site:    n.Site,
		Footer:  n.Footer,
		bySlugs: map[[2]string][]*Item{},
		byPath:  map[string]*Item{},
		byPage:  map[string]*Item{},

		byFoldedPath:  map[string]*Item{},
		byFoldedSlugs: map[[2]string]*Item{},
	}
	p.tree = t
	base := n.Site.HomePath()
	for _, item := range n.Home {
		if copied := p.item(item, nil, base, ""); copied != nil {
			t.HomeItems = append(t.HomeItems, copied)
		}
	}
	t.Home = homeFor(t.HomeItems)
	if t.Home != nil {
		t.addToIndex(t.Home)
	}
	t.Items = p.items(n.Items, t.Home, base, HomeSlug)
	t.TopItems = p.items(n.TopItems, t.Home, base, HomeSlug)
	t.Unlisted = p.items(n.Unlisted, t.Home, base, HomeSlug)
	return t
}

// homeFor returns the home item of a country: one that is restricted to countries before a universal one.
func homeFor(items []*Item) *Item {
	for _, i := range items {
		if len(i.Countries) > 0 || (i.Page != nil && len(i.Page.Countries) > 0) {
			return i
		}
	}
	if len(items) > 0 {
		return items[0]
	}
	return nil
}

// IsForCountry reports whether a list of countries contains a country; an empty list means all. The international
// locale matches empty lists only, or lists with CountryAll.
func IsForCountry(countries []string, country string) bool {
	return len(countries) == 0 || slices.Contains(countries, country)
}

type pruner struct {
	tree    *Tree
	country string
	// isPreview keeps hidden items; isFull keeps all items.
	isPreview, isFull bool
}

func (p *pruner) items(items []*Item, parent *Item, base, parentSlug string) []*Item {
	var visible []*Item
	for _, item := range items {
		if copied := p.item(item, parent, base, parentSlug); copied != nil {
			visible = append(visible, copied)
		}
	}
	return visible
}

// item copies an item and its descendants that the audience sees. base is the path of the nearest page above,
// parentSlug its slug (URL-7).
func (p *pruner) item(item *Item, parent *Item, base, parentSlug string) *Item {
	if !p.isFull && !p.isVisible(item) {
		return nil
	}
	c := *item
	c.parent, c.parentSlug = parent, parentSlug
	isHome := parent == nil && parentSlug == ""
	childBase, childSlug := base, parentSlug
	switch {
	case isHome:
		c.unlocalized, childSlug = base, HomeSlug
	case item.Page != nil:
		c.unlocalized = JoinPath(base, item.Page.Slug)
		childBase, childSlug = c.unlocalized, item.Page.Slug
	case item.Path != "" && !strings.Contains(item.Path, ":"):
		path, suffix := splitPath(item.Path)
		c.unlocalized = JoinPath(p.tree.Site.HomePath(), p.tree.Site.pathBelowHome(path)) + suffix
	}
	if !isHome {
		p.tree.addToIndex(&c)
	}
	c.Items = p.items(item.Items, &c, childBase, childSlug)
	if item.Sections != nil {
		c.Sections = make([]*Section, 0, len(item.Sections))
		for _, s := range item.Sections {
			if items := p.items(s.Items, &c, childBase, childSlug); len(items) > 0 {
				c.Sections = append(c.Sections, &Section{Title: s.Title, Items: items})
			}
		}
	}
	return &c
}

// isVisible reports whether the audience sees an item.
func (p *pruner) isVisible(item *Item) bool {
	return (!item.Hidden || p.isPreview) && IsForCountry(item.Countries, p.country) &&
		(item.Page == nil || IsForCountry(item.Page.Countries, p.country))
}

// addToIndex indexes an item with a page. The first item of a page is its canonical one; later ones are found by their
// path too.
func (t *Tree) addToIndex(i *Item) {
	if i.Page == nil {
		return
	}
	slug, parent := i.Page.Slug, i.parentSlug
	if i.parent == nil {
		slug, parent = HomeSlug, HomeSlug
	}
	if _, taken := t.byPage[i.Page.ID]; !taken {
		t.byPage[i.Page.ID] = i
		t.order = append(t.order, i)
	}
	if _, taken := t.byPath[i.unlocalized]; !taken {
		t.byPath[i.unlocalized] = i
	}
	t.bySlugs[[2]string{parent, slug}] = append(t.bySlugs[[2]string{parent, slug}], i)
	if folded := foldPath(i.unlocalized); t.byFoldedPath[folded] == nil {
		t.byFoldedPath[folded] = i
	}
	if folded := [2]string{foldPath(parent), foldPath(slug)}; t.byFoldedSlugs[folded] == nil {
		t.byFoldedSlugs[folded] = i
	}
}

// Find returns the item of a URL: the one at exactly this path, else one whose page has the last segment as its slug
// and the segment before it as its parent's (URL-6). It returns nil if there is none.
func (t *Tree) Find(a URL) *Item {
	if i, ok := t.byPath[JoinPath(t.Site.HomePath(), strings.Join(a.Segments, "/"))]; ok {
		return i
	}
	if len(a.Segments) == 0 {
		return t.Home
	}
	if found := t.bySlugs[[2]string{a.ParentSlug(), a.Slug()}]; len(found) > 0 {
		return found[0]
	}
	return nil
}

// FindFolded is Find in any letter case.
func (t *Tree) FindFolded(a URL) *Item {
	if i := t.byFoldedPath[foldPath(JoinPath(t.Site.HomePath(), strings.Join(a.Segments, "/")))]; i != nil {
		return i
	}
	return t.byFoldedSlugs[[2]string{foldPath(a.ParentSlug()), foldPath(a.Slug())}]
}

// foldPath returns the form of an unescaped path in which different spellings of the same path are equal: composed
// characters in small letters.
func foldPath(path string) string { return strings.ToLower(norm.NFC.String(path)) }

// Page returns the item of a page by the page's id; nil if the audience does not see it.
func (t *Tree) Page(id string) *Item { return t.byPage[id] }

// LinkedPage returns the item that links to a page lead to: the item of the page or, for a home page that another one
// replaces for the audience, the home item (NAV-4). It returns nil if the audience sees neither.
func (t *Tree) LinkedPage(id string) *Item {
	if item := t.Page(id); item != nil {
		return item
	}
	for _, home := range t.HomeItems {
		if home.Page != nil && home.Page.ID == id {
			return t.Home
		}
	}
	return nil
}

// Pages returns the first item of every page, in the order of the navigation.
func (t *Tree) Pages() []*Item { return t.order }

// Branch returns the items from the home item to an item, both included.
func (t *Tree) Branch(i *Item) []*Item {
	var branch []*Item
	for ; i != nil; i = i.parent {
		branch = append(branch, i)
	}
	slices.Reverse(branch)
	if t.Home != nil && (len(branch) == 0 || branch[0] != t.Home) {
		branch = append([]*Item{t.Home}, branch...)
	}
	return branch
}
