package facet

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// key returns the complete sort key of an order.
func (r *Record) key(order int) string {
	if r.Groups == nil {
		return r.Keys[order]
	}
	return r.Groups[order] + r.Keys[order]
}

// naive executes queries by scanning all records.
type naive map[string]Record

func (n naive) Select(q Query) Result {
	var matching []Record
	for _, r := range n {
		has := func(group []Value) bool {
			return slices.ContainsFunc(group, func(v Value) bool { return slices.Contains(r.Values, v) })
		}
		meets := func(c Condition) bool { return has(c.Any) && !has(c.None) }
		if contains(r.Text, q.Words) && !has(q.None) &&
			(len(q.AnyOf) == 0 || slices.ContainsFunc(q.AnyOf, meets)) &&
			!slices.ContainsFunc(q.All, func(g []Value) bool { return !has(g) }) {
			matching = append(matching, r)
		}
	}
	at := func(r Record) Position {
		if q.Key != nil {
			return Position{q.Key(r.Data), r.ID}
		}
		return Position{r.key(q.Order), r.ID}
	}
	sign := 1
	if q.Descending {
		sign = -1
	}
	slices.SortFunc(matching, func(a, b Record) int { return sign * comparePositions(at(a), at(b)) })
	p := Result{Total: len(matching), IsTotalExact: true, HasPrevious: q.After != nil, HasNext: q.Before != nil}
	if q.MaxTotal > 0 && p.Total > q.MaxTotal {
		p.Total, p.IsTotalExact = q.MaxTotal+1, false
	}
	if q.After != nil {
		matching = slices.DeleteFunc(
			matching,
			func(r Record) bool { return sign*comparePositions(at(r), *q.After) <= 0 },
		)
	}
	if q.Before != nil {
		matching = slices.DeleteFunc(
			matching,
			func(r Record) bool { return sign*comparePositions(at(r), *q.Before) >= 0 },
		)
	}
	if q.Before != nil || q.Last && q.After == nil {
		if len(matching) > q.First {
			p.HasPrevious = true
			matching = matching[len(matching)-q.First:]
		}
	} else if len(matching) > q.First {
		p.HasNext = true
		matching = matching[:q.First]
	}
	for _, r := range matching {
		p.IDs, p.Positions = append(p.IDs, r.ID), append(p.Positions, at(r))
	}
	return p
}

var words = []string{"alpha", "zeta", "crimp", "winterthur", "brno", "über", "圧着", "x", "a530-20417", "z1"}

func random(r *rand.Rand, id int) Record {
	location := fmt.Sprintf("l%d", r.IntN(12))
	return Record{
		ID: fmt.Sprintf("m%06d", id),
		Values: []Value{
			{"organization", fmt.Sprintf("o%d", r.IntN(4))},
			{"location", location},
			{"line", fmt.Sprintf("p%d", r.IntN(5))},
		},
		Data: fmt.Sprint(r.IntN(100)),
		// Groups of the second order depend on a facet, so that its matches are adjacent.
		Keys:   []string{words[r.IntN(len(words))] + fmt.Sprint(r.IntN(50)), fmt.Sprint(r.IntN(9))},
		Groups: []string{"", location + "/"},
		Text:   words[r.IntN(len(words))] + " " + words[r.IntN(len(words))] + fmt.Sprintf(" %04d", r.IntN(9999)),
	}
}

func randomQuery(r *rand.Rand, all naive) Query {
	q := Query{
		Order:      r.IntN(2),
		Descending: r.IntN(2) == 0,
		First:      1 + r.IntN(30),
		MaxTotal:   []int{0, 10, 1000}[r.IntN(3)],
		Last:       r.IntN(3) == 0,
	}
	for _, facet := range []struct {
		name, prefix string
		n            int
	}{{"organization", "o", 5}, {"location", "l", 13}, {"line", "p", 6}} {
		if r.IntN(3) > 0 {
			continue
		}
		var group []Value
		for range 1 + r.IntN(3) {
			group = append(group, Value{facet.name, fmt.Sprint(facet.prefix, r.IntN(facet.n))})
		}
		switch r.IntN(6) {
		case 0:
			q.None = group
			continue
		case 1:
			q.AnyOf = append(q.AnyOf, Condition{Any: group})
			continue
		case 2:
			none := []Value{{"organization", fmt.Sprint("o", r.IntN(5))}, {"line", fmt.Sprint("p", r.IntN(6))}}
			q.AnyOf = append(q.AnyOf, Condition{Any: group, None: none})
			continue
		}
		q.All = append(q.All, group)
	}
	for range r.IntN(3) {
		q.Words = append(
			q.Words,
			[]string{"al", "alpha", "a", "über", "圧", "12", "7", "winter", "zz", "a530-2", "noth", "1 "}[r.IntN(12)],
		)
	}
	key := func(r *Record) string { return r.key(q.Order) }
	if r.IntN(4) == 0 {
		q.Key = func(data any) string { return data.(string) }
		key = func(r *Record) string { return q.Key(r.Data) }
	}
	if r.IntN(2) == 0 {
		one := random(r, r.IntN(10_000)) // mostly an unknown record
		for _, there := range all {
			if r.IntN(2) == 0 {
				one = there
			}
			break
		}
		position := &Position{key(&one), one.ID}
		if r.IntN(2) == 0 {
			q.After = position
		} else {
			q.Before = position
		}
	}
	return q
}

// Rules: USER-9.
func TestSelect(t *testing.T) {
	for name, size := range map[string]int{"none": 0, "few": 50, "many": 6000} {
		r := rand.New(rand.NewPCG(1, uint64(size)))
		x, all := New(2), naive{}
		var loaded []Record
		for i := range size {
			one := random(r, i)
			all[one.ID], loaded = one, append(loaded, one)
		}
		x.Load(slices.Values(loaded))
		for round := range 300 {
			q := randomQuery(r, all)
			if got, want := x.Select(q), all.Select(q); !reflect.DeepEqual(got, want) {
				t.Fatalf(
					"%s, round %d: %+v (after %v, before %v):\n%+v, want\n%+v",
					name,
					round,
					q,
					q.After,
					q.Before,
					got,
					want,
				)
			}
			for range r.IntN(20) {
				one := random(r, r.IntN(size+100))
				if r.IntN(3) == 0 {
					x.Delete(one.ID)
					delete(all, one.ID)
				} else {
					x.Put(one)
					all[one.ID] = one
				}
			}
		}
		if x.Len() != len(all) {
			t.Errorf("%s: %d records, want %d", name, x.Len(), len(all))
		}
	}
}

func TestSelect_Pagination(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	x := New(2)
	for i := range 5000 {
		x.Put(random(r, i))
	}
	for _, descending := range []bool{false, true} {
		seen := map[string]bool{}
		q := Query{First: 60, Order: 1, Descending: descending}
		for {
			p := x.Select(q)
			for _, id := range p.IDs {
				if seen[id] {
					t.Fatalf("%s is returned twice", id)
				}
				seen[id] = true
			}
			if !p.HasNext {
				break
			}
			last := p.Positions[len(p.Positions)-1]
			q.After = &last
			x.Delete(last.ID) // its cursor keeps working
		}
		if len(seen) < 4900 {
			t.Errorf("descending %v: %d records", descending, len(seen))
		}
	}
}

// TestSelect_AdjacentMatches reads adjacent matches far from both ends of an order, like the machines of a product
// line in the order of names.
func TestSelect_AdjacentMatches(t *testing.T) {
	x, all := New(1), naive{}
	put := func(key string, value string) {
		r := Record{ID: "id-" + key, Values: []Value{{"line", value}}, Keys: []string{key}}
		all[r.ID] = r
		x.Put(r)
	}
	var loaded []Record
	for i := range 12_000 {
		key := fmt.Sprintf("%06d", i)
		r := Record{ID: "id-" + key, Values: []Value{{"line", "other"}}, Keys: []string{key}}
		if i >= 5_000 && i < 8_000 {
			r.Values[0].Value = "wanted"
		}
		all[r.ID], loaded = r, append(loaded, r)
	}
	x.Load(slices.Values(loaded))
	check := func(when string) {
		t.Helper()
		for _, descending := range []bool{false, true} {
			for _, last := range []bool{false, true} {
				for _, after := range []*Position{nil, {"003000", ""}, {"007990", ""}, {"009000", ""}} {
					q := Query{
						All: [][]Value{
							{{"line", "wanted"}},
						},
						First:      20,
						Descending: descending,
						Last:       last,
						After:      after,
					}
					if got, want := x.Select(q), all.Select(q); !reflect.DeepEqual(got, want) {
						t.Errorf("%s, descending %v, last %v, after %v: %v, want %v",
							when, descending, last, after, got.IDs, want.IDs)
					}
				}
			}
		}
	}
	check("loaded")
	put("000007", "wanted")
	put("011000", "wanted")
	check("two more apart from the others")
	for i := range 40 { // more records than fit between two labels
		put(fmt.Sprintf("000007-%03d", 40-i), "wanted")
	}
	check("many more at one position")
}

func TestPut_RepeatedInsertionAtOnePosition(t *testing.T) {
	x := New(1)
	for i := range 500 {
		x.Put(Record{ID: fmt.Sprintf("%04d", 500-i), Keys: []string{"same"}})
	}
	p := x.Select(Query{First: 500})
	if !slices.IsSorted(p.IDs) || len(p.IDs) != 500 {
		t.Errorf("%d records: %v", len(p.IDs), p.IDs)
	}
}

func TestCounts(t *testing.T) {
	x := New(0)
	x.Put(
		Record{ID: "a", Values: []Value{{"o", "1"}, {"l", "x"}}},
		Record{ID: "b", Values: []Value{{"o", "1"}, {"l", "y"}}},
		Record{ID: "c", Values: []Value{{"o", "2"}, {"l", "y"}}},
	)
	for name, test := range map[string]struct {
		within [][]Value
		want   map[string]int
	}{
		"all":     {nil, map[string]int{"x": 1, "y": 2}},
		"some":    {[][]Value{{{"o", "1"}}}, map[string]int{"x": 1, "y": 1}},
		"either":  {[][]Value{{{"o", "1"}, {"o", "2"}}}, map[string]int{"x": 1, "y": 2}},
		"nothing": {[][]Value{{{"o", "3"}}}, map[string]int{}},
	} {
		if got := x.Counts("l", test.within...); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func fill(n int) (*Index, []Record) {
	r := rand.New(rand.NewPCG(3, uint64(n)))
	records := make([]Record, n)
	lines := strings.Fields("cutting stripping crimping harness testing marking")
	for i := range records {
		line, location := r.IntN(len(lines)), r.IntN(24)
		serial := fmt.Sprintf("a%d-%06d", 100+line*10, r.IntN(10_000_000))
		records[i] = Record{
			ID: fmt.Sprintf(
				"mach-%08d",
				i,
			),
			Text: fmt.Sprintf("%s %d %s location %d", lines[line], line*100, serial, location),
			Keys: []string{
				fmt.Sprintf("%s %d", lines[line], r.IntN(1000)),
				serial,
				fmt.Sprintf("%05d", r.IntN(4000)),
				fmt.Sprintf("%02d", location),
			},
			Values: []Value{
				{"organization", fmt.Sprint(location / 2)},
				{"location", fmt.Sprint(location)},
				{"line", lines[line]},
				{"retired", fmt.Sprint(r.IntN(20) == 0)},
				{"warranty", fmt.Sprint(r.IntN(3))},
			},
		}
	}
	x := New(4)
	x.Load(slices.Values(records))
	return x, records
}

func BenchmarkSelect(b *testing.B) {
	active := []Value{{"retired", "false"}}
	queries := map[string]Query{
		"first page":   {All: [][]Value{active}},
		"500th page":   {All: [][]Value{active}, After: &Position{"crimping 50", "mach-1"}},
		"one location": {All: [][]Value{active, {{"location", "7"}}}},
		"line by location": {
			All:   [][]Value{active, {{"line", "testing"}}, {{"location", "23"}, {"location", "22"}}},
			Order: 3,
		},
		"retired":       {All: [][]Value{{{"retired", "true"}}}, Order: 2, Descending: true},
		"three letters": {All: [][]Value{active}, Words: []string{"812"}},
		"rare word":     {All: [][]Value{active}, Words: []string{"a120-0001"}},
		"two letters":   {All: [][]Value{active}, Words: []string{"cr"}},
		"one letter":    {All: [][]Value{active}, Words: []string{"z"}},
	}
	for _, n := range []int{1000, 1_000_000} {
		x, records := fill(n)
		for name, q := range queries {
			q.First, q.MaxTotal = 20, 1000
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					x.Select(q)
				}
			})
		}
		b.Run(fmt.Sprintf("put/%d", n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(9, 9))
			for b.Loop() {
				x.Put(records[r.IntN(n)])
			}
		})
	}
}
