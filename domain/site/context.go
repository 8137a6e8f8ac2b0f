package site

import (
	"net/url"
	"slices"
	"strings"
	"sync"
)

// Stage is the stage of content to read: drafts or published content (EDIT-5).
type Stage string

const (
	Draft     Stage = "DRAFT"
	Published Stage = "PUBLISHED"
)

// ContextInput is the context in which one request reads the group's sites: site, locale, stage and audience.
type ContextInput struct {
	Directory *Directory
	Site      *Site
	Locale    Locale
	// FallbackLanguage is the language of content that is missing in the locale; empty for none.
	FallbackLanguage string
	Stage            Stage
	// Preview is the audience and moment of an editor's preview; nil for all other callers.
	Preview *Preview
	// Scheme and Host (with its port) are those of the request.
	Scheme, Host string
}

// Context is a ContextInput with the navigations of all sites. Links, navigation and breadcrumbs are resolved in a site
// context. It is safe for concurrent use.
type Context struct {
	ContextInput

	navigations map[string]*Navigation
	mu          sync.Mutex
	trees       map[string]*Tree
	failures    map[string]error
	// onShown is nil unless what is shown is collected.
	onShown func(kind, id string)
}

// NewContext binds the navigations of the sites to an input. They are by site id, in the input's language and stage.
func NewContext(s ContextInput, navigations map[string]*Navigation) *Context {
	return &Context{ContextInput: s, navigations: navigations, trees: map[string]*Tree{}, failures: map[string]error{}}
}

// OnShown sets the function that is called for each record of a list that is shown in the site context. It must be
// called before the context is used.
func (c *Context) OnShown(f func(kind, id string)) { c.onShown = f }

// Shown reports that a record of a list is shown in the site context.
func (c *Context) Shown(kind, id string) {
	if c.onShown != nil {
		c.onShown(kind, id)
	}
}

// Languages are the languages to read content in, best first.
func (c *Context) Languages() []string { return ContentLanguages(c.Locale, c.FallbackLanguage) }

// InLanguage returns the site context of another language without a country: for texts, since it has no navigations.
func (c *Context) InLanguage(code string) *Context {
	input := c.ContextInput
	input.Locale, input.FallbackLanguage = Locale{LanguageCode: code}, ""
	return NewContext(input, nil)
}

// Foreign returns the tag of the language of a text if it is not the language of the site context; nil otherwise.
func (c *Context) Foreign(language string) *string {
	if language == c.Locale.LanguageCode {
		return nil
	}
	return new(TextTag(language))
}

// Country is the country of the site context.
func (c *Context) Country() *Country { return c.Directory.Country(c.Locale.Country()) }

// Navigation is the header and footer of a site as read from the CMS; nil for a site without them.
func (c *Context) Navigation(s *Site) *Navigation { return c.navigations[s.ID] }

// Tree returns the navigation of a site for the site context's audience.
func (c *Context) Tree(s *Site) (*Tree, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t, ok := c.trees[s.ID]; ok {
		return t, c.failures[s.ID]
	}
	n := c.navigations[s.ID]
	if n == nil {
		n = &Navigation{Site: s}
	}
	t, err := NewTree(n, c.LocaleOn(s).Country(), c.Preview != nil)
	c.trees[s.ID], c.failures[s.ID] = t, err
	return t, err
}

// LocaleOn returns the site context's locale on another site: the same if that site supports it, else the same
// language, else the site's default.
func (c *Context) LocaleOn(s *Site) Locale {
	if l, ok := c.Directory.closest(s, c.Locale); ok {
		return l
	}
	return c.Directory.DefaultLocale(s)
}

// PageLocation is the location of a page as seen from a site context.
type PageLocation struct {
	Site *Site
	Item *Item
	// URL is a path on the site context's own site and on sites that share its host; otherwise an absolute URL.
	URL string
	// SameSite is true if the client can navigate to the page without loading a document.
	SameSite bool
}

// Kind is the kind of a link to the page.
func (p PageLocation) Kind() LinkKind {
	if p.SameSite {
		return LinkRoute
	}
	return LinkPlain
}

// Screen is the screen that shows the page.
func (p PageLocation) Screen() Screen {
	path := strings.Trim(p.Item.PathOn(p.Site), "/")
	return ScreenOf(URL{Site: p.Site, Segments: strings.Split(path, "/")})
}

// Page finds a page by its id: on the site context's own site, else on the first other site that has it.
func (c *Context) Page(id string) (PageLocation, bool) {
	return c.locate(func(t *Tree) *Item { return t.Page(id) })
}

// LinkedPage finds the page that a link to a page leads to (NAV-4), on the site context's own site, else on the first
// other site that has it and shows it to visitors of the country.
func (c *Context) LinkedPage(id string) (PageLocation, bool) {
	return c.locate(func(t *Tree) *Item {
		if item := t.LinkedPage(id); item != nil && c.opens(t.Site, item) {
			return item
		}
		return nil
	})
}

// opens reports whether visitors of the country can open the page of a site's item: a page of the main site alone has
// no URL on other sites, and neither has a page without a language that the country supports. The pages of areas such
// as the catalogue are shown in any case.
func (c *Context) opens(s *Site, i *Item) bool {
	if i.Page == nil || (PageLocation{Site: s, Item: i}).Screen() != ScreenContent {
		return true
	}
	country := c.Directory.Country(c.LocaleOn(s).Country())
	return (!i.Page.MainSiteOnly || s.IsMain) &&
		(country == nil || slices.ContainsFunc(i.Page.Languages, country.Supports))
}

// PrivacyURL returns the URL of the site's page about privacy; nil if there is none.
func (c *Context) PrivacyURL() *string {
	tree, err := c.Tree(c.Site)
	if err != nil {
		return nil
	}
	for _, item := range tree.Pages() {
		if item.Page.Slug == PrivacySlug {
			if page, ok := c.LinkedPage(item.Page.ID); ok {
				return &page.URL
			}
			return nil
		}
	}
	return nil
}

// PageAbove returns the location of the nearest page above a page of the site in its navigation, the home page left
// out; false if there is none.
func (c *Context) PageAbove(id string) (PageLocation, bool) {
	tree, err := c.Tree(c.Site)
	if err != nil {
		return PageLocation{}, false
	}
	item := tree.Page(id)
	if item == nil {
		return PageLocation{}, false
	}
	for above := item.parent; above != nil; above = above.parent {
		if above.Page == nil || above == tree.Home {
			continue
		}
		if location, ok := c.LinkedPage(above.Page.ID); ok {
			return location, true
		}
	}
	return PageLocation{}, false
}

// IsListed reports whether the page of an item of the site is listed in search results and the sitemap.
func (c *Context) IsListed(i *Item) bool {
	return i.IsListed(c.Site) && !c.Directory.Lacks(PageLocation{Site: c.Site, Item: i}.Screen())
}

// locate returns the location of the item that find returns for the first site.
func (c *Context) locate(find func(*Tree) *Item) (PageLocation, bool) {
	sites := append([]*Site{c.Site}, c.Directory.Sites...)
	for i, s := range sites {
		t, err := c.Tree(s)
		if err != nil || i > 0 && s == c.Site {
			continue
		}
		if item := find(t); item != nil {
			return PageLocation{
				Site:     s,
				Item:     item,
				URL:      c.URLOn(s, item.UnlocalizedURL()),
				SameSite: s == c.Site,
			}, true
		}
	}
	return PageLocation{}, false
}

// Path returns the localized path of a path below the home of the site context's site. Query and hash are kept.
func (c *Context) Path(path string) string {
	path, rest := splitPath(path)
	return escapeParameters(LocalizedPath(c.Locale, JoinPath(c.HomePath(c.Site), path)) + rest)
}

// MeasurementSystem is the measurement system of the locale.
func (c *Context) MeasurementSystem() MeasurementSystem {
	return c.Directory.MeasurementSystem(c.Locale)
}

// HomePath is the path of a site's home page without a locale, at the host of the site context if it serves the site,
// else at the site's primary domain.
func (c *Context) HomePath(s *Site) string { return s.homePathAt(NormalizeHost(c.Host)) }

// Unlocalized converts an unlocalized path of a site, as trees contain it, from the site's primary domain to the host
// of links from the site context: a site can have a domain of its own and one with a slug.
func (c *Context) Unlocalized(s *Site, path string) string {
	primary, home := s.HomePath(), c.HomePath(s)
	if path == "" || primary == home {
		return path
	}
	return JoinPath(home, strings.TrimPrefix(path, strings.TrimSuffix(primary, "/")))
}

// At returns the site context of another URL of the group's sites, with the same navigations.
func (c *Context) At(a URL) *Context {
	input := c.ContextInput
	input.Site, input.Scheme, input.Host = a.Site, a.Scheme, a.Host
	input.Locale = c.LocaleOn(a.Site)
	if l, ok := c.Directory.closest(a.Site, a.Locale); ok && a.Prefix != "" {
		input.Locale = l
	}
	if input == c.ContextInput {
		return c
	}
	return NewContext(input, c.navigations)
}

// ItemURL is the URL of a navigation item's page or path; empty for an item with neither.
func (c *Context) ItemURL(i *Item) string {
	switch {
	case i.unlocalized == "":
		return ""
	case i.Page == nil:
		_, url := c.pathTarget(i.Path)
		return url
	}
	return c.URLOn(c.Site, i.unlocalized)
}

// SearchPath is the path of the search results below a site's home.
const SearchPath = "/search"

// RequestPath is the path of a request for a product below a site's home.
const RequestPath = "/request"

// RequestURL returns the path of a request for a product; an empty slug is a request without a product.
func (c *Context) RequestURL(slug string) string {
	path := c.Path(RequestPath)
	if slug == "" {
		return path
	}
	return path + "?" + url.Values{"product": {slug}}.Encode()
}

// URLOn returns the URL, from this site context, of an unlocalized path of a site.
func (c *Context) URLOn(s *Site, unlocalized string) string {
	return c.urlInLocale(s, c.LocaleOn(s), unlocalized)
}

// urlInLocale is URLOn in a given locale of the site.
func (c *Context) urlInLocale(s *Site, l Locale, unlocalized string) string {
	path := escapePath(LocalizedPath(l, c.Unlocalized(s, unlocalized)))
	if s == c.Site {
		return path
	}
	return c.origin(s) + path
}

// AbsoluteURL returns the absolute URL of an unlocalized path of the site context's site in a locale. It has the site's
// primary domain and so does not depend on the host of the request.
func (c *Context) AbsoluteURL(l Locale, unlocalized string) string {
	return c.Scheme + "://" + c.primaryHost(c.Site) + escapePath(LocalizedPath(l, unlocalized))
}

// AbsoluteURLOn returns the absolute URL of a path below the home of any site, in the site context's locale on that
// site.
func (c *Context) AbsoluteURLOn(s *Site, path string) string {
	return c.absoluteURLOn(s, c.LocaleOn(s), path)
}

// InternationalURLOn is AbsoluteURLOn in the international locale of the language: the canonical URL of content that is
// the same in all countries.
func (c *Context) InternationalURLOn(s *Site, path string) string {
	return c.absoluteURLOn(s, Locale{LanguageCode: c.LocaleOn(s).LanguageCode}, path)
}

func (c *Context) absoluteURLOn(s *Site, l Locale, path string) string {
	return c.Scheme + "://" + c.primaryHost(s) + escapePath(LocalizedPath(l, JoinPath(s.HomePath(), path)))
}

// URLsInAllLanguages returns the absolute URLs of a path below the home of a site in each of the site's international
// locales.
func (c *Context) URLsInAllLanguages(s *Site, path string) []LocaleVersion {
	var versions []LocaleVersion
	for _, code := range LanguagesOf(s) {
		if l := (Locale{LanguageCode: code}); c.Directory.Supports(s, l) {
			versions = append(versions, LocaleVersion{Locale: l, URL: c.absoluteURLOn(s, l, path)})
		}
	}
	return versions
}

// MainSiteVersions returns the absolute URLs of a path of the main site in the international locales of some languages.
func (c *Context) MainSiteVersions(languages []string, path string) []LocaleVersion {
	return slices.DeleteFunc(c.URLsInAllLanguages(c.Directory.Main(), path), func(version LocaleVersion) bool {
		return !slices.Contains(languages, version.Locale.LanguageCode)
	})
}

// CanonicalURL returns the canonical URL of a path below the home of a site: absolute, on the main site, in the
// international locale of a language, or of the visitor's if the main site does not have it.
func (c *Context) CanonicalURL(language, path string) string {
	for _, version := range c.MainSiteVersions([]string{language}, path) {
		return version.URL
	}
	return c.InternationalURLOn(c.Directory.Main(), path)
}

// origin returns the scheme and host of another site; empty if the host of the request serves that site too.
func (c *Context) origin(s *Site) string {
	visited := NormalizeHost(c.Host)
	for _, d := range s.Domains {
		if h, _, _ := strings.Cut(d, "/"); h == visited {
			return ""
		}
	}
	return c.Scheme + "://" + c.primaryHost(s)
}

// primaryHost is the host of a site's primary domain with the port of the request.
func (c *Context) primaryHost(s *Site) string { return HostOf(s, c.Host) }

// HostOf returns the host of a site's primary domain with the port of the requested host; the requested host for a site
// without a domain.
func HostOf(s *Site, visited string) string {
	host := NormalizeHost(visited)
	if domain := s.primaryDomain(); domain != "" {
		host, _, _ = strings.Cut(domain, "/")
	}
	if _, port, ok := cutPort(visited); ok && port != "" {
		host += ":" + url.PathEscape(port)
	}
	return host
}

// PageLanguage is the language that a page is shown in.
type PageLanguage struct {
	LanguageCode string
	// IsFallback is true if it is not the visitor's language.
	IsFallback bool
	// IsUnavailable is true if it is not one of the visitor's fallback languages either.
	IsUnavailable bool
}

// LanguageOf returns the language of a page (LOC-9, LOC-11): the best of the site context's languages that the page
// has, else the first of the page's that the country supports. ok is false if the country supports none of the page's
// languages.
func (c *Context) LanguageOf(languages []string) (PageLanguage, bool) {
	country := c.Country()
	supported := ""
	for _, l := range languages {
		if country == nil || country.Supports(l) {
			supported = l
			break
		}
	}
	if supported == "" {
		return PageLanguage{}, false
	}
	for _, wanted := range c.Languages() {
		for _, l := range languages {
			if l == wanted {
				return PageLanguage{LanguageCode: l, IsFallback: l != c.Locale.LanguageCode}, true
			}
		}
	}
	return PageLanguage{LanguageCode: supported, IsFallback: true, IsUnavailable: true}, true
}

// Gates returns, by page id, the pages whose protections apply to a page: its own, else that of the nearest page above
// it, in any country and on any site. A page with several items has the protections of all of them.
func (c *Context) Gates(ids []string) map[string][]*PageRef {
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	gates := map[string][]*PageRef{}
	var walk func(items []*Item, above *PageRef)
	walk = func(items []*Item, above *PageRef) {
		for _, item := range items {
			gate := above
			if item.Page != nil && item.Page.Protection != "" && item.Page.Protection != ProtectionNone {
				gate = item.Page
			}
			if item.Page != nil && wanted[item.Page.ID] && gate != nil {
				gates[item.Page.ID] = append(gates[item.Page.ID], gate)
			}
			walk(item.Items, gate)
			for _, section := range item.Sections {
				walk(section.Items, gate)
			}
		}
	}
	for _, n := range c.navigations {
		for _, items := range [][]*Item{n.Home, n.Items, n.TopItems, n.Unlisted} {
			walk(items, nil)
		}
	}
	return gates
}
