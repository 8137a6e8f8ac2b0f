package catalogue

import (
	"context"
	"slices"
	"strings"
	"testing"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/service/servicetest"
)

// TestComparison: the columns of a comparison, with one call for all products.
//
// Rules: CAT-32, CAT-44.
func TestComparison(t *testing.T) {
	const tree = "pim.Tree PRODUCT en"
	for name, test := range map[string]struct {
		path, query, fails string
		// columns are the slugs with the variants that are compared; "none" for no comparison.
		columns string
		isShown bool
		code    apperr.Code
		calls   []string
	}{
		"two products": {
			path: "/products", query: "compare=h60,h40", columns: "h60 h40", isShown: true,
			calls: []string{"pim.Details en [h40 h60]", tree},
		},
		"of a classification, with a variant": {
			path: "/products/presses", query: "compare=a20,x1:x1-b", columns: "a20 x1:x1-b", isShown: true,
			calls: []string{"pim.Details en [a20 x1]", tree},
		},
		"an unknown variant is the first one": {
			path: "/products", query: "compare=a20,x1:gone", columns: "a20 x1:x1-a", isShown: true,
			calls: []string{"pim.Details en [a20 x1]", tree},
		},
		"unknown products are left out": {
			path: "/products", query: "compare=gone,h60", columns: "h60",
			calls: []string{"pim.Details en [gone h60]", tree},
		},
		"unknown products only": {
			path: "/products", query: "compare=gone", columns: "", calls: []string{"pim.Details en [gone]"},
		},
		"the form of the page replaces one": {
			path: "/products", query: "compare=h60,h40&compare-with=a20&compare-at=0", columns: "a20 h40",
			isShown: true,
			calls:   []string{"pim.Details en [a20 h40]", tree},
		},
		"no parameter":   {path: "/products", columns: "none"},
		"an empty one":   {path: "/products", query: "compare=", columns: "none"},
		"another screen": {path: "/services", query: "compare=h60,h40", columns: "none"},
		"an outage": {
			path: "/products", query: "compare=h60", fails: "pim.Details", code: apperr.UpstreamUnavailable,
			calls: []string{"pim.Details en [h60]"},
		},
		"an outage of both": {
			path: "/products", query: "compare=h60", fails: "pim.", code: apperr.UpstreamUnavailable,
			calls: []string{"pim.Details en [h60]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			withVisit(t, func(ctx context.Context, t *testing.T, _ *servicetest.Visit) {
				from := presses(t).Product(servicetest.Product{
					Product: catalog.Product{Slug: "x1", ClassificationSlug: "hand"},
					Detail:  catalog.Detail{Variants: []*catalog.Variant{{ID: "x1-a"}, {ID: "x1-b"}}},
				})
				if test.fails != "" {
					from.Fail(test.fails)
				}
				c, err := newCatalogue(from).ComparisonAt(ctx, resolutionOf(t, from, "", test.path, test.query))
				checkCalls(t, from, test.calls)
				if checkCode(t, err, test.code); err != nil {
					return
				}
				columns := []string{"none"}
				if c != nil {
					columns = nil
					for _, column := range c.Columns {
						text := column.Product.Slug
						if column.Variant != nil {
							text += ":" + column.Variant.ID
						}
						columns = append(columns, text)
					}
				}
				if got := strings.Join(columns, " "); got != test.columns {
					t.Errorf("columns %q, want %q", got, test.columns)
				}
				if c != nil && c.IsShown() != test.isShown {
					t.Errorf("shown: %t", c.IsShown())
				}
			})
		})
	}
}

// TestComparisonElsewhere: links with a comparison that visitors shared from other pages lead to that of the products.
//
// Rules: CAT-44.
func TestComparisonElsewhere(t *testing.T) {
	from := presses(t)
	for path, want := range map[string]string{
		"/?compare=h60,h40:h40-x":       "/de-ch/products?compare=h60,h40:h40-x",
		"/services?compare=h60":         "/de-ch/products?compare=h60",
		"/about/team?a=b&compare=h60":   "/de-ch/products?compare=h60",
		"/about?compare=":               "",
		"/about":                        "",
		"/products/presses?compare=h60": "",
		"/mykomax?compare=h60":          "",
		"/editor?compare=h60":           "",
	} {
		path, query, _ := strings.Cut(path, "?")
		p := resolutionOf(t, from, "de-ch", path, query)
		got := ""
		if redirect := ComparisonElsewhere(p.SiteContext, p.Found); redirect != nil {
			if got = redirect.Location; redirect.Status != 302 {
				t.Errorf("%s: status %d", path, redirect.Status)
			}
		}
		if got != want {
			t.Errorf("%s?%s leads to %q, want %q", path, query, got, want)
		}
	}
}

// TestCandidates: the products of a classification that can be added to a comparison.
func TestCandidates(t *testing.T) {
	index, tree := "pim.Index PRODUCT en", "pim.Tree PRODUCT en"
	for name, test := range map[string]struct {
		classification, fails string
		basket                []string
		isIncomplete          bool
		want                  []string
		code                  apperr.Code
		calls                 []string
	}{
		"all, by name": {classification: "bench", want: []string{"h40", "h60"}, calls: []string{index, tree}},
		"without the basket": {
			classification: "bench", basket: []string{"h60"}, want: []string{"h40"}, calls: []string{index, tree},
		},
		"an index that lacks products": {
			classification: "hand", isIncomplete: true, want: []string{"a20"}, calls: []string{index, tree},
		},
		"an unknown classification": {classification: "gone", calls: []string{index}},
		"an outage": {
			classification: "bench", fails: index, code: apperr.UpstreamUnavailable, calls: []string{index},
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, answer := servicetest.NewVisit(t.Context(), nil)
			from := presses(t)
			if test.fails != "" {
				from.Fail(test.fails)
			}
			if test.isIncomplete {
				from.Incomplete()
			}
			siteCtx := siteContextIn(t, from, "")
			found, err := newCatalogue(from).Candidates(ctx, siteCtx, test.classification, test.basket)
			checkCalls(t, from, test.calls)
			checkCode(t, err, test.code)
			if got := slugsOf(found); !slices.Equal(got, test.want) || answer.IsDegraded() != test.isIncomplete {
				t.Errorf("%q, degraded: %t", got, answer.IsDegraded())
			}
		})
	}
}

// TestDetails: the details of products are read by one call for each site context, those of services one by one, and
// those that were read before by none.
func TestDetails(t *testing.T) {
	for name, test := range map[string]struct {
		slugs []string
		// earlier are products whose details were read before.
		earlier []string
		fails   string
		// failed are the slugs with an error, deleted those that the PIM no longer has.
		failed, deleted []string
		calls           []string
	}{
		"products, one twice": {slugs: []string{"h60", "h40", "h60"}, calls: []string{"pim.Details en [h40 h60]"}},
		"a service": {
			slugs: []string{"visit", "h40"}, calls: []string{"pim.Details en [h40]", "pim.ServiceDetails en [visit]"},
		},
		"read before": {
			slugs: []string{"h60", "h40"}, earlier: []string{"h60"}, calls: []string{"pim.Details en [h40]"},
		},
		"all read before": {
			slugs: []string{"h60"}, earlier: []string{"h60"},
		},
		"deleted in the meantime": {
			slugs: []string{"h60", "gone"}, deleted: []string{"gone"}, calls: []string{"pim.Details en [gone h60]"},
		},
		"an outage of the services": {
			slugs: []string{"visit", "h40"}, fails: "pim.ServiceDetails", failed: []string{"visit"},
			calls: []string{"pim.Details en [h40]", "pim.ServiceDetails en [visit]"},
		},
		"an outage of the products": {
			slugs: []string{"visit", "h40", "h60"}, fails: "pim.Details", failed: []string{"h40", "h60"},
			calls: []string{"pim.Details en [h40 h60]", "pim.ServiceDetails en [visit]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			withVisit(t, func(ctx context.Context, t *testing.T, _ *servicetest.Visit) {
				earlier, from := presses(t), presses(t)
				siteCtx := siteContextIn(t, from, "")
				var products []*catalog.LocalizedProduct
				for _, slug := range test.slugs {
					p := &catalog.Product{Slug: slug, Image: &site.Image{URL: slug}}
					if slug == "visit" {
						tree, err := earlier.PIM.Tree(ctx, catalog.TypeService, "en", site.CountryAll)
						if err != nil {
							t.Fatal(err)
						}
						products = append(products, p.Localize(siteCtx, tree.Find("care")))
						continue
					}
					products = append(products, p.Localize(siteCtx, nil))
				}
				products = append(products, nil)
				for _, slug := range test.earlier {
					from.Kept("en", slug)
				}
				if test.fails != "" {
					from.Fail(test.fails)
				}
				details, errs := newCatalogue(from).Details(ctx, products)
				checkCalls(t, from, test.calls)
				for i, slug := range test.slugs {
					if isFailed := slices.Contains(test.failed, slug); isFailed != (errs[i] != nil) {
						t.Errorf("%s: %v", slug, errs[i])
					}
					isBare := slices.Contains(test.failed, slug) || slices.Contains(test.deleted, slug)
					images := details[i].Images
					if onlyImage := len(images) == 1 && images[0].URL == slug; onlyImage != isBare {
						t.Errorf("%s has only an image: %t", slug, onlyImage)
					}
				}
				if last := len(products) - 1; details[last] != nil || errs[last] != nil {
					t.Error("no product has details")
				}
			})
		})
	}
}

// TestLinked: products of links are read by one call, and bound to their classifications; each has its own error.
func TestLinked(t *testing.T) {
	tree, services := "pim.Tree PRODUCT en", "pim.Tree SERVICE en"
	for name, test := range map[string]struct {
		slugs []string
		fails string
		// want are the routes; empty for none.
		want  []string
		code  apperr.Code
		calls []string
	}{
		"products": {
			slugs: []string{"h60", "a20", "h60"},
			want:  []string{"/products/presses/bench/h60", "/products/presses/hand/a20", "/products/presses/bench/h60"},
			calls: []string{"pim.Products en [a20 h60]", tree},
		},
		"a service and an unknown one": {
			slugs: []string{"visit", "gone"}, want: []string{"/services/care/visit", ""},
			calls: []string{"pim.Products en [gone visit]", tree, services},
		},
		"an outage of the products": {
			slugs: []string{"h60"}, fails: "pim.Products", code: apperr.UpstreamUnavailable,
			calls: []string{"pim.Products en [h60]"},
		},
		"an outage of the classifications": {
			slugs: []string{"h60"}, fails: "pim.Tree", code: apperr.UpstreamUnavailable,
			calls: []string{"pim.Products en [h60]", tree},
		},
	} {
		t.Run(name, func(t *testing.T) {
			withVisit(t, func(ctx context.Context, t *testing.T, _ *servicetest.Visit) {
				from := presses(t)
				if test.fails != "" {
					from.Fail(test.fails)
				}
				found, errs := newCatalogue(from).Linked(ctx, siteContextIn(t, from, ""), test.slugs)
				checkCalls(t, from, test.calls)
				for i, slug := range test.slugs {
					if i >= len(errs) {
						t.Fatalf("%d errors", len(errs))
					}
					checkCode(t, errs[i], test.code)
					route := ""
					if r := found[i].Route(); r != nil {
						route = *r
					}
					if test.want != nil && route != test.want[i] {
						t.Errorf("%s: %q, want %q", slug, route, test.want[i])
					}
				}
			})
		})
	}
}

// TestFeatured: the products of stories are read by one call; without it, they are left out of a degraded answer.
func TestFeatured(t *testing.T) {
	for name, test := range map[string]struct {
		fails string
		want  [][]string
	}{
		"products with a page": {want: [][]string{{"h60"}, {"a20", "h60"}, nil}},
		"an outage":            {fails: "pim.Products", want: [][]string{nil, nil, nil}},
	} {
		t.Run(name, func(t *testing.T) {
			withVisit(t, func(ctx context.Context, t *testing.T, answer *servicetest.Visit) {
				from := presses(t)
				calls := []string{"pim.Products en [a20 gone h60]"}
				if test.fails == "" {
					calls = append(calls, "pim.Tree PRODUCT en")
				} else {
					from.Fail(test.fails)
				}
				siteCtx := siteContextIn(t, from, "")
				stories := &editorial.Stories{}
				var all []*editorial.LocalizedStory
				for _, slugs := range [][]string{{"h60", "gone"}, {"a20", "h60"}, nil} {
					all = append(all, stories.Localize(siteCtx, &editorial.Story{ProductSlugs: slugs}))
				}
				found := newCatalogue(from).Featured(ctx, append(all, nil))
				for i, want := range test.want {
					if got := slugsOf(found[i]); !slices.Equal(got, want) {
						t.Errorf("story %d: %q, want %q", i, got, want)
					}
				}
				if test.fails == "" {
					checkCalls(t, from, calls)
				}
				if answer.IsDegraded() != (test.fails != "") {
					t.Errorf("degraded: %t", answer.IsDegraded())
				}
			})
		})
	}
}
