package site

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// Theme is the look of a brand.
type Theme string

// ThemeDefault is the look of what names no theme.
const ThemeDefault Theme = "Default"

// Themes are the eleven looks (CONST-6). Copper and LightBlue are no brand's.
var Themes = []Theme{ThemeDefault, "Copper", "Wustec", "LightBlue", "Iqc", "Adaptronic", "Cirris", "Diit", "Hosver", "Komax", "Schleuniger"}

// BrandTheme is the look of a brand: the default one where it names none that brands have.
func BrandTheme(t Theme) Theme {
	if t == "Copper" || t == "LightBlue" || !slices.Contains(Themes, t) {
		return ThemeDefault
	}
	return t
}

// Image is a picture of an upstream system, before it is put into a preset.
type Image struct {
	// ID is the upstream's handle; empty for a picture that is known by its URL alone.
	ID              string
	URL             string
	MimeType        string
	AlternativeText string
	// Width and Height are pixels, 0 where they are not known.
	Width, Height int
	// IsProtected says that it is handed out to those alone who may see the page that it stands on.
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
	// Domains are hosts with an optional /slug, in lower case and without a port.
	Domains []string

	// View is the view that the site was reached in; nil for a site that was asked for by itself.
	View *View
}

// In is the site as it is seen in a view.
func (s *Site) In(v *View) *Site {
	seen := *s
	seen.View = v
	return &seen
}

// Theme is the look of the site's brand.
func (s *Site) Theme() Theme {
	if s.Brand == nil || s.Brand.Theme == "" {
		return ThemeDefault
	}
	return s.Brand.Theme
}

// ThemeOfPage is the look of a page of the site: its own, or the site's where the page has the default.
func (s *Site) ThemeOfPage(page Theme) Theme {
	if page == "" || page == ThemeDefault {
		return s.Theme()
	}
	return page
}

// OwnDomain is the first host that is the site's alone; empty when the site is reached by a slug only.
func (s *Site) OwnDomain() string {
	for _, d := range s.Domains {
		if !strings.Contains(d, "/") {
			return d
		}
	}
	return ""
}

// HomePath is the path of the site's home page without a locale: `/` for the main site or a site with its own domain,
// otherwise `/{siteSlug}` (URL-8).
func (s *Site) HomePath() string {
	if s.IsMain || s.Slug == "" || s.OwnDomain() != "" {
		return "/"
	}
	return "/" + s.Slug
}

// Speaks says whether the site is written in a language.
func (s *Site) Speaks(languageCode string) bool {
	return slices.Contains(LanguagesOf(s), languageCode)
}

// NoDomainError says that a site cannot be matched because it names no domain.
type NoDomainError struct{ Site string }

func (e *NoDomainError) Error() string {
	return fmt.Sprintf("site %q has no domain configuration", e.Site)
}

// Directory is the system data: what is the same on every page. It is immutable once made.
type Directory struct {
	Languages []*Language
	Countries []*Country
	Sites     []*Site
	Brands    []*Brand

	languages map[string]*Language
	countries map[string]*Country
	sites     map[string]*Site
	main      *Site
}

// NewDirectory indexes the system data, in the order given. It fails without a main site.
func NewDirectory(languages []*Language, countries []*Country, sites []*Site, brands []*Brand) (*Directory, error) {
	d := &Directory{
		Languages: languages, Countries: countries, Sites: sites, Brands: brands,
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
		// The main site is the one without a slug (URL-12).
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

// Hosts are those of every site's domains, each once.
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

// SiteNamed finds a site by its technical name; nil for none.
func (d *Directory) SiteNamed(technicalName string) *Site {
	if i := slices.IndexFunc(d.Sites, func(s *Site) bool { return s.TechnicalName == technicalName }); i >= 0 {
		return d.Sites[i]
	}
	return nil
}

// SiteOfSlug finds a site by its slug or, where it has none, its technical name; the main site for an empty one, nil for
// none.
func (d *Directory) SiteOfSlug(slug string) *Site {
	if slug == "" {
		return d.main
	}
	if i := slices.IndexFunc(d.Sites, func(s *Site) bool { return s.Slug == slug }); i >= 0 {
		return d.Sites[i]
	}
	return d.SiteNamed(slug)
}

// Site finds a site by its id; nil when there is none.
func (d *Directory) Site(id string) *Site { return d.sites[id] }

// Language finds a language by its code; nil when there is none.
func (d *Directory) Language(code string) *Language { return d.languages[code] }

// Country finds a country by its code, CountryAll included; nil when there is none.
func (d *Directory) Country(code string) *Country { return d.countries[code] }

// Offers says whether visitors may choose a country.
func (d *Directory) Offers(code string) bool {
	c := d.countries[code]
	return c != nil && !c.Hidden && code != CountryAll
}

// CountryOption is a country to choose.
type CountryOption struct{ CountryCode, DisplayName string }

// CountryOptions are the countries that visitors may choose, by their names in a language and in its order.
func (d *Directory) CountryOptions(lang string) []CountryOption {
	options := make([]CountryOption, 0, len(d.Countries))
	for _, c := range d.Countries {
		if d.Offers(c.CountryCode) {
			options = append(options, CountryOption{c.CountryCode, c.DisplayName(lang)})
		}
	}
	// An unknown language sorts as the root of all.
	order := collate.New(language.Make(lang), collate.IgnoreCase)
	slices.SortStableFunc(options, func(a, b CountryOption) int { return order.CompareString(a.DisplayName, b.DisplayName) })
	return options
}

// Supports says whether a site is offered in a locale: the site speaks the language, and the country, if there is one,
// is offered, has that language, and the site is not international only.
func (d *Directory) Supports(s *Site, l Locale) bool {
	if !s.Speaks(l.LanguageCode) || d.languages[l.LanguageCode] == nil {
		return false
	}
	if l.IsInternational() {
		return true
	}
	c := d.countries[l.CountryCode]
	return c != nil && !c.Hidden && l.CountryCode != CountryAll && !s.InternationalOnly && c.Supports(l.LanguageCode)
}

// DefaultLocale is a site's locale for visitors about whom nothing is known: its first language, international.
func (d *Directory) DefaultLocale(s *Site) Locale {
	for _, code := range LanguagesOf(s) {
		if d.languages[code] != nil {
			return Locale{LanguageCode: code}
		}
	}
	return Locale{LanguageCode: "en"}
}

// CountryLanguages lists the languages in which a site is offered in a country, the country's default first.
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

// Brand finds a brand by its id; nil for none.
func (d *Directory) Brand(id string) *Brand {
	if i := slices.IndexFunc(d.Brands, func(b *Brand) bool { return b.ID == id }); i >= 0 {
		return d.Brands[i]
	}
	return nil
}

// BrandByPimID finds a brand by its id in the PIM; nil for none.
func (d *Directory) BrandByPimID(id string) *Brand {
	for _, b := range d.Brands {
		if b.PimID == id {
			return b
		}
	}
	return nil
}
