package sqllist

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"testing"

	_ "modernc.org/sqlite"
)

// openTable returns a database with ten things: t0 to t9, two of each size.
func openTable(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+t.TempDir()+"/list.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.ExecContext(t.Context(),
		`CREATE TABLE things (number INTEGER PRIMARY KEY, id TEXT NOT NULL, size INTEGER NOT NULL, text TEXT NOT NULL)`,
	); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		id, text := fmt.Sprintf("t%d", i), fmt.Sprintf(`größe %d "quoted" 50%% of it`, i)
		if _, err := db.ExecContext(t.Context(),
			`INSERT INTO things (number, id, size, text) VALUES (?, ?, ?, ?)`, i, id, i/2, text); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// TestRead_Pages: pages forwards and backwards contain each row once, in both directions of an order with ties.
func TestRead_Pages(t *testing.T) {
	db := openTable(t)
	for _, isDescending := range []bool{false, true} {
		o := Order{Name: "size", Columns: []string{"size", "id"}, IsDescending: isDescending}
		var want []string
		for i := range 10 {
			want = append(want, fmt.Sprintf("t%d", i))
		}
		if isDescending {
			slices.Reverse(want)
		}
		var forwards []string
		page := Page{First: 3}
		var last *Result
		for {
			found, err := Read(t.Context(), db, "things", Conditions{}, o, page)
			if err != nil {
				t.Fatal(err)
			}
			if found.HasPrevious != (len(forwards) > 0) {
				t.Errorf("after %v: previous %t", forwards, found.HasPrevious)
			}
			forwards, last = append(forwards, found.IDs...), found
			if !found.HasNext {
				break
			}
			page.After = found.Cursors[len(found.Cursors)-1]
		}
		if !slices.Equal(forwards, want) {
			t.Errorf("forwards %v, want %v", forwards, want)
		}
		back, err := Read(t.Context(), db, "things", Conditions{}, o, Page{First: 4, Before: last.Cursors[0]})
		if err != nil || !slices.Equal(back.IDs, want[5:9]) || !back.HasNext || !back.HasPrevious {
			t.Errorf("backwards %+v %v, want %v", back, err, want[5:9])
		}
		back, err = Read(t.Context(), db, "things", Conditions{}, o, Page{First: 9, Before: last.Cursors[0]})
		if err != nil || !slices.Equal(back.IDs, want[:9]) || back.HasPrevious {
			t.Errorf("backwards to the start %+v %v", back, err)
		}
	}
}

func TestRead_Cursors(t *testing.T) {
	db := openTable(t)
	o := Order{Name: "size", Columns: []string{"size", "id"}}
	for _, text := range []string{
		"x", "e30", cursor{"other", []any{1, "t1"}}.String(), cursor{"size", []any{1}}.String(),
		cursor{"size", []any{1.5, "t1"}}.String(), cursor{"size", []any{nil, "t1"}}.String(),
	} {
		if _, err := Read(t.Context(), db, "things", Conditions{}, o, Page{First: 1, After: text}); !errors.Is(
			err, ErrCursor,
		) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Rules: TICK-16.
func TestConditions(t *testing.T) {
	db := openTable(t)
	words := func(words ...string) func(*Conditions) {
		return func(c *Conditions) { c.AddText("text", words) }
	}
	for name, test := range map[string]struct {
		set  func(c *Conditions)
		want int
	}{
		"none":                {func(*Conditions) {}, 10},
		"a list":              {func(c *Conditions) { AddIn(c, "id", []string{"t1", "t2", "none"}) }, 2},
		"an empty list":       {func(c *Conditions) { AddIn[string](c, "id", nil) }, 10},
		"two conditions":      {func(c *Conditions) { c.Add("size = ? OR size = ?", 1, 2); c.Add("number > 3") }, 2},
		"a long word":         {words("GRÖS"), 0},
		"letter case":         {words("GRÖSSE"), 0},
		"umlauts in capitals": {words("GRÖß"), 10},
		"a short word":        {words("7"), 1},
		"both":                {words("größe", "7"), 1},
		"signs":               {words(`"quoted"`, "50%"), 10},
		"operators":           {words("NOT", "a*b"), 0},
	} {
		var c Conditions
		test.set(&c)
		total, isExact, err := Count(t.Context(), db, "things", c, 20)
		if err != nil || total != test.want || !isExact {
			t.Errorf("%s: %d rows, want %d (%v)", name, total, test.want, err)
		}
	}
	if total, isExact, err := Count(t.Context(), db, "things", Conditions{}, 4); total != 4 || isExact || err != nil {
		t.Errorf("more than the maximum: %d %t %v", total, isExact, err)
	}
}
