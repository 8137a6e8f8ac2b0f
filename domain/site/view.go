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

// Setting is the context in which one request reads the group's sites: site, locale, stage and audience.
type Setting struct {
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

// View is a setting with the navigations of all sites. Links, navigation and breadcrumbs are resolved in a view. It is
// safe for concurrent use.
type View struct {
	Setting

	navigations map[string]*Navigation
	mu          sync.Mutex
	trees       map[string]*Tree
	failures    map[string]error
}

// NewView binds the navigations of the sites, by site id and in the setting's language and stage, to a setting.
func NewView(s Setting, navigations map[string]*Navigation) *View {
	return &View{Setting: s, navigations: navigations, trees: map[string]*Tree{}, failures: map[string]error{}}
}

// Languages are the languages to read content in, best first.
func (v *View) Languages() []string { return ContentLanguages(v.Locale, v.FallbackLanguage) }

// Country is the country of the view.
func (v *View) Country() *Country { return v.Directory.Country(v.Locale.Country()) }

// Navigation is the header and footer of a site as read from the CMS; nil for a site without them.
func (v *View) Navigation(s *Site) *Navigation { return v.navigations[s.ID] }

// Tree returns the navigation of a site for the view's audience.
func (v *View) Tree(s *Site) (*Tree, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if t, ok := v.trees[s.ID]; ok {
		return t, v.failures[s.ID]
	}
	n := v.navigations[s.ID]
	if n == nil {
		n = &Navigation{Site: s}
	}
	t, err := NewTree(n, v.LocaleOn(s).Country(), v.Preview != nil)
	v.trees[s.ID], v.failures[s.ID] = t, err
	return t, err
}

// LocaleOn returns the view's locale on another site: the same if that site supports it, else the same language, else
// the site's default.
func (v *View) LocaleOn(s *Site) Locale {
	for _, l := range []Locale{v.Locale, {LanguageCode: v.Locale.LanguageCode}} {
		if v.Directory.Supports(s, l) {
			return l
		}
	}
	return v.Directory.DefaultLocale(s)
}

// Place is the location of a page as seen from a view.
type Place struct {
	Site *Site
	Item *Item
	// URL is a path on the view's own site and on sites that share its host; otherwise an absolute URL.
	URL string
	// SameSite is true if the client can navigate to the page without loading a document.
	SameSite bool
}

// Kind is the kind of a link to the place.
func (p Place) Kind() LinkKind {
	if p.SameSite {
		return LinkRoute
	}
	return LinkPlain
}

// Page finds a page by its id: on the view's own site, else on the first other site that has it.
func (v *View) Page(id string) (Place, bool) {
	sites := append([]*Site{v.Site}, v.Directory.Sites...)
	for i, s := range sites {
		t, err := v.Tree(s)
		if err != nil || i > 0 && s == v.Site {
			continue
		}
		if item := t.Page(id); item != nil {
			return Place{Site: s, Item: item, URL: v.On(s, item.UnlocalizedURL()), SameSite: s == v.Site}, true
		}
	}
	return Place{}, false
}

// Path returns the localized path of a path below the home of the view's site. Query and hash are kept.
func (v *View) Path(path string) string {
	rest := ""
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		path, rest = path[:i], path[i:]
	}
	return LocalizedPath(v.Locale, JoinPath(v.Site.HomePath(), path)) + rest
}

// SearchPath is the path of the search results below a site's home.
const SearchPath = "/search"

// On returns the address, from this view, of an unlocalized path of a site.
func (v *View) On(s *Site, unlocalized string) string {
	return v.onIn(s, v.LocaleOn(s), unlocalized)
}

// onIn is On in a locale of the site.
func (v *View) onIn(s *Site, l Locale, unlocalized string) string {
	path := LocalizedPath(l, unlocalized)
	if s == v.Site {
		return path
	}
	return v.origin(s) + path
}

// Absolute returns the absolute URL of an unlocalized path of the view's site in a locale. It has the site's first
// domain and so does not depend on the host of the request.
func (v *View) Absolute(l Locale, unlocalized string) string {
	return v.Scheme + "://" + v.primaryHost(v.Site) + LocalizedPath(l, unlocalized)
}

// AbsoluteOn returns the absolute URL of a path below the home of any site, in the view's locale on that site.
func (v *View) AbsoluteOn(s *Site, path string) string {
	return v.Scheme + "://" + v.primaryHost(s) + LocalizedPath(v.LocaleOn(s), JoinPath(s.HomePath(), path))
}

// InAllLanguages returns the absolute URLs of a path below the home of a site in each of the site's international
// locales.
func (v *View) InAllLanguages(s *Site, path string) []LocaleVersion {
	var versions []LocaleVersion
	for _, code := range LanguagesOf(s) {
		if l := (Locale{LanguageCode: code}); v.Directory.Supports(s, l) {
			address := v.Scheme + "://" + v.primaryHost(s) + LocalizedPath(l, JoinPath(s.HomePath(), path))
			versions = append(versions, LocaleVersion{Locale: l, URL: address})
		}
	}
	return versions
}

// WrittenOnMain returns the absolute URLs of a path of the main site in the international locales of some languages.
func (v *View) WrittenOnMain(languages []string, path string) []LocaleVersion {
	return slices.DeleteFunc(v.InAllLanguages(v.Directory.Main(), path), func(version LocaleVersion) bool {
		return !slices.Contains(languages, version.Locale.LanguageCode)
	})
}

// LanguageNamed returns the language with a code; a language with only the code if the directory does not have it.
func (v *View) LanguageNamed(code string) *Language {
	if l := v.Directory.Language(code); l != nil {
		return l
	}
	return &Language{LanguageCode: code}
}

// WrittenIn returns the international locales of the view's site in which content in these languages can be read
// without a fallback, in the site's order.
func (v *View) WrittenIn(languages []string) []Locale {
	var locales []Locale
	for _, code := range LanguagesOf(v.Site) {
		if l := (Locale{LanguageCode: code}); slices.Contains(languages, code) && v.Directory.Supports(v.Site, l) {
			locales = append(locales, l)
		}
	}
	return locales
}

// origin returns the scheme and host of another site; empty if the host of the request serves that site too.
func (v *View) origin(s *Site) string {
	visited := NormalizeHost(v.Host)
	for _, d := range s.Domains {
		if h, _, _ := strings.Cut(d, "/"); h == visited {
			return ""
		}
	}
	return v.Scheme + "://" + v.primaryHost(s)
}

// primaryHost is the host of a site's first domain with the port of the request.
func (v *View) primaryHost(s *Site) string { return HostOf(s, v.Host) }

// HostOf returns the host of a site's first domain with the port of the requested host; the requested host for a site
// without a domain.
func HostOf(s *Site, visited string) string {
	host := NormalizeHost(visited)
	if len(s.Domains) > 0 {
		host, _, _ = strings.Cut(s.Domains[0], "/")
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

// LanguageOf returns the language of a page (LOC-9, LOC-11): the best of the view's languages that the page has, else
// the first of the page's that the country supports. ok is false if the country supports none of the page's languages.
func (v *View) LanguageOf(languages []string) (PageLanguage, bool) {
	country := v.Country()
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
	for _, wanted := range v.Languages() {
		for _, l := range languages {
			if l == wanted {
				return PageLanguage{LanguageCode: l, IsFallback: l != v.Locale.LanguageCode}, true
			}
		}
	}
	return PageLanguage{LanguageCode: supported, IsFallback: true, IsUnavailable: true}, true
}

// Gates returns, by page id, the pages whose protections apply to a page: its own, else that of the nearest page above
// it, in any country and on any site. A page with several items has the protections of all of them.
func (v *View) Gates(ids []string) map[string][]*PageRef {
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
	for _, n := range v.navigations {
		for _, items := range [][]*Item{n.Home, n.Items, n.TopItems, n.Unlisted} {
			walk(items, nil)
		}
	}
	return gates
}
