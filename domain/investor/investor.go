// Package investor contains the figures for investors, as tables, chart series and CSV files.
package investor

import (
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"strand/domain/csvfile"
	"strand/domain/optional"
)

// Kind is the kind of a table of figures.
type Kind string

const (
	Dividends     Kind = "DIVIDENDS"
	Shareholders  Kind = "SHAREHOLDERS"
	KeyData       Kind = "KEY_DATA"
	SharePrice    Kind = "SHARE_PRICE"
	TotalReturn   Kind = "TOTAL_RETURN"
	AnnualFigures Kind = "ANNUAL_FIGURES"
)

// Kinds are all kinds.
var Kinds = []Kind{Dividends, Shareholders, KeyData, SharePrice, TotalReturn, AnnualFigures}

// File is the name of the CSV file: `share-price.csv`.
func (k Kind) File() string {
	return strings.ReplaceAll(strings.ToLower(string(k)), "_", "-") + ".csv"
}

// Column is a column of a table.
type Column struct {
	Key, Title string
	// Unit is nil for none.
	Unit *string
	// Decimals is the number of decimals to show.
	Decimals int
}

// Row has a label (a year, a date or a name) and a value for each column; nil for a missing value.
type Row struct {
	Label  string
	Values []*float64
}

// Table is a table of figures. Rows with dates are sorted, the oldest first.
type Table struct {
	Kind       Kind
	LabelTitle string
	Columns    []*Column
	Rows       []*Row
	Note       *string
}

// InLocale is a table with the locale that it was read in.
type InLocale struct {
	*Table
	// Locale is the code of the locale: `de-CH`.
	Locale string
}

// IsSeries reports whether the table has a row for every day or week. Such a table is shown as a chart with a summary.
func (t *Table) IsSeries() bool { return t.Kind == SharePrice || t.Kind == TotalReturn }

// Downsampled returns at most limit rows, evenly spread, the newest included.
func (t *Table) Downsampled(limit int) []*Row {
	if len(t.Rows) <= limit {
		return t.Rows
	}
	step := (len(t.Rows) + limit - 1) / limit
	var sampled []*Row
	// Count from the end, so that the newest row is included.
	for i := len(t.Rows) - 1; i >= 0; i -= step {
		sampled = append(sampled, t.Rows[i])
	}
	slices.Reverse(sampled)
	return sampled
}

// Series contains the points of a chart.
type Series struct {
	// Days are the dates of the points: `2026-11-20`.
	Days []string
	// Values has a list for each column, with a value for each day; nil for a missing value.
	Values [][]*float64
}

// spans are the periods that a chart offers in addition to all years, with the maximum number of points in each. More
// points than pixels would not be visible.
var spans = []struct{ years, limit int }{{1, 60}, {5, 90}}

// mostBefore is the maximum number of points before all spans.
const mostBefore = 110

// Series returns the points of the chart of a daily or weekly table; nil for other tables. Recent years have more
// points, because visitors can select these periods.
func (t *Table) Series() *Series {
	if !t.IsSeries() {
		return nil
	}
	rest := t.Rows
	var drawn []*Row
	for _, span := range spans {
		start := firstWithin(rest, t.Rows, span.years)
		drawn = append(t.downsample(rest[start:], span.limit), drawn...)
		rest = rest[:start]
	}
	drawn = append(t.downsample(rest, mostBefore), drawn...)
	s := &Series{Days: make([]string, len(drawn)), Values: make([][]*float64, len(t.Columns))}
	for c := range t.Columns {
		s.Values[c] = make([]*float64, len(drawn))
	}
	for i, row := range drawn {
		s.Days[i] = row.Label
		for c := range min(len(t.Columns), len(row.Values)) {
			s.Values[c][i] = row.Values[c]
		}
	}
	return s
}

// downsample returns at most limit rows (at least three) that preserve the shape of the line of all rows. It is the
// algorithm "largest triangle three buckets": from each bucket it keeps the row that spans the largest triangle with
// the row before it and the mean of the next bucket. Evenly spread rows would miss highs and lows.
func (t *Table) downsample(rows []*Row, limit int) []*Row {
	if len(rows) <= limit {
		return rows
	}
	scales := make([]float64, len(t.Columns))
	for c := range scales {
		low, high := math.Inf(1), math.Inf(-1)
		for _, r := range rows {
			if v, ok := r.value(c); ok {
				low, high = min(low, v), max(high, v)
			}
		}
		if high > low {
			scales[c] = 1 / (high - low)
		}
	}
	width := float64(len(rows)-2) / float64(limit-2)
	start := func(part int) int { return min(1+int(float64(part)*width), len(rows)-1) }
	sampled := []*Row{rows[0]}
	last := 0
	for part := range limit - 2 {
		from, to := start(part), start(part+1)
		next := rows[to:max(start(part+2), to+1)]
		best, bestArea := from, -1.0
		for i := from; i < to; i++ {
			area := 0.0
			for c, scale := range scales {
				v, has := rows[i].value(c)
				before, hasBefore := rows[last].value(c)
				after, hasAfter := mean(next, c)
				if has && hasBefore && hasAfter {
					middle := float64(to) + float64(len(next)-1)/2
					area += scale * math.Abs((float64(last)-middle)*(v-before)-float64(last-i)*(after-before))
				}
			}
			if area > bestArea {
				best, bestArea = i, area
			}
		}
		sampled = append(sampled, rows[best])
		last = best
	}
	return append(sampled, rows[len(rows)-1])
}

// value returns the value of a column; ok is false if it is missing.
func (r *Row) value(column int) (value float64, ok bool) {
	if column >= len(r.Values) || r.Values[column] == nil {
		return 0, false
	}
	return *r.Values[column], true
}

// mean returns the mean of a column's values; ok is false if there are none.
func mean(rows []*Row, column int) (value float64, ok bool) {
	sum, n := 0.0, 0
	for _, r := range rows {
		if v, ok := r.value(column); ok {
			sum += v
			n++
		}
	}
	return sum / float64(max(n, 1)), n > 0
}

// firstWithin returns the index of the first row that is at most years older than the last of all rows.
func firstWithin(rows, all []*Row, years int) int {
	if len(all) == 0 {
		return 0
	}
	last, err := time.Parse(time.DateOnly, all[len(all)-1].Label)
	if err != nil {
		return 0
	}
	since := last.AddDate(-years, 0, 0).Format(time.DateOnly)
	i := slices.IndexFunc(rows, func(r *Row) bool { return r.Label >= since })
	if i < 0 {
		return len(rows)
	}
	return i
}

// summaryMonths is the number of months that have a row each in a summary.
const summaryMonths = 12

// Summary returns the rows of a table on a page: all rows, or for a daily or weekly table the last rows of the latest
// months and of the years before. The CSV file has all rows.
func (t *Table) Summary() []*Row {
	if !t.IsSeries() {
		return t.Rows
	}
	var sampled []*Row
	month, year, months := "", "", 0
	for _, row := range slices.Backward(t.Rows) {
		if len(row.Label) != len(time.DateOnly) {
			continue
		}
		y, m := row.Label[:4], row.Label[:7]
		if m == month || months == summaryMonths && y == year {
			continue
		}
		if months < summaryMonths {
			months++
		}
		month, year = m, y
		sampled = append(sampled, row)
	}
	slices.Reverse(sampled)
	return sampled
}

// WriteCSV writes the table as comma-separated values with a decimal point, all decimals and titles in the table's
// language.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csvfile.NewWriter(w, ',')
	head := []string{t.LabelTitle}
	for _, c := range t.Columns {
		title := c.Title
		if c.Unit != nil {
			title += " (" + *c.Unit + ")"
		}
		head = append(head, title)
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for _, r := range t.Rows {
		line := []string{r.Label}
		for _, v := range r.Values {
			text := ""
			if v != nil {
				text = strconv.FormatFloat(*v, 'f', -1, 64)
			}
			line = append(line, text)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// Date is a date of the financial calendar.
type Date struct {
	// Date is an ISO date: `2026-11-20`.
	Date, Title string
	Location    *string
}

// NextOver returns when the first of some upcoming dates is over; zero for none.
func NextOver(upcoming []*Date) time.Time {
	if len(upcoming) == 0 {
		return time.Time{}
	}
	return optional.DayAfter(upcoming[0].Date)
}

// Upcoming returns the dates from today on (UTC), the next first.
func Upcoming(dates []*Date, now time.Time) []*Date {
	today := now.UTC().Format(time.DateOnly)
	upcoming := []*Date{}
	for _, d := range dates {
		if d.Date >= today {
			upcoming = append(upcoming, d)
		}
	}
	slices.SortStableFunc(upcoming, func(a, b *Date) int { return strings.Compare(a.Date, b.Date) })
	return upcoming
}
