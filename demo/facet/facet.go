// Package facet is an in-memory index for lists of many records: filtered by facet values, searched by words,
// sorted, and read page by page. The cost of a page hardly depends on the number of records: facet values are
// bitmaps, and an order is a sorted array of records. A page is read along that array from its cursor or, if few
// records match, collected from the bitmap.
package facet

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
)

// Value is a value of a facet: `location`, `loc-7`.
type Value struct{ Facet, Value string }

// Record is a record of the index.
type Record struct {
	ID     string
	Values []Value
	// Keys contains the sort key of each order; keys are compared byte by byte.
	Keys []string
	// Groups contains, for each order, a prefix of the sort key that many records share; nil for none. No group may
	// be a prefix of another. Records with the same groups should share the slice.
	Groups []string
	// Text is the searchable text, in lower case.
	Text string
	// Data is passed to Query.Key.
	Data any
}

// Position is a position in an order: that of a record, which may have been deleted.
type Position struct{ Key, ID string }

// Condition matches records that have one of some values and none of others.
type Condition struct{ Any, None []Value }

// Query selects a page.
type Query struct {
	// All contains groups of values: a record must have at least one value of each group.
	All [][]Value
	// None contains values that a record must not have.
	None []Value
	// AnyOf contains conditions of which a record must match at least one; empty means no condition.
	AnyOf []Condition
	// Words must all be contained in the text; they are in lower case.
	Words []string
	// Order is the index of the order.
	Order int
	// Key returns a sort key for an order that the index does not have; nil means Order. The cost of the page is
	// proportional to the number of matches.
	Key        func(data any) string
	Descending bool
	// First is the page size.
	First int
	// After and Before are the pagination cursors; at most one of them is set.
	After, Before *Position
	// Last selects the last page instead of the first one, if neither After nor Before is set.
	Last bool
	// MaxTotal limits the counting of matches; 0 means no limit.
	MaxTotal int
}

// Result is the result of a query.
type Result struct {
	IDs       []string
	Positions []Position
	// Total is the number of matches; MaxTotal + 1 if there are more than MaxTotal.
	Total                int
	IsTotalExact         bool
	HasNext, HasPrevious bool
}

// Index is the index. It is safe for concurrent use.
type Index struct {
	mu      sync.RWMutex
	records []record
	slots   map[string]uint32
	free    []uint32
	all     *roaring.Bitmap
	values  map[string]map[string]*postings
	// valueOf maps numbers to values.
	valueOf []Value
	grams   grams
	orders  []order
}

// record is a stored record. Its values are numbers, because many records share them.
type record struct {
	id, text     string
	keys, groups []string
	values       []uint32
	data         any
}

// postings contains the records with a value.
type postings struct {
	*roaring.Bitmap
	// number is the number of the value. It stays reserved when no record has the value any more.
	number uint32
}

// order is a sorted array of records. A label is a number per record that increases along the order, with gaps: two
// records are compared without their keys, and a record is inserted without changing other labels.
type order struct {
	sorted []uint32
	labels []uint64
	// blocks contains, for each value, the blocks of the order with records that have it. Values with few records
	// are left out.
	blocks map[Value]*roaring.Bitmap
}

// labelGap is the distance of two labels after relabelling.
const labelGap = 1 << 40

// perBlock is the number of records per block after relabelling.
const perBlock = 1024

// New returns an index with a number of orders.
func New(orders int) *Index {
	return &Index{
		slots:  map[string]uint32{},
		all:    roaring.New(),
		values: map[string]map[string]*postings{},
		grams:  newGrams(),
		orders: make([]order, orders),
	}
}

// Len returns the number of records.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.slots)
}

// Put adds records, or replaces those with the same ids.
func (x *Index) Put(records ...Record) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, r := range records {
		x.remove(r.ID)
		slot := x.insertRecord(r)
		for i := range x.orders {
			x.insert(i, slot)
		}
	}
}

// Delete removes a record; an unknown id is ignored.
func (x *Index) Delete(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(id)
}

// Load replaces all records. It is much faster than Put for many records.
func (x *Index) Load(records iter.Seq[Record]) {
	loaded := New(len(x.orders))
	for r := range records {
		if slot, ok := loaded.slots[r.ID]; ok {
			loaded.deleteRecord(slot)
		}
		loaded.insertRecord(r)
	}
	var sorting sync.WaitGroup
	for i := range loaded.orders {
		sorting.Add(1)
		go func() {
			defer sorting.Done()
			o := &loaded.orders[i]
			o.sorted = loaded.all.ToArray()
			slices.SortFunc(o.sorted, func(a, b uint32) int { return loaded.compare(i, a, b) })
			loaded.relabel(o)
		}()
	}
	sorting.Wait()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.records, x.slots, x.free, x.all = loaded.records, loaded.slots, loaded.free, loaded.all
	x.values, x.valueOf, x.grams, x.orders = loaded.values, loaded.valueOf, loaded.grams, loaded.orders
}

// insertRecord stores a record without adding it to the orders.
func (x *Index) insertRecord(r Record) uint32 {
	slot := uint32(len(x.records))
	if n := len(x.free); n > 0 {
		slot, x.free = x.free[n-1], x.free[:n-1]
	} else {
		x.records = append(x.records, record{})
	}
	stored := record{
		id:     r.ID,
		text:   r.Text,
		keys:   r.Keys,
		groups: r.Groups,
		values: make([]uint32, len(r.Values)),
		data:   r.Data,
	}
	x.slots[r.ID] = slot
	x.all.Add(slot)
	for i, v := range r.Values {
		b := x.postingsOf(v)
		b.Add(slot)
		stored.values[i] = b.number
	}
	x.records[slot] = stored
	x.grams.add(slot, r.Text)
	return slot
}

func (x *Index) postingsOf(v Value) *postings {
	facet := x.values[v.Facet]
	if facet == nil {
		facet = map[string]*postings{}
		x.values[v.Facet] = facet
	}
	if facet[v.Value] == nil {
		facet[v.Value] = &postings{roaring.New(), uint32(len(x.valueOf))}
		x.valueOf = append(x.valueOf, v)
	}
	return facet[v.Value]
}

// recordsWithValue returns the records with a value; nil for none.
func (x *Index) recordsWithValue(v Value) *roaring.Bitmap {
	if found := x.values[v.Facet][v.Value]; found != nil && !found.IsEmpty() {
		return found.Bitmap
	}
	return nil
}

func (x *Index) remove(id string) {
	slot, ok := x.slots[id]
	if !ok {
		return
	}
	for i := range x.orders {
		o := &x.orders[i]
		at, _ := slices.BinarySearchFunc(
			o.sorted,
			o.labels[slot],
			func(s uint32, label uint64) int { return cmp.Compare(o.labels[s], label) },
		)
		o.sorted = slices.Delete(o.sorted, at, at+1)
	}
	x.deleteRecord(slot)
}

// deleteRecord removes a record that is in no order.
func (x *Index) deleteRecord(slot uint32) {
	r := x.records[slot]
	delete(x.slots, r.id)
	x.all.Remove(slot)
	for _, number := range r.values {
		x.postingsOf(x.valueOf[number]).Remove(slot)
	}
	x.grams.remove(slot, r.text)
	x.records[slot] = record{}
	x.free = append(x.free, slot)
}

func (x *Index) insert(i int, slot uint32) {
	o := &x.orders[i]
	at := sort.Search(len(o.sorted), func(n int) bool { return x.compare(i, o.sorted[n], slot) > 0 })
	o.sorted = slices.Insert(o.sorted, at, slot)
	if n := len(x.records); n > len(o.labels) {
		o.labels = append(o.labels, make([]uint64, n-len(o.labels))...)
	}
	before, after := uint64(0), uint64(0)
	if at > 0 {
		before = o.labels[o.sorted[at-1]]
	}
	if after = before + 2*labelGap; at+1 < len(o.sorted) {
		after = o.labels[o.sorted[at+1]]
	}
	if after-before < 2 {
		x.relabel(o)
		return
	}
	o.labels[slot] = before + (after-before)/2
	for _, number := range x.records[slot].values {
		if b := o.blocks[x.valueOf[number]]; b != nil {
			b.Add(block(o.labels[slot]))
		}
	}
}

// relabel assigns new labels and blocks to an order.
func (x *Index) relabel(o *order) {
	o.labels = make([]uint64, len(x.records))
	for at, slot := range o.sorted {
		o.labels[slot] = uint64(at+1) * labelGap
	}
	o.blocks = map[Value]*roaring.Bitmap{}
	for facet, values := range x.values {
		for value, withValue := range values {
			if withValue.GetCardinality() <= fewMatches {
				continue
			}
			hasBlock := make([]bool, len(o.sorted)/perBlock+1)
			for it := withValue.Iterator(); it.HasNext(); {
				hasBlock[block(o.labels[it.Next()])] = true
			}
			b := roaring.New()
			for n, has := range hasBlock {
				if has {
					b.AddInt(n)
				}
			}
			o.blocks[Value{facet, value}] = b
		}
	}
}

// block returns the block of a label.
func block(label uint64) uint32 { return uint32(label / (perBlock * labelGap)) }

func (x *Index) compare(i int, a, b uint32) int {
	r, s := &x.records[a], &x.records[b]
	if order := strings.Compare(r.group(i), s.group(i)); order != 0 {
		return order
	}
	if order := strings.Compare(r.keys[i], s.keys[i]); order != 0 {
		return order
	}
	return strings.Compare(r.id, s.id)
}

// group returns the group of a record in an order.
func (r *record) group(i int) string {
	if r.groups == nil {
		return ""
	}
	return r.groups[i]
}

func comparePositions(a, b Position) int {
	return cmp.Or(strings.Compare(a.Key, b.Key), strings.Compare(a.ID, b.ID))
}

func (x *Index) position(i int, slot uint32) Position {
	r := &x.records[slot]
	return Position{r.group(i) + r.keys[i], r.id}
}

// Counts returns the number of records per value of a facet, among the records with one value of each group. Values
// without records are left out.
func (x *Index) Counts(facet string, groups ...[]Value) map[string]int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	counts := map[string]int{}
	candidates := x.filterAll(groups)
	for value, withValue := range x.values[facet] {
		n := withValue.GetCardinality()
		if len(groups) > 0 {
			n = withValue.AndCardinality(candidates)
		}
		if n > 0 {
			counts[value] = int(n)
		}
	}
	return counts
}

// excludeValues returns the records that have none of the values. The caller must not change the bitmap.
func (x *Index) excludeValues(candidates *roaring.Bitmap, none []Value) *roaring.Bitmap {
	if len(none) == 0 {
		return candidates
	}
	return roaring.AndNot(candidates, x.filterAll([][]Value{none}))
}

// filterAny returns the records that match one of the conditions, or all of them without conditions. The caller must
// not change the bitmap.
func (x *Index) filterAny(candidates *roaring.Bitmap, conditions []Condition) *roaring.Bitmap {
	if len(conditions) == 0 {
		return candidates
	}
	anyOf := roaring.New()
	for _, c := range conditions {
		withValue := roaring.And(candidates, x.filterAll([][]Value{c.Any}))
		for _, v := range c.None {
			if withValue.IsEmpty() {
				break
			}
			if b := x.recordsWithValue(v); b != nil {
				withValue.AndNot(b)
			}
		}
		anyOf.Or(withValue)
	}
	return anyOf
}

// filterAll returns the records with one value of each group. The caller must not change the bitmap.
func (x *Index) filterAll(groups [][]Value) *roaring.Bitmap {
	candidates := x.all
	for i, group := range groups {
		var withValue []*roaring.Bitmap
		for _, v := range group {
			if b := x.recordsWithValue(v); b != nil {
				withValue = append(withValue, b)
			}
		}
		anyOf := roaring.New()
		switch len(withValue) {
		case 0:
			return anyOf
		case 1:
			anyOf = withValue[0]
		default:
			anyOf = roaring.FastOr(withValue...)
		}
		if i == 0 {
			candidates = anyOf
			continue
		}
		candidates = roaring.And(candidates, anyOf)
	}
	return candidates
}
