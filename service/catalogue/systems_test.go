package catalogue

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/service/servicetest"
)

// newCatalogue returns the catalogue of systems in memory.
func newCatalogue(from *servicetest.Systems) *Catalogue {
	return &Catalogue{PIM: from.PIM, Catalogue: from.PIM, Log: slog.New(slog.DiscardHandler)}
}

// siteContextIn returns the context of the main site in a locale, such as `de-ch`; empty means English.
func siteContextIn(t *testing.T, from *servicetest.Systems, locale string) *site.Context {
	t.Helper()
	dir, err := from.CMS.Directory(t.Context(), site.Published)
	if err != nil {
		t.Fatal(err)
	}
	l, ok := site.ParseLocale(cmp.Or(locale, "en"))
	if !ok || !dir.Supports(dir.Main(), l) {
		t.Fatalf("the main site does not support %q", locale)
	}
	return site.NewContext(site.ContextInput{
		Directory: dir, Site: dir.Main(), Locale: l, Stage: site.Published, Scheme: "http", Host: "localhost",
	}, nil)
}

// withVisit runs a test with a request of an anonymous user. In a bubble, a batch is sent when all fields wait.
func withVisit(t *testing.T, run func(ctx context.Context, t *testing.T, answer *servicetest.Visit)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, answer := servicetest.NewVisit(t.Context(), nil)
		run(ctx, t, answer)
	})
}

// checkCalls compares the calls that were made with the expected ones.
func checkCalls(t *testing.T, from *servicetest.Systems, want []string) {
	t.Helper()
	if got := from.Calls(); !slices.Equal(got, want) {
		t.Errorf("calls %q, want %q", got, want)
	}
}

// checkCode compares the code of an error with the expected one; empty means no error.
func checkCode(t *testing.T, err error, want apperr.Code) {
	t.Helper()
	switch {
	case err == nil && want == "", err != nil && apperr.CodeOf(err) == want:
	default:
		t.Errorf("error %v, want %q", err, want)
	}
}

// machines is a catalogue in which a product and a service have the slugs of classifications.
func machines(t *testing.T) *servicetest.Systems {
	product := func(slug, classification, name string) servicetest.Product {
		return servicetest.Product{
			Product: catalog.Product{
				Slug: slug, ClassificationSlug: classification}, Names: servicetest.Names{"en": name},
		}
	}
	record := func(slug, parent string, countries ...string) catalog.ClassificationRecord {
		return catalog.ClassificationRecord{Slug: slug, ParentID: parent, SupportedCountries: countries}
	}
	automatic := product("alpha", "automatic", "Alpha")
	automatic.Names["de"] = "Alfa"
	return servicetest.New(t).
		Classification(
			catalog.TypeProduct, record("crimping", ""), servicetest.Names{"en": "Crimping", "de": "Crimpen"},
		).
		Classification(catalog.TypeProduct, record("automatic", "crimping"), servicetest.Names{"en": "Automatic"}).
		Classification(catalog.TypeProduct, record("swiss", "", "CH"), servicetest.Names{"en": "Swiss machines"}).
		Classification(catalog.TypeProduct, record("training", ""), servicetest.Names{"en": "Training machines"}).
		Classification(catalog.TypeService, record("care", ""), servicetest.Names{"en": "Care"}).
		Classification(catalog.TypeService, record("training", ""), servicetest.Names{"en": "Training"}).
		Classification(catalog.TypeService, record("courses", "training"), servicetest.Names{"en": "Courses"}).
		Product(automatic).
		Product(product("crimping", "automatic", "Crimping head")).
		Product(product("visit", "care", "Visit")).
		Product(product("training", "courses", "Basics")).
		Product(product("edelweiss", "swiss", "Edelweiss")).
		Product(product("lost", "nowhere", "Lost"))
}
