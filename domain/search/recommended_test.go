package search

import (
	"slices"
	"testing"

	"strand/domain/site"
)

// Rules: SRCH-21.
func TestRecommended(t *testing.T) {
	all := []*site.SearchRecommendation{
		{LanguageCode: "en", Queries: []string{"Price List"}, Paths: []string{"request", "/products/"}},
		{LanguageCode: "en", SiteIDs: []string{"cirris"}, Queries: []string{"price-list"}, Paths: []string{"/testers"}},
		{LanguageCode: "de", Queries: []string{"price list"}, Paths: []string{"/angebot"}},
	}
	for query, want := range map[string][]string{
		"price list": {"/request", "/products"}, "PRICE-LIST": {"/request", "/products"}, "price": nil, "": nil,
	} {
		if got := Recommended(all, Scope{Site: "main", Language: "en"}, query); !slices.Equal(got, want) {
			t.Errorf("%q: %q", query, got)
		}
	}
	if got := Recommended(all, Scope{Site: "cirris", Language: "en"}, "price list"); len(got) != 3 {
		t.Errorf("on the site: %q", got)
	}
}
