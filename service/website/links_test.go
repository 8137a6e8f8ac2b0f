package website

import (
	"testing"

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
