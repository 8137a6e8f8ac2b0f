package site

// LocaleVersion is the URL of a page in another locale.
type LocaleVersion struct {
	Locale Locale
	// URL is a path of the same host with its query, or an absolute URL.
	URL string
}

// LocaleVersions returns an address in the languages of the site context's country and in all international locales of
// the site.
func (c *Context) LocaleVersions(a Address) []LocaleVersion {
	var versions []LocaleVersion
	for _, code := range LanguagesOf(c.Site) {
		for _, l := range []Locale{{LanguageCode: code}, {LanguageCode: code, CountryCode: c.Locale.CountryCode}} {
			if (l.CountryCode != "" || c.Locale.CountryCode == "" || l == Locale{LanguageCode: code}) &&
				c.Directory.Supports(c.Site, l) {
				if n := len(versions); n > 0 && versions[n-1].Locale == l {
					continue
				}
				versions = append(versions, LocaleVersion{Locale: l, URL: a.InLocale(l)})
			}
		}
	}
	return versions
}
