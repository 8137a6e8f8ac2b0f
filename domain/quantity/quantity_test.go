package quantity

import (
	"math"
	"strings"
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
		"hyphens and a minus":    {"-40 - 85", "°C", Range, -40, 85, "−40 … 85"},
		"no spaces, a minus":     {"-40-85", "°C", Range, -40, 85, "−40 … 85"},
		"two minus signs":        {"-40--20", "°C", Range, -40, -20, "−40 … −20"},
		"groups with a hyphen":   {"1'000 - 2'000", "mm", Range, 1000, 2000, "1,000–2,000"},
		"a wave":                 {"0.5～6", "mm", Range, 0.5, 6, "0.5–6"},
		"a limit in ASCII":       {"<= 70", "dB(A)", Number, 70, 70, "≤\u202f70"},
		"another limit sign":     {"≧5", "mm", Number, 5, 5, "≥\u202f5"},
		"full-width digits":      {"１２．５", "mm", Number, 12.5, 12.5, "12.5"},
		"a fraction of an inch":  {"1/2", "in", Number, 12.7, 12.7, "1/2"},
		"a mixed fraction":       {"1 1/2", "in", Number, 38.1, 38.1, "1 1/2"},
		"a vulgar fraction":      {"1½", "in", Number, 38.1, 38.1, "1 1/2"},
		"one after a space":      {"1 ½", "in", Number, 38.1, 38.1, "1 1/2"},
		"one after a fixed one":  {"2\u202f¾", "in", Number, 69.85, 69.85, "2 3/4"},
		"one after a hyphen":     {"3-⅛", "in", Number, 79.375, 79.375, "3 1/8"},
		"a range of fractions":   {"½-¾", "in", Range, 12.7, 19.05, "1/2–3/4"},
		"fractions of an inch":   {"1/4 - 1/2", "in", Range, 6.35, 12.7, "1/4–1/2"},
		"a difference":           {"Δ 5", "°C", Difference, 5, 5, "Δ\u202f5"},
		"with a tolerance":       {"23 ± 2", "°C", Toleranced, 21, 25, "23\u202f±\u202f2"},
		"a tolerance of degrees": {"±1.8", "°F", Tolerance, 1, 1, "±\u202f1.8"},
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
		"a power of ten":          {"10³", "mm"},
		"voltages with a slash":   {"230/400", "V"},
		"two signs of degrees":    {"+2 / -1", "°C"},
		"a deviation below zero":  {"23 ± -2", "°C"},
		"three fractions":         {"1/2/3", "in"},
		"a huge value":            {string(make([]byte, 10_000)), "mm"},
	} {
		q := Parse(test.value, test.unit)
		if _, _, ok := q.Limits(); q.Kind != Text || ok || q.Format(german) != q.text {
			t.Errorf("%s: %+v", name, q)
		}
		isOfBoth := test.unit == "V" // shown in both systems
		if got, ok := q.In(site.Imperial); ok != isOfBoth || got.Format(german) != q.text {
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
		"thousands":   {"1 250 000", "1’250’000", "1\u202f250\u202f000"},
		"decimals":    {"0.13–4.5", "0.13–4.5", "0,13–4,5"},
		"four digits": {"1250.5", "1’250.5", "1\u202f250,5"},
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

// The separators are those of CLDR 48 (German as de-CH), with narrow spaces and real minus signs. Spanish and Hungarian
// have no groups in numbers of four digits.
//
// Rules: CAT-39, CONST-4.
func TestFormat_Languages(t *testing.T) {
	for language, want := range map[string]string{
		"en": "1,200 12,000 1,234,567.5 −0.5", "de": "1’200 12’000 1’234’567.5 −0.5",
		"ja": "1,200 12,000 1,234,567.5 −0.5", "zh": "1,200 12,000 1,234,567.5 −0.5",
		"es": "1200 12.000 1.234.567,5 −0,5", "pt": "1.200 12.000 1.234.567,5 −0,5",
		"ro": "1.200 12.000 1.234.567,5 −0,5", "hu": "1200 12_000 1_234_567,5 −0,5",
		"fr": "1_200 12_000 1_234_567,5 −0,5", "cs": "1_200 12_000 1_234_567,5 −0,5",
		"sk": "1_200 12_000 1_234_567,5 −0,5",
	} {
		var got []string
		for _, value := range []string{"1200", "12000", "1234567.5", "-0.5"} {
			got = append(got, strings.ReplaceAll(Parse(value, "").Format(locale(language)), "\u202f", "_"))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
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
		"below zero":         {"-40 … 85", "°C", site.Imperial, "−40 … 185 °F"},
		"freezing":           {"-18", "°C", site.Imperial, "−0.4 °F"},
		"near nothing":       {"-17.8", "°C", site.Imperial, "−0.04 °F"},
		"32 degrees":         {"32", "°F", site.Metric, "0 °C"},
		"a fraction":         {"1 1/2", "in", site.Metric, "38.1 mm"},
		"both systems":       {"50", "Hz", site.Imperial, "50 Hz"},
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

// A tolerance or a difference of temperatures has no zero.
//
// Rules: CAT-40.
func TestIn_Differences(t *testing.T) {
	for _, test := range []struct{ value, unit, want string }{
		{"± 0.5", "°C", "±\u202f0.9 °F"},
		{"±1", "°C", "±\u202f2 °F"},
		{"± 1.0", "°C", "±\u202f1.8 °F"},
		{"+/- 2.5", "℃", "±\u202f4.5 °F"},
		{"± 1.8", "°F", "±\u202f1 °C"},
		{"± 0.9", "°F", "±\u202f0.5 °C"},
		{"Δ 10", "°C", "Δ\u202f18 °F"},
		{"∆18", "°F", "Δ\u202f10 °C"},
		{"ΔT 25", "°C", "Δ\u202f45 °F"},
		{"∆T 9", "°F", "Δ\u202f5 °C"},
		{"23 ± 2", "°C", "73.4\u202f±\u202f4 °F"},
		{"68 ± 9", "°F", "20\u202f±\u202f5 °C"},
		{"± 0.1", "mm", "±\u202f0.004 in"},
		{"20 ± 0.1", "mm", "0.787\u202f±\u202f0.004 in"},
	} {
		q := Parse(test.value, test.unit)
		got, ok := q.In(System(test.unit).Other())
		if written := got.Format(english) + " " + got.Unit; !ok || written != test.want {
			t.Errorf("%s %s: %q, %v; want %q", test.value, test.unit, written, ok, test.want)
		}
	}
	low, high, ok := Parse("68 ± 9", "°F").Limits()
	if !ok || !isNear(low, 15) || !isNear(high, 25) {
		t.Errorf("from %v to %v, %v", low, high, ok)
	}
}

// Each unit of one system has a counterpart of the same measure in the other, and what is converted there is the same:
// numbers, ranges, tolerances and differences.
func TestIn_AllUnits(t *testing.T) {
	for symbol, u := range units {
		if u.system == "" {
			if q, ok := Parse("5", symbol).In(site.Imperial); !ok || q.Unit != symbol {
				t.Errorf("%s is not shown in both systems", symbol)
			}
			continue
		}
		to, ok := units[u.counterpart]
		if !ok || to.base != u.base || to.system != u.system.Other() {
			t.Errorf("%s: the counterpart is %s", symbol, u.counterpart)
			continue
		}
		for _, value := range []string{"12", "10", "12–30", "± 10", "Δ 10", "12 ± 1"} {
			if (u.isGauge() || to.isGauge()) && value != "12" && value != "10" {
				continue // a higher gauge is a thinner wire, and has no tolerance
			}
			q := Parse(value, symbol)
			converted, ok := q.In(to.system)
			low, high, _ := q.Limits()
			convertedLow, convertedHigh, isKnown := converted.Limits()
			near := func(got, want float64) bool { return math.Abs(got-want) <= 0.06*max(math.Abs(want), 0.001) }
			if to.isGauge() {
				near = func(got, want float64) bool { return math.Abs(math.Log(got/want)) <= 0.25 }
			}
			if !ok || !isKnown || converted.Unit != u.counterpart || converted.Kind != q.Kind ||
				!near(convertedLow, low) || !near(convertedHigh, high) {
				t.Errorf("%s %s is %s %s: %v to %v, %v to %v", value, symbol, converted.Format(english), converted.Unit,
					low, high, convertedLow, convertedHigh)
			}
		}
	}
}

// The symbol of a unit is the same in all ways to write it.
func TestSymbol(t *testing.T) {
	for symbol, spellings := range map[string]string{
		"µm": "µm μm um", "mm": "mm ㎜ ｍｍ", "mm²": "mm² mm2 mm^2 ㎟ ｍｍ²", "m²": "㎡ m2", "m³/h": "m³/h m3/h ㎥/h",
		"Nm": "Nm N·m N⋅m N•m N∙m N*m", "°C": "°C ℃ ºC ˚C", "°F": "℉ ºF", "°": "° º", "Ω": "Ω Ω Ohm", "kΩ": "kΩ ㏀",
		"in": "in inch ″ \"", "rpm": "rpm 1/min min-1 min⁻¹ U/min", "l/min": "l/min L/min ℓ/min", "Hz": "Hz ㎐ hz",
		"dB(A)": "dB(A) dBA", "kg": "kg ㎏", "%": "% ％", "pcs/h": "pcs/h Stück/h pcs./h", "lbf·ft": "lbf·ft ft⋅lbf",
		"MPa": "MPa ㎫", "kPa": "kPa ㎪", "cm³": "cm³ ㎤", "furlong": "furlong", "": "",
	} {
		for spelling := range strings.FieldsSeq(spellings) {
			if got := Symbol(spelling); got != symbol {
				t.Errorf("%q: %q, want %q", spelling, got, symbol)
			}
		}
	}
	for _, spelling := range []string{"N m", "V DC", "mm / s"} {
		if _, ok := Base(spelling); !ok {
			t.Errorf("%q is not known", spelling)
		}
	}
	for symbol := range units {
		if Symbol(symbol) != symbol || symbols[writtenUnit(symbol)] != symbol {
			t.Errorf("%q has another symbol", symbol)
		}
	}
	for alias, symbol := range aliases {
		if _, ok := units[symbol]; !ok || symbols[writtenUnit(alias)] != symbol {
			t.Errorf("the alias %q of %q", alias, symbol)
		}
	}
}

// A unit that is a word is written in the language of the locale, and read in every language.
func TestFormatUnit(t *testing.T) {
	for language, want := range map[string]string{
		"en": "pcs/h", "de": "Stück/h", "fr": "pcs/h", "es": "uds/h", "pt": "pçs/h", "cs": "ks/h", "hu": "db/h",
		"ro": "buc/h", "sk": "ks/h", "ja": "個/h", "zh": "件/h",
	} {
		if got := FormatUnit("pcs/h", site.Locale{LanguageCode: language}); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
	for language, texts := range unitTexts {
		for symbol, text := range texts {
			if got := Symbol(text); got != symbol {
				t.Errorf("%s: %q is read as %q, want %q", language, text, got, symbol)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, value := range []string{"0.13–4", "± 0.01", "1 000 000", "2/0", "100 × 60 × 160", "≤ 70", "1e309", "–",
		"-40 - 85", "23 ± 2", "Δ5",
		"650x670x1400", "1½", "<= ７０"} {
		f.Add(value, "mm²")
		f.Add(value, "AWG")
		f.Add(value, "℃")
	}
	f.Fuzz(func(t *testing.T, value, unit string) {
		q := Parse(value, unit)
		_ = q.Format(german)
		low, high, ok := q.Limits()
		if ok && (math.IsNaN(low) || math.IsInf(high, 0) || low > high) {
			t.Errorf("%q %q: %v to %v", value, unit, low, high)
		}
		for _, language := range languages {
			_ = q.Format(locale(language))
		}
		for _, system := range []site.MeasurementSystem{site.Metric, site.Imperial} {
			if converted, ok := q.In(system); ok && System(converted.Unit) != "" && System(converted.Unit) != system {
				t.Errorf("%q %q in %s: %+v", value, unit, system, converted)
			}
		}
	})
}
