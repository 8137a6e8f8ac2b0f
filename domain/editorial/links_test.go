package editorial

import (
	"slices"
	"testing"

	"strand/domain/site"
)

func TestCatalogSlugs(t *testing.T) {
	product := func(slug string) *site.Link { return &site.Link{Ref: &site.LinkRef{ProductSlug: slug}} }
	modules := []Module{
		&HeroModule{
			Links: []*site.Link{
				product("hero"),
				{Ref: &site.LinkRef{ServiceSlug: "service"}},
				{Ref: &site.LinkRef{PageID: "page"}},
				nil,
			},
		},
		&RichTextModule{
			Content: RichText{
				Source: `<a href="product:text?x=1">a</a> <a href="page:p">b</a> <a href="service:other">c</a>`,
			},
		},
		&TeaserGridModule{Link: product("more"), Items: []Teaser{{Link: product("teaser")}, {}}},
		&ImageModule{},
	}
	if got, want := CatalogSlugs(modules), []string{
		"hero", "service", "text", "other", "more", "teaser",
	}; !slices.Equal(
		got,
		want,
	) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSelectLinks: modules keep the accepted links only, and the shared modules do not change (NAV-29).
//
// Rules: NAV-29.
func TestSelectLinks(t *testing.T) {
	link := func(slug string) *site.Link { return &site.Link{Ref: &site.LinkRef{ProductSlug: slug}} }
	both := func() []*site.Link { return []*site.Link{link("gone"), link("kept")} }
	modules := []Module{
		&HeroModule{Links: both()},
		&MediaTextModule{Links: both()},
		&CallToActionModule{Links: both()},
		&TeaserGridModule{Link: link("gone"), Items: []Teaser{{Link: link("gone")}, {Link: link("kept")}, {}}},
		&BrandsModule{Items: []BrandTeaser{{Link: link("gone")}, {Link: link("kept")}}},
		&ContactModule{Link: link("gone")},
		&QuoteModule{Quote: "Unchanged."},
	}
	before := len(CatalogSlugs(modules))
	selected := SelectLinks(modules, func(l *site.Link) bool { return l.Ref.ProductSlug != "gone" })
	if got := CatalogSlugs(selected); !slices.Equal(got, []string{"kept", "kept", "kept", "kept", "kept"}) {
		t.Errorf("links %q", got)
	}
	if got := len(CatalogSlugs(modules)); got != before || selected[6] != modules[6] {
		t.Errorf("%d links of the shared modules remain of %d", got, before)
	}
	if grid, ok := selected[3].(*TeaserGridModule); !ok || len(grid.Items) != 3 {
		t.Error("a teaser without a link is left out")
	}
}
