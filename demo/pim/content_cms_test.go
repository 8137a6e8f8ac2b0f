package pim

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	domain "strand/domain/catalog"
	"strand/domain/figure"
	"strand/domain/optional"
	"strand/domain/quantity"
	"strand/domain/site"
)

// sampleContent is the sample content as the checks of its figures read it.
type sampleContent struct {
	products map[string]sampleProduct
	figures  figure.Figures
	facts    map[string]string
	// texts are the files of the CMS by their names.
	texts map[string]string
}

type factFile struct {
	Key    string `yaml:"key"`
	Value  string `yaml:"value"`
	Unit   string `yaml:"unit"`
	IsText bool   `yaml:"isText"`
}

// contentDir is the folder of the sample CMS.
var contentDir = filepath.Join("..", "content", "cms")

// TestContent_TextFigures checks the figures in the texts of the CMS: each check returns what is wrong.
func TestContent_TextFigures(t *testing.T) {
	content := readContent(t)
	for name, check := range map[string]func(*sampleContent) []string{
		"dangling references": danglingReferences,
		"literal facts":       literalFacts,
		"dealt-out values":    dealtOutValues,
		"unfilterable values": unfilterableValues,
	} {
		for _, problem := range check(content) {
			t.Errorf("%s: %s", name, problem)
		}
	}
}

func readContent(t *testing.T) *sampleContent {
	t.Helper()
	c := &sampleContent{products: sampleProducts(t), facts: map[string]string{}, texts: map[string]string{}}
	c.figures.Products = map[string]*domain.DetailedProduct{}
	for slug, p := range c.products {
		detail := &domain.Detail{}
		for _, row := range p.Specifications {
			detail.Specifications = append(detail.Specifications, domain.Specification{
				Name: row.Name["en"], Value: cmp.Or(row.Value["en"], row.Value[""]), Unit: optional.Text(row.Unit),
				System: site.MeasurementSystem(strings.ToUpper(row.System)),
			})
		}
		c.figures.Products[slug] = &domain.DetailedProduct{Detail: detail}
	}
	for _, f := range parsed[[]factFile](t, filepath.Join(contentDir, "facts.yaml")) {
		if c.facts[f.Key] != "" {
			t.Errorf("the fact %s occurs twice", f.Key)
		}
		c.facts[f.Key] = f.Value
		fact := site.Fact(f)
		c.figures.Facts = append(c.figures.Facts, &fact)
	}
	err := filepath.WalkDir(contentDir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains([]string{".md", ".yaml"}, filepath.Ext(file)) {
			return err
		}
		data, err := os.ReadFile(file)
		c.texts[filepath.ToSlash(strings.TrimPrefix(file, contentDir+string(filepath.Separator)))] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	delete(c.texts, "facts.yaml")
	return c
}

// danglingReferences returns the references that have no value in a measurement system.
func danglingReferences(c *sampleContent) []string {
	var problems []string
	for _, file := range slices.Sorted(maps.Keys(c.texts)) {
		for _, system := range []site.MeasurementSystem{site.Metric, site.Imperial} {
			// Lines, because a text has a limited number of references.
			for line := range strings.Lines(c.texts[file]) {
				_, dangling := figure.Text(line, func(ref figure.Reference) (string, bool) {
					return c.figures.Value(ref, "en", system)
				})
				for _, reference := range dangling {
					problems = append(problems, fmt.Sprintf("%s, %s: %s", file, system, reference))
				}
			}
		}
	}
	return problems
}

// number is a figure, or one of the number words that stood in the texts.
const number = `(\d[\d'’.,\x{a0}\x{202f}]*|[Ee]ight|[Aa]cht|[Ff]ifteen|[Ff]ünfzehn)`

// factPatterns match the figures that are facts, by language; a year is quoted after its word.
var factPatterns = map[string][]string{
	"en": {
		number + ` people (?:at|work|develop)`, number + ` (?:service )?locations\b`, number + ` countries\b`,
		number + ` brands\b`, number + ` services\b`,
	},
	"de": {
		number + ` Menschen (?:an|arbeiten|entwickeln)`, number + ` (?:Service)?[Ss]tandorten?\b`,
		number + ` Ländern?\b`, number + ` Marken\b`, number + ` Services\b`,
	},
	"fr": {number + ` sites\b`, number + ` pays\b`, number + ` marques\b`},
	"es": {number + ` sedes\b`, number + ` países\b`, number + ` marcas\b`},
	"pt": {number + ` unidades\b`, number + ` países\b`, number + ` marcas\b`},
	"cs": {number + ` poboč`, number + ` zem(?:í|ích)\b`, number + ` značek\b`},
	"sk": {number + ` poboč`, number + ` kraj(?:ín|inách)`, number + ` značiek\b`},
	"hu": {number + ` telephely`, number + ` ország`, number + ` márk`},
	"ro": {number + ` de sedii\b`, number + ` de țări\b`, number + ` mărci\b`},
	"ja": {number + `拠点`, number + `か国`, number + `ブランド`},
	"zh": {number + ` 个网点`, number + ` 个国家`, number + ` 个品牌`},
}

// isDated reports whether a text tells what was true at its date, such as a report of a year.
func isDated(file string) bool {
	for _, part := range []string{"annual-report", "stories/", "media-releases/", "news.yaml", "events.yaml"} {
		if strings.Contains(file, part) {
			return true
		}
	}
	return false
}

// literalFacts returns figures that are written out although there is a fact.
func literalFacts(c *sampleContent) []string {
	var problems []string
	for _, file := range slices.Sorted(maps.Keys(c.texts)) {
		language, _, _ := strings.Cut(filepath.Base(file), ".")
		if isDated(file) || filepath.Ext(file) != ".md" {
			continue
		}
		for _, pattern := range factPatterns[language] {
			for _, found := range regexp.MustCompile(pattern).FindAllString(c.texts[file], -1) {
				problems = append(problems, file+": "+found)
			}
		}
	}
	return problems
}

// unfilterableValues returns the values that filters by number leave out.
func unfilterableValues(c *sampleContent) []string {
	indexer := domain.NewIndexer("en")
	for slug, p := range c.figures.Products {
		indexer.Set(&domain.IndexRecord{
			Product: &domain.Product{Slug: slug}, Specifications: p.Detail.Specifications,
		})
	}
	index := indexer.Index()
	var problems []string
	for _, slug := range slices.Sorted(maps.Keys(c.figures.Products)) {
		for _, row := range domain.UnfilterableRows(c.figures.Products[slug].Detail.Specifications) {
			problems = append(problems, slug+": "+row.String())
		}
		for _, name := range index.OtherMeasures(slug) {
			problems = append(problems, slug+": "+name+" measures something else than in other products")
		}
	}
	return problems
}

// growing are the rows that grow within a series of machines.
var growing = []string{"Weight", "Power consumption"}

// differing are the rows that are not the same for a whole series.
var differing = []string{"Weight", "Power consumption", "Dimensions (L × W × H)", "Crimp force", "Air consumption"}

// dealtOutValues returns values that were given to the machines of a series without regard to their size.
func dealtOutValues(c *sampleContent) []string {
	series := map[string][]sampleProduct{}
	for _, slug := range slices.SortedFunc(maps.Keys(c.products), byModel) {
		name, _, _ := strings.Cut(cmp.Or(c.products[slug].Name["en"], c.products[slug].Name[""]), " ")
		series[name] = append(series[name], c.products[slug])
	}
	var problems []string
	for _, name := range slices.Sorted(maps.Keys(series)) {
		for _, row := range differing {
			values, highest := valuesOf(series[name], row)
			if len(values) < 3 {
				continue
			}
			if len(slices.Compact(slices.Sorted(slices.Values(values)))) == 1 {
				problems = append(problems, fmt.Sprintf("%s: all have %s %s", name, row, values[0]))
			}
			if slices.Contains(growing, row) && !slices.IsSorted(highest) {
				problems = append(problems, fmt.Sprintf("%s: %s does not grow: %v", name, row, values))
			}
		}
	}
	return problems
}

// byModel compares slugs by the first number in them: h-60 is before h-100.
func byModel(a, b string) int {
	return cmp.Or(cmp.Compare(modelNumber(a), modelNumber(b)), cmp.Compare(a, b))
}

var modelPattern = regexp.MustCompile(`\d+`)

func modelNumber(slug string) int {
	number, err := strconv.Atoi(modelPattern.FindString(slug))
	if err != nil {
		return 0
	}
	return number
}

// valuesOf returns the metric values of a row of products, as texts and as their highest numbers.
func valuesOf(products []sampleProduct, row string) (values []string, highest []float64) {
	for _, p := range products {
		for _, s := range p.Specifications {
			if s.Name["en"] != row || s.System == "Imperial" {
				continue
			}
			values = append(values, s.Value[""])
			if _, high, ok := quantity.Parse(s.Value[""], s.Unit).Limits(); ok {
				highest = append(highest, high)
			}
		}
	}
	return values, highest
}

// TestContent_Facts checks the facts that can be counted against the records.
func TestContent_Facts(t *testing.T) {
	c := readContent(t)
	type location struct {
		Country string   `yaml:"country"`
		Types   []string `yaml:"types"`
		Brands  []string `yaml:"brands"`
		Address string   `yaml:"address"`
	}
	locations := listOf[location](t, filepath.Join(contentDir, "locations.yaml"))
	addresses := map[string][]string{}
	countries, serviceCountries, counts := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, l := range locations {
		countries[l.Country] = true
		if slices.Contains(l.Types, "Service") {
			serviceCountries[l.Country] = true
			counts["service-locations"]++
		}
		if slices.Contains(l.Types, "Training") {
			counts["training-locations"]++
		}
		address := strings.ReplaceAll(l.Address, "\n", ", ")
		if slices.Contains(l.Types, "Headquarters") && address != c.facts["headquarters"] {
			t.Errorf("the fact headquarters is %q, and the address is %q", c.facts["headquarters"], address)
		}
		for _, brand := range l.Brands {
			addresses[brand] = append(addresses[brand], address)
		}
	}
	for brand, offices := range addresses {
		if fact := c.facts["address-"+brand]; !slices.Contains(offices, fact) {
			t.Errorf("the address of %s is %q, and its offices are at %q", brand, fact, offices)
		}
	}
	counts["locations"], counts["countries"] = len(locations), len(countries)
	counts["service-countries"] = len(serviceCountries)
	for _, p := range c.products {
		switch {
		case p.isService:
			counts["services"]++
		default:
			counts["machines"]++
		}
		switch p.Brand {
		case "B-10":
			counts["komax-machines"]++
		case "B-20":
			counts["schleuniger-machines"]++
		}
	}
	// The group itself is a record of the brands.
	type brand struct {
		ID string `yaml:"id"`
	}
	counts["brands"] = len(listOf[brand](t, filepath.Join(contentDir, "brands.yaml"))) - 1
	for key, count := range counts {
		if c.facts[key] != fmt.Sprint(count) {
			t.Errorf("the fact %s is %q, and there are %d", key, c.facts[key], count)
		}
	}
}

// listOf reads the fields of T of a list of records.
func listOf[T any](t *testing.T, file string) []T {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []T
	if err := yaml.Unmarshal(data, &list); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return list
}
