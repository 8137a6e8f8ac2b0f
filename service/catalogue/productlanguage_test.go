package catalogue

import (
	"context"
	"slices"
	"testing"

	"strand/domain/catalog"
	"strand/internal/apperr"
	"strand/service/servicetest"
)

// translated is a catalogue with translated texts and others.
func translated(t *testing.T) *servicetest.Systems {
	product := func(slug string, descriptions servicetest.Names) servicetest.Product {
		return servicetest.Product{
			Product: catalog.Product{Slug: slug, Name: slug, ClassificationSlug: "presses"}, Descriptions: descriptions,
		}
	}
	record := func(slug string) catalog.ClassificationRecord { return catalog.ClassificationRecord{Slug: slug} }
	return servicetest.New(t).
		Classification(catalog.TypeProduct, record("presses"), servicetest.Names{"en": "Presses", "de": "Pressen"}).
		Classification(catalog.TypeProduct, record("tools"), servicetest.Names{"en": "Tools"}).
		Product(product("english", servicetest.Names{"en": "A bench press"})).
		Product(product("both", servicetest.Names{"en": "A press", "de": "Eine Presse"}))
}

// TestTextLanguages: the languages of the texts of products, with one call for those that are not in English.
//
// Rules: CAT-45.
func TestTextLanguages(t *testing.T) {
	for name, test := range map[string]struct {
		locale, fails string
		kept          string
		// want are the languages of the names and the descriptions of "both", "english" and no product.
		want       []catalog.TextLanguages
		isDegraded bool
		calls      []string
	}{
		"a page in English": {
			want: []catalog.TextLanguages{{Name: "en", Description: "en"}, {Name: "en", Description: "en"}, {}},
		},
		"a page in German": {
			locale: "de",
			want:   []catalog.TextLanguages{{Name: "de", Description: "de"}, {Name: "en", Description: "en"}, {}},
			calls:  []string{"pim.Products en [both english]"},
		},
		"read before": {
			locale: "de", kept: "english",
			want:  []catalog.TextLanguages{{Name: "de", Description: "de"}, {Name: "en", Description: "en"}, {}},
			calls: []string{"pim.Products en [both]"},
		},
		"an outage: they count as translated": {
			locale: "de", fails: "pim.Products", isDegraded: true,
			want:  []catalog.TextLanguages{{Name: "de", Description: "de"}, {Name: "de", Description: "de"}, {}},
			calls: []string{"pim.Products en [both english]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			withVisit(t, func(ctx context.Context, t *testing.T, answer *servicetest.Visit) {
				content, from := translated(t), translated(t)
				siteCtx := siteContextIn(t, from, test.locale)
				read, err := content.PIM.Products(ctx, siteCtx.Locale.LanguageCode, []string{"both", "english"})
				if err != nil {
					t.Fatal(err)
				}
				products := []*catalog.LocalizedProduct{
					read["both"].Localize(siteCtx, nil), read["english"].Localize(siteCtx, nil), nil,
				}
				if test.kept != "" {
					from.Kept("en", test.kept)
				}
				if test.fails != "" {
					from.Fail(test.fails)
				}
				if got := newCatalogue(from).TextLanguages(ctx, products); !slices.Equal(got, test.want) {
					t.Errorf("%v, want %v", got, test.want)
				}
				checkCalls(t, from, test.calls)
				if answer.IsDegraded() != test.isDegraded {
					t.Errorf("degraded: %t", answer.IsDegraded())
				}
			})
		})
	}
}

// TestClassificationLanguages: the languages of the texts of a classification, and those in which it is described.
//
// Rules: CAT-45.
func TestClassificationLanguages(t *testing.T) {
	english, german := "pim.Tree PRODUCT en", "pim.Tree PRODUCT de"
	for name, test := range map[string]struct {
		slug, locale, fails string
		want                string
		versions            []string
		code                apperr.Code
		isDegraded          bool
		calls               []string
	}{
		"translated": {
			slug: "presses", locale: "de", want: "de", versions: []string{"en", "de"}, calls: []string{german, english},
		},
		"in English only": {
			slug: "tools", locale: "de", want: "en", versions: []string{"en"}, calls: []string{german, english},
		},
		"a page in English": {
			slug: "tools", want: "en", versions: []string{"en"}, calls: []string{german, english},
		},
		"an outage: it counts as translated and has no versions": {
			slug: "tools", locale: "de", fails: english, want: "de", code: apperr.UpstreamUnavailable, isDegraded: true,
			calls: []string{english},
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, answer := servicetest.NewVisit(t.Context(), nil)
			content, from := translated(t), translated(t)
			siteCtx := siteContextIn(t, from, test.locale)
			l := siteCtx.Locale
			tree, err := content.PIM.Tree(ctx, catalog.TypeProduct, l.LanguageCode, l.Country())
			if err != nil {
				t.Fatal(err)
			}
			if test.fails != "" {
				from.Fail(test.fails)
			}
			r, c := newCatalogue(from), tree.Find(test.slug).Localize(siteCtx)
			if got := r.ClassificationLanguages(ctx, c); got.Name != test.want {
				t.Errorf("%v, want %s", got, test.want)
			}
			versions, err := r.ClassificationVersions(ctx, c)
			checkCode(t, err, test.code)
			if !slices.Equal(versions, test.versions) {
				t.Errorf("versions %q, want %q", versions, test.versions)
			}
			checkCalls(t, from, test.calls)
			if answer.IsDegraded() != test.isDegraded {
				t.Errorf("degraded: %t", answer.IsDegraded())
			}
		})
	}
}

// TestKnownDescribedLanguages: without the lists of all languages, no version of a product is known, and none is read.
//
// Rules: CAT-64.
func TestKnownDescribedLanguages(t *testing.T) {
	ctx, _ := servicetest.NewVisit(t.Context(), nil)
	from := translated(t)
	products := newCatalogue(from)
	p := (&catalog.Product{Slug: "both"}).Localize(siteContextIn(t, from, ""), nil)
	if _, err := from.PIM.ProductSlugs(ctx, catalog.TypeProduct, "en", 10); err != nil {
		t.Fatal(err)
	}
	if got := products.KnownDescribedLanguages(ctx, p); got != nil {
		t.Errorf("with one of two lists: %q", got)
	}
	checkCalls(t, from, []string{"pim.ProductSlugs PRODUCT en"})
	if _, err := products.DescribedLanguages(ctx, p); err != nil {
		t.Fatal(err)
	}
	if got := products.KnownDescribedLanguages(ctx, p); !slices.Equal(got, []string{"en", "de"}) {
		t.Errorf("with both lists: %q", got)
	}
}

// TestDescribedLanguages: a product is described in the languages whose lists have another description than English.
//
// Rules: CAT-45.
func TestDescribedLanguages(t *testing.T) {
	calls := []string{"pim.ProductSlugs PRODUCT de", "pim.ProductSlugs PRODUCT en"}
	for name, test := range map[string]struct {
		slug, fails string
		want        []string
		code        apperr.Code
	}{
		"in both":             {slug: "both", want: []string{"en", "de"}},
		"in English only":     {slug: "english", want: []string{"en"}},
		"an outage of a list": {slug: "both", fails: calls[0], code: apperr.UpstreamUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, _ := servicetest.NewVisit(t.Context(), nil)
			from := translated(t)
			if test.fails != "" {
				from.Fail(test.fails)
			}
			p := (&catalog.Product{Slug: test.slug}).Localize(siteContextIn(t, from, ""), nil)
			got, err := newCatalogue(from).DescribedLanguages(ctx, p)
			checkCode(t, err, test.code)
			if !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
			checkCalls(t, from, calls)
		})
	}
}
