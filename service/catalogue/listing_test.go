package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"strand/domain/catalog"
	"strand/domain/listing"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/service/servicetest"
)

// presses is a catalogue with the filters of listings.
func presses(t *testing.T) *servicetest.Systems {
	press := func(slug, classification, brand, force string, capabilities ...string) servicetest.Product {
		unit := "kN"
		return servicetest.Product{
			Product: catalog.Product{
				Slug: slug, Name: strings.ToUpper(slug), ClassificationSlug: classification, BrandID: brand,
			},
			Detail: catalog.Detail{
				CapabilityIDs:  capabilities,
				Specifications: []catalog.Specification{{Name: "Crimp force", Value: force, Unit: &unit}},
			},
		}
	}
	record := func(slug, parent string) catalog.ClassificationRecord {
		return catalog.ClassificationRecord{Slug: slug, ParentID: parent, Name: slug}
	}
	return servicetest.New(t).
		Brand(&site.Brand{ID: "komax", PimID: "kmx", Name: "Komax"}).
		Classification(catalog.TypeProduct, record("presses", ""), nil).
		Classification(
			catalog.TypeProduct, record("bench", "presses"), servicetest.Names{"en": "Bench", "de": "Tisch"},
		).
		Classification(catalog.TypeProduct, record("hand", "presses"), nil).
		Classification(catalog.TypeService, record("care", ""), nil).
		Capability("seal", servicetest.Names{"en": "Seal loading", "de": "Tüllen setzen"}).
		Capability("ink", servicetest.Names{"en": "Ink jet"}).
		Product(press("h60", "bench", "kmx", "60", "seal", "ink")).
		Product(press("h40", "bench", "kmx", "40", "ink")).
		Product(press("a20", "hand", "", "20")).
		Product(servicetest.Product{Product: catalog.Product{Slug: "visit", ClassificationSlug: "care"}})
}

// optionTexts returns the options of a filter as `value label count`, with the language of a foreign label, and with a
// star if they are selected.
func optionTexts(all []listing.Option) string {
	texts := make([]string, len(all))
	for i, o := range all {
		texts[i] = fmt.Sprintf("%s %s %d", o.Value, o.Label, o.Count)
		if o.ForeignLanguage != nil {
			texts[i] += " " + *o.ForeignLanguage
		}
		if o.Selected {
			texts[i] += "*"
		}
	}
	return strings.Join(texts, ", ")
}

// TestEntry_Listing: what a URL of the catalogue lists with its filters, and the calls for it.
//
// Rules: CAT-19, CAT-20, CAT-22, CAT-25, CAT-42.
func TestEntry_Listing(t *testing.T) {
	const (
		tree         = "pim.Tree PRODUCT en"
		index        = "pim.Index PRODUCT en"
		capabilities = "pim.Capabilities en"
		isMissing    = "no listing"
	)
	inEnglish := []string{capabilities, index, tree}
	for name, test := range map[string]struct {
		path, query, locale string
		fails               string
		isIncomplete        bool
		// children are the classifications below, products those of the page.
		children, products string
		// brands, capabilities and processes are the options (see optionTexts); empty ones are not compared.
		brands, capabilities, processes string
		isDegraded                      bool
		code                            apperr.Code
		calls                           []string
	}{
		"all products, in the order of the PIM": {
			path: "/products", children: "presses", products: "h60 h40 a20", processes: "presses presses 3",
			brands: "kmx Komax 2", capabilities: "ink-jet Ink jet 2, seal-loading Seal loading 1", calls: inEnglish,
		},
		"all services": {
			path: "/services", children: "care", products: "visit",
			calls: []string{capabilities, "pim.Index SERVICE en", tree, "pim.Tree SERVICE en"},
		},
		"a classification lists those below it": {
			path: "/products/presses", children: "bench hand", products: "h60 h40 a20",
			processes: "bench Bench 2, hand hand 1", calls: inEnglish,
		},
		"a classification without others below it": {
			path: "/products/presses/hand", products: "a20", calls: inEnglish,
		},
		"sorted by name": {
			path: "/products", query: "sort=name", children: "presses", products: "a20 h40 h60", calls: inEnglish,
		},
		"sorted by a figure": {
			path: "/products", query: "sort=low.crimp-force", children: "presses", products: "a20 h40 h60",
			calls: inEnglish,
		},
		"of a process": {
			path: "/products/presses", query: "process=bench", children: "bench hand", products: "h60 h40",
			processes: "bench Bench 2*, hand hand 1", calls: inEnglish,
		},
		"of a brand": {
			path: "/products", query: "brand=kmx", children: "presses", products: "h60 h40", calls: inEnglish,
		},
		"of an unknown brand; options that select nothing stay": {
			path: "/products", query: "brand=other", children: "presses",
			capabilities: "ink-jet Ink jet 0, seal-loading Seal loading 0", calls: inEnglish,
		},
		"with a capability": {
			path: "/products", query: "capability=seal-loading", children: "presses", products: "h60",
			capabilities: "ink-jet Ink jet 1, seal-loading Seal loading 1*", calls: inEnglish,
		},
		"with all of several capabilities": {
			path: "/products", query: "capability=ink-jet&capability=seal-loading", children: "presses",
			products: "h60",
			calls:    inEnglish,
		},
		"a capability in another language of the site": {
			path: "/products", query: "capability=tullen-setzen", children: "presses", products: "h60",
			capabilities: "ink-jet Ink jet 1, seal-loading Seal loading 1*",
			calls:        []string{"pim.Capabilities de", capabilities, index, tree},
		},
		"an unknown capability is ignored": {
			path: "/products", query: "capability=gone", children: "presses", products: "h60 h40 a20",
			calls: []string{"pim.Capabilities de", capabilities, index, tree},
		},
		"at least a figure": {
			path: "/products", query: "min.crimp-force=50", children: "presses", products: "h60", calls: inEnglish,
		},
		"a figure with an unknown name is looked up in the other languages": {
			path: "/products", query: "min.presskraft=50", children: "presses", products: "h60 h40 a20",
			calls: []string{capabilities, "pim.Index PRODUCT de", index, tree},
		},
		"a page behind the last one": {
			path: "/products", query: "page=7", children: "presses", products: "h60 h40 a20", calls: inEnglish,
		},
		"untranslated names are marked": {
			path: "/products/presses", locale: "de", children: "bench hand", products: "h60 h40 a20",
			processes:    "bench Tisch 2, hand hand 1 en",
			capabilities: "ink-jet Ink jet 2 en, tullen-setzen Tüllen setzen 1",
			calls: []string{
				"pim.Capabilities de", capabilities, "pim.Index PRODUCT de", index, "pim.Tree PRODUCT de", tree,
			},
		},
		"an index that lacks products": {
			path: "/products", isIncomplete: true, children: "presses", products: "h60 h40 a20", isDegraded: true,
			calls: inEnglish,
		},
		"an outage of the capabilities": {
			path: "/products", fails: capabilities, children: "presses", products: "h60 h40 a20", isDegraded: true,
			calls: inEnglish,
		},
		"an outage of the index leaves the classifications": {
			path: "/products", fails: index, children: "presses", products: isMissing, isDegraded: true,
			calls: []string{index, tree},
		},
		"an outage of the classifications": {
			path: "/products", fails: tree, code: apperr.UpstreamUnavailable, calls: []string{tree},
		},
		"an outage of the other language is no outage of the list": {
			path: "/products", locale: "de", fails: capabilities, children: "presses", products: "h60 h40 a20",
			isDegraded: true, calls: []string{
				"pim.Capabilities de", capabilities, "pim.Index PRODUCT de", index, "pim.Tree PRODUCT de", tree,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			withVisit(t, func(ctx context.Context, t *testing.T, answer *servicetest.Visit) {
				from := presses(t)
				if test.fails != "" {
					from.Fail(test.fails)
				}
				if test.isIncomplete {
					from.Incomplete()
				}
				entry, err := newCatalogue(from).Entry(ctx, resolutionOf(t, from, test.locale, test.path, test.query))
				checkCalls(t, from, test.calls)
				if answer.IsDegraded() != test.isDegraded {
					t.Errorf("degraded: %t", answer.IsDegraded())
				}
				if checkCode(t, err, test.code); err != nil {
					return
				}
				page := entry.(*catalog.Overview)
				var children []string
				for _, c := range page.Children {
					children = append(children, c.Slug)
				}
				if got := strings.Join(children, " "); got != test.children {
					t.Errorf("children %q, want %q", got, test.children)
				}
				if page.Listing == nil {
					if test.products != isMissing {
						t.Error("there is no listing")
					}
					return
				}
				if got := strings.Join(slugsOf(page.Listing.Products()), " "); got != test.products {
					t.Errorf("products %q, want %q", got, test.products)
				}
				l := page.Listing
				if total := len(strings.Fields(test.products)); l.Total != total || l.Selection.Page > 1 ||
					l.IsIncomplete != test.isIncomplete {
					t.Errorf("total %d, page %d, incomplete: %t", l.Total, l.Selection.Page, l.IsIncomplete)
				}
				for _, options := range []struct {
					name, want string
					got        []listing.Option
				}{
					{"brands", test.brands, page.Listing.Brands},
					{"capabilities", test.capabilities, page.Listing.Capabilities},
					{"processes", test.processes, page.Listing.Processes},
				} {
					if got := optionTexts(options.got); options.want != "" && got != options.want {
						t.Errorf("%s %q, want %q", options.name, got, options.want)
					}
				}
			})
		})
	}
}

// resolutionOf returns what a path of the catalogue was resolved to.
func resolutionOf(t *testing.T, from *servicetest.Systems, locale, path, query string) *site.PageResolution {
	t.Helper()
	siteCtx := siteContextIn(t, from, locale)
	url, err := siteCtx.Directory.Parse("http://localhost/en" + path + "?" + query)
	if err != nil {
		t.Fatal(err)
	}
	found := &site.Found{URL: url, Screen: site.ScreenOf(url)}
	return &site.PageResolution{SiteContext: siteCtx, Found: found}
}

func slugsOf(products []*catalog.LocalizedProduct) []string {
	var slugs []string
	for _, p := range products {
		if p == nil {
			slugs = append(slugs, "nil")
			continue
		}
		slugs = append(slugs, p.Slug)
	}
	return slugs
}

// TestEntry_SiteOfBrand: on the site of a brand, a list has the products of the brand first, and all with `brand=all`.
//
// Rules: CAT-58.
func TestEntry_SiteOfBrand(t *testing.T) {
	for name, test := range map[string]struct {
		brand, path, query           string
		children, products, siteName string
	}{
		"its products": {
			brand: "kmx", path: "/products/presses", children: "bench", products: "h60 h40", siteName: "Komax",
		},
		"all brands": {
			brand: "kmx", path: "/products/presses", query: "brand=all", children: "bench hand",
			products: "h60 h40 a20", siteName: "Komax",
		},
		"with another filter": {
			brand: "kmx", path: "/products", query: "min.crimp-force=50", children: "presses", products: "h60",
			siteName: "Komax",
		},
		"a classification without products of it": {
			brand: "kmx", path: "/products/presses/hand", products: "a20",
		},
		"a brand without products": {
			brand: "other", path: "/products/presses", children: "bench hand", products: "h60 h40 a20",
		},
	} {
		t.Run(name, func(t *testing.T) {
			withVisit(t, func(ctx context.Context, t *testing.T, _ *servicetest.Visit) {
				from := presses(t)
				resolution := resolutionOf(t, from, "", test.path, test.query)
				ofBrand := *resolution.SiteContext.Site
				ofBrand.Brand = &site.Brand{ID: "one", Name: "Komax", PimID: test.brand}
				resolution.SiteContext.Site = &ofBrand
				entry, err := newCatalogue(from).Entry(ctx, resolution)
				if err != nil {
					t.Fatal(err)
				}
				page := entry.(*catalog.Overview)
				var children []string
				for _, c := range page.Children {
					children = append(children, c.Slug)
				}
				if got := strings.Join(children, " "); got != test.children {
					t.Errorf("children %q, want %q", got, test.children)
				}
				if got := strings.Join(slugsOf(page.Listing.Products()), " "); got != test.products {
					t.Errorf("products %q, want %q", got, test.products)
				}
				siteName := ""
				if page.Listing.SiteBrand != nil {
					siteName = page.Listing.SiteBrand.Name
				}
				if siteName != test.siteName {
					t.Errorf("brand of the site %q, want %q", siteName, test.siteName)
				}
			})
		})
	}
}

// TestFinderFigures: the finder of a brand's home page asks for what its products have.
//
// Rules: CAT-61.
func TestFinderFigures(t *testing.T) {
	all := catalog.FinderFigures
	for name, test := range map[string]struct {
		brand    string
		isBroken bool
		want     []catalog.FinderFigure
	}{
		"a site of all brands":     {want: all},
		"a brand without wires":    {brand: "kmx"},
		"a brand without products": {brand: "other"},
		"no answer of the PIM":     {brand: "kmx", isBroken: true, want: all},
	} {
		t.Run(name, func(t *testing.T) {
			withVisit(t, func(ctx context.Context, t *testing.T, seen *servicetest.Visit) {
				from := presses(t)
				if test.isBroken {
					from.Fail("pim.Index PRODUCT en")
				}
				resolution := resolutionOf(t, from, "", "", "")
				ofBrand := *resolution.SiteContext.Site
				ofBrand.Brand = &site.Brand{ID: "one", Name: "One", PimID: test.brand}
				resolution.SiteContext.Site = &ofBrand
				got := newCatalogue(from).FinderFigures(ctx, resolution.SiteContext)
				if !slices.Equal(got, test.want) || seen.IsDegraded() != test.isBroken {
					t.Errorf("%q, want %q; degraded: %t", got, test.want, seen.IsDegraded())
				}
			})
		})
	}
}

// TestEntry_OtherScreens: only the screens of the catalogue have an entry; a product is one itself.
func TestEntry_OtherScreens(t *testing.T) {
	for path, want := range map[string]struct {
		entry string
		calls []string
	}{
		"/stories/news": {entry: "<nil>"},
		"/products/presses/bench/h60": {
			entry: "*catalog.LocalizedProduct", calls: []string{"pim.Details en [h60]", "pim.Tree PRODUCT en"},
		},
	} {
		withVisit(t, func(ctx context.Context, t *testing.T, _ *servicetest.Visit) {
			from := presses(t)
			entry, err := newCatalogue(from).Entry(ctx, resolutionOf(t, from, "", path, ""))
			if got := fmt.Sprintf("%T", entry); err != nil || got != want.entry {
				t.Errorf("%s: %s, %v", path, got, err)
			}
			if got := from.Calls(); !slices.Equal(got, want.calls) {
				t.Errorf("%s: calls %q", path, got)
			}
		})
	}
}
