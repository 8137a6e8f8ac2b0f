package site

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"strand/domain/convert"
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
// that site and country support, else the site's first language that the visitor does not refuse.
func (d *Directory) Negotiate(s *Site, p Preferences) Locale {
	if l, ok := ParseLocale(p.Cookie); ok && d.Supports(s, l) {
		return l
	}
	preferred, refused := parseAcceptLanguage(p.AcceptLanguage)
	for _, tag := range preferred {
		if l, ok := d.localeForPreference(s, tag, p.Country); ok {
			return l
		}
	}
	for _, code := range LanguagesOf(s) {
		if l := (Locale{LanguageCode: code}); !slices.Contains(refused, code) && d.Supports(s, l) {
			return l
		}
	}
	return d.DefaultLocale(s)
}

// maxAcceptLanguage is the maximum length of a header Accept-Language that is read.
const maxAcceptLanguage = 1024

// maxPreferred is the maximum number of preferred languages that are compared with those of a site.
const maxPreferred = 20

// parseAcceptLanguage returns the preferred languages of a header Accept-Language, best first, and the codes of the
// languages that it refuses with a weight of 0 (LOC-16). Each part is read for itself: parts that are malformed are
// ignored, and so are parameters other than the weight.
func parseAcceptLanguage(header string) (preferred []language.Tag, refused []string) {
	if len(header) > maxAcceptLanguage {
		return nil, nil
	}
	type preference struct {
		tag    language.Tag
		weight float64
	}
	var accepted []preference
	for part := range strings.SplitSeq(header, ",") {
		code, parameters, _ := strings.Cut(part, ";")
		weight, isValid := weightOf(parameters)
		// Languages of a macrolanguage (cmn, Mandarin) become the macrolanguage (zh), in which sites are written.
		tag, err := language.All.Parse(strings.TrimSpace(code))
		if err != nil || !isValid {
			continue
		}
		if weight > 0 {
			accepted = append(accepted, preference{tag, weight})
		} else if base, _ := tag.Base(); tag == language.Make(base.String()) {
			refused = append(refused, base.String())
		}
	}
	slices.SortStableFunc(accepted, func(a, b preference) int { return cmp.Compare(b.weight, a.weight) })
	for _, p := range accepted[:min(len(accepted), maxPreferred)] {
		preferred = append(preferred, p.tag)
	}
	return preferred, refused
}

// weightOf returns the weight among the parameters of a preferred language, 1 without one; false for a malformed one.
func weightOf(parameters string) (float64, bool) {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return weight, err == nil && weight >= 0 && weight <= 1
		}
	}
	return 1, true
}

// localeForPreference returns the locale of a site for one preferred language: with the language's own region, else
// with the visitor's country, else international.
func (d *Directory) localeForPreference(s *Site, tag language.Tag, country string) (Locale, bool) {
	code, ok := d.languageFor(s, tag)
	if !ok {
		return Locale{}, false
	}
	l := Locale{LanguageCode: code}
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

// chineseLanguages are languages whose readers read Chinese: Cantonese, Min Nan, Wu, Hakka, Gan and Xiang. The
// matching of language tags does not know this.
var chineseLanguages = []string{"yue", "nan", "wuu", "hak", "gan", "hsn"}

// languageFor returns the language of a site for a preferred language: the same one, else one that CLDR considers right
// for its readers, such as German for Swiss German.
func (d *Directory) languageFor(s *Site, tag language.Tag) (string, bool) {
	base, _ := tag.Base()
	code := base.String()
	if slices.Contains(chineseLanguages, code) {
		code = "zh"
	}
	if d.Supports(s, Locale{LanguageCode: code}) {
		return code, true
	}
	var offered []string
	for _, code := range LanguagesOf(s) {
		if d.Supports(s, Locale{LanguageCode: code}) {
			offered = append(offered, code)
		}
	}
	if len(offered) == 0 {
		return "", false
	}
	_, i, confidence := matcherOf(offered).Match(tag)
	return offered[i], confidence >= language.High
}

// matchers contains the matchers of lists of languages: making one takes longer than all else of a request.
var matchers sync.Map

func matcherOf(languages []string) language.Matcher {
	key := strings.Join(languages, " ")
	if found, ok := matchers.Load(key); ok {
		return found.(language.Matcher)
	}
	found, _ := matchers.LoadOrStore(key, language.NewMatcher(convert.All(languages, language.Make)))
	return found.(language.Matcher)
}

// closest returns a locale if a site supports it, else its language without a country (LOC-17); false for a language
// that the site does not have.
func (d *Directory) closest(s *Site, l Locale) (Locale, bool) {
	for _, l := range []Locale{l, {LanguageCode: l.LanguageCode}} {
		if d.Supports(s, l) {
			return l, true
		}
	}
	return Locale{}, false
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
