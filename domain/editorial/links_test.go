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
