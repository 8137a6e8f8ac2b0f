package catalog

import (
	"reflect"
	"strings"
	"testing"

	"strand/domain/optional"
	"strand/domain/site"
)

func ref(s string) *string { return &s }

// Rules: CAT-7.
func TestText(t *testing.T) {
	for in, want := range map[string]*string{
		"": nil, "null": nil, "  null ": nil, "  ": nil, "nullable": ref("nullable"), " a ": ref("a"),
	} {
		if got := Text(in); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %v", in, got)
		}
	}
	if got := Text(strings.Repeat("ä", 10<<20)); len([]rune(*got)) != maxText+1 {
		t.Errorf("a truncated text has %d characters", len([]rune(*got)))
	}
}

var hierarchy = []ClassificationRecord{
	{ID: "1", Name: "Crimping", Slug: "crimping", SortIndex: 2},
	{ID: "2", ParentID: "1", Name: "Presses", Slug: "presses", SortIndex: 1},
	{ID: "3", ParentID: "1", Name: "Automatic", Slug: "automatic", SortIndex: 1},
	{ID: "4", ParentID: "2", Name: "Bench", Slug: "bench"},
	{ID: "5", Name: "Cutting", Slug: "cutting", SortIndex: 1, SupportedCountries: []string{"CH"}},
	{ID: "6", ParentID: "5", Name: "Blades", Slug: "blades"},
	{ID: "7", ParentID: "gone", Name: "Orphan", Slug: "orphan"},
	{ID: "8", ParentID: "9", Name: "Round", Slug: "round"},
	{ID: "9", ParentID: "8", Name: "About", Slug: "about"},
	{ID: "10", Name: "Nameless address"},
}

// Rules: CAT-1, URL-21.
func TestNewTree_RoutesAndLineage(t *testing.T) {
	tree := NewTree(TypeProduct, hierarchy, site.CountryAll)
	bench := tree.Find("bench")
	if bench == nil || bench.Route != "/products/crimping/presses/bench" {
		t.Fatalf("bench: %+v", bench)
	}
	var lineage []string
	for _, c := range bench.Lineage {
		lineage = append(lineage, c.Name+" "+c.Route)
	}
	if want := []string{
		"Crimping /products/crimping", "Presses /products/crimping/presses", "Bench /products/crimping/presses/bench",
	}; !reflect.DeepEqual(
		lineage,
		want,
	) {
		t.Errorf("lineage %v", lineage)
	}
	if id := bench.ParentID(); id == nil || *id != "2" {
		t.Errorf("the parent of bench is %v", id)
	}
	if id := tree.Find("crimping").ParentID(); id != nil {
		t.Errorf("the parent of a classification at the top is %s", *id)
	}
	if got := ProductRoute(bench, "h-20"); got != "/products/crimping/presses/bench/h-20" {
		t.Errorf("product route %s", got)
	}
	if got := NewTree(TypeService, hierarchy[:1], site.CountryAll).Roots[0].Route; got != "/services/crimping" {
		t.Errorf("a service's route is %s", got)
	}
}

// Rules: CAT-4.
func TestNewTree_SortOrder(t *testing.T) {
	tree := NewTree(TypeProduct, hierarchy, site.CountryAll)
	var names []string
	for _, c := range append(tree.Roots, tree.Find("crimping").Children...) {
		names = append(names, c.Name)
	}
	// Classifications are sorted by the sort index, then by name.
	if want := []string{"Cutting", "Crimping", "Automatic", "Presses"}; !reflect.DeepEqual(names, want) {
		t.Errorf("got %v", names)
	}
	if got := tree.Find("crimping").Slugs(); !reflect.DeepEqual(
		got,
		[]string{"crimping", "automatic", "presses", "bench"},
	) {
		t.Errorf("slugs %v", got)
	}
}

// Rules: CAT-2.
func TestNewTree_CountrySupport(t *testing.T) {
	for country, want := range map[string]bool{"CH": true, "DE": false, site.CountryAll: true} {
		tree := NewTree(TypeProduct, hierarchy, country)
		// The descendants of an unsupported classification are left out too.
		if got := tree.Find("cutting") != nil; got != want || (tree.Find("blades") != nil) != want {
			t.Errorf("%s: the tree contains cutting: %v", country, got)
		}
	}
}

// TestNewTree_SharedSlug: of several classifications with a slug, the first in the order of the hierarchy is found.
func TestNewTree_SharedSlug(t *testing.T) {
	tree := NewTree(TypeProduct, []ClassificationRecord{
		{ID: "2", Slug: "presses", Name: "Second", SortIndex: 2},
		{ID: "1", Slug: "presses", Name: "First", SortIndex: 1},
	}, site.CountryAll)
	if got := tree.Find("presses"); got.Name != "First" || len(tree.Roots) != 2 {
		t.Errorf("found %s of %d", got.Name, len(tree.Roots))
	}
}

// Rules: CAT-3.
func TestNewTree_OrphansAndCycles(t *testing.T) {
	tree := NewTree(TypeProduct, hierarchy, site.CountryAll)
	for _, slug := range []string{"orphan", "round", "about", ""} {
		if tree.Find(slug) != nil {
			t.Errorf("%q is in the hierarchy", slug)
		}
	}
}

// Rules: CAT-13.
func TestSpecifications(t *testing.T) {
	row := func(name, unit, value string, system site.MeasurementSystem) Specification {
		s := Specification{Name: name, Value: value, System: system}
		if unit != "" {
			s.Unit = &unit
		}
		return s
	}
	own := []Specification{row("Weight", "kg", "10", site.Metric), row("Weight", "lb", "22", site.Imperial)}
	shared := []Specification{
		row(
			"Weight",
			"kg",
			"9",
			site.Metric,
		), row("Rate", "pcs/h", "4200", ""), row("Rate", "pcs/h", "4200", ""), row("Rate", "pcs/min", "70", ""),
		row(
			"Noise",
			"",
			"",
			"",
		), row("", "mm", "3", ""), row("Length", "mm", "25", site.Imperial), row("Length", "mm", "26", site.Metric),
	}
	for system, want := range map[site.MeasurementSystem][]string{
		site.Metric:   {"Weight 10 kg", "Rate 4,200 pcs/h", "Rate 70 pcs/min", "Length 26 mm"},
		site.Imperial: {"Weight 22 lb", "Rate 4,200 pcs/h", "Rate 70 pcs/min", "Length 25 mm"},
	} {
		v := (&Variant{Own: own, Shared: shared}).Localize(site.Locale{LanguageCode: "en"})
		var got []string
		for _, s := range v.Specifications(system) {
			got = append(got, s.Name+" "+s.Value+" "+optional.OrEmpty(s.Unit))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", system, got, want)
		}
	}
}

// Values of a variant replace those of all variants in their place; rows that only the variant has come first.
//
// Rules: CAT-13.
func TestVariant_Order(t *testing.T) {
	row := func(name, value string) Specification { return Specification{Name: name, Value: value} }
	v := &Variant{
		Own:    []Specification{row("Weight", "62"), row("Stations", "3"), row("Weight", "70")},
		Shared: []Specification{row("Force", "20"), row("Weight", "60"), row("Noise", "66")},
	}
	var got []string
	for _, s := range v.Localize(site.Locale{LanguageCode: "en"}).Specifications(site.Metric) {
		got = append(got, s.Name+" "+s.Value)
	}
	if want := []string{"Stations 3", "Force 20", "Weight 62", "Noise 66"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A value that the PIM has in one system is converted for the other, if it is a quantity; values are written for the
// locale.
//
// Rules: CAT-39, CAT-40.
func TestSpecifications_Converted(t *testing.T) {
	row := func(name, value, unit string, system site.MeasurementSystem) Specification {
		return Specification{Name: name, Value: value, Unit: optional.Text(unit), System: system}
	}
	all := []Specification{
		row("Cross-section", "0.13–4", "mm²", site.Metric),
		row("Length", "30 – 65000", "mm", ""), // both systems by the PIM, but a metric unit
		row("Weight", "1250", "kg", site.Metric),
		row("Weight", "2756", "lb", site.Imperial),
		row("Wire", "see data sheet", "mm", site.Metric),
		row("Wire", "4–1", "mm²", site.Metric), // contradicts itself
		row("Output", "4200", "pcs/h", ""),
		row("Frame", "3.5", "furlong", site.Metric),
	}
	for name, test := range map[string]struct {
		system   site.MeasurementSystem
		language string
		want     []string
	}{
		"metric in French": {site.Metric, "fr", []string{
			"Cross-section 0,13–4 mm²", "Length 30–65\u202f000 mm", "Weight 1\u202f250 kg", "Wire see data sheet mm",
			"Wire 4–1 mm²", "Output 4\u202f200 pcs/h", "Frame 3,5 furlong",
		}},
		"imperial in German": {site.Imperial, "de", []string{
			"Cross-section 26–12 AWG", "Length 1.18–2’560 in", "Weight 2’756 lb", "Output 4’200 Stück/h",
		}},
	} {
		var got []string
		for _, s := range Specifications(test.system, site.Locale{LanguageCode: test.language}, all) {
			got = append(got, s.Name+" "+s.Value+" "+optional.OrEmpty(s.Unit))
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// Rules: CAT-41.
func TestDetail_KeyFigures(t *testing.T) {
	row := func(name, value, unit string, system site.MeasurementSystem) Specification {
		return Specification{Name: name, Value: value, Unit: optional.Text(unit), System: system}
	}
	all := []Specification{
		row("Process", "Crimping", "", ""),
		row("Cross-section", "0.13–4", "mm²", site.Metric),
		row("Cross-section", "26–12", "AWG", site.Imperial),
		row("Terminals", "see list", "pcs", ""),
		row("Output", "4200", "pcs/h", ""),
		row("Stations", "6", "", ""),
		row("Length", "30–65000", "mm", site.Metric),
		row("Weight", "1250", "kg", site.Metric),
	}
	for system, want := range map[site.MeasurementSystem][]string{
		site.Metric:   {"Cross-section 0.13–4", "Output 4,200", "Length 30–65,000"},
		site.Imperial: {"Cross-section 26–12", "Output 4,200", "Length 1.18–2,560"},
	} {
		var got []string
		for _, s := range KeyFigures(system, site.Locale{LanguageCode: "en"}, all) {
			got = append(got, s.Name+" "+s.Value)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", system, got, want)
		}
	}
	if got := KeyFigures(site.Metric, site.Locale{LanguageCode: "en"}, nil); len(got) != 0 {
		t.Errorf("without data: %v", got)
	}
}

// Rules: CAT-15, CAT-16.
func TestHasSystems(t *testing.T) {
	for name, test := range map[string]struct {
		detail Detail
		want   bool
	}{
		"nothing":               {Detail{}, false},
		"rows for both systems": {Detail{Specifications: []Specification{{Name: "a", Value: "1"}}}, false},
		"a metric row": {Detail{Specifications: []Specification{{
			Name:   "a",
			Value:  "1",
			System: site.Metric,
		}}}, true},
		"a metric row of a variant": {
			Detail{Variants: []*Variant{{Own: []Specification{{System: site.Imperial}}}}}, true,
		},
		"variants' names": {Detail{Variants: []*Variant{{
			NameMetric:   "1 mm",
			NameImperial: "18 AWG",
		}}}, true},
		"a variant with a metric name only": {Detail{Variants: []*Variant{{NameMetric: "1 mm"}}}, false},
	} {
		if got := test.detail.HasSystems(); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Rules: CAT-14, CAT-16.
func TestVariant_Name(t *testing.T) {
	for _, test := range []struct {
		variant Variant
		system  site.MeasurementSystem
		want    string
	}{
		{Variant{ID: "1", NameMetric: "m", NameImperial: "i"}, site.Metric, "m"},
		{Variant{ID: "1", NameMetric: "m", NameImperial: "i"}, site.Imperial, "i"},
		{Variant{ID: "1", NameMetric: "m"}, site.Imperial, "m"},
		{Variant{ID: "1", NameImperial: "i"}, site.Metric, "i"},
		{Variant{ID: "1"}, site.Metric, "1"},
	} {
		if got := test.variant.Name(test.system); got != test.want {
			t.Errorf("%+v in %s: %q", test.variant, test.system, got)
		}
	}
}

// Rules: CAT-18.
func TestRelatedBy(t *testing.T) {
	a, self := &Product{Slug: "a"}, &Product{Slug: "self"}
	d := Detail{Related: []Relation{{Related, a}, {Related, a}, {Related, self}, {Service, a}, {Related, nil}}}
	if got := d.RelatedBy(Related, "self"); len(got) != 1 || got[0] != a {
		t.Errorf("got %v", got)
	}
}

// TestGroupServices: the groups and their services are in the order of the services (CAT-18).
//
// Rules: CAT-18.
func TestGroupServices(t *testing.T) {
	classification := func(slug string) *LocalizedClassification {
		return &LocalizedClassification{Classification: &Classification{Slug: slug}}
	}
	service := func(slug string, c *LocalizedClassification) *LocalizedProduct {
		return &LocalizedProduct{Product: &Product{Slug: slug}, Classification: c}
	}
	field, remote := classification("field"), classification("remote")
	services := []*LocalizedProduct{
		service("repair", field), service("hotline", remote), service("lost", nil),
		// Each product has its own value of its classification.
		service("move", classification("field")),
	}
	var got []string
	for _, group := range GroupServices(services) {
		line := group.Classification.Slug + ":"
		for _, s := range group.Services {
			line += " " + s.Slug
		}
		got = append(got, line)
	}
	if want := []string{"field: repair move", "remote: hotline"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if groups := GroupServices(nil); len(groups) != 0 {
		t.Errorf("groups of nothing: %v", groups)
	}
}

// Rules: CAT-5.
func TestNotFoundError(t *testing.T) {
	if got := (&NotFoundError{"x"}).Error(); got != "No product found for slug: 'x'" {
		t.Error(got)
	}
}
