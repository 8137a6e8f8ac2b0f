package catalogue

import (
	"context"
	"strings"
	"testing"

	"strand/domain/catalog"
	"strand/internal/apperr"
	"strand/service/servicetest"
)

// TestLocate: what a path of the catalogue shows, its canonical path, and the calls for it.
//
// Rules: CAT-5, CAT-6, URL-21, URL-22.
func TestLocate(t *testing.T) {
	const (
		products = "pim.Tree PRODUCT en"
		services = "pim.Tree SERVICE en"
	)
	for name, test := range map[string]struct {
		// path begins with the area, which says the type; locale is English if empty.
		path, locale string
		fails        string
		// classification and product are the slugs of what was found.
		classification, product string
		route                   string
		isNotFound              bool
		code                    apperr.Code
		calls                   []string
	}{
		"the overview": {path: "/products", route: "/products"},
		"a classification": {
			path: "/products/crimping", classification: "crimping", route: "/products/crimping",
			calls: []string{products},
		},
		"a classification below another": {
			path: "/products/crimping/automatic", classification: "automatic", route: "/products/crimping/automatic",
			calls: []string{products},
		},
		"a product": {
			path: "/products/crimping/automatic/alpha", product: "alpha", route: "/products/crimping/automatic/alpha",
			calls: []string{"pim.Details en [alpha]", products},
		},
		"a service": {
			path: "/services/care/visit", product: "visit", route: "/services/care/visit",
			calls: []string{"pim.ServiceDetails en [visit]", products, services},
		},
		"a classification of products with the slug of one of services": {
			path: "/products/training", classification: "training", route: "/products/training",
			calls: []string{products},
		},
		"a classification of services with the slug of one of products": {
			path: "/services/training", classification: "training", route: "/services/training",
			calls: []string{services},
		},
		"a classification without the one above it": {
			path: "/products/automatic", classification: "automatic", route: "/products/crimping/automatic",
			calls: []string{"pim.Details en [automatic]", products},
		},
		"a product without its classification": {
			path: "/products/alpha", product: "alpha", route: "/products/crimping/automatic/alpha",
			calls: []string{"pim.Details en [alpha]", products},
		},
		"a product below an unknown classification": {
			path: "/products/crimping/gone/alpha", product: "alpha", route: "/products/crimping/automatic/alpha",
			calls: []string{"pim.Details en [alpha]", products},
		},
		"a product in the area of services": {
			path: "/services/alpha", product: "alpha", route: "/products/crimping/automatic/alpha",
			calls: []string{"pim.ServiceDetails en [alpha]", products, services},
		},
		"a service in the area of products": {
			path: "/products/visit", product: "visit", route: "/services/care/visit",
			calls: []string{"pim.Details en [visit]", products, services},
		},
		"a product with the slug of a classification": {
			path: "/products/crimping/automatic/crimping", product: "crimping",
			route: "/products/crimping/automatic/crimping", calls: []string{"pim.Details en [crimping]", products},
		},
		"such a product, by its classification alone": {
			path: "/products/automatic/crimping", product: "crimping",
			route: "/products/crimping/automatic/crimping", calls: []string{"pim.Details en [crimping]", products},
		},
		"the classification with the slug of a product, below an unknown one": {
			path: "/products/gone/crimping", classification: "crimping", route: "/products/crimping",
			calls: []string{"pim.Details en [crimping]", products},
		},
		"a service with the slug of the classification above its own": {
			path: "/services/training/courses/training", product: "training",
			route: "/services/training/courses/training",
			calls: []string{"pim.ServiceDetails en [training]", products, services},
		},
		"the classification with the slug of a service, below that service": {
			path: "/services/training/courses/training/training", classification: "training",
			route: "/services/training",
			calls: []string{"pim.ServiceDetails en [training]", products, services},
		},
		"an unknown slug": {
			path: "/products/nothing", isNotFound: true,
			calls: []string{"pim.Details en [nothing]", products},
		},
		"below a product": {
			path: "/products/crimping/automatic/alpha/nothing", isNotFound: true,
			calls: []string{"pim.Details en [nothing]", products},
		},
		"a product of an unknown classification": {
			path: "/products/lost", isNotFound: true,
			calls: []string{"pim.Details en [lost]", products, services},
		},
		"two slugs, which a call of the PIM would separate": {
			path: "/products/alpha,crimping", isNotFound: true, calls: []string{products},
		},
		"a classification of the visitor's country": {
			path: "/products/swiss", locale: "en-ch", classification: "swiss", route: "/products/swiss",
			calls: []string{products},
		},
		"a classification of another country": {
			path: "/products/swiss", locale: "en-us", isNotFound: true,
			calls: []string{"pim.Details en [swiss]", products},
		},
		"a product of another country": {
			path: "/products/swiss/edelweiss", locale: "en-us", isNotFound: true,
			calls: []string{"pim.Details en [edelweiss]", products, services},
		},
		"another language": {
			path: "/products/crimping/automatic/alpha", locale: "de", product: "alpha",
			route: "/products/crimping/automatic/alpha",
			calls: []string{"pim.Details de [alpha]", "pim.Tree PRODUCT de"},
		},
		"an outage of the classifications": {
			path: "/products/crimping", fails: "pim.Tree", code: apperr.UpstreamUnavailable, calls: []string{products},
		},
		"an outage of the products": {
			path: "/products/crimping/automatic/alpha", fails: "pim.Details", code: apperr.UpstreamUnavailable,
			calls: []string{"pim.Details en [alpha]", products},
		},
		"an outage of the products, a classification": {
			path: "/products/crimping", fails: "pim.Details", classification: "crimping", route: "/products/crimping",
			calls: []string{products},
		},
	} {
		t.Run(name, func(t *testing.T) {
			withVisit(t, func(ctx context.Context, t *testing.T, _ *servicetest.Visit) {
				from := machines(t)
				if test.fails != "" {
					from.Fail(test.fails)
				}
				segments := strings.Split(test.path, "/")[1:]
				kind := catalog.TypeProduct
				if segments[0] == catalog.TypeService.Area() {
					kind = catalog.TypeService
				}
				siteCtx := siteContextIn(t, from, test.locale)
				found, err := newCatalogue(from).Locate(ctx, siteCtx, kind, segments)
				checkCalls(t, from, test.calls)
				if IsNotFound(err) != test.isNotFound {
					t.Fatalf("not found: %v", err)
				}
				if test.isNotFound {
					return
				}
				if checkCode(t, err, test.code); err != nil {
					return
				}
				classification, product := "", ""
				if found.Classification != nil {
					classification = found.Classification.Slug
				}
				if found.Product != nil {
					product = found.Product.Slug
				}
				if classification != test.classification || product != test.product || found.Route != test.route {
					t.Errorf("classification %q, product %q at %s", classification, product, found.Route)
				}
			})
		})
	}
}
