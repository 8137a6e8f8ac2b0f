package catalog

import (
	"reflect"
	"strings"
	"testing"

	"strand/domain/finding"
	"strand/domain/site"
)

// TestLeftOutClassifications: each classification that is in no tree has its cause, and the tree has all others.
//
// Rules: CAT-57.
func TestLeftOutClassifications(t *testing.T) {
	records := []ClassificationRecord{
		{ID: "1", Slug: "crimping"},
		{ID: "2", ParentID: "1", Slug: "presses"},
		{ID: "3", ParentID: "gone", Slug: "orphan"},
		{ID: "4", ParentID: "5", Slug: "round"},
		{ID: "5", ParentID: "4", Slug: "about"},
		{ID: "6", ParentID: "6", Slug: "itself"},
		{ID: "7", Slug: "90/a"},
		{ID: "8", ParentID: "7", Slug: "below"},
		{ID: "9", Slug: "presses"},
		{ID: "10", Slug: "swiss", SupportedCountries: []string{"CH"}},
		{ID: "11", Slug: "swiss", SupportedCountries: []string{"DE"}},
		{ID: "12", Slug: "swiss", SupportedCountries: []string{"DE", "US"}},
	}
	got := map[string]LeftOutCause{}
	for _, l := range LeftOutClassifications(records) {
		got[l.ID] = l.Cause
		if f := l.Finding(); f.Document != l.ID || f.Message == "" || f.Field == "" {
			t.Errorf("the finding of %s is %+v", l.ID, f)
		}
	}
	if want := map[string]LeftOutCause{
		"3": UnknownParent, "4": ParentLoop, "5": ParentLoop, "6": ParentLoop, "7": InvalidSlug, "8": UnknownParent,
		"9": DuplicateSlug, "12": DuplicateSlug,
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("left out: %v", got)
	}
	tree := NewTree(TypeProduct, records, site.CountryAll)
	for _, r := range records[:10] { // the others share the address of one of another country
		isShown := false
		for _, c := range tree.All() {
			isShown = isShown || c.ID == r.ID
		}
		if cause := got[r.ID]; isShown != (cause == "" || cause == DuplicateSlug) {
			t.Errorf("%s (%s) in the tree: %t", r.ID, cause, isShown)
		}
	}
}

// Rules: CAT-57.
func TestLeftOutProducts(t *testing.T) {
	tree := NewTree(TypeProduct, []ClassificationRecord{{ID: "1", Slug: "cutting"}}, site.CountryAll)
	filed := func(slug, classification string) FiledProduct {
		return FiledProduct{Slug: slug, ClassificationSlug: classification}
	}
	found := LeftOutProducts(tree, []FiledProduct{
		filed("alpha", "cutting"), filed("beta", "gone"), filed("gamma", ""), filed("alpha", "cutting"),
		filed("a?x=1", "cutting"), filed("a,b", "cutting"), filed("ä 1%", "cutting"), filed("", "cutting"),
		filed("..", "cutting"), filed("a#b", "cutting"), filed("a\x01", "cutting"),
		filed(strings.Repeat("a", 201), "cutting"), filed(strings.Repeat("b", 200), "cutting"),
	})
	type leftOut struct {
		slug  string
		cause LeftOutCause
		kind  finding.Kind
	}
	var got []leftOut
	for _, l := range found {
		got = append(got, leftOut{l.Slug, l.Cause, l.Finding().Kind})
	}
	if want := []leftOut{
		{"beta", UnknownClassification, finding.MissingReference},
		{"gamma", UnknownClassification, finding.MissingReference},
		{"alpha", DuplicateSlug, finding.InvalidValue},
		{"a?x=1", InvalidSlug, finding.InvalidValue},
		{"a,b", InvalidSlug, finding.InvalidValue},
		{"", InvalidSlug, finding.InvalidValue},
		{"..", InvalidSlug, finding.InvalidValue},
		{"a#b", InvalidSlug, finding.InvalidValue},
		{"a\x01", InvalidSlug, finding.InvalidValue},
		{strings.Repeat("a", 201), InvalidSlug, finding.InvalidValue},
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	product := &LocalizedProduct{
		Product:        &Product{Slug: "a?x=1"},
		Classification: &LocalizedClassification{Classification: tree.Find("cutting")},
	}
	if route := product.Route(); route != nil {
		t.Errorf("the route of a slug that is no part of a path: %s", *route)
	}
}
