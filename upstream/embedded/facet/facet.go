// Package facet is an index in memory for lists of many records: filtered by the values of facets, searched by words,
// ordered, and read a page at a time. What a page costs hardly grows with the number of records: the values are
// bitmaps, an order is a sorted array of records, and a page is either read along that array from its cursor or, where
// few records match, collected from the bitmap.
package facet

import (
	"cmp"
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
	// Text is searched, in lower case.
	Text string
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
	Order      int
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
	records []Record
	slots   map[string]uint32
	free    []uint32
	all     *roaring.Bitmap
	values  map[string]map[string]*roaring.Bitmap
	grams   grams
	orders  []order
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
		slots: map[string]uint32{}, all: roaring.New(), values: map[string]map[string]*roaring.Bitmap{},
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
func (x *Index) Load(records []Record) {
	loaded := New(len(x.orders))
	loaded.records = make([]Record, 0, len(records))
	loaded.slots = make(map[string]uint32, len(records))
	for _, r := range records {
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
	x.values, x.grams, x.orders = loaded.values, loaded.grams, loaded.orders
}

// enter keeps a record outside of the orders.
func (x *Index) enter(r Record) uint32 {
	slot := uint32(len(x.records))
	if n := len(x.free); n > 0 {
		slot, x.free = x.free[n-1], x.free[:n-1]
		x.records[slot] = r
	} else {
		x.records = append(x.records, r)
	}
	x.slots[r.ID] = slot
	x.all.Add(slot)
	for _, v := range r.Values {
		x.bitmap(v).Add(slot)
	}
	x.grams.add(slot, r.Text)
	return slot
}

func (x *Index) bitmap(v Value) *roaring.Bitmap {
	facet := x.values[v.Facet]
	if facet == nil {
		facet = map[string]*roaring.Bitmap{}
		x.values[v.Facet] = facet
	}
	if facet[v.Value] == nil {
		facet[v.Value] = roaring.New()
	}
	return facet[v.Value]
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
	delete(x.slots, r.ID)
	x.all.Remove(slot)
	for _, v := range r.Values {
		b := x.bitmap(v)
		if b.Remove(slot); b.IsEmpty() {
			delete(x.values[v.Facet], v.Value)
		}
	}
	x.grams.remove(slot, r.Text)
	x.records[slot] = Record{}
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
	for _, v := range x.records[slot].Values {
		if b := o.blocks[v]; b != nil {
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
	return comparePositions(x.position(i, a), x.position(i, b))
}

func comparePositions(a, b Position) int {
	return cmp.Or(strings.Compare(a.Key, b.Key), strings.Compare(a.ID, b.ID))
}

func (x *Index) position(i int, slot uint32) Position {
	r := &x.records[slot]
	return Position{r.Keys[i], r.ID}
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
			if b := x.values[v.Facet][v.Value]; b != nil {
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
			if b := x.values[v.Facet][v.Value]; b != nil {
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
