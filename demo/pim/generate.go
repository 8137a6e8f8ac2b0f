package pim

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"
)

// seed makes generated catalogues reproducible.
const seed = 20261121

// The generated hierarchy has five areas of three groups of two classifications, which contain the products.
const (
	areas        = 5
	groupsOfArea = 3
	leavesOfArea = 2
)

// generate returns a reproducible catalogue with a number of products, for benchmarks.
func generate(products int, assets string) *catalog {
	random := rand.New(rand.NewPCG(seed, 0))
	c := newCatalog(assets)
	for _, name := range abilities {
		c.capabilities = append(c.capabilities, capabilityFile{ID: name, Name: text{"": name}})
	}
	var leaves []string
	group := func(of, slug, parent string) {
		c.addClassification(
			&classificationFile{
				ID:     slug,
				Type:   of,
				Slug:   slug,
				Parent: parent,
				Name:   text{"en": slug, "de": slug},
			},
		)
	}
	// The contract requires a classification of both types.
	group("service", "services", "")
	for a := range areas {
		area := fmt.Sprintf("area-%d", a)
		group("product", area, "")
		for g := range groupsOfArea {
			sub := fmt.Sprintf("%s-%d", area, g)
			group("product", sub, area)
			for l := range leavesOfArea {
				leaf := fmt.Sprintf("%s-%d", sub, l)
				group("product", leaf, sub)
				leaves = append(leaves, leaf)
			}
		}
	}
	tables := make([][]specificationFile, 50)
	for t := range tables {
		tables[t] = generatedTable(random)
	}
	for i := range products {
		c.addProduct(generatedProduct(random, i, leaves[i%len(leaves)], tables[i%len(tables)]))
	}
	return c
}

// Import gives other names to the first products of a generated catalogue, as the import of a night does, and returns
// their slugs.
func (s *Server) Import(products int) []string {
	c := generate(s.options.Generate, s.options.AssetBaseURL)
	slugs := make([]string, min(products, s.options.Generate))
	for i := range slugs {
		slugs[i] = generatedSlug(i)
		c.products[slugs[i]].Name = text{"": fmt.Sprintf("Imported %d", i)}
	}
	s.current.Store(c)
	return slugs
}

func generatedSlug(i int) string { return fmt.Sprintf("machine-%d", i) }

// rowsOfTable is the number of rows in the technical data of a generated product.
const rowsOfTable = 30

// generatedTable returns technical data of which about half is the same for all products. Products share tables: a
// hundred thousand separate ones would fill the memory.
func generatedTable(random *rand.Rand) []specificationFile {
	table := make([]specificationFile, 0, rowsOfTable)
	for row := range rowsOfTable {
		value := row
		if row%2 == 1 {
			value = random.IntN(1000)
		}
		table = append(
			table,
			specificationFile{
				Name:   text{"": fmt.Sprintf("Property %d", row)},
				Value:  text{"": strconv.Itoa(value)},
				Unit:   "mm",
				System: "Metric",
			},
			specificationFile{
				Name:   text{"": fmt.Sprintf("Property %d", row)},
				Value:  text{"": fmt.Sprintf("%.3f", float64(value)/25.4)},
				Unit:   "in",
				System: "Imperial",
			},
		)
	}
	return table
}

// firstChange is the time of the last change of the first generated product; each one was changed a minute after the
// one before it.
var firstChange = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

func generatedProduct(random *rand.Rand, i int, classification string, table []specificationFile) *productFile {
	updated := firstChange.Add(time.Duration(i) * time.Minute)
	p := &productFile{
		Updated:        &updated,
		Slug:           generatedSlug(i),
		Name:           text{"": fmt.Sprintf("Machine %d", i)},
		classification: classification,
		Brand: fmt.Sprintf(
			"B-%d0",
			1+random.IntN(8),
		),
		Short:          text{"en": "Cuts, strips and crimps.", "de": "Schneidet, isoliert und crimpt."},
		Images:         []imageFile{{Asset: "https://pictures.example.com/machine.webp"}},
		Specifications: table,
	}
	for _, name := range abilities {
		if random.IntN(2) == 0 {
			p.Capabilities = append(p.Capabilities, name)
		}
	}
	return p
}

// abilities contains the capabilities of generated products.
var abilities = []string{"cut", "strip", "crimp", "test", "mark", "twist"}
