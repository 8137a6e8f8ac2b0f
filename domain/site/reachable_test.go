package site

import (
	"strings"
	"testing"
)

// TestReachablePages checks the countries of each page (NAV-2).
//
// Rules: NAV-2.
func TestReachablePages(t *testing.T) {
	page := func(id string, countries ...string) *Item {
		return &Item{ID: id, Title: id, Page: &PageRef{ID: id, Slug: id, Countries: countries}}
	}
	about := page("about")
	about.Items = []*Item{page("dach", "CH", "DE"), page("team")}
	about.Items[0].Items = []*Item{page("bern", "CH", "FR")}
	hidden := page("hidden")
	hidden.Hidden = true
	n := &Navigation{
		Site:     &Site{ID: "s", IsMain: true},
		Home:     []*Item{page("home"), page("home-ch", "CH")},
		Items:    []*Item{about, hidden},
		Unlisted: []*Item{page("imprint")},
	}
	var got []string
	for _, p := range ReachablePages(n) {
		got = append(got, strings.TrimSpace(p.Item.Page.ID+" "+strings.Join(p.Countries, "+")))
	}
	// The descendants of a page that a country does not see are not visible there either.
	if want := "home, about, team, imprint, home-ch CH, dach CH+DE, bern CH"; strings.Join(got, ", ") != want {
		t.Errorf("%s\nnot %s", strings.Join(got, ", "), want)
	}
}

// TestItem_IsListed checks which pages sitemaps and search list (URL-38).
//
// Rules: URL-38.
func TestItem_IsListed(t *testing.T) {
	main, brand := &Site{IsMain: true}, &Site{}
	gated := &Item{Page: &PageRef{Slug: "internal", Protection: ProtectionPassword}}
	for name, test := range map[string]struct {
		item *Item
		site *Site
		want bool
	}{
		"a page":                           {&Item{Page: &PageRef{Slug: "about"}}, brand, true},
		"no page":                          {&Item{Path: "/products"}, main, false},
		"behind a gate":                    {gated, main, false},
		"below a gate":                     {&Item{Page: &PageRef{Slug: "child"}, parent: gated}, main, false},
		"hidden from search":               {&Item{Page: &PageRef{Slug: "x", HideFromSearch: true}}, main, false},
		"main site only, on the main site": {&Item{Page: &PageRef{Slug: "x", MainSiteOnly: true}}, main, true},
		"main site only, on another site":  {&Item{Page: &PageRef{Slug: "x", MainSiteOnly: true}}, brand, false},
		"the error page":                   {&Item{Page: &PageRef{Slug: ErrorSlug}}, main, false},
		"protected for customers only": {&Item{Page: &PageRef{
			Slug:       "x",
			Protection: ProtectionCustomerRole,
		}}, main, false},
	} {
		if got := test.item.IsListed(test.site); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
