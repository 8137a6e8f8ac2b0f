package site

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// Preferences are the language preferences of a visitor.
type Preferences struct {
	// Cookie is the locale that the visitor last used on this site, as a code; empty for none.
	Cookie string
	// AcceptLanguage is the header of that name.
	AcceptLanguage string
	// Country is the visitor's country from a geo header; empty if unknown.
	Country string
	// FallbackLanguage is the language of content that is missing in the visitor's own; empty for none.
	FallbackLanguage string
}

// Negotiate returns the locale of a site for a visitor (LOC-1): the cookie's, else the best of the preferred languages
// that site and country support, else the site's default.
func (d *Directory) Negotiate(s *Site, p Preferences) Locale {
	if l, ok := ParseLocale(p.Cookie); ok && d.Supports(s, l) {
		return l
	}
	if len(p.AcceptLanguage) <= 1024 {
		// A malformed header has no tags.
		tags, weights, _ := language.ParseAcceptLanguage(p.AcceptLanguage)
		for i, tag := range tags {
			if weights[i] == 0 {
				continue
			}
			if l, ok := d.localeForPreference(s, tag, p.Country); ok {
				return l
			}
		}
	}
	return d.DefaultLocale(s)
}

// localeForPreference returns the locale of a site for one preferred language: with the language's own region, else
// with the visitor's country, else international.
func (d *Directory) localeForPreference(s *Site, tag language.Tag, country string) (Locale, bool) {
	base, _ := tag.Base()
	l := Locale{LanguageCode: base.String()}
	if !d.Supports(s, l) {
		return Locale{}, false
	}
	var regions []string
	if region, confidence := tag.Region(); confidence == language.Exact {
		regions = append(regions, region.String())
	}
	regions = append(regions, strings.ToUpper(country))
	for _, region := range regions {
		candidate := Locale{LanguageCode: l.LanguageCode, CountryCode: region}
		if region != "" && d.Supports(s, candidate) {
			return candidate, true
		}
	}
	return l, true
}

// knownLanguage reports whether two letters are a language of ISO 639-1. Such a prefix is an unsupported locale, any
// other is a slug.
func knownLanguage(code string) bool {
	base, err := language.ParseBase(strings.ToLower(code))
	return err == nil && len(base.String()) == 2
}

// ContentLanguages returns the languages to read content in, best first: the visitor's, the fallback language, English
// (LOC-9).
func ContentLanguages(l Locale, fallback string) []string {
	languages := []string{l.LanguageCode}
	for _, code := range []string{fallback, "en"} {
		if code != "" && !slices.Contains(languages, code) {
			languages = append(languages, code)
		}
	}
	return languages
}
