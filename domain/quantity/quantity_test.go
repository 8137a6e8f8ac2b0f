package quantity

import (
	"math"
	"testing"

	"strand/domain/site"
)

var english, german, french = locale("en"), locale("de"), locale("fr")

func locale(language string) site.Locale { return site.Locale{LanguageCode: language} }

func TestParse(t *testing.T) {
	for name, test := range map[string]struct {
		value, unit string
		kind        Kind
		low, high   float64
		formatted   string
	}{
		"a number":               {"3200", "pcs/h", Number, 3200, 3200, "3,200"},
		"groups of digits":       {"1 000 000", "", Number, 1e6, 1e6, "1,000,000"},
		"apostrophes":            {"3'336", "mm", Number, 3336, 3336, "3,336"},
		"decimals":               {"0.50", "mm", Number, 0.5, 0.5, "0.50"},
		"a decimal comma":        {"0,125", "mm", Number, 0.125, 0.125, "0.125"},
		"a limit":                {"≤ 70", "dB(A)", Number, 70, 70, "≤\u202f70"},
		"a negative number":      {"-20", "", Number, -20, -20, "−20"},
		"a range":                {"0.13–4", "mm²", Range, 0.13, 4, "0.13–4"},
		"a range with a hyphen":  {"0.13 - 4", "mm²", Range, 0.13, 4, "0.13–4"},
		"a range in words":       {"30 to 65000", "mm", Range, 30, 65000, "30–65,000"},
		"a negative range":       {"-20–40", "", Range, -20, 40, "−20 … 40"},
		"a range of equals":      {"5–5", "mm", Range, 5, 5, "5–5"},
		"a tolerance":            {"+/- 0.01", "mm", Tolerance, 0.01, 0.01, "±\u202f0.01"},
		"alternatives":           {"30 / 40", "mm", Choice, 30, 40, "30 / 40"},
		"a range of gauges":      {"26–12", "AWG", Range, 0.1288, 3.309, "26–12"},
		"gauges thicker than 1":  {"10–4/0", "AWG", Range, 5.26, 107.2, "10–4/0"},
		"another unit of length": {"65", "m", Number, 65000, 65000, "65"},
	} {
		q := Parse(test.value, test.unit)
		low, high, ok := q.Limits()
		if q.Kind != test.kind || !ok || !isNear(low, test.low) || !isNear(high, test.high) {
			t.Errorf("%s: kind %d, %v to %v, %v; want %+v", name, q.Kind, low, high, ok, test)
		}
		if got := q.Format(english); got != test.formatted {
			t.Errorf("%s: %q, want %q", name, got, test.formatted)
		}
	}
}

func isNear(got, want float64) bool { return math.Abs(got-want) <= 0.005*math.Abs(want) }

// A value that is not clearly a number is shown as it is, and takes part in no comparison.
func TestParse_Texts(t *testing.T) {
	for name, test := range map[string]struct{ value, unit string }{
		"nothing":                 {"", "mm"},
		"words":                   {"see data sheet", "mm²"},
		"a formula":               {"± (1 + 0.002 × L)", "mm"},
		"a reversed range":        {"4–0.13", "mm²"},
		"reversed gauges":         {"12–26", "AWG"},
		"three limits":            {"1–2–3", "mm"},
		"thousands or decimals":   {"1,200", "mm"},
		"groups of wrong size":    {"1 00 000", "mm"},
		"a number with letters":   {"12a", "mm"},
		"two decimal points":      {"1.2.3", "mm"},
		"more digits than exact":  {"1234567890123456", "mm"},
		"an infinite number":      {"Inf", "mm"},
		"a hexadecimal number":    {"0x10", "kg"},
		"many numbers":            {"1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 9", "mm"},
		"a gauge that is none":    {"0/0", "AWG"},
		"a gauge of another unit": {"2/0", "mm"},
		"a negative tolerance":    {"± -1", "mm"},
		"a huge value":            {string(make([]byte, 10_000)), "mm"},
	} {
		q := Parse(test.value, test.unit)
		if _, _, ok := q.Limits(); q.Kind != Text || ok || q.Format(german) != q.text {
			t.Errorf("%s: %+v", name, q)
		}
		if _, ok := q.In(site.Imperial); ok {
			t.Errorf("%s is converted", name)
		}
	}
	if _, _, ok := Parse("3", "furlong").Limits(); ok {
		t.Error("a value of an unknown unit has limits")
	}
	if _, ok := Parse("3", "furlong").In(site.Imperial); ok {
		t.Error("a value of an unknown unit is converted")
	}
}

func TestFormat(t *testing.T) {
	for name, test := range map[string]struct{ value, german, french string }{
		"thousands": {"1 250 000", "1’250’000", "1\u202f250\u202f000"},
		"decimals":  {"0.13–4.5", "0.13–4.5", "0,13–4,5"},
		"axes": {
			"5830 x 1350 x 1975",
			"5’830\u202f×\u202f1’350\u202f×\u202f1’975",
			"5\u202f830\u202f×\u202f1\u202f350\u202f×\u202f1\u202f975",
		},
	} {
		q := Parse(test.value, "mm")
		if got := q.Format(german); got != test.german {
			t.Errorf("%s in German: %q, want %q", name, got, test.german)
		}
		if got := q.Format(french); got != test.french {
			t.Errorf("%s in French: %q, want %q", name, got, test.french)
		}
	}
}

func TestIn(t *testing.T) {
	for name, test := range map[string]struct {
		value, unit string
		system      site.MeasurementSystem
		want        string
	}{
		"length":             {"30", "mm", site.Imperial, "1.18 in"},
		"a precise length":   {"5830", "mm", site.Imperial, "230 in"},
		"a tolerance":        {"± 0.01", "mm", site.Imperial, "±\u202f0.0004 in"},
		"metres":             {"65", "m", site.Imperial, "213 ft"},
		"axes":               {"100 × 60 × 160", "mm", site.Imperial, "3.94\u202f×\u202f2.36\u202f×\u202f6.3 in"},
		"weight":             {"1610", "kg", site.Imperial, "3,550 lb"},
		"force":              {"20", "kN", site.Imperial, "4,500 lbf"},
		"pressure":           {"5–6", "bar", site.Imperial, "73–87 psi"},
		"cross-sections":     {"0.13–4", "mm²", site.Imperial, "26–12 AWG"},
		"thick conductors":   {"16–107", "mm²", site.Imperial, "6–4/0 AWG"},
		"gauges":             {"26–12", "AWG", site.Metric, "0.13–3.3 mm²"},
		"feet":               {"10", "ft", site.Metric, "3.05 m"},
		"of both systems":    {"3200", "pcs/h", site.Imperial, "3,200 pcs/h"},
		"already metric":     {"30", "mm", site.Metric, "30 mm"},
		"nothing":            {"0", "mm", site.Imperial, "0 in"},
		"a limit":            {"≤ 10", "kg", site.Imperial, "≤\u202f22 lb"},
		"a negative limit":   {"-10–10", "mm", site.Imperial, "−0.394 … 0.394 in"},
		"temperatures":       {"15–35", "°C", site.Imperial, "59–95 °F"},
		"frost":              {"14", "°F", site.Metric, "−10 °C"},
		"the smallest decim": {"0.004", "mm", site.Imperial, "0.00016 in"},
	} {
		q, ok := Parse(test.value, test.unit).In(test.system)
		if got := q.Format(english) + " " + q.Unit; !ok || got != test.want {
			t.Errorf("%s: %q, %v; want %q", name, got, ok, test.want)
		}
	}
	// No conductor is made in these gauges.
	for _, value := range []string{"240", "0.001", "0–4"} {
		if q, ok := Parse(value, "mm²").In(site.Imperial); ok {
			t.Errorf("%s mm² is converted to %s", value, q.Format(english))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, value := range []string{"0.13–4", "± 0.01", "1 000 000", "2/0", "100 × 60 × 160", "≤ 70", "1e309", "–"} {
		f.Add(value, "mm²")
		f.Add(value, "AWG")
	}
	f.Fuzz(func(t *testing.T, value, unit string) {
		q := Parse(value, unit)
		_ = q.Format(german)
		low, high, ok := q.Limits()
		if ok && (math.IsNaN(low) || math.IsInf(high, 0) || low > high) {
			t.Errorf("%q %q: %v to %v", value, unit, low, high)
		}
		for _, system := range []site.MeasurementSystem{site.Metric, site.Imperial} {
			if converted, ok := q.In(system); ok && System(converted.Unit) != "" && System(converted.Unit) != system {
				t.Errorf("%q %q in %s: %+v", value, unit, system, converted)
			}
		}
	})
}
