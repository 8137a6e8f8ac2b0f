package investor

import (
	"strings"
	"testing"
	"time"
)

func figure(v float64) *float64 { return &v }

func TestWriteCSV(t *testing.T) {
	unit := "CHF m"
	table := &Table{LabelTitle: "Year", Columns: []*Column{{Title: `Revenue, "net"`, Unit: &unit}, {Title: "Ratio"}},
		Rows: []*Row{{Label: "2024", Values: []*float64{figure(588.1), nil}}, {Label: "2025", Values: []*float64{figure(1234567.25), figure(-0.5)}}}}
	var b strings.Builder
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	const want = "Year,\"Revenue, \"\"net\"\" (CHF m)\",Ratio\n2024,588.1,\n2025,1234567.25,-0.5\n"
	if b.String() != want {
		t.Errorf("%q", b.String())
	}
}

func TestThinned(t *testing.T) {
	table := &Table{Kind: SharePrice}
	for i := range 1000 {
		table.Rows = append(table.Rows, &Row{Label: time.Date(2020, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)})
	}
	thinned := table.Thinned(300)
	if len(thinned) > 300 || len(thinned) < 200 || thinned[len(thinned)-1] != table.Rows[999] || thinned[0].Label > thinned[1].Label {
		t.Errorf("%d rows, the last of %s", len(thinned), thinned[len(thinned)-1].Label)
	}
	if got := (&Table{Rows: table.Rows[:10]}).Thinned(300); len(got) != 10 {
		t.Errorf("%d of ten", len(got))
	}
}

func TestUpcoming(t *testing.T) {
	got := Upcoming([]*Date{{Date: "2027-04-28"}, {Date: "2026-11-19"}, {Date: "2026-11-20"}}, time.Date(2026, 11, 20, 23, 0, 0, 0, time.UTC))
	if len(got) != 2 || got[0].Date != "2026-11-20" {
		t.Errorf("%v", got)
	}
}
