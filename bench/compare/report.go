package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// The committed results, and the page with the table of the latest run.
const (
	committedFile = "bench/compare.json"
	page          = "bench/README.md"
)

// row is a row of the table: a ratio or a CPU time, with its goal.
type row struct {
	id, name string
	goal     float64
	// isCost reports that less is better: milliseconds of CPU time.
	isCost bool
}

var rows = []row{
	{id: "cold-react-router-1", name: "cold HTML / React Router, rate, 1 concurrent", goal: 2},
	{id: "cold-react-router-8", name: "the same, 8 concurrent", goal: 2},
	{id: "cold-react-router-64", name: "the same, 64 concurrent", goal: 2},
	{id: "cold-next-app-1", name: "cold HTML / Next.js, app router, rate, 1 concurrent", goal: 2.5},
	{id: "cold-next-app-8", name: "the same, 8 concurrent", goal: 2.5},
	{id: "cold-next-app-64", name: "the same, 64 concurrent", goal: 2.5},
	{id: "cold-next-pages-1", name: "cold HTML / Next.js, pages router, rate, 1 concurrent", goal: 1},
	{id: "cold-next-pages-8", name: "the same, 8 concurrent", goal: 1},
	{id: "cold-next-pages-64", name: "the same, 64 concurrent", goal: 1},
	{id: "cold-cpu", name: "CPU time of a cold page, Go and Node, ms", goal: 5.5, isCost: true},
	{id: "query-apollo", name: "cold product query / Apollo Gateway, rate", goal: 2},
	{id: "query-hive", name: "cold product query / Hive Gateway, rate", goal: 3},
	{id: "warm-query", name: "warm persisted query, CPU time of a bare handler / ours", goal: 0.7},
	{id: "warm-html", name: "warm HTML, CPU time of a bare handler / ours", goal: 0.7},
	{id: "goodput", name: "cold pages answered, 300 concurrent / 64 concurrent", goal: 0.9},
	{id: "picture", name: "CPU time of a copy of a picture of 1180 px, ms", goal: 120, isCost: true},
}

// result is what one round has measured: the value of a row, and both servers.
type result struct {
	value        float64
	ours, theirs measured
}

// results are those of all rounds, by the ids of their rows.
type results map[string][]result

func (r results) add(id string, value float64, ours, theirs measured) {
	r[id] = append(r[id], result{value, ours, theirs})
}

// figure is the median of the rounds, and the difference between the best and the worst.
type figure struct {
	Value  float64 `json:"value"`
	Spread float64 `json:"spread"`
}

// median returns the middle one of the rounds' results, and the worst and the best one.
func (r results) median(id string) (middle, least, most result) {
	sorted := slices.SortedFunc(slices.Values(r[id]), func(a, b result) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	})
	return sorted[len(sorted)/2], sorted[0], sorted[len(sorted)-1]
}

// table returns the results as a table of Markdown.
func (r results) table() string {
	var b strings.Builder
	b.WriteString("| what | goal | median | all rounds | Strand | peer |\n|---|---|---|---|---|---|\n")
	for _, row := range rows {
		middle, least, most := r.median(row.id)
		goal, isMet := fmt.Sprintf("≥ %g", row.goal), middle.value >= row.goal
		if row.isCost {
			goal, isMet = fmt.Sprintf("≤ %g", row.goal), middle.value <= row.goal
		}
		median := number(middle.value)
		if !isMet {
			median = "**" + median + "**"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s–%s | %s | %s |\n", row.name, goal, median,
			number(least.value), number(most.value), middle.ours, middle.theirs)
	}
	return b.String()
}

// number writes a value with three digits.
func number(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// String returns rate and CPU time of an answer.
func (m measured) String() string {
	switch {
	case m.all == 0:
		return ""
	case m.spent == 0:
		return fmt.Sprintf("%d copies", m.all)
	case m.cpuEach() < 1:
		return fmt.Sprintf("%.0f/s, %.0f µs", m.rate(), 1000*m.cpuEach())
	}
	return fmt.Sprintf("%.0f/s, %.1f ms", m.rate(), m.cpuEach())
}

// report writes the table into the page, and compares the results with the committed ones or replaces them.
func (r results) report(update bool) error {
	fmt.Println(r.table())
	if err := r.writeTable(); err != nil {
		return err
	}
	figures := map[string]figure{}
	for _, row := range rows {
		middle, least, most := r.median(row.id)
		figures[row.id] = figure{rounded(middle.value), rounded(most.value - least.value)}
	}
	if update {
		text, err := json.MarshalIndent(figures, "", "  ")
		if err != nil {
			return err
		}
		return os.WriteFile(committedFile, append(text, '\n'), 0o644)
	}
	text, err := os.ReadFile(committedFile)
	if err != nil {
		return err
	}
	committed := map[string]figure{}
	if err := json.Unmarshal(text, &committed); err != nil {
		return fmt.Errorf("%s: %w", committedFile, err)
	}
	return worse(figures, committed)
}

func rounded(v float64) float64 { return float64(int(v*1000+0.5)) / 1000 }

// leastSpread is the share of a result that its spread is at least: three rounds of one run show only a part of it.
const leastSpread = 0.1

// worse returns an error that lists the results that are worse than the committed ones by more than their spread.
func worse(figures, committed map[string]figure) error {
	var errs []error
	for _, row := range rows {
		now, before := figures[row.id], committed[row.id]
		allowed := max(before.Spread, leastSpread*before.Value)
		if loss := before.Value - now.Value; !row.isCost && loss > allowed || row.isCost && -loss > allowed {
			errs = append(errs, fmt.Errorf("%s: %s, committed is %s with a spread of %s",
				row.name, number(now.Value), number(before.Value), number(allowed)))
		}
	}
	return errors.Join(errs...)
}

// The marks around the table in the page.
const (
	tableStart = "<!-- bench/compare writes this table -->\n"
	tableEnd   = "<!-- end of the table -->\n"
)

// writeTable replaces the table of the page.
func (r results) writeTable() error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, isStarted := strings.Cut(string(text), tableStart)
	_, after, isEnded := strings.Cut(rest, tableEnd)
	if !isStarted || !isEnded {
		return errors.New(page + " has no place for the table")
	}
	commit, err := exec.Command("git", "describe", "--always", "--dirty", "--exclude=*").Output()
	if err != nil {
		return fmt.Errorf("ask git for the commit: %w", err)
	}
	table := fmt.Sprintf("\nMeasured on %s, commit %s.\n\n%s\n",
		time.Now().Format(time.DateOnly), strings.TrimSpace(string(commit)), r.table())
	return os.WriteFile(page, []byte(before+tableStart+table+tableEnd+after), 0o644)
}
