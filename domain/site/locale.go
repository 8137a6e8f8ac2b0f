package site

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"strand/domain/convert"
)

// MeasurementSystem is the system of units of technical data.
type MeasurementSystem string

const (
	Metric   MeasurementSystem = "METRIC"
	Imperial MeasurementSystem = "IMPERIAL"
)

// CountryAll is the code of the pseudo country of the international locale (LOC-7).
const CountryAll = "ALL"

// Localization is a name in one language.
type Localization struct {
	Locale      string
	DisplayName string
}

// Language is a language of the group's websites.
type Language struct {
	// LanguageCode is ISO 639-1 in lower case.
	LanguageCode string
	// DefaultCountryCode is the country for visitors of whom only the language is known; empty for none.
	DefaultCountryCode string
	Localizations      []Localization
}

// LanguageTag is the BCP 47 tag of texts in the language.
func (l *Language) LanguageTag() string { return TextTag(l.LanguageCode) }

// NativeName is the language's name in the language itself, from CLDR.
func (l *Language) NativeName() string {
	tag, err := language.Parse(l.LanguageCode)
	if err != nil {
		return l.LanguageCode
	}
	name := display.Self.Name(tag)
	if name == "" {
		return l.LanguageCode
	}
	return name
}

// Country is a country that visitors can choose.
type Country struct {
	// CountryCode is ISO 3166-1 alpha-2 in upper case, or CountryAll.
	CountryCode              string
	Hidden                   bool
	SupportedLanguages       []string
	DefaultLanguage          string
	DefaultMeasurementSystem MeasurementSystem
	Localizations            []Localization
}

// Supports reports whether the country has a language.
func (c *Country) Supports(languageCode string) bool {
	return slices.Contains(c.SupportedLanguages, languageCode)
}

// AllCountries returns the pseudo country of the international locale: all languages, English by default, metric.
func AllCountries(languages []*Language) *Country {
	all := &Country{
		CountryCode:              CountryAll,
		DefaultLanguage:          "en",
		DefaultMeasurementSystem: Metric,
		Localizations: []Localization{
			{Locale: "en", DisplayName: "All"},
			{Locale: "de", DisplayName: "Alle"},
		},
	}
	all.SupportedLanguages = convert.All(languages, func(l *Language) string { return l.LanguageCode })
	return all
}

// displayName returns the name in a language, else in English, else the fallback.
func displayName(names []Localization, languageCode, fallback string) string {
	for _, wanted := range []string{languageCode, "en"} {
		for _, n := range names {
			if n.Locale == wanted && n.DisplayName != "" {
				return n.DisplayName
			}
		}
	}
	return fallback
}

// DisplayName is the country's name in a language, else in English, else its code.
func (c *Country) DisplayName(languageCode string) string {
	return displayName(c.Localizations, languageCode, c.CountryCode)
}

// DisplayName is the language's name in a language, else in English, else its code.
func (l *Language) DisplayName(languageCode string) string {
	return displayName(l.Localizations, languageCode, l.LanguageCode)
}

// Locale is a language with a country, or without one: the international locale. The zero Locale is no locale.
type Locale struct {
	LanguageCode string
	// CountryCode is empty for the international locale.
	CountryCode string
}

// Code is the locale as BCP 47 writes it: `de-CH`, `en`.
func (l Locale) Code() string {
	if l.CountryCode == "" {
		return l.LanguageCode
	}
	return l.LanguageCode + "-" + l.CountryCode
}

// URLCode is the locale in the form of URLs: `de-ch`, `en`.
func (l Locale) URLCode() string { return strings.ToLower(l.Code()) }

// IsInternational reports whether the locale has no country.
func (l Locale) IsInternational() bool { return l.CountryCode == "" }

// Country is the country of the locale, CountryAll for the international one.
func (l Locale) Country() string {
	if l.CountryCode == "" {
		return CountryAll
	}
	return l.CountryCode
}

// SISCode is the locale code of sis (LOC-8); en-US for a language that sis does not have.
func (l Locale) SISCode() string {
	if code := languageOf(l.LanguageCode).SIS; code != "" {
		return code
	}
	return "en-US"
}

// TextTag returns the BCP 47 tag of texts in a language: `en`, `zh-Hans`.
func TextTag(languageCode string) string {
	if tag := languageOf(languageCode).Text; tag != "" {
		return tag
	}
	return languageCode
}

// LanguageTag is the BCP 47 tag of the locale's texts: `de-CH`, `zh-Hans` also for zh-TW.
func (l Locale) LanguageTag() string {
	if tag := languageOf(l.LanguageCode).Text; tag != "" {
		return tag
	}
	return l.Code()
}

// Hreflang is the audience of a page in the locale, for search engines: `de`, `de-CH`, `zh-Hans`. Unlike LanguageTag it
// does not restrict Portuguese to a region.
func (l Locale) Hreflang() string {
	if l.LanguageCode == "zh" {
		return Locale{TextTag("zh"), l.CountryCode}.Code()
	}
	return l.Code()
}

// OpenGraphCode is the locale in the form of Open Graph: `de_CH`, `zh_CN` also for zh-TW.
func (l Locale) OpenGraphCode() string {
	code := l.Code()
	if languageOf(l.LanguageCode).Text != "" {
		code = l.SISCode()
	}
	return strings.ReplaceAll(code, "-", "_")
}

// ParseLocale parses a locale code in any letter case: two letters, or two letters, a hyphen and two letters. It does
// not check whether a site supports the locale.
func ParseLocale(code string) (Locale, bool) {
	lang, country, hasCountry := strings.Cut(code, "-")
	if !twoLetters(lang) || (hasCountry && !twoLetters(country)) {
		return Locale{}, false
	}
	return Locale{LanguageCode: strings.ToLower(lang), CountryCode: strings.ToUpper(country)}, true
}

func twoLetters(s string) bool {
	if len(s) != 2 {
		return false
	}
	for _, c := range []byte(s) {
		if c |= 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// defaultSiteLanguages are the languages of a site whose record names none; the main site has all then (CONST-2).
var defaultSiteLanguages = []string{"en", "de"}

// LanguagesOf returns the languages of a site, its default first.
func LanguagesOf(s *Site) []string {
	if len(s.Languages) > 0 {
		return s.Languages
	}
	if s.IsMain {
		return LanguageCodes
	}
	return defaultSiteLanguages
}

// Other returns the other measurement system.
func (s MeasurementSystem) Other() MeasurementSystem {
	if s == Imperial {
		return Metric
	}
	return Imperial
}
