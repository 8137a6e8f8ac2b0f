package resolvers

import (
	"strand/domain/convert"
	"strand/domain/site"
	"strand/gql/model"
)

// localeVersions returns URLs for the locale switch.
func localeVersions(versions []site.LocaleVersion) []*model.LocaleVersion {
	return convert.All(versions, func(v site.LocaleVersion) *model.LocaleVersion {
		return &model.LocaleVersion{Locale: &v.Locale, URLCode: v.Locale.URLCode(), URL: v.URL}
	})
}

// hreflangs returns URLs of a site as search engines expect them, with the default version as `x-default`.
func hreflangs(s *site.Site, versions []site.LocaleVersion) []*model.AlternateVersion {
	alternates := convert.All(versions, func(v site.LocaleVersion) *model.AlternateVersion {
		return &model.AlternateVersion{Hreflang: v.Locale.Hreflang(), URL: v.URL}
	})
	if v, ok := site.DefaultVersion(s, versions); ok {
		alternates = append(alternates, &model.AlternateVersion{Hreflang: site.DefaultHreflang, URL: v.URL})
	}
	return alternates
}
