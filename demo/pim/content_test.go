package pim

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/quantity"
	"strand/domain/site"
)

// sampleProduct is a product of the sample catalogue.
type sampleProduct struct {
	*productFile
	isService bool
}

// sampleCatalog returns the sample catalogue.
func sampleCatalog(t *testing.T) *catalog {
	t.Helper()
	c, _, problems, err := load(filepath.Join("..", "content", "pim"), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s:%d: %s", p.file, p.line, p.text)
	}
	return c
}

// sampleProducts returns the products of the sample catalogue by slug.
func sampleProducts(t *testing.T) map[string]sampleProduct {
	t.Helper()
	c := sampleCatalog(t)
	types := map[string]string{}
	for _, f := range c.classifications {
		types[f.Slug] = f.Type
	}
	products := make(map[string]sampleProduct, len(c.products))
	for slug, p := range c.products {
		if types[p.classification] == "" {
			t.Errorf("%s: no classification %q", slug, p.classification)
		}
		products[slug] = sampleProduct{p, types[p.classification] == "service"}
	}
	return products
}

func parsed[T any](t *testing.T, file string) T {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	value, err := parse[T](data)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return value
}

// TestContent_Updated: every product of the sample has a time of its last change, which is in the past.
func TestContent_Updated(t *testing.T) {
	for slug, p := range sampleProducts(t) {
		if p.Updated == nil || p.Updated.After(time.Now()) {
			t.Errorf("%s was changed at %v", slug, p.Updated)
		}
	}
}

// texts returns the descriptive texts of a product by their place.
func (p sampleProduct) texts() map[string]text {
	all := map[string]text{"short": p.Short, "long": p.Long}
	for i, h := range p.Highlights {
		all[fmt.Sprintf("highlight %d", i+1)] = h.Short
		if len(h.Long) > 0 {
			all[fmt.Sprintf("highlight %d, long", i+1)] = h.Long
		}
	}
	for i, b := range p.Benefits {
		all[fmt.Sprintf("benefit %d", i+1)] = b
	}
	for i, d := range p.Details {
		all[fmt.Sprintf("detail %d", i+1)] = d
	}
	return all
}

// TestContent_OwnTexts checks that no two products share a text, and that each text is in English and German.
func TestContent_OwnTexts(t *testing.T) {
	products := sampleProducts(t)
	first := map[string]string{}
	for _, slug := range slices.Sorted(maps.Keys(products)) {
		for place, written := range products[slug].texts() {
			for _, language := range []string{"en", "de"} {
				found := strings.TrimSpace(written[language])
				if found == "" {
					t.Errorf("%s, %s: no text in %q", slug, place, language)
					continue
				}
				where := slug + ", " + place
				if other := first[found]; other != "" {
					t.Errorf("%s and %s share a text: %.60s", other, where, found)
				}
				first[found] = where
			}
		}
	}
}

// figurePattern is a figure in a text: a number with decimals, or of at least two digits.
var figurePattern = regexp.MustCompile(`\d+(?:[\x{a0}’]\d{3})*(?:[.,]\d+)*`)

// groupSeparators are what is between groups of three digits, by language.
var groupSeparators = map[string]string{
	"en": ",", "ja": ",", "zh": ",", "de": "’", "es": ".", "pt": ".", "ro": ".",
	"fr": "\u00a0", "cs": "\u00a0", "hu": "\u00a0", "sk": "\u00a0",
}

// figuresOf returns the figures of a text in a language with a decimal point, and without the names in it, such as
// `Alpha 530`; names may be nil.
func figuresOf(language, written string, names *regexp.Regexp) []string {
	var figures []string
	if names != nil {
		written = names.ReplaceAllString(written, "")
	}
	for _, found := range figurePattern.FindAllString(written, -1) {
		if groups := strings.Split(found, groupSeparators[language]); len(groups[len(groups)-1]) == 3 {
			found = strings.Join(groups, "")
		}
		found = strings.ReplaceAll(found, ",", ".")
		if len(found) > 1 {
			figures = append(figures, found)
		}
	}
	return figures
}

// namesPattern matches the names of products and variants with their model numbers, and other designations.
func namesPattern(products map[string]sampleProduct) *regexp.Regexp {
	names := []string{`24/7`, `CR[ \x{a0}]\d+`, `1\.2379`, `ISO \d+`, `IEC [\d-]+`, `OPC UA`}
	for _, p := range products {
		for _, name := range p.Name {
			// In sentences the space of a name may be a no-break space.
			names = append(names, strings.ReplaceAll(regexp.QuoteMeta(name), " ", "[ \u00a0]"))
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return regexp.MustCompile(`(?:` + strings.Join(names, "|") + `)(?:(?:,| to| and| bis| und|–) \d{2,4}\b)*`)
}

// TestContent_Figures checks that the figures of the texts of a machine are those of its record, and that the texts of
// a product have the same ones in all languages.
func TestContent_Figures(t *testing.T) {
	products := sampleProducts(t)
	names := namesPattern(products)
	for _, slug := range slices.Sorted(maps.Keys(products)) {
		p := products[slug]
		known := map[string]bool{}
		for _, figure := range recordFigures(p) {
			known[figure] = true
		}
		for place, written := range p.texts() {
			english, german := figuresOf("en", written["en"], names), figuresOf("de", written["de"], names)
			if slices.Sort(english); !slices.Equal(english, sorted(german)) {
				t.Errorf("%s, %s: %v in English, %v in German", slug, place, english, german)
			}
			// The other languages name the same machines as well.
			all := sorted(figuresOf("en", written["en"], nil))
			for language, translation := range written {
				if language == "de" {
					continue
				}
				figures := sorted(figuresOf(language, translation, nil))
				if language == "ja" {
					figures = withoutWords(figures, all, written["en"])
				}
				if !slices.Equal(all, figures) {
					t.Errorf("%s, %s: %v in English, %v in %q", slug, place, all, figures, language)
				}
			}
			for _, figure := range english {
				if !p.isService && !known[figure] {
					t.Errorf("%s, %s: %s is not in the record: %s", slug, place, figure, written["en"])
				}
			}
		}
	}
}

// numberWords match what English texts have in place of figures of at least two digits. Japanese texts have digits for
// every quantity, with a character for ten thousand: a million is 100 of them.
var numberWords = map[string]*regexp.Regexp{
	"10":  regexp.MustCompile(`(?i)\b(?:ten|tenth)\b`),
	"11":  regexp.MustCompile(`(?i)\beleven\b`),
	"12":  regexp.MustCompile(`(?i)\btwelve\b`),
	"15":  regexp.MustCompile(`(?i)\b(?:fifteen|quarter of an hour)\b`),
	"16":  regexp.MustCompile(`(?i)\bsixteen\b`),
	"20":  regexp.MustCompile(`(?i)\btwenty\b`),
	"50":  regexp.MustCompile(`(?i)\bfifty\b`),
	"60":  regexp.MustCompile(`(?i)\bsixty\b`),
	"100": regexp.MustCompile(`(?i)\b(?:hundred|million)\b`),
	"200": regexp.MustCompile(`(?i)\b2(?: and 5)?[ \x{a0}]million\b`),
	"500": regexp.MustCompile(`(?i)\b5[ \x{a0}]million\b`),
}

// withoutWords returns the figures without those that the English text has in words, and thus not in its figures.
func withoutWords(figures, inEnglish []string, english string) []string {
	for figure, words := range numberWords {
		surplus := count(figures, figure) - count(inEnglish, figure)
		for range min(surplus, len(words.FindAllString(english, -1))) {
			i := slices.Index(figures, figure)
			figures = slices.Delete(figures, i, i+1)
		}
	}
	return figures
}

func count(values []string, value string) int {
	n := 0
	for _, v := range values {
		if v == value {
			n++
		}
	}
	return n
}

func sorted(values []string) []string {
	slices.Sort(values)
	return values
}

// recordFigures returns the figures of the rows of a product and of its variants.
func recordFigures(p sampleProduct) []string {
	rows := slices.Clone(p.Specifications)
	var figures []string
	for _, v := range p.Variants {
		rows = append(rows, v.Specifications...)
		figures = append(figures, figurePattern.FindAllString(v.Metric["en"], -1)...)
	}
	for _, row := range rows {
		for _, value := range row.Value {
			for _, found := range figurePattern.FindAllString(strings.ReplaceAll(value, ",", "."), -1) {
				figures = append(figures, strings.ReplaceAll(found, "\u00a0", ""))
			}
		}
		figures = append(figures, figurePattern.FindAllString(row.Unit, -1)...)
	}
	return figures
}

// TestContent_Rows checks that each row occurs once in a measurement system, and that both systems agree.
func TestContent_Rows(t *testing.T) {
	products := sampleProducts(t)
	for _, slug := range slices.Sorted(maps.Keys(products)) {
		p := products[slug]
		checkRows(t, slug, p.Specifications)
		for _, v := range p.Variants {
			checkRows(t, slug+", "+v.ID, v.Specifications)
		}
	}
}

func checkRows(t *testing.T, where string, rows []specificationFile) {
	t.Helper()
	seen := map[string]bool{}
	metric := map[string]specificationFile{}
	for _, row := range rows {
		name := row.Name["en"]
		if key := name + " " + row.System; seen[key] || name == "" || row.Name["de"] == "" {
			t.Errorf("%s: %q has no name in a language, or occurs twice", where, key)
		} else {
			seen[key] = true
		}
		if row.System == "Metric" {
			metric[name] = row
		}
	}
	for _, row := range rows {
		name := row.Name["en"]
		other, ok := metric[name]
		switch {
		case row.System == "Metric" && !seen[name+" Imperial"] && !isConverted(row):
			t.Errorf("%s: %q has no imperial row", where, name)
		case row.System != "Imperial":
		case !ok:
			t.Errorf("%s: %q has no metric row", where, name)
		case !agree(other, row):
			t.Errorf("%s: %q is %s %s and %s %s", where, name, other.Value[""], other.Unit, row.Value[""], row.Unit)
		}
	}
}

// isConverted reports whether the site converts a row that the record has in one system only (CAT-40).
func isConverted(row specificationFile) bool {
	_, ok := quantity.Parse(row.Value[""], row.Unit).In(site.Imperial)
	return ok
}

// agree reports whether two rows are the same quantity, as exactly as the imperial figures are rounded. Texts agree.
func agree(metric, imperial specificationFile) bool {
	a, b := quantity.Parse(metric.Value[""], metric.Unit), quantity.Parse(imperial.Value[""], imperial.Unit)
	aLow, aHigh, ok := a.Limits()
	bLow, bHigh, isKnown := b.Limits()
	if !ok || !isKnown {
		return true
	}
	deviation := 0.06
	if imperial.Unit == "AWG" {
		deviation = 0.35 // gauges are nominal
	}
	near := func(x, y float64) bool { return math.Abs(x-y) <= deviation*math.Max(math.Abs(x), math.Abs(y)) }
	return near(aLow, bLow) && near(aHigh, bHigh)
}

// TestContent_References checks that products refer to products and capabilities of the catalogue.
func TestContent_References(t *testing.T) {
	products := sampleProducts(t)
	capabilities := map[string]bool{}
	for _, c := range sampleCatalog(t).capabilities {
		capabilities[c.ID] = true
	}
	for slug, p := range products {
		for kind, others := range p.Related {
			for _, other := range others {
				related := products[other]
				if related.productFile == nil || other == slug || related.isService != (kind == "service") {
					t.Errorf("%s refers to %q as %s", slug, other, kind)
				}
			}
		}
		for _, id := range p.Capabilities {
			if !capabilities[id] {
				t.Errorf("%s has the capability %q", slug, id)
			}
		}
		if len(p.Images) == 0 || slices.ContainsFunc(p.Images, func(i imageFile) bool { return i.Asset == "null" }) {
			t.Errorf("%s has no picture", slug)
		}
	}
}

// sampleAssets returns the files and the alternative texts of the pictures of the sample content.
func sampleAssets(t *testing.T) map[string]sampleAsset {
	t.Helper()
	assets := map[string]sampleAsset{}
	for _, a := range parsed[[]sampleAsset](t, filepath.Join("..", "content", "cms", "assets.yaml")) {
		assets[a.Handle] = a
	}
	return assets
}

type sampleAsset struct {
	Handle      string `yaml:"handle"`
	File        string `yaml:"fileName"`
	Alt         text   `yaml:"alternativeText"`
	IsProtected bool   `yaml:"isProtected"`
}

// TestContent_Pictures checks that the first two pictures of a machine are its own, that their texts name the machine
// and the view, and that no other product begins with one of them.
func TestContent_Pictures(t *testing.T) {
	products, assets := sampleProducts(t), sampleAssets(t)
	first := map[string]string{}
	for _, slug := range slices.Sorted(maps.Keys(products)) {
		p := products[slug]
		if p.isService {
			continue
		}
		if len(p.Images) < 2 {
			t.Errorf("%s has %d pictures", slug, len(p.Images))
			continue
		}
		if other := first[p.Images[0].Asset]; other != "" {
			t.Errorf("%s and %s begin with %s", other, slug, p.Images[0].Asset)
		}
		first[p.Images[0].Asset] = slug
		for i, view := range []string{"", "-"} {
			own := strings.TrimPrefix(p.Images[i].Asset, "asset:")
			if own != slug && (view == "" || !strings.HasPrefix(own, slug+view)) {
				t.Errorf("%s: picture %d is %s", slug, i+1, own)
				continue
			}
			checkPictureTexts(t, p, p.Images[i].Name, assets[own])
		}
		if p.Images[0].Name["en"] == p.Images[1].Name["en"] {
			t.Errorf("%s: both pictures are %q", slug, p.Images[0].Name["en"])
		}
		if p.Video != "" {
			t.Errorf("%s has a film that does not show it", slug)
		}
	}
}

// pictureTextPattern is the name of a machine, what it is, and the view, as in `A 10: applicator, front view`.
var pictureTextPattern = regexp.MustCompile(`^(.+?)(?: ?: |：)(.+)[,，、] ?(.+)$`)

func checkPictureTexts(t *testing.T, p sampleProduct, name text, asset sampleAsset) {
	t.Helper()
	if _, err := os.Stat(filepath.Join("..", "content", "cms", "assets", asset.File)); err != nil || asset.File == "" {
		t.Errorf("%s: no file %q", p.Slug, asset.File)
	}
	for _, language := range []string{"en", "de", "fr", "es", "pt", "cs", "hu", "ro", "sk", "ja", "zh"} {
		found := pictureTextPattern.FindStringSubmatch(name[language])
		if found == nil || found[1] != cmp.Or(p.Name[language], p.Name["en"], p.Name[""]) ||
			asset.Alt[language] != name[language] {
			t.Errorf("%s: the texts of %s in %q are %q and %q",
				p.Slug, asset.File, language, name[language], asset.Alt[language])
		}
	}
}

// TestContent_PictureTexts checks that no two pictures of a product or service have the same alternative text.
func TestContent_PictureTexts(t *testing.T) {
	for slug, p := range sampleProducts(t) {
		for _, language := range []string{"en", "de", "fr", "es", "pt", "cs", "hu", "ro", "sk", "ja", "zh"} {
			seen := map[string]bool{}
			for i, picture := range p.Images {
				own := cmp.Or(picture.Name[language], picture.Name["en"], picture.Name[""])
				if own == "" || seen[own] {
					t.Errorf("%s: the text of picture %d in %q is %q", slug, i+1, language, own)
				}
				seen[own] = true
			}
		}
	}
}
