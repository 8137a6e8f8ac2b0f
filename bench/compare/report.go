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
	pageFile      = "bench/README.md"
)

// row is a row of the table: a ratio or a CPU time, with its goal.
type row struct {
	id, name string
	// goal is 0 for a result that is only stated.
	goal float64
	// isCost reports that less is better: milliseconds of CPU time.
	isCost bool
}

// table is a table of the page, with its title.
type table struct {
	title string
	rows  []row
}

var tables = []table{
	{"Whole stacks: CPU time of an answer, theirs / ours", []row{
		{id: "cold-react-router", name: "cold page, data cold / React Router, gzip + Apollo Gateway", goal: 1.4},
		{id: "cold-react-router-br", name: "the same / React Router, brotli + Apollo Gateway", goal: 1.4},
		{id: "cold-react-router-cosmo", name: "the same / React Router, gzip + Cosmo router", goal: 1.4},
		{id: "cold-next", name: "the same / Next.js, pages router + Apollo Gateway", goal: 1.4},
		{id: "known-react-router", name: "cold page, data known / React Router, gzip + Apollo Gateway", goal: 1.9},
		{id: "known-react-router-br", name: "the same / React Router, brotli + Apollo Gateway", goal: 1.9},
		{id: "known-react-router-cosmo", name: "the same / React Router, gzip + Cosmo router", goal: 1.9},
		{id: "known-next", name: "the same / Next.js, pages router + Apollo Gateway", goal: 1.9},
		{id: "replay-next", name: "replay / Next.js with revalidation + Apollo Gateway", goal: 6},
		{id: "replay-react-router", name: "replay / React Router, gzip + Apollo Gateway, computed from its cold page"},
		{id: "kept-next", name: "warm page / Next.js with revalidation"},
	}},
	{"Gateways: CPU time of a cold product query, theirs / ours", []row{
		{id: "query-apollo", name: "Apollo Gateway", goal: 1.3},
		{id: "query-hive", name: "Hive Gateway", goal: 2},
		{id: "query-cosmo", name: "Cosmo router", goal: 0.55},
	}},
	{"Floors: CPU time of an answer, theirs / ours", []row{
		{id: "warm-html", name: "warm HTML / bare handler", goal: 0.8},
		{id: "warm-query", name: "warm persisted query / bare handler", goal: 0.8},
		{id: "floor-react-router", name: "cold page, data known / floor: React Router without data"},
		{id: "floor-next-pages", name: "the same / floor: Next.js, pages router, without data"},
		{id: "floor-next-app", name: "the same / floor: Next.js, app router, without data"},
	}},
	{"Strand alone", []row{
		{id: "cold-cpu", name: "CPU time of a cold page, data known, Go and Node, ms", goal: 5.5, isCost: true},
		{id: "goodput", name: "cold pages answered, 300 concurrent / 64 concurrent", goal: 0.9},
		{id: "picture", name: "CPU time of a copy of a picture of 1180 px, ms", goal: 120, isCost: true},
	}},
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

// text returns the results as tables of Markdown. Rows without results are left out.
func (r results) text() string {
	var b strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&b, "| %s | goal | median | all rounds | Strand | peer |\n|---|---|---|---|---|---|\n", t.title)
		for _, row := range t.rows {
			if len(r[row.id]) == 0 {
				continue
			}
			middle, least, most := r.median(row.id)
			goal, isMet := fmt.Sprintf("≥ %g", row.goal), middle.value >= row.goal
			switch {
			case row.goal == 0:
				goal = "stated"
			case row.isCost:
				goal, isMet = fmt.Sprintf("≤ %g", row.goal), middle.value <= row.goal
			}
			median := number(middle.value)
			if !isMet {
				median = "**" + median + "**"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s–%s | %s | %s |\n", row.name, goal, median,
				number(least.value), number(most.value), middle.ours, middle.theirs)
		}
		b.WriteByte('\n')
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
		return fmt.Sprintf("%.3g ms", m.cpuEach())
	case m.cpuEach() < 1:
		return fmt.Sprintf("%.0f/s, %.0f µs", m.rate(), 1000*m.cpuEach())
	}
	return fmt.Sprintf("%.0f/s, %.1f ms", m.rate(), m.cpuEach())
}

// report writes the tables into the page, and compares the results with the committed ones or replaces them.
func (r results) report(update bool) error {
	fmt.Println(r.text())
	if err := r.writeTables(); err != nil {
		return err
	}
	text, err := os.ReadFile(committedFile)
	if err != nil {
		return err
	}
	committed := map[string]figure{}
	if err := json.Unmarshal(text, &committed); err != nil {
		return fmt.Errorf("%s: %w", committedFile, err)
	}
	var errs []error
	figures := map[string]figure{}
	for _, t := range tables {
		for _, row := range t.rows {
			before, isCommitted := committed[row.id]
			if len(r[row.id]) == 0 {
				if isCommitted {
					figures[row.id] = before
				}
				continue
			}
			middle, least, most := r.median(row.id)
			figures[row.id] = figure{rounded(middle.value), rounded(most.value - least.value)}
			if isCommitted {
				errs = append(errs, row.worse(middle.value, before))
			}
		}
	}
	if !update {
		return errors.Join(errs...)
	}
	if text, err = json.MarshalIndent(figures, "", "  "); err != nil {
		return err
	}
	return os.WriteFile(committedFile, append(text, '\n'), 0o644)
}

func rounded(v float64) float64 { return float64(int(v*1000+0.5)) / 1000 }

// leastSpread is the share of a result that its spread is at least: three rounds of one run show only a part of it.
const leastSpread = 0.1

// worse returns an error if a result is worse than the committed one by more than its spread.
func (r row) worse(now float64, before figure) error {
	allowed := max(before.Spread, leastSpread*before.Value)
	if loss := before.Value - now; !r.isCost && loss > allowed || r.isCost && -loss > allowed {
		return fmt.Errorf("%s: %s, committed is %s with a spread of %s",
			r.name, number(now), number(before.Value), number(allowed))
	}
	return nil
}

// The marks around the tables in the page.
const (
	tableStart = "<!-- bench/compare writes these tables -->\n"
	tableEnd   = "<!-- end of the tables -->\n"
)

// writeTables replaces the tables of the page.
func (r results) writeTables() error {
	text, err := os.ReadFile(pageFile)
	if err != nil {
		return err
	}
	before, rest, isStarted := strings.Cut(string(text), tableStart)
	_, after, isEnded := strings.Cut(rest, tableEnd)
	if !isStarted || !isEnded {
		return errors.New(pageFile + " has no place for the tables")
	}
	commit, err := exec.Command("git", "describe", "--always", "--dirty", "--exclude=*").Output()
	if err != nil {
		return fmt.Errorf("ask git for the commit: %w", err)
	}
	table := fmt.Sprintf("\nMeasured on %s, commit %s.\n\n%s",
		time.Now().Format(time.DateOnly), strings.TrimSpace(string(commit)), r.text())
	return os.WriteFile(pageFile, []byte(before+tableStart+table+tableEnd+after), 0o644)
}
