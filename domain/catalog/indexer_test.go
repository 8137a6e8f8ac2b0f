package catalog

import (
	"fmt"
	"reflect"
	"testing"

	"strand/domain/site"
)

// TestIndexer_Again: products that are the same in another read are kept; others are those of the new read.
func TestIndexer_Again(t *testing.T) {
	first := NewIndexer("en")
	for _, slug := range []string{"a", "b", "c"} {
		first.Set(record(slug, "bench", "B-1", "cut", "Weight|60|kg|METRIC"))
	}
	before := first.Index()
	again := first.Again()
	again.Set(record("d", "bench", "B-1", "cut", "Weight|70|kg|METRIC"))
	again.Set(record("c", "bench", "B-1", "cut", "Weight|60|kg|METRIC"))
	again.Set(record("a", "bench", "B-1", "cut", "Weight|61|kg|METRIC"))
	again.Done()
	after := again.Index()
	if got := slugs(after.Products()); got != "d c a" {
		t.Errorf("products %q", got)
	}
	if after.Product("c") != before.Product("c") {
		t.Error("an equal product is not kept")
	}
	if after.Product("a") == before.Product("a") || after.Product("b") != nil {
		t.Error("a changed or removed product is kept")
	}
	heavy := request("min.weight=61")
	if got := slugs(after.List(heavy).Products); got != "d a" {
		t.Errorf("filtered: %q", got)
	}
	if got := slugs(before.List(heavy).Products); got != "" {
		t.Errorf("the index of the first read, filtered: %q", got)
	}
}

// TestIndexer_AgainAfterManyChanges: rows that no product has any more do not stay in memory for ever.
func TestIndexer_AgainAfterManyChanges(t *testing.T) {
	x := NewIndexer("en")
	for weight := range 100 {
		x.Set(record("a", "bench", "B-1", "cut", fmt.Sprintf("Weight|%d|kg|METRIC", weight)))
	}
	again := x.Again()
	again.Set(record("a", "bench", "B-1", "cut", "Weight|99|kg|METRIC"))
	if len(again.rows) > 1 {
		t.Errorf("%d rows", len(again.rows))
	}
	if got := slugs(again.Index().List(request("min.weight=99")).Products); got != "a" {
		t.Errorf("products %q", got)
	}
}

// TestIndexer_AgainWithVariants: the rows of variants are in use, too.
func TestIndexer_AgainWithVariants(t *testing.T) {
	r := record("a", "bench", "B-1", "cut", "Weight|60|kg|METRIC")
	for length := range 5 {
		r.Variants = append(r.Variants, &Variant{Own: []Specification{{Name: "Length", Value: fmt.Sprint(length)}}})
	}
	first := NewIndexer("en")
	first.Set(r)
	again := first.Again()
	again.Set(r)
	if again.Index().Product("a") != first.Index().Product("a") {
		t.Error("an equal product is not kept")
	}
}

// TestIndexer_AgainWithoutFigures: what no product has any more is not offered after another read.
func TestIndexer_AgainWithoutFigures(t *testing.T) {
	first := NewIndexer("en")
	first.Set(record("a", "bench", "", "", "Weight|60|kg|METRIC", "Mode|manual"))
	first.Set(record("b", "bench", "", "", "Weight|70|kg|METRIC", "Mode|automatic"))
	if l := first.Index().List(request("")); len(l.Figures) != 1 || len(l.Choices) != 1 {
		t.Fatalf("%d figures, %d choices", len(l.Figures), len(l.Choices))
	}
	again := first.Again()
	again.Set(record("a", "bench", "", ""))
	again.Set(record("b", "bench", "", ""))
	index := again.Index()
	if l := index.List(request("")); index.HasFigures() || len(l.Figures)+len(l.Choices) > 0 || l.Total != 2 {
		t.Errorf("figures %v, %+v", index.HasFigures(), l)
	}
}

// TestIndexer_LaterChanges: an index does not change when its indexer does.
func TestIndexer_LaterChanges(t *testing.T) {
	x := NewIndexer("en")
	x.Set(record("a", "bench", "B-1", "cut", "Weight|60|kg|METRIC", "Mode|manual"))
	before := x.Index()
	listed := before.List(request(""))
	x.Set(record("a", "bench", "B-2", "cut", "Weight|80|kg|METRIC", "Mode|automatic"))
	x.Set(record("b", "bench", "B-2", "cut", "Length|80|mm|METRIC", "Mode|manual"))
	after := x.Index()
	if !reflect.DeepEqual(before.List(request("")), listed) || before.Product("b") != nil ||
		before.Product("a").BrandID != "B-1" {
		t.Error("the index has changed")
	}
	if got := slugs(after.List(request("brand=B-2")).Products); got != "a b" {
		t.Errorf("the index afterwards: %q", got)
	}
	german := NewIndexer("de").Index()
	german.language = "de"
	if german.ForeignLanguage(before, "Length") != nil || german.ForeignLanguage(after, "Length") == nil {
		t.Error("the texts of the indexes")
	}
}

// TestIndex_ForeignFigureOfVariants: a figure that only variants have is marked if its name is that in the fallback
// language.
//
// Rules: CAT-45.
func TestIndex_ForeignFigureOfVariants(t *testing.T) {
	of := func(language string) *Index {
		r := record("a", "bench", "", "", "Mode|manual")
		kg := "kg"
		for _, weight := range []string{"60", "70"} {
			r.Variants = append(r.Variants, &Variant{Own: []Specification{{Name: "Weight", Value: weight, Unit: &kg}}})
		}
		return indexOf(language, r)
	}
	for text, isForeign := range map[string]bool{"Weight": true, "Mode": true, "manual": true, "Length": false} {
		if got := of("de").ForeignLanguage(of("en"), text); (got != nil) != isForeign {
			t.Errorf("%s: foreign %v", text, got != nil)
		}
	}
}

// TestIndex_ListRepeatedly: the lists of an index are the same whatever was asked before.
func TestIndex_ListRepeatedly(t *testing.T) {
	queries := []string{
		"", "brand=B-1", "sort=high.weight", "sort=name", "min.weight=60", "process=crimping&brand=B-2", "page=2",
		"fit.cross-section=0.5", "is.mode=manual",
	}
	shared := machines()
	for range 2 {
		for _, query := range queries {
			for _, system := range []site.MeasurementSystem{site.Metric, site.Imperial} {
				r := request(query)
				r.System = system
				got, want := shared.List(r), machines().List(r)
				if slugs(got.Products) != slugs(want.Products) || !reflect.DeepEqual(got.Brands, want.Brands) ||
					!reflect.DeepEqual(got.Processes, want.Processes) || got.Total != want.Total ||
					!reflect.DeepEqual(got.Capabilities, want.Capabilities) ||
					!reflect.DeepEqual(got.Figures, want.Figures) || !reflect.DeepEqual(got.Choices, want.Choices) {
					t.Errorf("%q in %s differs after other lists", query, system)
				}
			}
		}
	}
}

// TestIndex_UnknownClassifications: slugs that no product has, which anyone can send, have no list of their own.
func TestIndex_UnknownClassifications(t *testing.T) {
	index := indexOf("en", record("a", "bench", "", ""), record("b", "tools", "", ""), record("c", "", "", ""))
	for _, slug := range []string{"bench/tools", "bench\x00tools", "unknown", "another", "bench "} {
		if found := index.OfClassification(slug); len(found) > 0 {
			t.Errorf("%q: %d products", slug, len(found))
		}
	}
	if n := index.lists.byKey.Len(); n > 1 {
		t.Errorf("%d lists", n)
	}
	if n := len(index.OfClassification("bench")); n != 1 {
		t.Errorf("%d products of a known classification", n)
	}
}

// TestIndex_ManyLists: lists that were not asked for longest are made again, so that memory has a limit.
func TestIndex_ManyLists(t *testing.T) {
	x := NewIndexer("en")
	products := maxListed/64 + 1
	for n := range products {
		x.Set(record(fmt.Sprintf("p-%d", n), fmt.Sprintf("c-%d", n%70), "", ""))
	}
	index := x.Index()
	all := make([]string, 70)
	for n := range all {
		all[n] = fmt.Sprintf("c-%d", n)
	}
	for n := range all {
		r := request("")
		r.Classifications = append(all[n:], all[:n]...)
		if total := index.List(r).Total; total != products {
			t.Fatalf("%d products", total)
		}
	}
	sum := 0
	for _, l := range index.lists.byKey.Values() {
		sum += l.size()
	}
	if sum > maxListed || sum < maxListed/2 || sum != index.lists.listed {
		t.Errorf("lists of %d, counted as %d", sum, index.lists.listed)
	}
}
