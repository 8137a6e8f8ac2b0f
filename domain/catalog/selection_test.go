package catalog

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"strand/domain/listing"
	"strand/domain/site"
)

// Rules: CAT-22.
func TestParseSelection(t *testing.T) {
	for query, want := range map[string]Selection{
		"":                              {Sort: SortPosition, Page: 1},
		"sort=name&page=3":              {Sort: SortName, Page: 3},
		"sort=price&page=0":             {Sort: SortPosition, Page: 1},
		"page=-2":                       {Sort: SortPosition, Page: 1},
		"page=99999999999999999999":     {Sort: SortPosition, Page: listing.MaxPage},
		"brand=B-20&brand=B-10&brand=":  {BrandIDs: []string{"B-10", "B-20"}, Sort: SortPosition, Page: 1},
		"capability=cut&capability=cut": {Capabilities: []string{"cut"}, Sort: SortPosition, Page: 1},
		"%zz":                           {Sort: SortPosition, Page: 1},
		"process=crimping&units=imperial&view=table&sort=high.output": {
			Processes: []string{"crimping"}, System: site.Imperial, IsTable: true, Sort: SortFigure,
			SortedBy: "output", IsDescending: true, Page: 1,
		},
		"sort=low.&units=miles&view=list": {Sort: SortPosition, Page: 1},
		"fit.cross-section=+0.5+&max.weight=80&min.weight=10&fit.=1&min.output=": {
			Figures: []FigureFilter{
				{Slug: "cross-section", Fits: "0.5"}, {Slug: "weight", Min: "10", Max: "80"},
			},
			Sort: SortPosition, Page: 1,
		},
	} {
		if got := ParseSelection(query); !reflect.DeepEqual(got, want) {
			t.Errorf("%.60q: %+v", query, got)
		}
	}
}

// Rules: CAT-22.
func TestSelection_Query(t *testing.T) {
	for _, query := range []string{
		"", "?brand=B-10&brand=B-20&capability=cut&page=2&sort=name", "?capability=%E5%9C%A7%E7%9D%80",
		"?fit.cross-section=0.5&max.weight=80&process=crimping&sort=low.weight&units=metric&view=table",
	} {
		if got := ParseSelection(strings.TrimPrefix(query, "?")).Query(); got != query {
			t.Errorf("%q became %q", query, got)
		}
	}
}

// Rules: CAT-58.
func TestSelection_OfSite(t *testing.T) {
	for typed, want := range map[string]struct {
		brands, query string
		isFiltered    bool
	}{
		"":                     {"B-1", "", false},
		"brand=B-1":            {"B-1", "", false},
		"brand=all":            {"", "?brand=all", false},
		"brand=B-2":            {"B-2", "?brand=B-2", true},
		"brand=B-1&brand=B-2":  {"B-1 B-2", "?brand=B-1&brand=B-2", true},
		"brand=all&brand=B-2":  {"B-2", "?brand=B-2", true}, // the form without JavaScript
		"brand=all&brand=B-1":  {"B-1", "", false},
		"brand=unknown":        {"unknown", "?brand=unknown", true},
		"capability=crimp":     {"B-1", "?capability=crimp", true},
		"brand=all&sort=name":  {"", "?brand=all&sort=name", false},
		"brand=all&page=3":     {"", "?brand=all&page=3", false},
		"view=table&brand=B-1": {"B-1", "?view=table", false},
	} {
		s := ParseSelection(typed).OfSite("B-1")
		if got := strings.Join(s.BrandIDs, " "); got != want.brands {
			t.Errorf("%q selects %q, want %q", typed, got, want.brands)
		}
		if got := s.Query(); got != want.query {
			t.Errorf("%q: the query is %q, want %q", typed, got, want.query)
		}
		if s.IsFiltered() != want.isFiltered {
			t.Errorf("%q: filtered %v", typed, s.IsFiltered())
		}
		again := ParseSelection(strings.TrimPrefix(s.Query(), "?")).OfSite("B-1")
		if !slices.Equal(again.BrandIDs, s.BrandIDs) {
			t.Errorf("%q: the query %q selects %q", typed, s.Query(), again.BrandIDs)
		}
		if reset := s.Unfiltered(); strings.Join(reset.BrandIDs, " ") != "B-1" || reset.IsFiltered() {
			t.Errorf("%q: without filters %q", typed, reset.BrandIDs)
		}
	}
	// On a site without a brand, the value for all brands has no meaning.
	if s := ParseSelection("brand=all"); s.IsFiltered() || s.Query() != "" {
		t.Errorf("brand=all is the query %q", s.Query())
	}
}
