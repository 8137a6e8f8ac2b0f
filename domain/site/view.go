package site

import (
	"net/url"
	"slices"
	"strings"
	"sync"
)

// Stage says whether drafts are seen (EDIT-5).
type Stage string

const (
	Draft     Stage = "DRAFT"
	Published Stage = "PUBLISHED"
)

// Setting is what one request sees the group's sites in: a site, a locale, a stage, an audience.
type Setting struct {
	Directory *Directory
	Site      *Site
	Locale    Locale
	// FallbackLanguage is the language the visitor reads when theirs is missing; empty for none.
	FallbackLanguage string
	Stage            Stage
	// Preview is what an editor looks at the site as; nil for every other caller.
	Preview *Preview
	// Scheme and Host (with its port) are those that the visitor used.
	Scheme, Host string
}

// View is a setting with the navigations of all sites: links, navigation and breadcrumbs are resolved in a view. It is
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

// Languages are those to read content in, best first.
func (v *View) Languages() []string { return ContentLanguages(v.Locale, v.FallbackLanguage) }

// Country is the country of the view.
func (v *View) Country() *Country { return v.Directory.Country(v.Locale.Country()) }

// Navigation is header and footer of a site as the CMS has them; nil for a site without.
func (v *View) Navigation(s *Site) *Navigation { return v.navigations[s.ID] }

// Tree is the navigation of a site for the view's audience.
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

// LocaleOn is the view's locale on another site: the same where that site has it, else the same language, else the
// site's default.
func (v *View) LocaleOn(s *Site) Locale {
	for _, l := range []Locale{v.Locale, {LanguageCode: v.Locale.LanguageCode}} {
		if v.Directory.Supports(s, l) {
			return l
		}
	}
	return v.Directory.DefaultLocale(s)
}

// Place is where a page is found from a view.
type Place struct {
	Site *Site
	Item *Item
	// URL is a path for the view's own site, and for another site that shares its host; absolute otherwise.
	URL string
	// SameSite says that the app can navigate there by itself.
	SameSite bool
}

// Kind is what a link to the place does.
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

// Path is a path of the view's own site, given below the site's home, in the view's locale. Query and hash are kept.
func (v *View) Path(path string) string {
	rest := ""
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		path, rest = path[:i], path[i:]
	}
	return LocalizedPath(v.Locale, JoinPath(v.Site.HomePath(), path)) + rest
}

// SearchPath is where the results of the search stand below a site's home.
const SearchPath = "/search"

// On is the address, from this view, of an unlocalized path of a site.
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

// Absolute is the address of an unlocalized path of the view's site in a locale, with the site's first domain: the same
// whatever host the visitor used.
func (v *View) Absolute(l Locale, unlocalized string) string {
	return v.Scheme + "://" + v.primaryHost(v.Site) + LocalizedPath(l, unlocalized)
}

// AbsoluteOn is the absolute address of a path below the home of any site, in the locale of the view there.
func (v *View) AbsoluteOn(s *Site, path string) string {
	return v.Scheme + "://" + v.primaryHost(s) + LocalizedPath(v.LocaleOn(s), JoinPath(s.HomePath(), path))
}

// InAllLanguages is a path below the home of a site in each of its international locales, with absolute addresses.
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

// WrittenOnMain is a path below the home of the main site in the international locales of some languages.
func (v *View) WrittenOnMain(languages []string, path string) []LocaleVersion {
	return slices.DeleteFunc(v.InAllLanguages(v.Directory.Main(), path), func(version LocaleVersion) bool {
		return !slices.Contains(languages, version.Locale.LanguageCode)
	})
}

// LanguageNamed is a language by its code; one that the directory lacks is known by its code alone.
func (v *View) LanguageNamed(code string) *Language {
	if l := v.Directory.Language(code); l != nil {
		return l
	}
	return &Language{LanguageCode: code}
}

// WrittenIn are the international locales of the view's site in which something in these languages can be read without
// falling back, in the site's order.
func (v *View) WrittenIn(languages []string) []Locale {
	var locales []Locale
	for _, code := range LanguagesOf(v.Site) {
		if l := (Locale{LanguageCode: code}); slices.Contains(languages, code) && v.Directory.Supports(v.Site, l) {
			locales = append(locales, l)
		}
	}
	return locales
}

// origin is scheme and host of another site; empty where the visitor's own host serves it, too.
func (v *View) origin(s *Site) string {
	visited := NormalizeHost(v.Host)
	for _, d := range s.Domains {
		if h, _, _ := strings.Cut(d, "/"); h == visited {
			return ""
		}
	}
	return v.Scheme + "://" + v.primaryHost(s)
}

// primaryHost is the host of a site's first domain with the port that the visitor used.
func (v *View) primaryHost(s *Site) string { return HostOf(s, v.Host) }

// HostOf is the host of a site's first domain, with the port of the host that was visited; that host for a site without
// a domain.
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
	// IsFallback says that it is not the visitor's.
	IsFallback bool
	// IsUnavailable says that it is not even one that the visitor falls back to.
	IsUnavailable bool
}

// LanguageOf chooses the language of a page (LOC-9, LOC-11): the best of the view's languages that the page has, else
// the first of the page's that the country supports. Not ok when the page has no language that the country supports.
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

// Gates returns, by page id, the page whose protection is to be passed before a page may be read: its own, else that of
// the nearest page above it, in any country and on any site. A page that has several places is protected by each of them.
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
