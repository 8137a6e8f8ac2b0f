package catalog

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/text/collate"

	"strand/domain/collation"
	"strand/domain/convert"
	"strand/domain/site"
)

const (
	// maxLists limits the lists that an index keeps, maxListed the sum of their sizes: all lists of a hierarchy with
	// many levels together have each product many times.
	maxLists  = 1000
	maxListed = 1 << 20
)

// listKey identifies a list by the slugs of its classifications, separated by zero bytes, and by the measurement
// system.
type listKey struct {
	classifications string
	system          site.MeasurementSystem
}

// lists are the lists that were asked for last. It is not safe for concurrent use.
type lists struct {
	byKey *simplelru.LRU[listKey, *list]
	// listed is the sum of their sizes.
	listed int
}

func newLists() lists {
	byKey, _ := simplelru.NewLRU[listKey, *list](maxLists, nil) // the only error is that of a size below one
	return lists{byKey: byKey}
}

// add adds a list that is not among them, and removes those that were not asked for longest.
func (l *lists) add(key listKey, added *list) {
	for l.byKey.Len() > 0 && (l.byKey.Len() == maxLists || l.listed+added.size() > maxListed) {
		_, removed, _ := l.byKey.RemoveOldest()
		l.listed -= removed.size()
	}
	l.byKey.Add(key, added)
	l.listed += added.size()
}

// list is what all pages and filters of a list share. It is made when it is first asked for.
type list struct {
	// products are in the order of the PIM.
	products []*IndexedProduct
	// byName are the places of the products in the order of their names.
	byName func() []uint32
	// figures and choices are how the products use those of the index; the orders are those of the facets.
	figures     []figureUse
	figureOrder []int32
	choices     []choiceUse
	choiceOrder []int32
	// all are the places of all products; the others are those of the products with a brand or capability and of a
	// classification, by id or slug.
	all                                   *roaring.Bitmap
	brands, capabilities, classifications map[string]*roaring.Bitmap
}

// figureUse describes the values of products for a figure: rows is the sum of their places in the technical data.
type figureUse struct {
	count, ranges, rows int
	all                 limits
}

// choiceUse describes the texts of products for a choice: labels are at most one more than maxChoiceOptions, counts are
// theirs.
type choiceUse struct {
	count, rows int
	labels      map[string]string
	counts      map[string]int
}

// size is about the number of values that a list keeps.
func (l *list) size() int { return len(l.products) + len(l.figures) + len(l.choices) }

// list returns the list of the products of classifications, by their slugs. Those without products are left out, so
// that all lists without products are one.
func (i *Index) list(slugs []string, system site.MeasurementSystem) *list {
	slugs = slices.DeleteFunc(slices.Clone(slugs), func(slug string) bool { return !i.hasClassification(slug) })
	key := listKey{strings.Join(slugs, "\x00"), system}
	i.mu.Lock()
	known, ok := i.lists.byKey.Get(key)
	i.mu.Unlock()
	if ok {
		return known
	}
	made := i.newList(slugs, system)
	i.mu.Lock()
	defer i.mu.Unlock()
	if known, ok = i.lists.byKey.Get(key); ok { // made at the same time
		return known
	}
	i.lists.add(key, made)
	return made
}

func (i *Index) newList(slugs []string, system site.MeasurementSystem) *list {
	l := &list{
		figures: make([]figureUse, len(i.figures)), choices: make([]choiceUse, len(i.choices)),
		all: roaring.New(), brands: map[string]*roaring.Bitmap{}, capabilities: map[string]*roaring.Bitmap{},
		classifications: map[string]*roaring.Bitmap{},
	}
	for _, slug := range slugs {
		l.classifications[slug] = roaring.New()
	}
	for _, p := range i.products {
		if of := l.classifications[p.ClassificationSlug]; of != nil {
			of.Add(uint32(len(l.products))) //nolint:gosec // memory ends before
			l.add(p, system)
		}
	}
	l.all.AddRange(0, uint64(len(l.products)))
	l.byName = sync.OnceValue(func() []uint32 { return placesByName(i.language, l.products) })
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
	place := uint32(len(l.products)) //nolint:gosec // as above
	l.products = append(l.products, p)
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
		if u.labels[c.slug] != "" {
			u.counts[c.slug]++
		}
	}
	note(l.brands, p.BrandID, place)
	for _, id := range p.capabilityIDs {
		note(l.capabilities, id, place)
	}
}

// note adds a place to those of a value; nothing for none.
func note(places map[string]*roaring.Bitmap, value string, place uint32) {
	if value == "" {
		return
	}
	of := places[value]
	if of == nil {
		of = roaring.New()
		places[value] = of
	}
	of.Add(place)
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

// in returns products at places, in the order of the PIM or by name.
func (l *list) in(places *roaring.Bitmap, isByName bool) []*IndexedProduct {
	if !isByName && size(places) == len(l.products) {
		return l.products
	}
	products := make([]*IndexedProduct, 0, size(places))
	if !isByName {
		for place := range roaring.Values(places) {
			products = append(products, l.products[place])
		}
		return products
	}
	for _, place := range l.byName() {
		if places.Contains(place) {
			products = append(products, l.products[place])
		}
	}
	return products
}

// placesByName returns the places of products in the order of their names.
func placesByName(language string, products []*IndexedProduct) []uint32 {
	order := collation.Of(language, collate.Numeric)
	keys := convert.All(products, func(p *IndexedProduct) []byte { return order.Key(p.Name) })
	places := make([]uint32, len(products))
	for n := range places {
		places[n] = uint32(n) //nolint:gosec // as above
	}
	slices.SortStableFunc(places, func(a, b uint32) int { return bytes.Compare(keys[a], keys[b]) })
	return places
}
