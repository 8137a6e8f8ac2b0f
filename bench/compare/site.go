package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// site has the product pages that are measured.
type site struct {
	// products are paths below a language, of products that have a page in every country: `/products/…`.
	products []string
	// languages are those of the website, English first.
	languages []string
	// countries are the locales of a language with a country: `en-ch`.
	countries map[string][]string
}

// page is a page of a product, in a locale.
type page struct{ locale, product string }

// slug returns that of the product.
func (p page) slug() string { return p.product[strings.LastIndexByte(p.product, '/')+1:] }

// pagesIn returns the pages of all products in some locales.
func (w *site) pagesIn(locales []string) []page {
	var pages []page
	for _, locale := range locales {
		for _, product := range w.products {
			pages = append(pages, page{locale, product})
		}
	}
	return pages
}

// inCountries returns pages of languages in all of their countries.
func (w *site) inCountries(pages []page) []page {
	var all []page
	for _, p := range pages {
		for _, country := range w.countries[p.locale] {
			all = append(all, page{country, p.product})
		}
	}
	return all
}

// site reads the products and the locales.
func (b *bench) site(s *strand) (*site, error) {
	products, err := b.products(s)
	if err != nil {
		return nil, err
	}
	w := &site{products: products, countries: map[string][]string{}}
	return w, b.readLocales(s, w)
}

// products returns the paths below the language of the products that have a page in every country: `/products/…`.
func (b *bench) products(s *strand) ([]string, error) {
	_, body, err := b.get(s.program, "/sitemap.xml?language=en")
	if err != nil {
		return nil, err
	}
	var list struct {
		Pages []string `xml:"url>loc"`
	}
	if err := xml.Unmarshal(body, &list); err != nil {
		return nil, err
	}
	product := regexp.MustCompile(`^http://[^/]+/en(/products/.+/([\w-]+-\d+))$`)
	found := map[string]string{}
	for _, page := range list.Pages {
		if match := product.FindStringSubmatch(page); match != nil {
			found[match[2]] = match[1]
		}
	}
	// A query may name a hundred products.
	names := slices.Sorted(maps.Keys(found))
	slugs, err := json.Marshal(names[:min(100, len(names))])
	if err != nil {
		return nil, err
	}
	var answer struct {
		Products []struct {
			Slug           string
			Classification struct {
				Lineage []struct{ SupportedCountries []string }
			}
		}
	}
	query := fmt.Sprintf(`{ products(slugs: %s) { slug classification { lineage { supportedCountries } } } }`, slugs)
	err = b.ask(s, query, &answer)
	if err != nil {
		return nil, err
	}
	var paths []string
next:
	for _, p := range answer.Products {
		for _, classification := range p.Classification.Lineage {
			if len(classification.SupportedCountries) > 0 {
				continue next
			}
		}
		paths = append(paths, found[p.Slug])
	}
	if len(paths) < 50 {
		return nil, fmt.Errorf("the sitemap has only %d products", len(paths))
	}
	return paths, nil
}

// readLocales reads the languages, and their countries.
func (b *bench) readLocales(s *strand, w *site) error {
	type language struct{ LanguageCode string }
	var answer struct {
		Languages []language
		Countries []struct {
			CountryCode        string
			SupportedLanguages []language
		}
	}
	const query = `{ languages { languageCode } countries { countryCode supportedLanguages { languageCode } } }`
	if err := b.ask(s, query, &answer); err != nil {
		return err
	}
	for _, l := range answer.Languages {
		w.languages = append(w.languages, l.LanguageCode)
	}
	for _, c := range answer.Countries {
		for _, l := range c.SupportedLanguages {
			locale := strings.ToLower(l.LanguageCode + "-" + c.CountryCode)
			w.countries[l.LanguageCode] = append(w.countries[l.LanguageCode], locale)
		}
	}
	if len(w.languages) < 7 || w.languages[0] != "en" || len(w.countries["en"]) < 150 {
		return fmt.Errorf("the languages are %v, the countries %v", w.languages, w.countries)
	}
	return nil
}

// ask sends a query to the graph as a router does, and decodes its data.
func (b *bench) ask(s *strand, query string, data any) error {
	_, body, err := b.get(s.program, "/graphql?query="+url.QueryEscape(query), "X-Router-Authorization", routerSecret)
	if err != nil {
		return err
	}
	var answer struct {
		Data   json.RawMessage
		Errors json.RawMessage
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return err
	}
	if answer.Errors != nil {
		return fmt.Errorf("%s: %s", query, answer.Errors)
	}
	return json.Unmarshal(answer.Data, data)
}
