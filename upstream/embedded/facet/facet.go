// Package facet is an index in memory for lists of many records: filtered by the values of facets, searched by words,
// ordered, and read a page at a time. What a page costs hardly grows with the number of records: the values are
// bitmaps, an order is a sorted array of records, and a page is either read along that array from its cursor or, where
// few records match, collected from the bitmap.
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

// Record is what the index knows of a record.
type Record struct {
	ID     string
	Values []Value
	// Keys are the sort keys, one for each order; they are compared byte by byte.
	Keys []string
	// Groups are what the sort keys begin with, one for each order, where many records share that; nil for nothing. None
	// is the beginning of another one. Records with the same groups should share the slice.
	Groups []string
	// Text is searched, in lower case.
	Text string
	// Data is what sort keys are made of that Query.Key asks for.
	Data any
}

// Position is a place in an order: that of a record, which may be deleted since.
type Position struct{ Key, ID string }

// Condition is met by records that have one of some values and none of others.
type Condition struct{ Any, None []Value }

// Query selects a page.
type Query struct {
	// All are groups of values: a record must have at least one of each group.
	All [][]Value
	// None are values that a record must not have.
	None []Value
	// Either are conditions of which a record must meet at least one, where there are any.
	Either []Condition
	// Words must all be contained in the text; they are in lower case.
	Words []string
	// Order is the index of the sort keys.
	Order int
	// Key makes the sort key of a record from its data, for an order that the index does not have; nil for Order. The page costs as much as there
	// are matches.
	Key        func(data any) string
	Descending bool
	// First is how many records a page has at most.
	First int
	// After and Before are where a page begins and ends; at most one of them is set.
	After, Before *Position
	// Last asks for the last page instead of the first one, where neither After nor Before is set.
	Last bool
	// MaxTotal bounds how far records are counted; 0 for no bound.
	MaxTotal int
}

// Page is the answer to a query.
type Page struct {
	IDs       []string
	Positions []Position
	// Total is how many records match; one more than the bound where there are more than that.
	Total                int
	TotalIsExact         bool
	HasNext, HasPrevious bool
}

// Index is safe for concurrent use.
type Index struct {
	mu      sync.RWMutex
	records []record
	slots   map[string]uint32
	free    []uint32
	all     *roaring.Bitmap
	values  map[string]map[string]*having
	// valueOf are the values by their numbers.
	valueOf []Value
	grams   grams
	orders  []order
}

// record is what is kept of a record: its values by their numbers, since many records have the same.
type record struct {
	id, text     string
	keys, groups []string
	values       []uint32
	data         any
}

// having are the records with a value.
type having struct {
	*roaring.Bitmap
	// number is that of the value. It stays when no record has the value any more.
	number uint32
}

// order is a sorted array of records. A label is a number for each record that increases along the order, with gaps
// between, so that two records are compared without their keys and one is inserted without changing others.
type order struct {
	sorted []uint32
	labels []uint64
	// blocks are where in the order records with a value may be. A value that few records have is not there.
	blocks map[Value]*roaring.Bitmap
}

// labelGap is the distance of two labels when all are made anew.
const labelGap = 1 << 40

// perBlock is how many records a block of labels has when all are made anew.
const perBlock = 1024

// New makes an index with a number of orders.
func New(orders int) *Index {
	return &Index{
		slots: map[string]uint32{}, all: roaring.New(), values: map[string]map[string]*having{},
		grams: newGrams(), orders: make([]order, orders),
	}
}

// Len is the number of records.
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
		slot := x.enter(r)
		for i := range x.orders {
			x.insert(i, slot)
		}
	}
}

// Delete removes a record; one that is not there is no error.
func (x *Index) Delete(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.remove(id)
}

// Load replaces everything. It is much faster than Put for many records.
func (x *Index) Load(records iter.Seq[Record]) {
	loaded := New(len(x.orders))
	for r := range records {
		if slot, ok := loaded.slots[r.ID]; ok {
			loaded.forget(slot)
		}
		loaded.enter(r)
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

// enter keeps a record outside of the orders.
func (x *Index) enter(r Record) uint32 {
	slot := uint32(len(x.records))
	if n := len(x.free); n > 0 {
		slot, x.free = x.free[n-1], x.free[:n-1]
	} else {
		x.records = append(x.records, record{})
	}
	kept := record{
		id: r.ID, text: r.Text, keys: r.Keys, groups: r.Groups, values: make([]uint32, len(r.Values)), data: r.Data,
	}
	x.slots[r.ID] = slot
	x.all.Add(slot)
	for i, v := range r.Values {
		b := x.havingValue(v)
		b.Add(slot)
		kept.values[i] = b.number
	}
	x.records[slot] = kept
	x.grams.add(slot, r.Text)
	return slot
}

func (x *Index) havingValue(v Value) *having {
	facet := x.values[v.Facet]
	if facet == nil {
		facet = map[string]*having{}
		x.values[v.Facet] = facet
	}
	if facet[v.Value] == nil {
		facet[v.Value] = &having{roaring.New(), uint32(len(x.valueOf))}
		x.valueOf = append(x.valueOf, v)
	}
	return facet[v.Value]
}

// with are the records with a value; nil for none.
func (x *Index) with(v Value) *roaring.Bitmap {
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
	x.forget(slot)
}

// forget removes a record that is in no order.
func (x *Index) forget(slot uint32) {
	r := x.records[slot]
	delete(x.slots, r.id)
	x.all.Remove(slot)
	for _, number := range r.values {
		x.havingValue(x.valueOf[number]).Remove(slot)
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

// relabel makes the labels and the blocks of an order anew.
func (x *Index) relabel(o *order) {
	o.labels = make([]uint64, len(x.records))
	for at, slot := range o.sorted {
		o.labels[slot] = uint64(at+1) * labelGap
	}
	o.blocks = map[Value]*roaring.Bitmap{}
	for facet, values := range x.values {
		for value, having := range values {
			if having.GetCardinality() <= fewMatches {
				continue
			}
			in := make([]bool, len(o.sorted)/perBlock+1)
			for it := having.Iterator(); it.HasNext(); {
				in[block(o.labels[it.Next()])] = true
			}
			b := roaring.New()
			for n, has := range in {
				if has {
					b.AddInt(n)
				}
			}
			o.blocks[Value{facet, value}] = b
		}
	}
}

// block is the number of the block of labels that has a label.
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

// group is what the sort key of an order begins with.
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

// Counts are how many records have each value of a facet, among those that have one of each group of values. A value
// that none of them has is left out.
func (x *Index) Counts(facet string, within ...[]Value) map[string]int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	counts := map[string]int{}
	among := x.filtered(within)
	for value, having := range x.values[facet] {
		n := having.GetCardinality()
		if len(within) > 0 {
			n = having.AndCardinality(among)
		}
		if n > 0 {
			counts[value] = int(n)
		}
	}
	return counts
}

// without are the records among others that have none of the values. The bitmap is not to be changed.
func (x *Index) without(among *roaring.Bitmap, none []Value) *roaring.Bitmap {
	if len(none) == 0 {
		return among
	}
	return roaring.AndNot(among, x.filtered([][]Value{none}))
}

// meeting are the records among others that meet one of the conditions, or all where there is no condition. The bitmap
// is not to be changed.
func (x *Index) meeting(among *roaring.Bitmap, conditions []Condition) *roaring.Bitmap {
	if len(conditions) == 0 {
		return among
	}
	either := roaring.New()
	for _, c := range conditions {
		having := roaring.And(among, x.filtered([][]Value{c.Any}))
		for _, v := range c.None {
			if having.IsEmpty() {
				break
			}
			if b := x.with(v); b != nil {
				having.AndNot(b)
			}
		}
		either.Or(having)
	}
	return either
}

// filtered are the records that have one value of each group. The bitmap is not to be changed.
func (x *Index) filtered(groups [][]Value) *roaring.Bitmap {
	among := x.all
	for i, group := range groups {
		var having []*roaring.Bitmap
		for _, v := range group {
			if b := x.with(v); b != nil {
				having = append(having, b)
			}
		}
		either := roaring.New()
		switch len(having) {
		case 0:
			return either
		case 1:
			either = having[0]
		default:
			either = roaring.FastOr(having...)
		}
		if i == 0 {
			among = either
			continue
		}
		among = roaring.And(among, either)
	}
	return among
}
