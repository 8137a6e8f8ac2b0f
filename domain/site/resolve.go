package site

import (
	"net/url"
	"slices"
	"strings"
)

// Screen is the screen of the client that shows an address.
type Screen string

const (
	ScreenContent  Screen = "CONTENT"
	ScreenProducts Screen = "PRODUCTS"
	ScreenServices Screen = "SERVICES"
	ScreenStories  Screen = "STORIES"
	// ScreenMediaReleases shows media releases.
	ScreenMediaReleases Screen = "MEDIA_RELEASES"
	// ScreenSearch shows search results.
	ScreenSearch Screen = "SEARCH"
	// ScreenPortal shows the customer portal to signed-in users.
	ScreenPortal Screen = "PORTAL"
	// ScreenEditor shows the editor area.
	ScreenEditor Screen = "EDITOR"
)

// area is a file-based part of a site (URL-17, URL-18), which needs no page of the CMS.
type area struct {
	screen Screen
	// mainSite restricts the area to the main site.
	mainSite bool
}

var areas = map[string]area{
	"products":       {screen: ScreenProducts},
	"services":       {screen: ScreenServices},
	"stories":        {screen: ScreenStories},
	"media-releases": {screen: ScreenMediaReleases},
	"search":         {screen: ScreenSearch},
	"mykomax":        {screen: ScreenPortal, mainSite: true},
	"editor":         {screen: ScreenEditor, mainSite: true},
}

// AreaPaths returns the paths, below the site's home, of a site's areas that show content, in alphabetical order.
func AreaPaths(s *Site) []string {
	var paths []string
	for segment, ar := range areas {
		if (!ar.mainSite || s.IsMain) && ar.screen != ScreenEditor {
			paths = append(paths, "/"+segment)
		}
	}
	slices.Sort(paths)
	return paths
}

// ScreenOf returns the screen of an address, whether or not it exists: that of its area, else of content.
func ScreenOf(a Address) Screen {
	if len(a.Segments) > 0 {
		// The portal is protected in any letter case (URL-19).
		first := a.Segments[0]
		if lower := strings.ToLower(first); areas[lower].screen == ScreenPortal {
			first = lower
		}
		if ar, ok := areas[first]; ok && (!ar.mainSite || a.Site.IsMain) {
			return ar.screen
		}
	}
	return ScreenContent
}

// ResolvedAddress is the result of resolving an address: *Found, *Redirect or *NotFound.
type ResolvedAddress interface{ isResolvedAddress() }

// Found is the result for an address that exists.
type Found struct {
	Address Address
	Screen  Screen
	// Item is the navigation item of the page; nil for a file-based area without an item.
	Item *Item
	// Language is the language of the page; zero without a page.
	Language PageLanguage
}

// Redirect is the result for an address that redirects: permanently with 301, temporarily with 302.
type Redirect struct {
	Status int
	// Location is a path of the same host or an absolute URL.
	Location string
}

// NotFound is the result for an address that does not exist.
type NotFound struct {
	Address Address
	Message string
	// Candidates are the paths to look up system redirects by, see ChooseRedirect.
	Candidates []string
}

func (*Found) isResolvedAddress()    {}
func (*Redirect) isResolvedAddress() {}
func (*NotFound) isResolvedAddress() {}

// PageIDParameter is the query parameter of the direct lookup.
const PageIDParameter = "pageId"

// LocaleOf returns the locale of an address: its own if the site supports it, else the negotiated one of the visitor.
func (d *Directory) LocaleOf(a Address, p Preferences) Locale {
	if d.HasLocale(a) {
		return a.Locale
	}
	return d.Negotiate(a.Site, p)
}

// HasLocale reports whether an address has a locale that its site supports. Its page is then independent of the
// visitor's preferences.
func (d *Directory) HasLocale(a Address) bool {
	return a.Prefix != "" && d.Supports(a.Site, a.Locale)
}

// Resolve resolves an address, in this order: a redirect to its canonical form (URL-4), a redirect to the page with the
// id in the query (URL-24), not found (URL-29), a redirect to the right locale (URL-3), or the page. The site context
// must be of the address's site, in the locale that LocaleOf returns.
func (c *Context) Resolve(a Address) (ResolvedAddress, error) {
	if !a.Clean {
		return &Redirect{Status: 301, Location: a.canonical()}, nil
	}
	if location, ok := c.directLookup(a); ok {
		return &Redirect{Status: 302, Location: location}, nil
	}
	tree, err := c.Tree(c.Site)
	if err != nil {
		return nil, err
	}
	found := c.lookUp(tree, a)
	if missing, ok := found.(*NotFound); ok {
		return missing, nil
	}
	if a.Prefix != c.Locale.URLCode() {
		return &Redirect{Status: 302, Location: a.InLocale(c.Locale)}, nil
	}
	return found, nil
}

func (c *Context) lookUp(tree *Tree, a Address) ResolvedAddress {
	item := tree.Find(a)
	if screen := ScreenOf(a); screen != ScreenContent {
		return &Found{Address: a, Screen: screen, Item: item}
	}
	if item == nil {
		return c.NotFoundAt(a)
	}
	language, ok := c.pageLanguage(item.Page)
	if !ok {
		return c.notAvailableAt(a)
	}
	return &Found{Address: a, Screen: ScreenContent, Item: item, Language: language}
}

// pageLanguage returns the language in which the site context shows a page of its site. It returns false for a page of
// the main site alone on another site, and for one without a language that the country supports (URL-30).
func (c *Context) pageLanguage(p *PageRef) (PageLanguage, bool) {
	if p.MainSiteOnly && !c.Site.IsMain {
		return PageLanguage{}, false
	}
	return c.LanguageOf(p.Languages)
}

// NotFoundAt returns the NotFound result of an address without a page.
func (c *Context) NotFoundAt(a Address) *NotFound {
	return &NotFound{Address: a, Message: "Page not found: " + a.canonical(), Candidates: redirectCandidates(a)}
}

// notAvailableAt returns the NotFound result of a page that exists and may not be shown in the site context.
func (c *Context) notAvailableAt(a Address) *NotFound {
	return &NotFound{Address: a, Message: "Page Not Found: " + a.canonical(), Candidates: redirectCandidates(a)}
}

// PageID is the page id in the query for the direct lookup; empty for none.
func (a Address) PageID() string {
	if !a.Clean || !strings.Contains(a.RawQuery, PageIDParameter) {
		return ""
	}
	query, err := url.ParseQuery(a.RawQuery)
	if err != nil {
		return ""
	}
	return query.Get(PageIDParameter)
}

// directLookup returns the URL of the page whose id is in the query, on any site.
func (c *Context) directLookup(a Address) (string, bool) {
	id := a.PageID()
	if id == "" {
		return "", false
	}
	if location, ok := c.Page(id); ok {
		return location.URL, true
	}
	return c.pageOfOtherCountry(id)
}

// pageOfOtherCountry returns the address of a page that only visitors of other countries have a way to, in the first of
// these countries, and in the site context's language if the site has it there.
func (c *Context) pageOfOtherCountry(id string) (string, bool) {
	for _, s := range c.Directory.Sites {
		n := c.navigations[s.ID]
		if n == nil || !n.hasPage(id) {
			continue
		}
		for _, placed := range ReachablePages(n) {
			if placed.Item.Page.ID != id {
				continue
			}
			if l, ok := c.localeInCountries(s, placed.Countries); ok {
				return c.urlInLocale(s, l, placed.Item.UnlocalizedURL()), true
			}
		}
	}
	return "", false
}

// localeInCountries returns a locale of a site for the first of some countries in which the site is offered, or an
// international one for no countries.
func (c *Context) localeInCountries(s *Site, countries []string) (Locale, bool) {
	if len(countries) == 0 {
		if l := (Locale{LanguageCode: c.Locale.LanguageCode}); c.Directory.Supports(s, l) {
			return l, true
		}
		return c.Directory.DefaultLocale(s), true
	}
	for _, code := range countries {
		country := c.Directory.Country(code)
		if country == nil {
			continue
		}
		languages := c.Directory.CountryLanguages(s, country)
		if slices.Contains(languages, c.Locale.LanguageCode) {
			return Locale{LanguageCode: c.Locale.LanguageCode, CountryCode: code}, true
		}
		if len(languages) > 0 {
			return Locale{LanguageCode: languages[0], CountryCode: code}, true
		}
	}
	return Locale{}, false
}

// redirectCandidates returns the path, and the path with query or hash, each with its locale and without (URL-27).
func redirectCandidates(a Address) []string {
	var candidates []string
	add := func(path string) {
		for _, c := range candidates {
			if c == path {
				return
			}
		}
		candidates = append(candidates, path)
	}
	localized := a.unlocalized()
	if a.Prefix != "" {
		localized = JoinPath("/"+a.Prefix, localized)
	}
	for _, path := range []string{localized, a.unlocalized()} {
		for _, p := range []string{path, unescaped(path)} {
			add(p)
			if a.RawQuery != "" {
				add(p + "?" + a.RawQuery)
			}
			if a.Fragment != "" {
				add(p + "#" + a.Fragment)
				if a.RawQuery != "" {
					add(p + "?" + a.RawQuery + "#" + a.Fragment)
				}
			}
		}
	}
	return candidates
}

func unescaped(path string) string {
	text, err := url.PathUnescape(path)
	if err != nil {
		return path
	}
	return text
}

// SystemRedirect is a redirect that editors maintain in the CMS, from a previous URL to a target.
type SystemRedirect struct {
	ID          string
	PreviousURL string
	Target      *LinkRef
}

// ChooseRedirect returns the redirect with the longest previous URL among those that match one of the candidates, or
// nil.
func ChooseRedirect(redirects []*SystemRedirect, candidates []string) *SystemRedirect {
	var best *SystemRedirect
	for _, r := range redirects {
		for _, c := range candidates {
			if r.PreviousURL == c && (best == nil || len(r.PreviousURL) > len(best.PreviousURL)) {
				best = r
			}
		}
	}
	return best
}

// FollowRedirect returns the redirect for the target of a system redirect; nil if the target is not a URL, or is the
// address itself.
func (c *Context) FollowRedirect(a Address, kind LinkKind, location string) *Redirect {
	if kind != LinkRoute && kind != LinkPlain || strings.HasPrefix(location, "#") {
		return nil
	}
	current := a.canonical()
	if location == current || location == a.AbsoluteURL(current) || location == a.InLocale(c.Locale) ||
		location == a.AbsoluteURL(a.InLocale(c.Locale)) {
		return nil
	}
	return &Redirect{Status: 301, Location: location}
}
