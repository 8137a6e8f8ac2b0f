package editorial

import (
	"testing"
	"time"

	"strand/domain/site"
)

func at(t *testing.T, text string) time.Time {
	t.Helper()
	found, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Rules: JOB-2.
func TestPosition_ClosedAt(t *testing.T) {
	now := at(t, "2026-11-28T12:00:00Z")
	for name, test := range map[string]struct {
		position Position
		closed   bool
		next     string
	}{
		"open":            {Position{ValidThrough: "2026-11-30"}, false, "2026-12-01T00:00:00Z"},
		"its last day":    {Position{ValidThrough: "2026-11-28"}, false, "2026-11-29T00:00:00Z"},
		"the day after":   {Position{ValidThrough: "2026-11-27"}, true, ""},
		"closed by hand":  {Position{ValidThrough: "2026-11-30", Withdrawn: true}, true, ""},
		"no last day":     {Position{}, false, ""},
		"an invalid date": {Position{ValidThrough: "soon"}, false, ""},
	} {
		if got := test.position.ClosedAt(now); got != test.closed {
			t.Errorf("%s: closed %v", name, got)
		}
		next := ""
		if change := test.position.NextChange(now); !change.IsZero() {
			next = change.Format(time.RFC3339)
		}
		if next != test.next {
			t.Errorf("%s: changes at %q, want %q", name, next, test.next)
		}
	}
}

// Rules: JOB-1.
func TestOpenPositions(t *testing.T) {
	page := func(id, published, through string) *Page {
		return &Page{ID: id, Position: &Position{PublicationDate: published, ValidThrough: through}}
	}
	open, next := OpenPositions([]*Page{
		nil, {ID: "about"}, page("old", "2026-10-01", "2027-01-31"), page("over", "2026-11-01", "2026-11-27"),
		page("new", "2026-11-20", "2026-12-31"),
	}, at(t, "2026-11-28T12:00:00Z"))
	if len(open) != 2 || open[0].ID != "new" || open[1].ID != "old" {
		t.Errorf("%v", open)
	}
	if want := at(t, "2027-01-01T00:00:00Z"); !next.Equal(want) {
		t.Errorf("the list changes at %v", next)
	}
	if open, _ = OpenPositions(nil, time.Now()); open == nil {
		t.Error("an empty list is missing")
	}
}

// Rules: JOB-1.
func TestWorkload(t *testing.T) {
	for _, test := range [][4]int{{80, 100, 80, 100}, {100, 60, 60, 100}, {-5, 400, 1, 100}, {0, 0, 1, 1}} {
		if low, high := Workload(test[0], test[1]); low != test[2] || high != test[3] {
			t.Errorf("%d–%d: %d–%d", test[0], test[1], low, high)
		}
	}
}

func TestNewSalary(t *testing.T) {
	if s := NewSalary(118, 98, "CHF"); s == nil || *s != (Salary{98, 118, "CHF"}) {
		t.Errorf("%v", s)
	}
	for _, s := range []*Salary{
		NewSalary(0, 5, "CHF"), NewSalary(1, 0, "CHF"), NewSalary(1, 2, ""), NewSalary(1, 2, "<b>"),
	} {
		if s != nil {
			t.Errorf("%v", s)
		}
	}
}

func TestLocked_HidesPosition(t *testing.T) {
	p := &Page{Position: &Position{}, Localized: site.Localized{}}
	if p.Locked().Position != nil {
		t.Error("a locked page shows its position")
	}
}
