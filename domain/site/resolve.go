package site

import (
	"net/url"
	"slices"
	"strings"
)

// Screen is what shows an address.
type Screen string

const (
	ScreenContent  Screen = "CONTENT"
	ScreenProducts Screen = "PRODUCTS"
	ScreenServices Screen = "SERVICES"
	ScreenStories  Screen = "STORIES"
	// ScreenMediaReleases shows texts for the press.
	ScreenMediaReleases Screen = "MEDIA_RELEASES"
	// ScreenSearch shows what was found.
	ScreenSearch Screen = "SEARCH"
	// ScreenPortal shows the customer portal to signed-in users.
	ScreenPortal Screen = "PORTAL"
	// ScreenEditor shows the editor area.
	ScreenEditor Screen = "EDITOR"
)

// area is a part of a site that is made of files (URL-17, URL-18) rather than of content.
type area struct {
	screen Screen
	// mainSite says that only the main site has it.
	mainSite bool
}

var areas = map[string]area{
	"products": {screen: ScreenProducts},
	"services": {screen: ScreenServices},
	"stories":  {screen: ScreenStories},
	// Texts for the press (URL-23).
	"media-releases": {screen: ScreenMediaReleases},
	"search":         {screen: ScreenSearch},
	"mykomax":        {screen: ScreenPortal, mainSite: true},
	"editor":         {screen: ScreenEditor, mainSite: true},
}

// AreaPaths are the paths, below the site's home, of the areas of a site that show content, in alphabetical order.
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

// ScreenOf is the screen of an address, whatever stands there: that of its area, else of content.
func ScreenOf(a Address) Screen {
	if len(a.Segments) > 0 {
		// The portal is protected however it is spelt (URL-19).
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

// Outcome is what an address leads to: *Found, *Redirect or *NotFound.
type Outcome interface{ outcome() }

// Found says that there is something at the address.
type Found struct {
	Address Address
	Screen  Screen
	// Item is the page's place in the navigation; nil for a file-based area that the navigation does not name.
	Item *Item
	// Language is what the page is shown in; zero without a page.
	Language PageLanguage
}

// Redirect leads elsewhere: 301 for good, 302 for now.
type Redirect struct {
	Status int
	// Location is a path of the same host or an absolute URL.
	Location string
}

// NotFound says that there is nothing at the address.
type NotFound struct {
	Address Address
	Message string
	// Candidates are the paths under which a system redirect may know the address, see ChooseRedirect.
	Candidates []string
}

func (*Found) outcome()    {}
func (*Redirect) outcome() {}
func (*NotFound) outcome() {}

// PageIDParameter is the query parameter of the direct lookup.
const PageIDParameter = "pageId"

// LocaleOf is the locale to see an address in: its own where the site supports it, else the right one for the visitor.
func (d *Directory) LocaleOf(a Address, p Preferences) Locale {
	if d.HasLocale(a) {
		return a.Locale
	}
	return d.Negotiate(a.Site, p)
}

// HasLocale says that an address names a locale that its site supports, so that what it leads to does not depend on who
// asks.
func (d *Directory) HasLocale(a Address) bool {
	return a.Prefix != "" && d.Supports(a.Site, a.Locale)
}

// Resolve finds out what an address leads to: its canonical form (URL-4), the page that it names by an id (URL-24), nothing
// (URL-29), the right locale (URL-3), or what is at it. The view is of the address's site, in the locale that LocaleOf
// gives.
func (v *View) Resolve(a Address) (Outcome, error) {
	if !a.Clean {
		return &Redirect{Status: 301, Location: a.canonical()}, nil
	}
	if location, ok := v.directLookup(a); ok {
		return &Redirect{Status: 302, Location: location}, nil
	}
	tree, err := v.Tree(v.Site)
	if err != nil {
		return nil, err
	}
	found := v.lookUp(tree, a)
	if missing, ok := found.(*NotFound); ok {
		return missing, nil
	}
	if a.Prefix != v.Locale.URLCode() {
		return &Redirect{Status: 302, Location: a.In(v.Locale)}, nil
	}
	return found, nil
}

func (v *View) lookUp(tree *Tree, a Address) Outcome {
	item := tree.Find(a)
	if screen := ScreenOf(a); screen != ScreenContent {
		return &Found{Address: a, Screen: screen, Item: item}
	}
	if item == nil {
		return v.Missing(a)
	}
	language, ok := v.shows(item.Page)
	if !ok {
		return v.invalid(a)
	}
	return &Found{Address: a, Screen: ScreenContent, Item: item, Language: language}
}

// shows says whether a page of the view's site may be shown in the view, and in which language: it may not where it is the
// main site's alone, or written in no language that the country supports (URL-30).
func (v *View) shows(p *PageRef) (PageLanguage, bool) {
	if p.MainSiteOnly && !v.Site.IsMain {
		return PageLanguage{}, false
	}
	return v.LanguageOf(p.Languages)
}

// Missing is the outcome of an address at which nothing is.
func (v *View) Missing(a Address) *NotFound {
	return &NotFound{Address: a, Message: "Page not found: " + a.canonical(), Candidates: redirectCandidates(a)}
}

// invalid is the outcome of a page that exists and may not be shown here.
func (v *View) invalid(a Address) *NotFound {
	return &NotFound{Address: a, Message: "Page Not Found: " + a.canonical(), Candidates: redirectCandidates(a)}
}

// PageID is the id that the query names for the direct lookup; empty for none.
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

// directLookup finds the own URL of the page that the query names by its id, on whatever site it is.
func (v *View) directLookup(a Address) (string, bool) {
	id := a.PageID()
	if id == "" {
		return "", false
	}
	if place, ok := v.Page(id); ok {
		return place.URL, true
	}
	return v.pageOfOtherCountry(id)
}

// pageOfOtherCountry returns the address of a page that only visitors of other countries have a way to, in the first of
// these countries, and in the view's language if the site has it there.
func (v *View) pageOfOtherCountry(id string) (string, bool) {
	for _, s := range v.Directory.Sites {
		n := v.navigations[s.ID]
		if n == nil || !n.hasPage(id) {
			continue
		}
		for _, placed := range Everywhere(n) {
			if placed.Item.Page.ID != id {
				continue
			}
			if l, ok := v.localeFor(s, placed.Countries); ok {
				return v.onIn(s, l, placed.Item.UnlocalizedURL()), true
			}
		}
	}
	return "", false
}

// localeFor returns a locale of a site for the first of some countries in which the site is offered, or an international
// one for no countries.
func (v *View) localeFor(s *Site, countries []string) (Locale, bool) {
	if len(countries) == 0 {
		if l := (Locale{LanguageCode: v.Locale.LanguageCode}); v.Directory.Supports(s, l) {
			return l, true
		}
		return v.Directory.DefaultLocale(s), true
	}
	for _, code := range countries {
		country := v.Directory.Country(code)
		if country == nil {
			continue
		}
		languages := v.Directory.CountryLanguages(s, country)
		if slices.Contains(languages, v.Locale.LanguageCode) {
			return Locale{LanguageCode: v.Locale.LanguageCode, CountryCode: code}, true
		}
		if len(languages) > 0 {
			return Locale{LanguageCode: languages[0], CountryCode: code}, true
		}
	}
	return Locale{}, false
}

// redirectCandidates are the path, and the path with query or hash, with its locale and without (URL-27).
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

// SystemRedirect leads from an address that was to one that is.
type SystemRedirect struct {
	ID          string
	PreviousURL string
	Target      *LinkRef
}

// ChooseRedirect picks the redirect with the longest previous URL among those that match one of the candidates; nil for
// none.
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

// FollowRedirect is the outcome of a system redirect whose target leads to a location; nil when it leads nowhere or back
// to where it came from.
func (v *View) FollowRedirect(a Address, kind LinkKind, location string) *Redirect {
	if kind != LinkRoute && kind != LinkPlain || strings.HasPrefix(location, "#") {
		return nil
	}
	here := a.canonical()
	if location == here || location == a.Full(here) || location == a.In(v.Locale) || location == a.Full(a.In(v.Locale)) {
		return nil
	}
	return &Redirect{Status: 301, Location: location}
}
