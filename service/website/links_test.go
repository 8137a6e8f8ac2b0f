package website

import (
	"context"
	"testing"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/service/catalogue"
	"strand/service/website/visit"
)

// fakePIM has every product but "unknown". Methods that no test expects are those of a nil reader, which panic.
type fakePIM struct {
	catalogue.PIM
	fails bool
}

func (p fakePIM) CachedProduct(context.Context, string, string) (*catalog.Product, bool) {
	return nil, false
}

func (p fakePIM) Tree(_ context.Context, t catalog.Type, _, country string) (*catalog.Tree, error) {
	if t != catalog.TypeProduct {
		return &catalog.Tree{}, nil
	}
	return catalog.NewTree(t, []catalog.ClassificationRecord{{ID: "1", Slug: "presses", Name: "Presses"}}, country), nil
}

func (p fakePIM) Products(_ context.Context, _ string, slugs []string) (map[string]*catalog.Product, error) {
	if p.fails {
		return nil, apperr.New(apperr.UpstreamUnavailable, "the PIM does not answer")
	}
	found := map[string]*catalog.Product{}
	for _, slug := range slugs {
		if slug != "unknown" {
			found[slug] = &catalog.Product{Slug: slug, Name: slug, ClassificationSlug: "presses"}
		}
	}
	return found, nil
}

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
			r, siteCtx := newFuzzedReader(t)
			r.Assortment.PIM = fakePIM{fails: test.pimFails}
			isDegraded := false
			req := &visit.Request{Scheme: "http", Host: "localhost"}
			ctx := visit.WithOperation(t.Context(), req, func(context.Context, string, error) { isDegraded = true })
			link := &site.Link{Ref: &site.LinkRef{ProductSlug: test.slug, Text: test.text}, SiteContext: siteCtx}
			if got := r.HasTarget(ctx, link); got != test.want {
				t.Errorf("%t", got)
			}
			if isDegraded != test.wantDegraded {
				t.Errorf("degraded: %t", isDegraded)
			}
		})
	}
}
