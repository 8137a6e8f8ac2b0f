package website

import (
	"slices"
	"testing"
	"testing/synctest"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/service/servicetest"
)

// TestHasTarget: a link to a product that does not exist is left out. While the PIM does not answer, a link with a text
// is kept, and without one, which would be empty, left out with a degraded answer.
//
// Rules: NAV-29.
func TestHasTarget(t *testing.T) {
	for name, test := range map[string]struct {
		slug, text                   string
		pimFails, want, wantDegraded bool
	}{
		"an existing product":          {slug: "a", want: true},
		"an unknown product":           {slug: "unknown", text: "Read more"},
		"an outage, with a text":       {slug: "a", text: "Read more", pimFails: true, want: true},
		"an outage, without a text":    {slug: "a", pimFails: true, wantDegraded: true},
		"an outage, unknown, any text": {slug: "unknown", text: "Read more", pimFails: true, want: true},
	} {
		t.Run(name, func(t *testing.T) {
			from := servicetest.New(t).
				Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "presses"}, nil).
				Product(servicetest.Product{Product: catalog.Product{Slug: "a", ClassificationSlug: "presses"}})
			if test.pimFails {
				from.Fail("pim.Products")
			}
			r := newSites(from)
			ctx, answer := servicetest.NewVisit(t.Context(), nil)
			siteCtx := siteContextOf(ctx, t, r)
			link := &site.Link{Ref: &site.LinkRef{ProductSlug: test.slug, Text: test.text}, SiteContext: siteCtx}
			if got := r.HasTarget(ctx, link); got != test.want {
				t.Errorf("%t", got)
			}
			if isDegraded := answer.IsDegraded(); isDegraded != test.wantDegraded {
				t.Errorf("degraded: %t", isDegraded)
			}
		})
	}
}

// TestLinks: where links lead and what they are called, and the calls for it.
//
// Rules: NAV-27, NAV-28, NAV-29.
func TestLinks(t *testing.T) {
	const navigation, tree = "cms.Navigations [en]", "pim.Tree PRODUCT en"
	services := "pim.Tree SERVICE en"
	for name, test := range map[string]struct {
		ref   site.LinkRef
		fails string
		// text and url are those of the link, isLeftOut a link without a target.
		text, url             string
		isLeftOut, isDegraded bool
		calls                 []string
	}{
		"a page": {ref: site.LinkRef{PageID: "about", Text: "About"}, text: "About", url: "/en/company/about"},
		"an unknown page": {
			ref: site.LinkRef{PageID: "gone", Text: "About"}, text: "About", isLeftOut: true,
		},
		"a path": {
			ref: site.LinkRef{Path: "/company", Text: "Company"}, text: "Company", url: "/en/company",
		},
		"an unknown path": {
			ref: site.LinkRef{Path: "/gone", Text: "Gone"}, text: "Gone", url: "/en/gone", isLeftOut: true,
			calls: []string{"cms.Redirects"},
		},
		"a redirected path": {
			ref: site.LinkRef{Path: "/old", Text: "Old"}, text: "Old", url: "/en/old",
			calls: []string{"cms.Redirects"},
		},
		"a path, the redirects are out of order": {
			ref: site.LinkRef{Path: "/gone", Text: "Gone"}, fails: "cms.Redirects", text: "Gone", url: "/en/gone",
			calls: []string{"cms.Redirects"},
		},
		"another host": {
			ref: site.LinkRef{ExternalURL: "https://example.com", Text: "There"}, text: "There",
			url: "https://example.com",
		},
		"a product": {
			ref: site.LinkRef{ProductSlug: "h60", Text: "See {{name}}"}, text: "See H 60",
			url:   "/en/products/presses/h60",
			calls: []string{"pim.Products en [h60]", tree},
		},
		"a product without a text": {
			ref: site.LinkRef{ProductSlug: "h60"}, text: "H 60", url: "/en/products/presses/h60",
			calls: []string{"pim.Products en [h60]", tree},
		},
		"a classification": {
			ref: site.LinkRef{ProductSlug: "presses", Text: "All {{name}}"}, text: "All Presses",
			url:   "/en/products/presses",
			calls: []string{"pim.Products en [presses]", tree},
		},
		"a product with the slug of a classification": {
			ref: site.LinkRef{ProductSlug: "heads"}, text: "Crimping head", url: "/en/products/presses/heads",
			calls: []string{"pim.Products en [heads]", tree},
		},
		"a classification with the slug of a service": {
			ref: site.LinkRef{ProductSlug: "training"}, text: "Training machines", url: "/en/products/training",
			calls: []string{"pim.Products en [training]", tree, services},
		},
		"a service with the slug of a classification": {
			ref: site.LinkRef{ServiceSlug: "training"}, text: "Basics", url: "/en/services/care/training",
			calls: []string{"pim.Products en [training]", tree, services},
		},
		"an unknown product": {
			ref: site.LinkRef{ProductSlug: "gone", Text: "See {{name}}"}, text: "See", isLeftOut: true,
			calls: []string{"pim.Products en [gone]", tree},
		},
		"an outage: the overview": {
			ref: site.LinkRef{ProductSlug: "h60", Text: "See {{name}}"}, fails: "pim.", text: "See",
			url:        "/en/products",
			isDegraded: true, calls: []string{tree},
		},
		"an outage, a service: the overview": {
			ref: site.LinkRef{ServiceSlug: "training", Text: "See {{name}}"}, fails: "pim.", text: "See",
			url:        "/en/services",
			isDegraded: true, calls: []string{services},
		},
		"an outage of the products, a classification": {
			ref: site.LinkRef{ProductSlug: "presses"}, fails: "pim.Products", text: "Presses",
			url: "/en/products/presses",
			// A failure is not kept: each of the three reads of the test calls again.
			calls: []string{
				"pim.Products en [presses]", "pim.Products en [presses]", "pim.Products en [presses]", tree,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				product := func(slug, classification, name string) servicetest.Product {
					return servicetest.Product{Product: catalog.Product{
						Slug: slug, Name: name, ClassificationSlug: classification,
					}}
				}
				record := func(slug, name string) catalog.ClassificationRecord {
					return catalog.ClassificationRecord{Slug: slug, Name: name}
				}
				from := group(t).
					Classification(catalog.TypeProduct, record("heads", "Heads"), nil).
					Classification(catalog.TypeProduct, record("training", "Training machines"), nil).
					Classification(catalog.TypeService, record("care", "Care"), nil).
					Product(product("heads", "presses", "Crimping head")).
					Product(product("training", "care", "Basics")).
					Redirect("/old", site.LinkRef{PageID: "about"})
				if test.fails != "" {
					from.Fail(test.fails)
				}
				r := newSites(from)
				ctx, answer := servicetest.NewVisit(t.Context(), nil)
				link := &site.Link{Ref: &test.ref, SiteContext: siteContextOf(ctx, t, r)}
				if got := r.HasTarget(ctx, link); got == test.isLeftOut {
					t.Errorf("has a target: %t", got)
				}
				if got := r.LinkText(ctx, link); got != test.text {
					t.Errorf("the text is %q, want %q", got, test.text)
				}
				if _, got := r.FollowOrDegrade(ctx, link); got != test.url {
					t.Errorf("leads to %q, want %q", got, test.url)
				}
				if answer.IsDegraded() != test.isDegraded {
					t.Errorf("degraded: %t", answer.IsDegraded())
				}
				calls := append([]string{navigation}, test.calls...)
				slices.Sort(calls)
				checkCalls(t, from, calls)
			})
		})
	}
}
