package quantity

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"strand/domain/site"
)

// languages are those of the sites.
var languages = []string{"en", "de", "fr", "es", "pt", "cs", "hu", "ro", "sk", "ja", "zh"}

// A number is read as readers of the language of the page mean it.
//
// Rules: CAT-51.
func TestRead_Languages(t *testing.T) {
	const point, comma = "en ja zh", "de fr es pt cs hu ro sk"
	all := point + " " + comma
	for _, test := range []struct {
		languages, typed string
		want             float64
	}{
		{point, "1,200", 1200},
		{point, "1.200", 1.2},
		{point, "7,200.5", 7200.5},
		{comma, "1.200", 1200},
		{comma, "1,200", 1.2},
		{comma, "7.200,5", 7200.5},
		{all, "1200", 1200},
		{all, "1.2340", 1.234},
		{all, "0.125", 0.125},
		{all, "0,125", 0.125},
		{all, "0,5", 0.5},
		{all, "0.50", 0.5},
		{all, ".5", 0.5},
		{all, ",5", 0.5},
		{all, "12,34", 12.34},
		{all, "1200.500", 1200.5},
		{all, "1.200.000", 1.2e6},
		{all, "1,200,000", 1.2e6},
		{all, "1,200.5", 1200.5},
		{all, "1.200,5", 1200.5},
		{all, "1 200", 1200},
		{all, "1\u00a0200,5", 1200.5},
		{all, "1\u202f200", 1200},
		{all, "7’200", 7200},
		{all, "7'200", 7200},
		{all, "7’200.500", 7200.5},
		{all, "６", 6},
		{all, "１．５", 1.5},
		{all, "½", 0.5},
		{all, "1½", 1.5},
		{all, "1 ½", 1.5},
		{all, "1\u00a0½", 1.5},
		{all, "1-½", 1.5},
		{all, "1/2", 0.5},
		{all, "1 1/2", 1.5},
		{all, "1-1/2", 1.5},
		{all, "1⁄2", 0.5},
		{all, "1e3", 1000},
		{all, "2.5E-1", 0.25},
		{all, "−20", -20},
		{all, "+5", 5},
	} {
		for language := range strings.FieldsSeq(test.languages) {
			q, ok := Read(test.typed, "mm", locale(language))
			low, high, hasLimits := q.Limits()
			if !ok || !hasLimits || low != high || math.Abs(low-test.want) > 1e-9*math.Abs(test.want) {
				t.Errorf("%s %q: %v, %v; want %v", language, test.typed, low, ok, test.want)
			}
		}
	}
}

// A unit that is typed is that of the field or is converted into it.
func TestRead_Units(t *testing.T) {
	for _, test := range []struct{ typed, unit, want string }{
		{"5 mm", "mm", "5"},
		{"0.5 mm²", "mm²", "0.5"},
		{"0.5mm2", "mm²", "0.5"},
		{"0.5 ㎟", "mm²", "0.5"},
		{"5 ㎜", "mm", "5"},
		{"20 AWG", "AWG", "20"},
		{"AWG 20", "AWG", "20"},
		{"awg20", "AWG", "20"},
		{"20 AWG", "mm²", "0.518"},
		{"2/0", "AWG", "2/0"},
		{"2/0 AWG", "mm²", "67.4"},
		{"0.5 mm²", "AWG", "20"},
		{"0.2 in", "mm", "5.08"},
		{"0.2\"", "mm", "5.08"},
		{"½ in", "mm", "12.7"},
		{"25.4 mm", "in", "1"},
		{"1,234 mm", "mm", "1234"},
		{"1 m", "mm", "1000"},
		{"73.4 °F", "°C", "23"},
		{"4200 pcs/h", "pcs/h", "4200"},
		{"4200 Stück/h", "pcs/h", "4200"},
		{"3000 1/min", "rpm", "3000"},
		{"24 V DC", "V", "24"},
		{"0.5–6", "mm²", "0.5–6"},
		{"0.5-6", "mm²", "0.5–6"},
		{"0.5 - 6 mm2", "mm²", "0.5–6"},
		{"0.5 mm² - 6 mm²", "mm²", "0.5–6"},
		{"0.5 to 6", "mm²", "0.5–6"},
		{"0.5～6", "mm²", "0.5–6"},
		{"AWG 26-12", "AWG", "26–12"},
		{"12–26", "AWG", "26–12"},
		{"10-4/0", "AWG", "10–4/0"},
		{"-40 - 85", "°C", "-40–85"},
		{"-40--20", "°C", "-40–-20"},
		{"6-0.5", "mm²", "0.5–6"},
	} {
		q, ok := Read(test.typed, test.unit, english)
		if got := q.Plain(); !ok || got != test.want || q.Unit != test.unit {
			t.Errorf("%q in %s: %q %s, %v; want %q", test.typed, test.unit, got, q.Unit, ok, test.want)
		}
	}
}

func TestRead_Refused(t *testing.T) {
	for _, typed := range []string{
		"", " ", "thick", "1,2,3", "1.2.3", "1 00 000", "1’20", "5 kg", "5 furlongs", "20 AWG", "2/0", "0x10", "1e10",
		"1e", "5.", "--5", "± 5", "≤ 70", "30 / 40", "1–2–3", "5/0", "230/400", "NaN", "Inf", "1 200 5", "10³", "1;2",
		"5 mm kg",
		"0.5 mm - 6 in", "AWG 20 mm", "1234567890123456", strings.Repeat("9", 200), "1\x00", "\xff",
	} {
		for _, language := range languages {
			if q, ok := Read(typed, "mm", locale(language)); ok {
				t.Errorf("%s %q is read as %s", language, typed, q.Plain())
			}
		}
	}
	for _, typed := range []string{"0.5", "1/2", "41", "99", "-4", "0/0"} {
		if q, ok := Read(typed, "AWG", english); ok {
			t.Errorf("AWG %q is read as %s", typed, q.Plain())
		}
	}
}

// What is written in links does not depend on the language that reads it.
func TestReadPlain(t *testing.T) {
	for _, test := range []struct{ language, typed, want string }{
		{"es", "1.200", "1200"},
		{"en", "1.200", "1.2000"},
		{"en", "1.200 mm", "1.2000 mm"},
		{"de", "1.200,5–2.000", "1200.5–2000"},
		{"de", "AWG 20", "20 AWG"},
		{"fr", "1/2", "1/2"},
		{"fr", "4/0", "4/0"},
		{"hu", "0,125", "0.125"},
	} {
		plain, ok := ReadPlain(test.typed, locale(test.language))
		if !ok || plain != test.want {
			t.Errorf("%s %q: %q, %v; want %q", test.language, test.typed, plain, ok, test.want)
		}
		for _, language := range languages {
			if again, ok := ReadPlain(plain, locale(language)); !ok || again != plain {
				t.Errorf("%q in %s: %q, %v", plain, language, again, ok)
			}
		}
	}
	if plain, ok := ReadPlain("thick", english); ok {
		t.Errorf("read as %q", plain)
	}
}

// isReadAsGroup reports whether a number is the exception of Read: German pages have three decimals with a point.
func isReadAsGroup(language string, n number) bool {
	v := math.Abs(n.value)
	return language == "de" && n.decimals == groupSize && v >= 1 && v < 1000
}

// FuzzRead checks that a number that is written for a language, or in the form of links, is read as the same number.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"1.200", "1,200", "1’234.5", "0.5–6 mm²", "½", "1 1/2 in", "AWG 2/0", "1e3", "-40 - 85", "６", "1.2.3", "−0",
		"1e-9",
	} {
		f.Add(seed, 1234.5, uint8(1))
		f.Add(seed, -0.001, uint8(3))
		f.Add(seed, 9999.9996, uint8(3))
	}
	f.Fuzz(func(t *testing.T, text string, value float64, decimals uint8) {
		for _, language := range languages {
			l := locale(language)
			for _, unit := range []string{"mm", "AWG", "°F"} {
				q, ok := Read(text, unit, l)
				if !ok {
					continue
				}
				if low, high, ok := q.Limits(); !ok || math.IsNaN(low) || math.IsInf(high, 0) {
					t.Fatalf("%s %q: from %v to %v", language, text, low, high)
				}
				for _, reader := range languages {
					checkRead(t, q.Plain(), locale(reader), q)
				}
			}
			n := number{value: roundedTo(math.Mod(value, 1e9), int(decimals%5)).value, decimals: int(decimals % 5)}
			if n.value != n.value || isReadAsGroup(language, n) {
				continue
			}
			q := Quantity{Kind: Number, Unit: "mm", numbers: []number{n}}
			checkRead(t, q.Format(l), l, q)
			q = Quantity{Kind: Range, Unit: "mm", numbers: []number{n, {value: 2e9}}}
			checkRead(t, q.Format(l), l, q)
		}
	})
}

func checkRead(t *testing.T, text string, l site.Locale, want Quantity) {
	t.Helper()
	got, ok := Read(text, want.Unit, l)
	if !ok || got.Kind != want.Kind || len(got.numbers) != len(want.numbers) {
		t.Fatalf("%s %q: %+v, %v; want %+v", l.LanguageCode, text, got, ok, want)
	}
	for i, n := range want.numbers {
		if fmt.Sprint(got.numbers[i].value) != fmt.Sprint(n.value) {
			t.Fatalf("%s %q: %v, want %v", l.LanguageCode, text, got.numbers[i].value, n.value)
		}
	}
}
