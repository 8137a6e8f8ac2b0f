package catalog

import (
	"reflect"
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
