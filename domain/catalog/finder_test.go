package catalog

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"strand/domain/optional"
	"strand/domain/quantity"
	"strand/domain/site"
)

// record returns a product of a classification with rows `name|value|unit|system`.
func record(slug, classification, brand string, capabilities string, rows ...string) *IndexRecord {
	r := &IndexRecord{
		Product: &Product{
			Slug: slug, Name: strings.ToUpper(slug), ClassificationSlug: classification, BrandID: brand,
		},
		CapabilityIDs: strings.Fields(capabilities),
	}
	for _, row := range rows {
		parts := append(strings.Split(row, "|"), "", "")
		r.Specifications = append(r.Specifications, Specification{
			Name: parts[0], Value: parts[1], Unit: optional.Text(parts[2]), System: site.MeasurementSystem(parts[3]),
		})
	}
	return r
}

func indexOf(language string, records ...*IndexRecord) *Index {
	x := NewIndexer(language)
	for _, r := range records {
		x.Set(r)
	}
	return x.Index()
}

// machines is a catalogue of presses and testers.
func machines() *Index {
	return indexOf("en",
		record("p-20", "bench", "B-1", "crimp",
			"Cross-section|0.05–1|mm²|METRIC", "Cross-section|30–18|AWG|IMPERIAL", "Crimp force|20|kN|METRIC",
			"Weight|60|kg|METRIC", "Material|steel"),
		record("p-40", "bench", "B-2", "crimp test",
			"Cross-section|0.5–6|mm²|METRIC", "Cross-section|20–10|AWG|IMPERIAL", "Crimp force|40|kN|METRIC",
			"Weight|120|kg|METRIC"),
		record("p-150", "floor", "B-1", "crimp",
			"Cross-section|10–120|mm²|METRIC", "Crimp force|150|kN|METRIC", "Weight|900|kg|METRIC"),
		record("t-1", "testers", "B-2", "test", "Test points|128", "Weight|12|kg|METRIC", "Cross-section|many|mm²"),
	)
}

func request(query string) ListRequest {
	return ListRequest{
		Classifications: []string{"bench", "floor", "testers"},
		Processes: map[string][]string{
			"crimping": {"crimping", "bench", "floor"}, "testing": {"testing", "testers"},
		},
		Selection: ParseSelection(query),
		System:    site.Metric,
		Locale:    site.Locale{LanguageCode: "en"},
	}
}

func slugs(products []*IndexedProduct) string {
	var all []string
	for _, p := range products {
		all = append(all, p.Slug)
	}
	return strings.Join(all, " ")
}

// Rules: CAT-22, CAT-50, CAT-51.
func TestIndex_List(t *testing.T) {
	for query, want := range map[string]string{
		"":                                  "p-20 p-40 p-150 t-1",
		"brand=B-1":                         "p-20 p-150",
		"process=crimping&brand=B-2":        "p-40",
		"fit.cross-section=0.5":             "p-20 p-40",
		"fit.cross-section=0,5":             "p-20 p-40",
		"fit.cross-section=0.5–6":           "p-40",
		"fit.cross-section=20":              "p-150",
		"fit.cross-section=thick":           "p-20 p-40 p-150 t-1",
		"fit.cross-section=500":             "",
		"min.weight=60":                     "p-20 p-40 p-150",
		"max.weight=60":                     "p-20 t-1",
		"min.weight=61&max.weight=899":      "p-40",
		"max.weight=60&fit.cross-section=1": "p-20",
		"min.unknown=5":                     "p-20 p-40 p-150 t-1",
		"sort=high.weight":                  "p-150 p-40 p-20 t-1",
		"sort=low.cross-section":            "p-20 p-40 p-150 t-1",
		"sort=name":                         "p-20 p-40 p-150 t-1",
		"page=2":                            "p-20 p-40 p-150 t-1",
		"min.weight=900&max.weight=60":      "p-20 p-40 p-150",
		"min.weight=1,2,3&max.weight=60":    "p-20 t-1",
		"fit.cross-section=AWG 20":          "p-20 p-40",
		"fit.cross-section=0.5mm2":          "p-20 p-40",
		"fit.cross-section=½":               "p-20 p-40",
		"fit.cross-section=0.5 kg":          "p-20 p-40 p-150 t-1",
		"max.weight=133 lb":                 "p-20 t-1",
		"min.crimp-force=.02e3":             "p-20 p-40 p-150",
	} {
		if got := slugs(machines().List(request(query)).Products); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
	imperial := request("fit.cross-section=20&units=imperial") // 0.52 mm², which the second press has as 20 AWG
	imperial.System = site.Imperial
	if got := slugs(machines().List(imperial).Products); got != "p-20 p-40" {
		t.Errorf("20 AWG: %q", got)
	}
	withCapability := request("")
	withCapability.CapabilityIDs = []string{"crimp", "test"}
	if got := slugs(machines().List(withCapability).Products); got != "p-40" {
		t.Errorf("two capabilities: %q", got)
	}
}

// Rules: CAT-42.
func TestIndex_List_Counts(t *testing.T) {
	found := machines().List(request("brand=B-1&fit.cross-section=0.5"))
	if found.Total != 1 || found.Listed != 4 {
		t.Errorf("%d of %d", found.Total, found.Listed)
	}
	for name, test := range map[string]struct{ got, want map[string]int }{
		"brands":       {found.Brands, map[string]int{"B-1": 1, "B-2": 1}},
		"processes":    {found.Processes, map[string]int{"crimping": 1, "testing": 0}},
		"capabilities": {found.Capabilities, map[string]int{"crimp": 1, "test": 0}},
	} {
		if !reflect.DeepEqual(test.got, test.want) {
			t.Errorf("%s: %v, want %v", name, test.got, test.want)
		}
	}
	var facets []string
	for _, f := range found.Figures {
		facets = append(facets, fmt.Sprintf("%s %s %s–%s: %d of %d",
			f.Slug, optional.OrEmpty(f.Unit), f.Lowest, f.Highest, f.Count, f.Of))
	}
	want := []string{
		"cross-section mm² 0.05–120: 1 of 2", "crimp-force kN 20–150: 1 of 1", "weight kg 12–900: 1 of 1",
	}
	if !slices.Equal(facets, want) {
		t.Errorf("figures: %q", facets)
	}
}

// A figure that only some products have, or that is the same for all, is no filter, unless the URL uses it.
//
// Rules: CAT-50.
func TestIndex_List_Figures(t *testing.T) {
	var records []*IndexRecord
	for n := range 10 {
		rows := []string{"Voltage|400|V", fmt.Sprintf("Weight|%d|kg|METRIC", n+1), "Tolerance|± 0.01|mm",
			"Size|1 × 2 × 3|mm", "Note|1,200|mm", "Odd|5|furlong"}
		if n < 2 {
			rows = append(rows, fmt.Sprintf("Rare|%d|mm", n+1))
		}
		records = append(records, record(fmt.Sprintf("m-%d", n), "bench", "", "", rows...))
	}
	index := indexOf("en", records...)
	names := func(query string) string {
		var all []string
		for _, f := range index.List(request(query)).Figures {
			all = append(all, f.Slug)
		}
		return strings.Join(all, " ")
	}
	for query, want := range map[string]string{
		"": "weight", "min.rare=1": "weight rare", "sort=low.voltage": "voltage weight", "min.odd=1": "weight",
		"min.tolerance=0": "weight",
	} {
		if got := names(query); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}

// wires is a catalogue whose technical data begins with other figures than those of a task.
func wires() *Index {
	return indexOf("en",
		record("press", "bench", "", "", "Crimp force|20|kN|METRIC", "Output|600|pcs/h",
			"Cross-section|0.5–16|mm²|METRIC"),
		record("wide", "bench", "", "", "Crimp force|30|kN|METRIC", "Output|4000|pcs/h",
			"Cross-section|0.05–120|mm²|METRIC"),
		record("narrow", "bench", "", "", "Crimp force|40|kN|METRIC", "Output|5000|pcs/h",
			"Cross-section|0.13–6|mm²|METRIC"),
	)
}

// The cross-section and the output are the first filters, whatever their place in the technical data.
//
// Rules: CAT-59.
func TestIndex_List_Order(t *testing.T) {
	var all []string
	for _, f := range wires().List(request("")).Figures {
		all = append(all, f.Slug+" "+optional.OrEmpty(f.FinderParameter()))
	}
	if want := []string{"cross-section wire", "output output", "crimp-force "}; !slices.Equal(all, want) {
		t.Errorf("%q, want %q", all, want)
	}
}

// With a cross-section, the recommended order begins with the machines whose range fits it best.
//
// Rules: CAT-60.
func TestIndex_List_Fit(t *testing.T) {
	for query, want := range map[string]string{
		"":                                       "press wide narrow",
		"fit.cross-section=0.5":                  "narrow wide press", // at the limit of the press
		"fit.cross-section=5":                    "press wide narrow", // close to the limit of narrow
		"fit.cross-section=0.5–1":                "narrow wide press",
		"fit.cross-section=0.5&sort=name":        "narrow press wide",
		"fit.cross-section=0.5&sort=low.output":  "press wide narrow",
		"fit.cross-section=much":                 "press wide narrow",
		"fit.cross-section=0.5&min.output=4,500": "narrow",
		"fit.cross-section=1e-9":                 "",
	} {
		if got := slugs(wires().List(request(query)).Products); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}

// Rules: CAT-61.
func TestIndex_WithTask(t *testing.T) {
	for query, want := range map[string]string{
		"":                      "",
		"wire=0.5&output=4000":  "?fit.cross-section=0.5&min.output=4000",
		"wire=+&output=x":       "?min.output=x",
		"wire=AWG+20&brand=B-1": "?brand=B-1&fit.cross-section=AWG+20",
		"wire=1&fit.cross-section=2&output=" + strings.Repeat("9", 300): "?fit.cross-section=2",
	} {
		if got := wires().WithTask(ParseSelection(query)).Query(); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
	if got := indexOf("en").WithTask(ParseSelection("wire=1")).Query(); got != "" {
		t.Errorf("without figures: %q", got)
	}
}

// Rules: CAT-61.
func TestIndex_FinderFiguresOfBrand(t *testing.T) {
	wire, output := "Cross-section|0.5–16|mm²|METRIC", "Output|600|pcs/h"
	index := indexOf("en",
		record("alpha", "crimping", "komax", "", wire, output), record("report", "software", "komax", ""),
		record("gauges", "feeding", "of the US", "", "Wire gauge|20–10|AWG"),
		record("dereeler", "feeding", "wustec", "", wire), record("tester", "testing", "cirris", "", "Points|128"),
		record("press", "crimping", "hosver", "", wire, output, "Output at most|900|pcs/h"),
		record("a10", "applicators", "hosver", "", wire),
		record("a20", "applicators", "hosver", "", wire), record("a30", "applicators", "hosver", "", wire),
		record("a40", "applicators", "hosver", "", wire), record("a50", "applicators", "hosver", "", wire),
	)
	for brand, want := range map[string][]FinderFigure{
		"komax": {FinderCrossSection, FinderOutput}, "wustec": {FinderCrossSection}, "cirris": {},
		"hosver": {FinderCrossSection}, "without products": {},
		"of the US": {FinderCrossSection},
	} {
		if got := index.FinderFiguresOfBrand(brand); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", brand, got, want)
		}
	}
}

// Rules: CAT-54.
func TestIndex_List_Choices(t *testing.T) {
	var records []*IndexRecord
	for n, mode := range []string{"Bench", "Automatic", "Bench", ""} {
		rows := []string{fmt.Sprintf("Serial|text %d", n), "Maker|Komax"}
		if mode != "" {
			rows = append(rows, "Operating mode|"+mode)
		}
		records = append(records, record(fmt.Sprintf("m-%d", n), "bench", fmt.Sprintf("B-%d", n%2), "", rows...))
	}
	index := indexOf("en", records...)
	for query, want := range map[string]string{
		"": "m-0 m-1 m-2 m-3", "is.operating-mode=bench": "m-0 m-2", "is.operating-mode=unknown": "",
		"is.operating-mode=bench&is.operating-mode=automatic": "m-0 m-1 m-2", "is.colour=red": "m-0 m-1 m-2 m-3",
		"is.maker=komax": "m-0 m-1 m-2 m-3",
	} {
		if got := slugs(index.List(request(query)).Products); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
	found := index.List(request("brand=B-0&is.operating-mode=automatic"))
	if len(found.Choices) != 2 || found.Choices[1].Parameter() != "is.operating-mode" {
		t.Fatalf("%+v", found.Choices)
	}
	var options []string
	for _, o := range found.Choices[1].Options {
		options = append(options, fmt.Sprintf("%s %d %t", o.Label, o.Count, o.Selected))
	}
	if !slices.Equal(options, []string{"Automatic 0 true", "Bench 2 false"}) {
		t.Errorf("options: %q", options)
	}
	german := indexOf("de",
		record("m-0", "bench", "", "", "Serie|Text 0", "Hersteller|Komax", "Betriebsart|Tischgerät"),
	)
	s := german.Translated(
		ParseSelection("is.operating-mode=bench&is.other=1"), func(yield func(*Index) bool) { yield(index) },
	)
	if got := s.Query(); got != "?is.betriebsart=tischgerat" {
		t.Error(got)
	}
}

// The values of cards and tables are those of the technical data; the variants of a product widen its range.
//
// Rules: CAT-52.
func TestIndex_Values(t *testing.T) {
	varied := record("v", "bench", "", "", "Output|3600|pcs/h", "Weight|100|kg|METRIC")
	varied.Variants = []*Variant{{ID: "v-1", Own: []Specification{
		{Name: "Output", Value: "2600", Unit: optional.Text("pcs/h")},
	}}}
	index := indexOf("en", varied, record("w", "bench", "", "", "Output|600|pcs/h", "Weight|20.5|kg|METRIC"))
	r := request("min.output=1600")
	found := index.List(r)
	values := index.Values(index.Product("v"), found.Figures, r)
	if v := values[0]; v.Text != "2,600–3,600" || v.Start < 0.66 || v.Start > 0.67 || v.End != 1 || len(v.Marks) != 1 ||
		v.Marks[0] < 0.33 || v.Marks[0] > 0.34 {
		t.Errorf("output: %+v", v)
	}
	r.System = site.Imperial
	found = index.List(r)
	if v := index.Values(index.Product("w"), found.Figures, r)[1]; v.Text != "45.2" || v.Start != 0 {
		t.Errorf("weight in pounds: %+v", v)
	}
	if got := *found.Figures[1].Unit; got != "lb" {
		t.Errorf("unit %q", got)
	}
}

// A number is read as readers of the language of the page write it; links have it in a form of all languages.
//
// Rules: CAT-39, CAT-51.
func TestIndex_List_Typed(t *testing.T) {
	index := indexOf("en",
		record("slow", "bench", "", "", "Output|1200|pcs/h"), record("fast", "bench", "", "", "Output|7200|pcs/h"),
	)
	for _, test := range []struct{ language, typed, found, asked, plain string }{
		{"es", "7.200", "fast", "7200 uds/h", "?min.output=7200"},
		{"pt", "7.200", "fast", "7.200 pçs/h", "?min.output=7200"},
		{"ro", "7.200", "fast", "7.200 buc/h", "?min.output=7200"},
		{"de", "7.200", "fast", "7’200 Stück/h", "?min.output=7200"},
		{"de", "7’200", "fast", "7’200 Stück/h", "?min.output=7200"},
		{"en", "7,200", "fast", "7,200 pcs/h", "?min.output=7200"},
		{"ja", "7,200", "fast", "7,200 個/h", "?min.output=7200"},
		{"zh", "7,200 pcs/h", "fast", "7,200 件/h", "?min.output=7200"},
		{"fr", "7\u202f200", "fast", "7\u202f200 pcs/h", "?min.output=7200"},
		{"cs", "7\u00a0200", "fast", "7\u202f200 ks/h", "?min.output=7200"},
		{"sk", "7 200", "fast", "7\u202f200 ks/h", "?min.output=7200"},
		{"hu", "7 200", "fast", "7200 db/h", "?min.output=7200"},
		{"en", "7.200", "slow fast", "7.200 pcs/h", "?min.output=7.2000"},
		{"en", "fast", "slow fast", "", "?min.output=fast"},
	} {
		r := request("min.output=" + url.QueryEscape(test.typed))
		r.Locale = site.Locale{LanguageCode: test.language}
		found := index.List(r)
		f := found.Figures[0]
		asked := ""
		if _, low, _ := f.Asked(); low.Kind != quantity.Text {
			asked = low.Format(r.Locale) + " " + *f.Unit
		}
		if got := slugs(found.Products); got != test.found {
			t.Errorf("%s %q: %q, want %q", test.language, test.typed, got, test.found)
		}
		if asked != test.asked {
			t.Errorf("%s %q: at least %q, want %q", test.language, test.typed, asked, test.asked)
		}
		if got := found.Plain(r.Selection).Query(); got != test.plain {
			t.Errorf("%s %q: links have %q, want %q", test.language, test.typed, got, test.plain)
		}
		isInvalid := test.asked == ""
		if invalid := f.InvalidParameters; f.Min() != test.typed || (len(invalid) > 0) != isInvalid {
			t.Errorf("%s %q: the field has %q, %q cannot be read", test.language, test.typed, f.Min(), invalid)
		}
	}
}

// Reversed limits are swapped, and each value that cannot be read is reported.
//
// Rules: CAT-51.
func TestIndex_List_Limits(t *testing.T) {
	found := machines().List(request("min.weight=900&max.weight=60&min.crimp-force=x&max.crimp-force=y"))
	weight := found.Figures[2]
	if weight.Min() != "60" || weight.Max() != "900" || len(weight.InvalidParameters) != 0 {
		t.Errorf("%+v", weight)
	}
	force := found.Figures[1]
	if !force.IsInvalid() || !slices.Equal(force.InvalidParameters, []string{"min.crimp-force", "max.crimp-force"}) {
		t.Errorf("%+v", force)
	}
	half := machines().List(request("min.weight=x&max.weight=60")).Figures[2]
	if half.IsInvalid() || !slices.Equal(half.InvalidParameters, []string{"min.weight"}) {
		t.Errorf("%+v", half)
	}
}

// A difference of temperatures is converted as such wherever technical data are written, and is no figure of filters.
//
// Rules: CAT-40, CAT-41, CAT-50.
func TestSpecifications_Differences(t *testing.T) {
	l := site.Locale{LanguageCode: "en"}
	celsius, metre := "°C", "μm" // the Greek letter
	rows := []Specification{
		{Name: "Accuracy", Value: "± 0.5", Unit: &celsius, System: site.Metric},
		{Name: "Rise", Value: "Δ 10", Unit: &celsius, System: site.Metric},
		{Name: "Operation", Value: "5–35", Unit: &celsius, System: site.Metric},
		{Name: "Layer", Value: "20", Unit: &metre, System: site.Metric},
		{Name: "Mains", Value: "50", Unit: optional.Text("Hz"), System: site.Metric},
		{Name: "Swivel", Value: "± 90", Unit: optional.Text("°"), System: site.Metric},
	}
	want := "Accuracy ±\u202f0.9 °F; Rise Δ\u202f18 °F; Operation 41–95 °F; Layer 0.000787 in; Mains 50 Hz; " +
		"Swivel ±\u202f90 °"
	written := func(rows []Specification) string {
		var texts []string
		for _, s := range rows {
			texts = append(texts, s.Name+" "+s.Value+" "+optional.OrEmpty(s.Unit))
		}
		return strings.Join(texts, "; ")
	}
	if got := written(Specifications(site.Imperial, l, rows)); got != want {
		t.Errorf("technical data: %q, want %q", got, want)
	}
	if got := written(KeyFigures(site.Imperial, l, rows)); !strings.HasPrefix(want, got) || got == "" {
		t.Errorf("key figures: %q", got)
	}
	index := indexOf("en", &IndexRecord{
		Product: &Product{Slug: "a", ClassificationSlug: "bench"}, Specifications: rows,
	})
	if index.HasFigure("accuracy") || index.HasFigure("rise") || !index.HasFigure("operation") {
		t.Error("a difference is a figure of filters")
	}
}

func TestPlainQuery(t *testing.T) {
	for _, test := range []struct{ language, query, want string }{
		{"es", "min.output=1.200&sort=name", "min.output=1200&sort=name"},
		{"en", "min.output=1.200", "min.output=1.2000"},
		{"de", "fit.querschnitt=0,5", "fit.querschnitt=0.5"},
		{"es", "page=1.200&min.output=thick&is.min.x=1.200", "page=1.200&min.output=thick&is.min.x=1.200"},
		{"es", "%zz&min.output=1.200", "%zz&min.output=1.200"},
	} {
		if got := PlainQuery(test.query, site.Locale{LanguageCode: test.language}); got != test.want {
			t.Errorf("%s %q: %q, want %q", test.language, test.query, got, test.want)
		}
	}
}

// Rules: CAT-51.
func TestIndex_InSystem(t *testing.T) {
	s := machines().InSystem(
		ParseSelection("fit.cross-section=0.5&min.weight=60&max.weight=heavy&brand=B-1&min.none=4&page=3"),
		site.Metric, site.Imperial,
	)
	if got := s.Query(); got != "?brand=B-1&fit.cross-section=20&min.weight=132&units=imperial" {
		t.Error(got)
	}
	if got := machines().InSystem(s, site.Imperial, site.Metric).Query(); got !=
		"?brand=B-1&fit.cross-section=0.518&min.weight=59.9&units=metric" {
		t.Error(got)
	}
}

// The slug of a figure is translated by the row of a product that both languages have.
//
// Rules: CAT-51.
func TestIndex_Translated(t *testing.T) {
	german := indexOf("de",
		record("p-20", "bench", "", "", "Querschnitt|0.05–1|mm²|METRIC", "Querschnitt|30–18|AWG|IMPERIAL",
			"Crimpkraft|20|kN|METRIC"),
	)
	english := func(yield func(*Index) bool) { yield(machines()) }
	s := german.Translated(
		ParseSelection("fit.cross-section=0.5&min.crimp-force=10&min.nothing=1&sort=high.crimp-force"), english,
	)
	want := "?fit.querschnitt=0.5&min.crimpkraft=10&sort=high.crimpkraft"
	if got := s.Query(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	same := ParseSelection("fit.querschnitt=0.5")
	if got := german.Translated(same, func(func(*Index) bool) { t.Error("another index was read") }); got.Query() !=
		same.Query() {
		t.Error(got.Query())
	}
}

func TestIndexer(t *testing.T) {
	x := NewIndexer("en")
	for _, slug := range []string{"a", "b", "c"} {
		x.Set(record(slug, "bench", "", "", "Weight|1|kg|METRIC"))
	}
	before := x.Index()
	x.Set(record("b", "bench", "", "", "Weight|2|kg|METRIC"))
	x.Set(record("d", "bench", "", "", "Height|3|mm|METRIC"))
	after := x.Index()
	if slugs(before.Products()) != "a b c" || slugs(after.Products()) != "a b c d" || x.Len() != 4 {
		t.Errorf("%s, %s", slugs(before.Products()), slugs(after.Products()))
	}
	if got := slices.Collect(after.Specifications(after.Product("b")))[0].Value; got != "2" {
		t.Errorf("value %q", got)
	}
	if before.HasFigure("height") || !after.HasFigure("height") {
		t.Error("an index has changed")
	}
	if x.Has("e") || !x.Has("d") || len(after.OfClassification("bench")) != 4 {
		t.Error("the products are wrong")
	}
}

// FuzzIndex_List checks that no selection and no value fails, and that a page has at most PageSize products.
func FuzzIndex_List(f *testing.F) {
	f.Add("fit.weight=5&sort=low.weight", "1–5", "kg")
	f.Add("min.weight=-1&max.weight=1/0", "4/0", "AWG")
	f.Add("fit.weight=…&units=imperial&view=table", "± 3", "°C")
	f.Fuzz(func(t *testing.T, query, value, unit string) {
		index := indexOf("en",
			record("a", "bench", "B", "c", "Weight|5|kg|METRIC"),
			&IndexRecord{
				Product:        &Product{Slug: "b", ClassificationSlug: "bench"},
				Specifications: []Specification{{Name: "Weight", Value: value, Unit: optional.Text(unit)}},
			},
		)
		for _, system := range []site.MeasurementSystem{site.Metric, site.Imperial} {
			r := request(query)
			r.System = system
			found := index.List(r)
			if len(found.Products) > PageSize || found.Total > found.Listed {
				t.Fatalf("%d of %d of %d", len(found.Products), found.Total, found.Listed)
			}
			for _, p := range found.Products {
				for _, v := range index.Values(p, found.Figures, r) {
					if v != nil && !(v.Start >= 0 && v.Start <= v.End && v.End <= 1) {
						t.Fatalf("a value from %v to %v", v.Start, v.End)
					}
				}
			}
			index.InSystem(r.Selection, system, system.Other())
		}
	})
}
