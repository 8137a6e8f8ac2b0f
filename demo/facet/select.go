package facet

import (
	"slices"
	"sort"

	"github.com/RoaringBitmap/roaring/v2"
)

// fewMatches is the number of matches up to which they are collected instead of searched along the order.
const fewMatches = 2000

// Select reads a page.
func (x *Index) Select(q Query) Result {
	x.mu.RLock()
	defer x.mu.RUnlock()
	s := selection{index: x, query: q, candidates: x.filterAny(x.excludeValues(x.filterAll(q.All), q.None), q.AnyOf)}
	for _, word := range q.Words {
		s.candidates = x.grams.candidates(s.candidates, word)
	}
	s.words = slices.DeleteFunc(slices.Clone(q.Words), func(word string) bool { return word == "" })
	s.size = int(s.candidates.GetCardinality())
	return s.page()
}

// selection is the state of executing a query.
type selection struct {
	index *Index
	query Query
	// candidates contains the matching records, before the words are searched in their texts.
	candidates *roaring.Bitmap
	size       int
	words      []string
}

func (s *selection) containsWords(slot uint32) bool {
	return len(s.words) == 0 || contains(s.index.records[slot].text, s.words)
}

// total counts the matches. It does not search texts that were searched before.
func (s *selection) total() (n int, isExact bool) {
	limit := s.query.MaxTotal
	if len(s.words) > 0 {
		var matching []uint32
		it := s.candidates.Iterator()
		for it.HasNext() && (limit == 0 || len(matching) <= limit) {
			if slot := it.Next(); s.containsWords(slot) {
				matching = append(matching, slot)
			}
		}
		if it.HasNext() {
			return limit + 1, false
		}
		s.candidates, s.size, s.words = roaring.BitmapOf(matching...), len(matching), nil
	}
	if limit > 0 && s.size > limit {
		return limit + 1, false
	}
	return s.size, true
}

func (s *selection) page() Result {
	q := s.query
	var r Result
	r.Total, r.IsTotalExact = s.total()
	limit := max(q.First, 0) + 1
	if q.Key != nil {
		return s.pageByKey(r, limit)
	}
	found, ok := []uint32(nil), false
	if s.size > fewMatches {
		found, ok = s.selectInOrder(limit)
	}
	if !ok {
		found = s.collect(limit)
	}
	positions := make([]Position, len(found))
	for i, slot := range found {
		positions[i] = s.index.position(q.Order, slot)
	}
	return s.resultOf(r, positions, limit)
}

// resultOf sets the records of a page, and whether there are more: found contains one more record in that case.
func (s *selection) resultOf(r Result, found []Position, limit int) Result {
	more := len(found) == limit
	if more {
		found = found[:limit-1]
	}
	r.HasNext, r.HasPrevious = more, s.query.After != nil
	if s.isBack() {
		slices.Reverse(found)
		r.HasNext, r.HasPrevious = s.query.Before != nil, more
	}
	for _, position := range found {
		r.IDs, r.Positions = append(r.IDs, position.ID), append(r.Positions, position)
	}
	return r
}

// pageByKey sorts all matches by the keys of the query.
func (s *selection) pageByKey(r Result, limit int) Result {
	q := s.query
	var found []Position
	for it := s.candidates.Iterator(); it.HasNext(); {
		slot := it.Next()
		if !s.containsWords(slot) {
			continue
		}
		r := &s.index.records[slot]
		position := Position{q.Key(r.data), r.id}
		if s.isAfterCursor(position) {
			found = append(found, position)
		}
	}
	slices.SortFunc(found, func(a, b Position) int {
		if s.isForward() {
			return comparePositions(a, b)
		}
		return comparePositions(b, a)
	})
	return s.resultOf(r, found[:min(limit, len(found))], limit)
}

// isAfterCursor reports whether a position is on the page's side of the cursor.
func (s *selection) isAfterCursor(p Position) bool {
	cursor := s.query.After
	if s.query.Before != nil {
		cursor = s.query.Before
	}
	if cursor == nil {
		return true
	}
	order := comparePositions(p, *cursor)
	return order > 0 && s.isForward() || order < 0 && !s.isForward()
}

// isBack reports whether the page is read backwards from its end.
func (s *selection) isBack() bool {
	return s.query.Before != nil || s.query.Last && s.query.After == nil
}

// isForward reports whether the page is read in the direction of the sorted array.
func (s *selection) isForward() bool { return s.query.Descending == s.isBack() }

// bounds returns the part of the sorted array that contains the page.
func (s *selection) bounds() (from, to int) {
	q := s.query
	sorted := s.index.orders[q.Order].sorted
	from, to = 0, len(sorted)
	cursor := q.After
	if q.Before != nil {
		cursor = q.Before
	}
	if cursor == nil {
		return from, to
	}
	compare := func(n int) int { return comparePositions(s.index.position(q.Order, sorted[n]), *cursor) }
	if s.isForward() {
		return sort.Search(to, func(n int) bool { return compare(n) > 0 }), to
	}
	return from, sort.Search(to, func(n int) bool { return compare(n) >= 0 })
}

// selectInOrder searches matches along the order. It returns false if matches are so sparse that collecting them is
// cheaper.
func (s *selection) selectInOrder(limit int) (found []uint32, ok bool) {
	sorted := s.index.orders[s.query.Order].sorted
	from, to := s.bounds()
	isEvery := s.size == len(sorted)
	var blocks *roaring.Bitmap
	if !isEvery {
		blocks = s.blocks()
	}
	// The expected number of visited records if matches are evenly distributed.
	expected := limit * len(sorted) / s.size
	maxVisited := min(max(fewMatches, 4*expected), s.size)
	for visited := 0; from < to; visited++ {
		if blocks != nil {
			if from, to = s.skip(blocks, from, to); from >= to {
				break
			}
		}
		var slot uint32
		if s.isForward() {
			slot = sorted[from]
			from++
		} else {
			to--
			slot = sorted[to]
		}
		if (isEvery || s.candidates.Contains(slot)) && s.containsWords(slot) {
			if found = append(found, slot); len(found) == limit {
				return found, true
			}
		}
		if visited > maxVisited && !isEvery {
			return nil, false
		}
	}
	return found, true
}

// blocks returns the blocks of the order that may contain matches; nil for all.
func (s *selection) blocks() *roaring.Bitmap {
	o := &s.index.orders[s.query.Order]
	var candidates *roaring.Bitmap
groups:
	for _, group := range s.query.All {
		var withValue []*roaring.Bitmap
		for _, v := range group {
			b := o.blocks[v]
			if b == nil && s.index.recordsWithValue(v) != nil {
				continue groups
			}
			if b != nil {
				withValue = append(withValue, b)
			}
		}
		anyOf := roaring.FastOr(withValue...)
		if candidates != nil {
			anyOf.And(candidates)
		}
		candidates = anyOf
	}
	// If nearly all records match, skipping blocks is useless.
	if last := len(o.sorted) - 1; candidates != nil &&
		10*candidates.GetCardinality() > 9*uint64(block(o.labels[o.sorted[last]])) {
		return nil
	}
	return candidates
}

// skip skips the records before the next block that may contain matches, in the direction of the page.
func (s *selection) skip(blocks *roaring.Bitmap, from, to int) (int, int) {
	o := &s.index.orders[s.query.Order]
	first := func(label uint64) int {
		return from + sort.Search(to-from, func(n int) bool { return o.labels[o.sorted[from+n]] >= label })
	}
	if s.isForward() {
		at := block(o.labels[o.sorted[from]])
		if blocks.Contains(at) {
			return from, to
		}
		next := blocks.NextValue(at)
		if next < 0 {
			return to, to
		}
		return first(uint64(next) * perBlock * labelGap), to
	}
	at := block(o.labels[o.sorted[to-1]])
	if blocks.Contains(at) {
		return from, to
	}
	previous := blocks.PreviousValue(at)
	if previous < 0 {
		return from, from
	}
	return from, first(uint64(previous+1) * perBlock * labelGap)
}

// collect selects the first matches of the page from all matches.
func (s *selection) collect(limit int) []uint32 {
	o := &s.index.orders[s.query.Order]
	from, to := s.bounds()
	if from >= to {
		return nil
	}
	lowest, highest := o.labels[o.sorted[from]], o.labels[o.sorted[to-1]]
	isForward := s.isForward()
	before := func(a, b uint64) bool { return a < b == isForward && a != b }
	// The candidates, sorted; a better one replaces the last one.
	var found []uint32
	it := s.candidates.ManyIterator()
	buffer := make([]uint32, 1024)
	for n := it.NextMany(buffer); n > 0; n = it.NextMany(buffer) {
		for _, slot := range buffer[:n] {
			label := o.labels[slot]
			if label < lowest || label > highest {
				continue
			}
			if len(found) == limit && !before(label, o.labels[found[limit-1]]) || !s.containsWords(slot) {
				continue
			}
			at := sort.Search(len(found), func(i int) bool { return before(label, o.labels[found[i]]) })
			if len(found) == limit {
				found = found[:limit-1]
			}
			found = slices.Insert(found, at, slot)
		}
	}
	return found
}
