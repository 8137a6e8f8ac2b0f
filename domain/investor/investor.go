// Package investor holds the figures that investors read, and how they are handed out.
package investor

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind is which figures they are.
type Kind string

const (
	Dividends     Kind = "DIVIDENDS"
	Shareholders  Kind = "SHAREHOLDERS"
	KeyData       Kind = "KEY_DATA"
	SharePrice    Kind = "SHARE_PRICE"
	TotalReturn   Kind = "TOTAL_RETURN"
	AnnualFigures Kind = "ANNUAL_FIGURES"
)

// Kinds are all of them.
var Kinds = []Kind{Dividends, Shareholders, KeyData, SharePrice, TotalReturn, AnnualFigures}

// File is the name of the figures as a file: `share-price.csv`.
func (k Kind) File() string {
	return strings.ReplaceAll(strings.ToLower(string(k)), "_", "-") + ".csv"
}

// Column is a series of figures.
type Column struct {
	Key, Title string
	// Unit is nil for none.
	Unit *string
	// Decimals is how many are shown.
	Decimals int
}

// Row is named by a year, a day or a name, and has a figure for each column; nil where there is none.
type Row struct {
	Label  string
	Values []*float64
}

// Table are figures, the oldest first where they have dates.
type Table struct {
	Kind       Kind
	LabelTitle string
	Columns    []*Column
	Rows       []*Row
	Note       *string
}

// InLocale is a table in the locale that it was read in.
type InLocale struct {
	*Table
	// Locale is its code: `de-CH`.
	Locale string
}

// IsSeries says whether there is a row for every day or week: such a table is drawn and only then listed.
func (t *Table) IsSeries() bool { return t.Kind == SharePrice || t.Kind == TotalReturn }

// Thinned are the rows that are drawn and listed of a long series: at most so many, evenly spread, so that a page is not
// larger than its reader needs.
func (t *Table) Thinned(most int) []*Row {
	if len(t.Rows) <= most {
		return t.Rows
	}
	step := (len(t.Rows) + most - 1) / most
	var kept []*Row
	// From the end, so that the newest is among them.
	for i := len(t.Rows) - 1; i >= 0; i -= step {
		kept = append(kept, t.Rows[i])
	}
	slices.Reverse(kept)
	return kept
}

// WriteCSV writes the table as comma-separated values, figures with a decimal point in full: what programs read, whatever
// the language of the titles.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
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
	out.Flush()
	return out.Error()
}

// Date is one of the financial calendar.
type Date struct {
	// Date is a day: `2026-11-20`.
	Date, Title string
	Location    *string
}

// Upcoming are the dates from a day on, the next first.
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
