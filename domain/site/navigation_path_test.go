package site

import (
	"strings"
	"testing"
)

// TestTree_BelowPath: the URL of a page below an item with a path is that of the nearest page above, then its slug:
// areas have no such pages (URL-7).
//
// Rules: URL-7.
func TestTree_BelowPath(t *testing.T) {
	s := &Site{ID: "main", IsMain: true, Domains: []string{"localhost"}}
	advice := &Item{Title: "Advice", Page: ref("advice", "advice", "en")}
	deeper := &Item{Title: "Deeper", Page: ref("deeper", "deeper", "en")}
	tree, err := NewTree(&Navigation{
		Site: s,
		Home: []*Item{{Title: "Home", Page: ref("home", "home", "en")}},
		Items: []*Item{
			{Title: "Products", Path: "/products", Items: []*Item{advice}},
			{Title: "Company", Page: ref("company", "company", "en"), Sections: []*Section{{Items: []*Item{
				{Title: "Stories", Path: "/stories?topic=a", Items: []*Item{deeper}},
			}}}},
		},
	}, CountryAll, false)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"advice": "/advice", "deeper": "/company/deeper"} {
		item := tree.Page(id)
		if item.UnlocalizedURL() != want {
			t.Errorf("%s is at %s, want %s", id, item.UnlocalizedURL(), want)
		}
		segments := URL{Site: s, Segments: strings.Split(want[1:], "/")}
		if found := tree.Find(segments); found != item || ScreenOf(segments) != ScreenContent {
			t.Errorf("%s: found %v on the screen %s", want, found, ScreenOf(segments))
		}
	}
}
