package resolvers

import (
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/gql/model"
)

// localeVersions returns the URLs of an address in all locales of its site, for the locale switch.
func localeVersions(siteCtx *site.Context, a site.Address) []*model.LocaleVersion {
	versions := []*model.LocaleVersion{}
	for _, v := range siteCtx.LocaleVersions(a) {
		versions = append(versions, &model.LocaleVersion{Locale: &v.Locale, URLCode: v.Locale.URLCode(), URL: v.URL})
	}
	return versions
}

// alternateVersions returns the page's international URLs in all languages of its content; the site's default
// locale is `x-default`.
func alternateVersions(p *editorial.Page) []*model.AlternateVersion {
	versions := []*model.AlternateVersion{}
	location, ok := p.SiteContext.Page(p.ID)
	if !ok || !location.SameSite {
		return versions
	}
	path := location.Item.UnlocalizedURL()
	for _, l := range p.SiteContext.LocalesWrittenIn(p.Languages) {
		versions = append(
			versions,
			&model.AlternateVersion{Hreflang: l.Code(), URL: p.SiteContext.AbsoluteURL(l, path)},
		)
	}
	if len(versions) > 0 {
		versions = append(versions, &model.AlternateVersion{Hreflang: "x-default",
			URL: p.SiteContext.AbsoluteURL(p.SiteContext.Directory.DefaultLocale(p.SiteContext.Site), path)})
	}
	return versions
}

// catalogVersions returns the URLs of a catalogue path on the main site in all of its languages.
func catalogVersions(siteCtx *site.Context, route string) []*model.AlternateVersion {
	return hreflangs(siteCtx, siteCtx.URLsInAllLanguages(siteCtx.Directory.Main(), route))
}

// hreflangs returns URLs of the main site as search engines expect them; the default locale is `x-default`.
func hreflangs(siteCtx *site.Context, addresses []site.LocaleVersion) []*model.AlternateVersion {
	fallback := siteCtx.Directory.DefaultLocale(siteCtx.Directory.Main()).LanguageCode
	versions := []*model.AlternateVersion{}
	for _, v := range addresses {
		versions = append(versions, &model.AlternateVersion{Hreflang: v.Locale.Code(), URL: v.URL})
		if v.Locale.LanguageCode == fallback {
			versions = append(versions, &model.AlternateVersion{Hreflang: "x-default", URL: v.URL})
		}
	}
	return versions
}
