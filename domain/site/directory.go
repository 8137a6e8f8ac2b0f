package site

import (
	"fmt"
	"slices"
	"strings"

	"strand/domain/collation"
	"strand/domain/convert"
)

// Theme is the visual theme of a brand.
type Theme string

// ThemeDefault is the theme of brands and pages that have none.
const ThemeDefault Theme = "Default"

// Themes are the eleven themes (CONST-6). Copper and LightBlue belong to no brand.
var Themes = []Theme{
	ThemeDefault,
	"Copper",
	"Wustec",
	"LightBlue",
	"Iqc",
	"Adaptronic",
	"Cirris",
	"Diit",
	"Hosver",
	"Komax",
	"Schleuniger",
}

// BrandTheme returns the theme of a brand: t, or ThemeDefault if t is not a theme of brands.
func BrandTheme(t Theme) Theme {
	if t == "Copper" || t == "LightBlue" || !slices.Contains(Themes, t) {
		return ThemeDefault
	}
	return t
}

// Image is an image of an upstream system in its original size and format.
type Image struct {
	// ID is the upstream system's id of the image; empty for an image that has only a URL.
	ID              string
	URL             string
	MimeType        string
	AlternativeText string
	// Width and Height are in pixels, 0 if unknown.
	Width, Height int
	// IsProtected is true if the image may be delivered only to users who may read its page.
	IsProtected bool
}

// Brand is a brand of the group.
type Brand struct {
	ID    string
	Name  string
	PimID string
	Theme Theme
	Image *Image
}

// Site is one website of the group.
type Site struct {
	ID                string
	Name              string
	Slug              string // empty for the main site
	TechnicalName     string
	IsMain            bool
	InternationalOnly bool
	MainSiteOnly      bool
	HideSideButtons   bool
	EnableCutFont     bool
	Brand             *Brand
	// Languages are the codes of the site's languages, its default first; empty for the default (LanguagesOf).
	Languages []string
	// Domains are hosts with an optional /slug, in lower case and without a port.
	Domains []string

	// SiteContext is the site context in which the site was resolved; nil for a site that was read without one.
	SiteContext *Context
}

// Localize returns a copy of the site that is bound to a site context.
func (s *Site) Localize(siteCtx *Context) *Site {
	seen := *s
	seen.SiteContext = siteCtx
	return &seen
}

// Theme is the theme of the site's brand.
func (s *Site) Theme() Theme {
	if s.Brand == nil || s.Brand.Theme == "" {
		return ThemeDefault
	}
	return s.Brand.Theme
}

// ThemeOfPage is the theme of a page of the site: its own, or the site's if the page has the default theme.
func (s *Site) ThemeOfPage(page Theme) Theme {
	if page == "" || page == ThemeDefault {
		return s.Theme()
	}
	return page
}

// OwnDomain is the first domain without a slug; empty if all domains of the site have one.
func (s *Site) OwnDomain() string {
	for _, d := range s.Domains {
		if !strings.Contains(d, "/") {
			return d
		}
	}
	return ""
}

// primaryDomain is the domain of a site's canonical URLs: the first one without a slug, else the first one (URL-40);
// empty for a site without domains.
func (s *Site) primaryDomain() string {
	if own := s.OwnDomain(); own != "" || len(s.Domains) == 0 {
		return own
	}
	return s.Domains[0]
}

// MeasurementSystem is that of a locale's country; metric for a locale without a country.
func (d *Directory) MeasurementSystem(l Locale) MeasurementSystem {
	if country := d.Country(l.Country()); country != nil {
		return country.DefaultMeasurementSystem
	}
	return Metric
}

// HomePath is the path of the site's home page without a locale at its primary domain: `/` for the main site or a site
// with its own domain, otherwise `/` and the slug of the domain (URL-8).
func (s *Site) HomePath() string {
	_, slug, _ := strings.Cut(s.primaryDomain(), "/")
	switch {
	case s.IsMain:
		return "/"
	case len(s.Domains) == 0:
		slug = s.Slug
	}
	return "/" + slug
}

// homePathAt is the path of the site's home page without a locale at a host; that at the primary domain for a host that
// does not serve the site.
func (s *Site) homePathAt(host string) string {
	for _, domain := range s.Domains {
		if h, slug, _ := strings.Cut(domain, "/"); h == host && !s.IsMain {
			return "/" + slug
		}
	}
	return s.HomePath()
}

// HasLanguage reports whether the site has content in a language.
func (s *Site) HasLanguage(languageCode string) bool {
	return slices.Contains(LanguagesOf(s), languageCode)
}

// NoDomainError is returned when sites cannot be matched because one of them has no domain.
type NoDomainError struct{ Site string }

func (e *NoDomainError) Error() string {
	return fmt.Sprintf("site %q has no domain configuration", e.Site)
}

// Fact is a figure of the group that texts refer to, such as the number of its service locations.
type Fact struct {
	Key string
	// Value is written like a value of the technical data, with a decimal point.
	Value string
	// Unit is empty for none.
	Unit string
	// IsText marks a value that is shown as it is, such as a year.
	IsText bool
}

// SearchRecommendation has the results that editors recommend for searches.
type SearchRecommendation struct {
	ID           string
	LanguageCode string
	// SiteIDs are the sites of the recommendation; empty means all.
	SiteIDs []string
	// Queries are what visitors type.
	Queries []string
	// Paths are those of the results below the home of the site.
	Paths []string
}

// Directory is the system data that all pages share: languages, countries, sites, brands, facts and recommended results
// of the search. It is immutable.
type Directory struct {
	Languages []*Language
	Countries []*Country
	Sites     []*Site
	Brands    []*Brand
	Facts     []*Fact

	SearchRecommendations []*SearchRecommendation
	// Missing are the parts that this installation does not have.
	Missing []Part

	languages map[string]*Language
	countries map[string]*Country
	sites     map[string]*Site
	main      *Site
}

// NewDirectory indexes the system data and keeps its order. It returns an error if there is no main site.
func NewDirectory(languages []*Language, countries []*Country, sites []*Site, brands []*Brand) (*Directory, error) {
	d := &Directory{
		Languages: languages,
		Countries: countries,
		Sites:     sites,
		Brands:    brands,
		languages: make(map[string]*Language, len(languages)),
		countries: make(map[string]*Country, len(countries)+1),
		sites:     make(map[string]*Site, len(sites)),
	}
	for _, l := range languages {
		d.languages[l.LanguageCode] = l
	}
	for _, c := range countries {
		d.countries[c.CountryCode] = c
	}
	d.countries[CountryAll] = AllCountries(languages)
	for _, s := range sites {
		d.sites[s.ID] = s
		if s.IsMain && d.main == nil {
			d.main = s
		}
	}
	if d.main == nil {
		// Without a site that is marked as main, the main site is the one without a slug (URL-12).
		for _, s := range sites {
			if s.Slug == "" {
				d.main = s
				break
			}
		}
	}
	if d.main == nil {
		return nil, fmt.Errorf("no main site among %d sites: every address needs one to fall back to", len(sites))
	}
	return d, nil
}

// Main is the main site.
func (d *Directory) Main() *Site { return d.main }

// Hosts returns the distinct hosts of all sites' domains.
func (d *Directory) Hosts() []string {
	var hosts []string
	for _, s := range d.Sites {
		for _, domain := range s.Domains {
			if host, _, _ := strings.Cut(domain, "/"); !slices.Contains(hosts, host) {
				hosts = append(hosts, host)
			}
		}
	}
	return hosts
}

// SiteNamed returns the site with a technical name, or nil.
func (d *Directory) SiteNamed(technicalName string) *Site {
	return convert.First(d.Sites, func(s *Site) bool { return s.TechnicalName == technicalName })
}

// SiteOfSlug returns the site with a slug, or else with this technical name; the main site for an empty slug; nil if
// there is none.
func (d *Directory) SiteOfSlug(slug string) *Site {
	if slug == "" {
		return d.main
	}
	if i := slices.IndexFunc(d.Sites, func(s *Site) bool { return s.Slug == slug }); i >= 0 {
		return d.Sites[i]
	}
	return d.SiteNamed(slug)
}

// Site returns the site with an id, or nil.
func (d *Directory) Site(id string) *Site { return d.sites[id] }

// Language returns the language with a code, or nil.
func (d *Directory) Language(code string) *Language { return d.languages[code] }

// LanguageNamed returns the language with a code; a language with only the code if the directory does not have it.
func (d *Directory) LanguageNamed(code string) *Language {
	if l := d.Language(code); l != nil {
		return l
	}
	return &Language{LanguageCode: code}
}

// Country returns the country with a code, CountryAll included, or nil.
func (d *Directory) Country(code string) *Country { return d.countries[code] }

// OffersCountry reports whether visitors may choose a country.
func (d *Directory) OffersCountry(code string) bool {
	c := d.countries[code]
	return c != nil && !c.Hidden && code != CountryAll
}

// CountryOption is a country of the country selection.
type CountryOption struct{ CountryCode, DisplayName string }

// CountryOptions returns the countries that visitors may choose, with their names in a language, sorted by its
// collation.
func (d *Directory) CountryOptions(lang string) []*CountryOption {
	options := make([]*CountryOption, 0, len(d.Countries))
	for _, c := range d.CountriesByName(lang, false) {
		if d.OffersCountry(c.CountryCode) {
			options = append(options, &CountryOption{c.CountryCode, c.DisplayName(lang)})
		}
	}
	return options
}

// CountriesByName returns the countries sorted by their names in a language. If includeHidden is true, it returns the
// hidden ones too and, first, the pseudo country of the international locale.
func (d *Directory) CountriesByName(lang string, includeHidden bool) []*Country {
	countries := make([]*Country, 0, len(d.Countries)+1)
	for _, c := range d.Countries {
		if c.CountryCode != CountryAll && (includeHidden || !c.Hidden) {
			countries = append(countries, c)
		}
	}
	order := collation.Of(lang)
	slices.SortStableFunc(
		countries,
		func(a, b *Country) int { return order.Compare(a.DisplayName(lang), b.DisplayName(lang)) },
	)
	if includeHidden {
		countries = slices.Insert(countries, 0, d.countries[CountryAll])
	}
	return countries
}

// Supports reports whether a site is available in a locale: the site has the language, and the country, if there is
// one, can be chosen and has the language, and the site is not international only.
func (d *Directory) Supports(s *Site, l Locale) bool {
	if !s.HasLanguage(l.LanguageCode) || d.languages[l.LanguageCode] == nil {
		return false
	}
	if l.IsInternational() {
		return true
	}
	c := d.countries[l.CountryCode]
	return c != nil && !c.Hidden && l.CountryCode != CountryAll && !s.InternationalOnly && c.Supports(l.LanguageCode)
}

// DefaultLocale is the locale of a site for visitors without preferences: its first language, international.
func (d *Directory) DefaultLocale(s *Site) Locale {
	for _, code := range LanguagesOf(s) {
		if d.languages[code] != nil {
			return Locale{LanguageCode: code}
		}
	}
	return Locale{LanguageCode: "en"}
}

// CountryLanguages returns the languages in which a site is available in a country, the country's default first.
func (d *Directory) CountryLanguages(s *Site, c *Country) []string {
	var offered []string
	for _, code := range LanguagesOf(s) {
		if d.Supports(s, Locale{LanguageCode: code, CountryCode: c.CountryCode}) {
			offered = append(offered, code)
		}
	}
	if i := slices.Index(offered, c.DefaultLanguage); i > 0 {
		offered = slices.Insert(slices.Delete(offered, i, i+1), 0, c.DefaultLanguage)
	}
	return offered
}

// BrandPimID returns the id of the site's brand in the PIM; empty for a site without one.
func (s *Site) BrandPimID() string {
	if s.Brand == nil {
		return ""
	}
	return s.Brand.PimID
}

// Brand returns the brand with an id, or nil.
func (d *Directory) Brand(id string) *Brand {
	return convert.First(d.Brands, func(b *Brand) bool { return b.ID == id })
}

// BrandByPimID returns the brand with an id of the PIM, or nil.
func (d *Directory) BrandByPimID(id string) *Brand {
	return convert.First(d.Brands, func(b *Brand) bool { return b.PimID == id })
}
