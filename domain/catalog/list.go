package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/collate"

	"strand/domain/collation"
	"strand/domain/site"
)

// maxLists limits the lists that an index keeps: the combinations of classifications that have pages.
const maxLists = 1000

// listKey identifies a list by the slugs of its classifications, separated by slashes, and by the measurement system.
type listKey struct {
	classifications string
	system          site.MeasurementSystem
}

// list is what all pages and filters of a list share. It is made when it is first asked for.
type list struct {
	// products are in the order of the PIM.
	products []*IndexedProduct
	byName   func() []*IndexedProduct
	// figures and choices are how the products use those of the index; the orders are those of the facets.
	figures           []figureUse
	figureOrder       []int32
	choices           []choiceUse
	choiceOrder       []int32
	brands, abilities map[string]int
	perClassification map[string]int
}

// figureUse describes the values of products for a figure: rows is the sum of their places in the technical data.
type figureUse struct {
	count, ranges, rows int
	all                 limits
}

// choiceUse describes the texts of products for a choice: labels are at most one more than maxChoiceOptions.
type choiceUse struct {
	count, rows int
	labels      map[string]string
	counts      map[string]int
}

// list returns a list of the index.
func (i *Index) list(key listKey) *list {
	i.mu.Lock()
	l := i.lists[key]
	i.mu.Unlock()
	if l != nil {
		return l
	}
	l = i.newList(key)
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.lists) < maxLists {
		i.lists[key] = l
	}
	return l
}

func (i *Index) newList(key listKey) *list {
	l := &list{
		figures: make([]figureUse, len(i.figures)), choices: make([]choiceUse, len(i.choices)),
		brands: map[string]int{}, abilities: map[string]int{}, perClassification: map[string]int{},
	}
	for slug := range strings.FieldsFuncSeq(key.classifications, func(r rune) bool { return r == '/' }) {
		l.perClassification[slug] = 0
	}
	for _, p := range i.products {
		n, isListed := l.perClassification[p.ClassificationSlug]
		if !isListed {
			continue
		}
		l.perClassification[p.ClassificationSlug] = n + 1
		l.products = append(l.products, p)
		l.add(p, key.system)
	}
	l.byName = sync.OnceValue(func() []*IndexedProduct { return sortedByName(i.language, l.products) })
	l.figureOrder = numbersOf(l.figures, func(a, b int32) int {
		return cmp.Or(
			cmp.Compare(rankOf(i.figures[a]), rankOf(i.figures[b])),
			compareMeans(l.figures[a].rows, l.figures[a].count, l.figures[b].rows, l.figures[b].count),
		)
	})
	l.choiceOrder = numbersOf(l.choices, func(a, b int32) int {
		return compareMeans(l.choices[a].rows, l.choices[a].count, l.choices[b].rows, l.choices[b].count)
	})
	return l
}

func (l *list) add(p *IndexedProduct, system site.MeasurementSystem) {
	for n := range p.figures {
		f := &p.figures[n]
		u, has := &l.figures[f.name], f.in(system)
		if u.count == 0 {
			u.all = has
		}
		u.count, u.rows, u.all = u.count+1, u.rows+int(f.row), u.all.with(has.low, has.high)
		if f.isRange {
			u.ranges++
		}
	}
	for n := range p.choices {
		c := &p.choices[n]
		u := &l.choices[c.name]
		if u.labels == nil {
			u.labels, u.counts = map[string]string{}, map[string]int{}
		}
		u.count, u.rows = u.count+1, u.rows+int(c.row)
		if len(u.labels) <= maxChoiceOptions {
			u.labels[c.slug] = c.value
		}
		u.counts[c.slug]++
	}
	if p.BrandID != "" {
		l.brands[p.BrandID]++
	}
	for _, id := range p.capabilityIDs {
		if id != "" {
			l.abilities[id]++
		}
	}
}

// numbersOf returns the numbers of values in an order; equal ones stay as they are.
func numbersOf[T any](values []T, compare func(a, b int32) int) []int32 {
	numbers := make([]int32, len(values))
	for n := range numbers {
		numbers[n] = int32(n) //nolint:gosec // as in Indexer
	}
	slices.SortStableFunc(numbers, compare)
	return numbers
}

// compareMeans compares two sums divided by their counts.
func compareMeans(sum, count, otherSum, otherCount int) int {
	return cmp.Compare(sum*max(otherCount, 1), otherSum*max(count, 1))
}

// processes counts the products of each process.
func (l *list) processes(processOf map[string]string) map[string]int {
	counts := map[string]int{}
	for slug, n := range l.perClassification {
		if process := processOf[slug]; process != "" && n > 0 {
			counts[process] += n
		}
	}
	return counts
}

func sortedByName(language string, products []*IndexedProduct) []*IndexedProduct {
	order := collation.Of(language, collate.Numeric)
	keys := make(map[*IndexedProduct][]byte, len(products))
	for _, p := range products {
		keys[p] = order.Key(p.Name)
	}
	return slices.SortedStableFunc(slices.Values(products), func(a, b *IndexedProduct) int {
		return slices.Compare(keys[a], keys[b])
	})
}

// zeros returns a map with the same keys and no counts.
func zeros(counts map[string]int) map[string]int {
	none := maps.Clone(counts)
	for key := range none {
		none[key] = 0
	}
	return none
}
