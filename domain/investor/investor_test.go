package investor

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func figure(v float64) *float64 { return &v }

// TestWriteCSV checks tables as CSV files (INV-4).
//
// Rules: INV-4, MACH-12.
func TestWriteCSV(t *testing.T) {
	unit := "CHF m"
	table := &Table{
		LabelTitle: "Year",
		Columns:    []*Column{{Title: `Revenue, "net"`, Unit: &unit}, {Title: "Ratio"}},
		Rows: []*Row{
			{Label: "2024", Values: []*float64{figure(588.1), nil}},
			{Label: "2025", Values: []*float64{figure(1234567.25), figure(-0.5)}},
		},
	}
	var b strings.Builder
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	const want = `"Year","Revenue, ""net"" (CHF m)","Ratio"` + "\r\n" + `"2024","588.1",""` + "\r\n" +
		`"2025","1234567.25","-0.5"` + "\r\n"
	if b.String() != want {
		t.Errorf("%q", b.String())
	}
}

func TestThinned(t *testing.T) {
	table := &Table{Kind: SharePrice}
	for i := range 1000 {
		table.Rows = append(
			table.Rows,
			&Row{Label: time.Date(2020, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)},
		)
	}
	thinned := table.Downsampled(300)
	if len(thinned) > 300 || len(thinned) < 200 || thinned[len(thinned)-1] != table.Rows[999] ||
		thinned[0].Label > thinned[1].Label {
		t.Errorf("%d rows, the last of %s", len(thinned), thinned[len(thinned)-1].Label)
	}
	if got := (&Table{Rows: table.Rows[:10]}).Downsampled(300); len(got) != 10 {
		t.Errorf("%d of ten", len(got))
	}
}

// daily returns a table of prices with a row for every day from 1 January 2013 to last.
func daily(last string) *Table {
	table := &Table{Kind: SharePrice, Columns: []*Column{{Key: "share"}, {Key: "index"}}}
	end, _ := time.Parse(time.DateOnly, last)
	for day := time.Date(2013, 1, 1, 0, 0, 0, 0, time.UTC); !day.After(end); day = day.AddDate(0, 0, 1) {
		table.Rows = append(
			table.Rows,
			&Row{Label: day.Format(time.DateOnly), Values: []*float64{figure(float64(day.Year())), nil}},
		)
	}
	return table
}

func labels(rows []*Row) string {
	var all []string
	for _, r := range rows {
		all = append(all, r.Label)
	}
	return strings.Join(all, " ")
}

// TestSeries checks the number of points of a chart (INV-2).
//
// Rules: INV-2.
func TestSeries(t *testing.T) {
	s := daily("2025-06-13").Series()
	var lastYear, fiveYears int
	for i, day := range s.Days {
		if day >= "2024-06-13" {
			lastYear++
		}
		if day >= "2020-06-13" {
			fiveYears++
		}
		if i > 0 && day <= s.Days[i-1] {
			t.Errorf("%s after %s", day, s.Days[i-1])
		}
		if v := s.Values[0][i]; v == nil || day[:4] != strconv.Itoa(int(*v)) || s.Values[1][i] != nil {
			t.Errorf("wrong figures on %s", day)
		}
	}
	if lastYear < 50 || fiveYears-lastYear < 70 || len(s.Days)-fiveYears < 70 || len(s.Days) > 260 {
		t.Errorf("%d days of the last year, %d of five, %d of all", lastYear, fiveYears, len(s.Days))
	}
	if s.Days[len(s.Days)-1] != "2025-06-13" {
		t.Errorf("the series ends with %s", s.Days[len(s.Days)-1])
	}
}

// TestSeries_KeepsExtremes checks that a single outlier is included in the chart of all years.
//
// Rules: INV-2.
func TestSeries_KeepsExtremes(t *testing.T) {
	table := daily("2025-06-13")
	high, low := table.Rows[700], table.Rows[3600]
	high.Values, low.Values = []*float64{figure(9000), nil}, []*float64{figure(-9000), nil}
	s := table.Series()
	for _, row := range []*Row{high, low, table.Rows[0]} {
		if !slices.Contains(s.Days, row.Label) {
			t.Errorf("%s is missing", row.Label)
		}
	}
}

// Rules: INV-2.
func TestSeries_Small(t *testing.T) {
	if s := (&Table{Kind: AnnualFigures, Rows: []*Row{{Label: "2025"}}}).Series(); s != nil {
		t.Errorf("a table of years has the series %v", s)
	}
	if s := (&Table{Kind: TotalReturn}).Series(); s == nil || len(s.Days) != 0 {
		t.Errorf("an empty table has the series %v", s)
	}
	for name, rows := range map[string][]*Row{
		"no days":        {{Label: "x"}, {Label: "y"}},
		"missing values": {{Label: "2025-01-01"}, {Label: "2025-01-02", Values: []*float64{figure(1), figure(2)}}},
	} {
		s := (&Table{Kind: TotalReturn, Columns: []*Column{{}}, Rows: rows}).Series()
		if len(s.Days) != 2 || len(s.Values) != 1 || len(s.Values[0]) != 2 {
			t.Errorf("%s: %v", name, s)
		}
	}
}

// TestSummary checks the rows below a chart (INV-2).
//
// Rules: INV-2.
func TestSummary(t *testing.T) {
	for name, test := range map[string]struct {
		table *Table
		want  string
	}{
		"within a year": {daily("2015-03-10"), "2013-12-31 2014-04-30 2014-05-31 2014-06-30 2014-07-31 2014-08-31 2014-09-30 " +
			"2014-10-31 2014-11-30 2014-12-31 2015-01-31 2015-02-28 2015-03-10"},
		"the last row is the last day of a year": {daily("2014-12-31"), "2013-12-31 2014-01-31 2014-02-28 2014-03-31 2014-04-30 2014-05-31 2014-06-30 " +
			"2014-07-31 2014-08-31 2014-09-30 2014-10-31 2014-11-30 2014-12-31"},
		"short":     {daily("2013-02-02"), "2013-01-31 2013-02-02"},
		"no series": {&Table{Kind: Shareholders, Rows: []*Row{{Label: "a"}, {Label: "b"}}}, "a b"},
		"no days":   {&Table{Kind: SharePrice, Rows: []*Row{{Label: "x"}}}, ""},
	} {
		if got := labels(test.table.Summary()); got != test.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, test.want)
		}
	}
}

// TestUpcoming checks the financial calendar (INV-5).
//
// Rules: INV-5.
func TestUpcoming(t *testing.T) {
	got := Upcoming(
		[]*Date{{Date: "2027-04-28"}, {Date: "2026-11-19"}, {Date: "2026-11-20"}},
		time.Date(2026, 11, 20, 23, 0, 0, 0, time.UTC),
	)
	if len(got) != 2 || got[0].Date != "2026-11-20" {
		t.Errorf("%v", got)
	}
}
