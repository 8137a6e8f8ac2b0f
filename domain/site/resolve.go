package site

import (
	"net/url"
	"slices"
	"strings"
)

// ResolvedURL is the result of resolving a URL: *Found, *Redirect or *NotFound.
type ResolvedURL interface{ isResolvedURL() }

// Found is the result for a URL that exists.
type Found struct {
	URL    URL
	Screen Screen
	// Item is the navigation item of the page; nil for a file-based area without an item.
	Item *Item
	// Language is the language of the page; zero without a page.
	Language PageLanguage
}

// Redirect is the result for a URL that redirects: permanently with 301, temporarily with 302.
type Redirect struct {
	Status int
	// Location is a path of the same host or an absolute URL.
	Location string
	// HashLocations are for the browser, since a request has no hash.
	HashLocations []HashLocation
}

// NotFound is the result for a URL that does not exist.
type NotFound struct {
	URL     URL
	Message string
}

func (*Found) isResolvedURL()    {}
func (*Redirect) isResolvedURL() {}
func (*NotFound) isResolvedURL() {}

// PageIDParameter is the query parameter of the direct lookup.
const PageIDParameter = "pageId"

// LocaleOf returns the locale of a URL: its own if the site supports it, else its language without the country if the
// site has the language, else the negotiated one of the visitor.
func (d *Directory) LocaleOf(a URL, p Preferences) Locale {
	if l, ok := d.closest(a.Site, a.Locale); ok && a.Prefix != "" {
		return l
	}
	return d.Negotiate(a.Site, p)
}

// HasLocale reports whether a URL has a locale that its site supports. Its page is then independent of the visitor's
// preferences.
func (d *Directory) HasLocale(a URL) bool {
	return a.Prefix != "" && d.Supports(a.Site, a.Locale)
}

// HasVisitorsLocale reports whether a redirect of a URL without a locale leads to a page in the locale that the
// visitor's preferences have chosen. A redirect to the canonical form or to another host does not (URL-39).
func (c *Context) HasVisitorsLocale(a URL, r *Redirect) bool {
	if !a.Clean {
		return false
	}
	own, ok := c.ParseOwnURL(r.Location)
	return ok && !own.isReserved()
}

// Resolve resolves a URL, in this order: a redirect to its canonical form (URL-4), a redirect to the page with the id
// in the query (URL-24), not found (URL-29), a redirect to the right locale (URL-3) or the right letter case (URL-41),
// or the page. The site context must be of the URL's site, in the locale that LocaleOf returns.
func (c *Context) Resolve(a URL) (ResolvedURL, error) {
	if !a.Clean {
		return &Redirect{Status: 301, Location: a.canonical()}, nil
	}
	if location, ok := c.DirectLookup(a); ok {
		return &Redirect{Status: 302, Location: location}, nil
	}
	tree, err := c.Tree(c.Site)
	if err != nil {
		return nil, err
	}
	found := c.lookUp(tree, a)
	isOwnLocale := a.Prefix != "" && a.Locale == c.Locale
	status := 302
	if isOwnLocale {
		status = 301 // at most the letter case of the locale differs
	}
	switch found := found.(type) {
	case *NotFound:
		item := tree.FindFolded(a)
		if item == nil || tree.Find(a) != nil {
			return found, nil
		}
		if _, ok := c.pageLanguage(item.Page); ok {
			return &Redirect{Status: status, Location: a.Suffixed(c.URLOn(c.Site, item.UnlocalizedURL()))}, nil
		}
	case *Found:
		if a.Prefix != c.Locale.URLCode() {
			return &Redirect{Status: status, Location: a.InLocale(c.Locale)}, nil
		}
	}
	return found, nil
}

func (c *Context) lookUp(tree *Tree, a URL) ResolvedURL {
	item := tree.Find(a)
	screen := ScreenOf(a)
	if c.Directory.Lacks(screen) {
		return c.NotFoundAt(a)
	}
	if screen != ScreenContent {
		return &Found{URL: a, Screen: screen, Item: item}
	}
	if item == nil {
		return c.NotFoundAt(a)
	}
	language, ok := c.pageLanguage(item.Page)
	if !ok {
		return c.notAvailableAt(a)
	}
	return &Found{URL: a, Screen: ScreenContent, Item: item, Language: language}
}

// pageLanguage returns the language in which the site context shows a page of its site. It returns false for a page of
// the main site alone on another site, and for one without a language that the country supports (URL-30).
func (c *Context) pageLanguage(p *PageRef) (PageLanguage, bool) {
	if p.MainSiteOnly && !c.Site.IsMain {
		return PageLanguage{}, false
	}
	return c.LanguageOf(p.Languages)
}

// NotFoundAt returns the NotFound result of a URL without a page. Its message and that of notAvailableAt differ only in
// letter case, as the rules require (URL-29, URL-30).
func (c *Context) NotFoundAt(a URL) *NotFound {
	return &NotFound{URL: a, Message: "Page not found: " + a.canonical()}
}

// notAvailableAt returns the NotFound result of a page that exists and may not be shown in the site context.
func (c *Context) notAvailableAt(a URL) *NotFound {
	return &NotFound{URL: a, Message: "Page Not Found: " + a.canonical()}
}

// PageID is the page id in the query for the direct lookup; empty for none.
func (a URL) PageID() string {
	if !a.Clean || !strings.Contains(a.RawQuery, PageIDParameter) {
		return ""
	}
	query, err := url.ParseQuery(a.RawQuery)
	if err != nil {
		return ""
	}
	return query.Get(PageIDParameter)
}

// DirectLookup returns the URL of the page whose id is in the query, on any site (URL-24): where visitors of the
// country can open it, else where those of another country can. For a page that all its items hide, it returns the URL
// of the nearest page above it. It returns false for a page in no navigation, which has no URL.
func (c *Context) DirectLookup(a URL) (string, bool) {
	id := a.PageID()
	if id == "" {
		return "", false
	}
	location, ok := c.locate(func(t *Tree) *Item {
		if item := t.Page(id); item != nil && c.opens(t.Site, item) {
			return item
		}
		return nil
	})
	if ok {
		return location.URL, true
	}
	if url, ok := c.PageOfOtherCountry(id); ok {
		return url, true
	}
	return c.aboveHidden(id)
}

// aboveHidden returns the URL of the nearest page above a hidden one that visitors can open, at last that of its site's
// home page.
func (c *Context) aboveHidden(id string) (string, bool) {
	for _, s := range c.Directory.Sites {
		n := c.navigations[s.ID]
		if n == nil || !n.hasPage(id) {
			continue
		}
		for above := NewFullTree(n).Page(id).parent; above != nil; above = above.parent {
			if above.Page == nil {
				continue
			}
			if location, ok := c.LinkedPage(above.Page.ID); ok {
				return location.URL, true
			}
		}
		if t, err := c.Tree(s); err == nil && t.Home != nil {
			return c.URLOn(s, t.Home.UnlocalizedURL()), true
		}
	}
	return "", false
}

// PageOfOtherCountry returns the URL of a page that only visitors of other countries have a way to, in the first of
// these countries, and in the site context's language if the site has it there.
func (c *Context) PageOfOtherCountry(id string) (string, bool) {
	for _, s := range c.Directory.Sites {
		n := c.navigations[s.ID]
		if n == nil || !n.hasPage(id) {
			continue
		}
		for _, placed := range ReachablePages(n) {
			if placed.Item.Page.ID != id || placed.Item.Page.MainSiteOnly && !s.IsMain {
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
