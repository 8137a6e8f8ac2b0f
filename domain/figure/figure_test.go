package figure

import (
	"slices"
	"strings"
	"testing"

	"strand/domain/catalog"
	"strand/domain/optional"
	"strand/domain/site"
)

func row(name, value, unit string) catalog.Specification {
	return catalog.Specification{Name: name, Value: value, Unit: optional.Text(unit)}
}

var sample = Figures{
	Facts: []*site.Fact{
		{Key: "service-countries", Value: "15"},
		{Key: "employees", Value: "3336"},
		{Key: "founded", Value: "1952", IsText: true},
		{Key: "revenue", Value: "612.4", Unit: "CHF million"},
		{Key: "signs", Value: "<b>A & B</b>", IsText: true},
		{Key: "story", Value: strings.Repeat("long ", 30), IsText: true},
	},
	Products: map[string]*catalog.DetailedProduct{
		"alpha-530": {Detail: &catalog.Detail{Specifications: []catalog.Specification{
			row("Weight", "1610", "kg"), row("Wire length", "30–65000", "mm"), row("Drive", "servo", ""),
			{Name: "Cross-section", Value: "0.13–4", Unit: optional.Text("mm²"), System: site.Metric},
			{Name: "Cross-section", Value: "26–12", Unit: optional.Text("AWG"), System: site.Imperial},
		}}},
		"gone": nil,
		"h-150": {Detail: &catalog.Detail{Specifications: []catalog.Specification{
			{Name: "Cross-section", Value: "10–240", Unit: optional.Text("mm²"), System: site.Metric},
			{Name: "Cross-section", Value: "8 AWG – 500 kcmil", System: site.Imperial},
		}}},
	},
}

func lookup(language string, system site.MeasurementSystem) Lookup {
	return func(ref Reference) (string, bool) { return sample.Value(ref, language, system) }
}

// Rules: PAGE-33, PAGE-34.
func TestText(t *testing.T) {
	for name, test := range map[string]struct{ text, metric, imperial string }{
		"a fact":              {"in {{fact:service-countries}} countries", "in 15 countries", ""},
		"a fact with a unit":  {"{{fact:revenue}}", "612.4\u00a0CHF million", ""},
		"a year":              {"since {{fact:founded}}", "since 1952", ""},
		"groups of digits":    {"{{fact:employees}} people", "3,336 people", ""},
		"a row":               {"{{product:alpha-530.weight}}.", "1,610\u00a0kg.", "3,550\u00a0lb."},
		"a range":             {"{{product:alpha-530.cross-section}}", "0.13–\u20604\u00a0mm²", "26–\u206012\u00a0AWG"},
		"its upper limit":     {"to {{product:alpha-530.cross-section.max}}", "to 4\u00a0mm²", "to 12\u00a0AWG"},
		"its lower limit":     {"{{product:alpha-530.wire-length.min}}", "30\u00a0mm", "1.18\u00a0in"},
		"the limit of one":    {"{{product:alpha-530.weight.max}}", "1,610\u00a0kg", "3,550\u00a0lb"},
		"a value alone":       {"{{product:alpha-530.weight.value}}", "1,610", "3,550"},
		"a unit alone":        {"{{product:alpha-530.cross-section.max.unit}}", "mm²", "AWG"},
		"a text in a system":  {"{{product:h-150.cross-section}}", "10–\u2060240\u00a0mm²", "8 AWG – 500 kcmil"},
		"without a limit":     {"{{product:h-150.cross-section.max}}", "240\u00a0mm²", ""},
		"no unit":             {"A. B {{product:alpha-530.drive.unit}}.", "A.", ""},
		"two parts":           {"A. B {{product:alpha-530.weight.value.max}}.", "A.", ""},
		"a text":              {"{{product:alpha-530.drive}}", "servo", ""},
		"spaces":              {"{{ fact : service-countries }}", "15", ""},
		"two references":      {"{{fact:founded}}, {{fact:service-countries}}", "1952, 15", ""},
		"the name of a link":  {"{{name}} in detail", "{{name}} in detail", ""},
		"no reference":        {"{{ 5 }} {fact:x} {{", "{{ 5 }} {fact:x} {{", ""},
		"an unused fallback":  {"{{fact:service-countries|some}}", "15", ""},
		"a used fallback":     {"{{fact:gone|34}} countries", "34 countries", ""},
		"a product's":         {"{{product:gone.weight| light }}", "light", ""},
		"a lost sentence":     {"We help. In {{fact:gone}} countries. Ask us.", "We help. Ask us.", ""},
		"the last sentence":   {"We help. In {{fact:gone}} countries!", "We help.", ""},
		"an abbreviation":     {"We help. It is approx. {{fact:gone}} kg. Ask us.", "We help. Ask us.", ""},
		"Japanese":            {"助けます。{{fact:gone}}か国。聞いて。", "助けます。聞いて。", ""},
		"lines":               {"One {{fact:gone}}\nTwo", "Two", ""},
		"only one sentence":   {"{{fact:gone}} service points", "service points", ""},
		"nothing else":        {"{{fact:gone}}", "", ""},
		"an unknown product":  {"A. B {{product:other.weight}}.", "A.", ""},
		"an unknown row":      {"A. B {{product:alpha-530.height}}.", "A.", ""},
		"the limit of a text": {"A. B {{product:alpha-530.drive.max}}.", "A.", ""},
		"an unknown limit":    {"A. B {{product:alpha-530.weight.most}}.", "A.", ""},
		"a product alone":     {"A. B {{product:alpha-530}}.", "A.", ""},
		"no key":              {"A. B {{fact:}}.", "A.", ""},
		"not closed":          {"A. B {{fact:service-countries.", "A.", ""},
		"a reference formed":  {"{{{fact:gone}}{fact:gone", "fact:gone", ""},
		"too long a value":    {"A. B {{fact:story}}.", "A.", ""},
		"too long a name":     {"A. B {{fact:" + strings.Repeat("x", 400) + "}}.", "A.", ""},
	} {
		for system, want := range map[site.MeasurementSystem]string{
			site.Metric: test.metric, site.Imperial: test.imperial,
		} {
			if want == "" && system == site.Imperial {
				want = test.metric
			}
			if got, _ := Text(test.text, lookup("en", system)); got != want {
				t.Errorf("%s, %s: %q, want %q", name, system, got, want)
			}
		}
	}
	if got, _ := Text("{{fact:employees}}", lookup("de", site.Metric)); got != "3’336" {
		t.Errorf("in German: %q", got)
	}
	got, _ := Text("{{product:alpha-530.cross-section}}", lookup("fr", site.Metric))
	if got != "0,13–\u20604\u00a0mm²" {
		t.Errorf("in French: %q", got)
	}
}

// Rules: PAGE-33, PAGE-34.
func TestHTML(t *testing.T) {
	for name, test := range map[string]struct{ source, want string }{
		"a fact":           {"<p>in {{fact:service-countries}} countries</p>", "<p>in 15 countries</p>"},
		"an escaped value": {"<p>{{fact:signs}}</p>", "<p>&lt;b&gt;A &amp; B&lt;/b&gt;</p>"},
		"in an attribute":  {`<a title="{{fact:signs}}">x</a>`, `<a title="&lt;b&gt;A &amp; B&lt;/b&gt;">x</a>`},
		"a fallback":       {"<p>{{fact:gone|34}}</p>", "<p>34</p>"},
		"a paragraph":      {"<p>One.</p><p>In <b>{{fact:gone}}</b> lands.</p><p>Two.</p>", "<p>One.</p><p>Two.</p>"},
		"a list item": {
			"<ul><li>A<ul><li>B {{fact:gone}}</li><li>C</li></ul></li></ul>", "<ul><li>A<ul><li>C</li></ul></li></ul>",
		},
		"in no block":      {"One. In {{fact:gone}} lands.", "One."},
		"markup in it":     {"<p>A</p><p>{{fact:<b>x</b>}}</p>", "<p>A</p>"},
		"not closed":       {"<p>A {{fact:gone}}", "<p>A "},
		"a null character": {"<p>A\x00 {{fact:founded}}</p>", "<p>A 1952</p>"},
	} {
		if got, _ := HTML(test.source, lookup("en", site.Metric)); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// Rules: PAGE-34, REPO-13.
func TestText_Dangling(t *testing.T) {
	text := "{{fact:gone|5}} {{fact:founded}} {{fact:gone}} {{product:alpha-530}} {{fact:"
	want := []string{"fact:gone|5", "fact:gone", "product:alpha-530", "fact:"}
	if _, got := Text(text, lookup("en", site.Metric)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A hostile text neither grows without bounds nor shows its references.
//
// Rules: PAGE-34.
func TestText_Bounds(t *testing.T) {
	text := strings.Repeat("{{fact:founded}} ", 10_000)
	got, dangling := Text(text, lookup("en", site.Metric))
	if strings.Contains(got, "{{") || len(got) > len(text) || len(dangling) != 1 {
		t.Errorf("%d bytes, %d dangling", len(got), len(dangling))
	}
	if n := len(References(text)); n != 1 {
		t.Errorf("%d references", n)
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{
		"in {{fact:founded}}", "{{product:alpha-530.weight|1 t}}.", "<p>A {{fact:gone}}</p>", "{{fact:{{fact:x}}}}",
		"<li>{{product:a.b.c}}<p>", "{{{fact:x}}}", "A. B \x00{{fact:gone}}",
		"{\x00{fact:", "{{{fact:a}}{fact:b", "{ {{fact:a}}{fact:b", "<p>{{{fact:a}}{fact:b",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		References(text)
		for name, replace := range map[string]func(string, Lookup) (string, []string){"text": Text, "HTML": HTML} {
			got, _ := replace(text, lookup("en", site.Metric))
			if tokenPattern.MatchString(got) {
				t.Errorf("%s shows a reference: %q", name, got)
			}
			if strings.Contains(got, missing) && !strings.Contains(text, missing) {
				t.Errorf("%s contains a mark: %q", name, got)
			}
		}
	})
}
