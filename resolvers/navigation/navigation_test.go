package navigation

import (
	"context"
	"testing"

	"strand/domain/site"
)

// openLinks can follow links to pages only.
type openLinks struct{}

func (openLinks) HasTarget(_ context.Context, l *site.Link) bool {
	return l != nil && l.Ref.PageID != ""
}

func (openLinks) PreloadLinks(context.Context, []*site.Link) {}

// TestItems_WithoutTarget: an item without a target is the heading of its visible items, else left out.
//
// Rules: NAV-31.
func TestItems_WithoutTarget(t *testing.T) {
	main := &site.Site{ID: "main", TechnicalName: "main", IsMain: true, Domains: []string{"localhost"}}
	dir, err := site.NewDirectory([]*site.Language{{LanguageCode: "en"}}, nil, []*site.Site{main}, nil)
	if err != nil {
		t.Fatal(err)
	}
	page := func(id string) *site.Item {
		return &site.Item{ID: id, Title: id, Page: &site.PageRef{ID: id, Slug: id, Languages: []string{"en"}}}
	}
	siteCtx := site.NewContext(site.ContextInput{
		Directory: dir, Site: main, Locale: site.Locale{LanguageCode: "en"}, Scheme: "http", Host: "localhost",
	}, map[string]*site.Navigation{"main": {
		Site: main,
		Home: []*site.Item{page("home")},
		Items: []*site.Item{
			{ID: "heading", Title: "heading", Target: "/gone", Items: []*site.Item{page("about")}},
			{ID: "empty", Title: "empty", Target: "/gone", Items: []*site.Item{{ID: "dead", Target: "/gone"}}},
			page("contact"),
		},
	}})
	header, err := Of(t.Context(), openLinks{}, siteCtx).Header()
	if err != nil {
		t.Fatal(err)
	}
	if len(header.Items) != 2 || header.Items[0].ID != "heading" || header.Items[1].ID != "contact" {
		t.Fatalf("%d items", len(header.Items))
	}
	if heading := header.Items[0]; heading.Target != nil || len(heading.Items) != 1 {
		t.Errorf("the heading: %+v", heading)
	}
}
