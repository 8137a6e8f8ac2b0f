package site

import "slices"

// LocaleVersion is the URL of a page in another locale.
type LocaleVersion struct {
	Locale Locale
	// URL is a path of the same host with its query, or an absolute URL.
	URL string
}

// LocaleVersions returns a URL in the languages of the site context's country and in all international locales of the
// site. A page that only visitors of some countries can open has no international versions.
func (c *Context) LocaleVersions(f *Found) []LocaleVersion {
	isRestricted := f.Screen == ScreenContent && f.Item != nil && f.Item.Page != nil &&
		len(c.reachable(f.Item.Page.ID).Countries) > 0
	return c.localeVersions(func(l Locale) (string, bool) {
		return f.URL.InLocale(l), !l.IsInternational() || !isRestricted || l == c.Locale
	})
}

// HomeVersions returns the URL of the home page in the locales of LocaleVersions.
func (c *Context) HomeVersions() []LocaleVersion {
	return c.localeVersions(func(l Locale) (string, bool) { return LocalizedPath(l, c.Site.HomePath()), true })
}

func (c *Context) localeVersions(urlIn func(Locale) (url string, exists bool)) []LocaleVersion {
	var versions []LocaleVersion
	for _, code := range LanguagesOf(c.Site) {
		locales := []Locale{{LanguageCode: code}}
		if !c.Locale.IsInternational() {
			locales = append(locales, Locale{LanguageCode: code, CountryCode: c.Locale.CountryCode})
		}
		for _, l := range locales {
			if !c.Directory.Supports(c.Site, l) {
				continue
			}
			if url, exists := urlIn(l); exists {
				versions = append(versions, LocaleVersion{Locale: l, URL: url})
			}
		}
	}
	return versions
}

// reachable returns in which countries a page of the site can be reached; the zero value for a page that no visitor
// reaches.
func (c *Context) reachable(pageID string) ReachablePage {
	n := c.navigations[c.Site.ID]
	if n == nil {
		return ReachablePage{}
	}
	pages := ReachablePages(n)
	if i := slices.IndexFunc(pages, func(p ReachablePage) bool { return p.Item.Page.ID == pageID }); i >= 0 {
		return pages[i]
	}
	return ReachablePage{}
}

// CanonicalVersions returns the canonical URLs of a page of the site, each in a language that the page is written in. A
// page for all countries has one for each international locale, and so are URLs with a country not canonical: they show
// the same content. A page for some countries has one for each language of each of these countries.
func (c *Context) CanonicalVersions(p ReachablePage) []LocaleVersion {
	if p.Item == nil {
		return nil
	}
	var versions []LocaleVersion
	add := func(l Locale, item *Item) {
		if slices.Contains(item.Page.Languages, l.LanguageCode) && c.Directory.Supports(c.Site, l) {
			versions = append(versions, LocaleVersion{Locale: l, URL: c.AbsoluteURL(l, item.UnlocalizedURL())})
		}
	}
	if len(p.Countries) == 0 {
		for _, code := range LanguagesOf(c.Site) {
			add(Locale{LanguageCode: code}, p.Item)
		}
		return versions
	}
	for _, code := range p.Countries {
		if country := c.Directory.Country(code); country != nil {
			for _, language := range c.Directory.CountryLanguages(c.Site, country) {
				add(Locale{LanguageCode: language, CountryCode: code}, p.ItemIn(code))
			}
		}
	}
	return versions
}

// PageVersions returns the canonical URLs of a page of the site by its id, and the one of the site context in a
// language that the page is shown in. It is empty for a page that is not written in a language of the site.
func (c *Context) PageVersions(pageID, languageCode string) (versions []LocaleVersion, canonical string) {
	versions = c.CanonicalVersions(c.reachable(pageID))
	for _, l := range []Locale{
		{LanguageCode: languageCode, CountryCode: c.Locale.CountryCode},
		{LanguageCode: languageCode},
	} {
		for _, v := range versions {
			if v.Locale == l {
				return versions, v.URL
			}
		}
	}
	return versions, ""
}

// DefaultHreflang is the value of hreflang for visitors whose language is none of the others.
const DefaultHreflang = "x-default"

// DefaultVersion returns the version for visitors whose language is none of the versions': the one in the site's
// default language, else the first. ok is false without versions.
func DefaultVersion(s *Site, versions []LocaleVersion) (version LocaleVersion, ok bool) {
	for _, code := range LanguagesOf(s) {
		for _, v := range versions {
			if v.Locale.LanguageCode == code {
				return v, true
			}
		}
	}
	return LocaleVersion{}, false
}
