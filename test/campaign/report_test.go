//go:build campaign

package campaign

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"
)

//go:embed report.md.tmpl
var reportText string

// writeReport writes all results as Markdown.
func writeReport(name string) error {
	files, err := filepath.Glob(resultsDir + "/*.json")
	var all []row
	for _, one := range files {
		var rows []row
		text, failure := os.ReadFile(one)
		err = errors.Join(err, failure, json.Unmarshal(text, &rows))
		all = append(all, rows...)
	}
	if err != nil {
		return err
	}
	revisions, counts, cells := map[string]bool{}, map[string]int{}, 0
	var broken [][]string
	for _, r := range all {
		revisions[r.Revision] = true
		if rule := brokenRule(r); rule != "" {
			broken = append(broken, []string{rule, r.System, r.Fault, r.State, r.Target})
		}
		if r.Target != "/readyz" {
			word := r.Word
			if strings.HasPrefix(word, "status ") {
				word = "status"
			}
			counts[word]++
			cells++
		}
	}
	var tables []table
	for _, system := range systemNames {
		if of := with(all, func(r row) bool { return r.System == system }); len(of) > 0 {
			tables = append(tables, tableOf(of))
		}
	}
	report, err := os.Create(name)
	if err != nil {
		return err
	}
	defer report.Close()
	return template.Must(template.New("").Parse(reportText)).Execute(report, map[string]any{
		"Revisions": slices.Sorted(maps.Keys(revisions)), "Cells": cells, "Counts": counts, "Broken": broken,
		"Tables": tables,
	})
}

// table has the results of a system.
type table struct {
	System string
	// Lines contain states, faults, result and times until recovery.
	Lines [][]string
	// Ready contains the answers of /readyz with their faults.
	Ready []string
}

// tableOf returns the table of the results of one system. States with equal results are one, and in a state the faults
// with equal results are one line.
func tableOf(rows []row) table {
	t := table{System: map[string]string{
		"cms": "CMS", "pim": "PIM", "sis": "sis (public)", "sis-portal": "sis portal (authenticated)",
		"identity": "Identity server", "search": "Search engine (protocol stand-in)",
	}[rows[0].System]}
	results := func(r row) string {
		return wordsOf(with(rows, func(o row) bool { return o.State == r.State && o.Fault == r.Fault }))
	}
	byState := groupBy(states, func(state string) string {
		var ofFaults []string
		for _, f := range faultsOf(rows) {
			ofFaults = append(ofFaults, results(row{State: state, Fault: f}))
		}
		return strings.Join(ofFaults, "\n")
	})
	for _, some := range byState {
		byFault := groupBy(faultsOf(rows), func(f string) string { return results(row{State: some[0], Fault: f}) })
		for i, names := range namesOf(byFault) {
			of := with(rows, func(r row) bool {
				return slices.Contains(some, r.State) && slices.Contains(byFault[i], r.Fault)
			})
			states := strings.Join(some, "; ")
			switch {
			case i > 0:
				states = ""
			case len(byState) == 1:
				states = "all"
			}
			t.Lines = append(t.Lines, []string{states, names, summary(of), recoveryTimes(of)})
		}
	}
	readiness := func(f string) string {
		var words []string
		for _, state := range states {
			for _, r := range with(rows, func(r row) bool {
				return r.Fault == f && r.State == state && r.Target == "/readyz"
			}) {
				words = append(words, r.Word)
			}
		}
		return strings.Join(slices.Compact(words), ", then ")
	}
	byFault := groupBy(faultsOf(rows), readiness)
	for i, names := range namesOf(byFault) {
		t.Ready = append(t.Ready, readiness(byFault[i][0])+" ("+names+")")
	}
	return t
}

func faultsOf(rows []row) []string {
	var names []string
	for _, f := range faults {
		if slices.ContainsFunc(rows, func(r row) bool { return r.Fault == f.name }) {
			names = append(names, f.name)
		}
	}
	return names
}

// groupBy returns the groups of names with the same key, in the order of their first names.
func groupBy(names []string, key func(string) string) [][]string {
	var keys []string
	groups := map[string][]string{}
	for _, name := range names {
		k := key(name)
		if groups[k] == nil {
			keys = append(keys, k)
		}
		groups[k] = append(groups[k], name)
	}
	inOrder := make([][]string, len(keys))
	for i, k := range keys {
		inOrder[i] = groups[k]
	}
	return inOrder
}

// namesOf sorts groups of faults by size, and returns how they are called: the largest one, at the end, is all others.
func namesOf(groups [][]string) []string {
	slices.SortStableFunc(groups, func(x, y []string) int { return len(x) - len(y) })
	names := make([]string, len(groups))
	for i, group := range groups {
		names[i] = strings.Join(group, ", ")
	}
	names[len(names)-1] = map[bool]string{true: "all", false: "all others"}[len(names) == 1]
	return names
}

// wordsOf returns what each target got.
func wordsOf(rows []row) string {
	var words []string
	for _, r := range with(rows, isWrong) {
		words = append(words, r.Target+": "+r.Word)
	}
	return strings.Join(words, "\n")
}

func isWrong(r row) bool { return r.Word != allWell && r.Target != "/readyz" }

// summary lists the targets that are not all well, with the longest time from one second on:
// `product, listing: error page in site (2.3 s)`.
func summary(rows []row) string {
	rows = with(rows, isWrong)
	var parts []string
	for len(rows) > 0 {
		word := rows[0].Word
		var names []string
		longest := int64(0)
		for _, r := range with(rows, func(r row) bool { return r.Word == word }) {
			if !slices.Contains(names, r.Target) {
				names = append(names, r.Target)
			}
			longest = max(longest, r.Milliseconds)
		}
		part := strings.Join(withAllPages(names), ", ") + ": " + word
		if longest >= 1000 {
			part += fmt.Sprintf(" (%.1f s)", float64(longest)/1000)
		}
		parts = append(parts, part)
		rows = with(rows, func(r row) bool { return r.Word != word })
	}
	return cmp.Or(strings.Join(parts, "; "), allWell)
}

// withAllPages replaces the names of the pages, unless more than three are missing.
func withAllPages(names []string) []string {
	var missing []string
	for _, one := range targets {
		if one.kind == page && !slices.Contains(names, one.name) {
			missing = append(missing, one.name)
		}
	}
	if len(missing) > 3 {
		return names
	}
	isPage := func(name string) bool { return targetNamed(name).kind == page }
	all := strings.TrimSuffix("all pages but "+strings.Join(missing, " and "), " but ")
	return append([]string{all}, slices.DeleteFunc(slices.Clone(names), isPage)...)
}

// recoveryTimes returns how long the last target took to recover, in seconds: the longest time of all faults, and those
// above half a minute with their fault.
func recoveryTimes(rows []row) string {
	longest := int64(0)
	var parts []string
	for _, f := range faultsOf(rows) {
		ofFault := int64(0)
		var never []string
		for _, r := range with(rows, func(r row) bool { return r.Fault == f }) {
			ofFault = max(ofFault, r.WellAfter)
			if r.WellAfter < 0 && !slices.Contains(never, r.Target) {
				never = append(never, r.Target)
			}
		}
		switch {
		case len(never) > 0:
			parts = append(parts, f+": not in time ("+strings.Join(never, ", ")+")")
		case ofFault > 30_000:
			parts = append(parts, fmt.Sprintf("%s: %.1f", f, float64(ofFault)/1000))
		default:
			longest = max(longest, ofFault)
		}
	}
	if longest > 0 || parts == nil {
		parts = slices.Insert(parts, 0, fmt.Sprintf("%.1f", float64(longest)/1000))
	}
	return strings.Join(parts, "; ")
}

func TestTableOf(t *testing.T) {
	var rows []row
	for _, state := range states {
		for _, f := range []string{"hang", "html", "429:60"} {
			r := row{System: "pim", Fault: f, State: state, Target: "product", Word: allWell}
			if state == stateCold {
				r.Word, r.Milliseconds, r.WellAfter = errorInSite, 500, 4000
			}
			if state == stateCold && f == "hang" {
				r.Word, r.Milliseconds = partial, 2300
			}
			if state == stateCold && f == "429:60" {
				r.WellAfter = 70_000
			}
			rows = append(rows, r, row{System: "pim", Fault: f, State: state, Target: "/readyz", Word: "degraded"})
		}
	}
	got := tableOf(rows)
	want := [][]string{
		{stateCold, "hang", "product: " + partial + " (2.3 s)", "4.0"},
		{"", "all others", "product: " + errorInSite, "4.0; 429:60: 70.0"},
		{strings.Join(states[1:], "; "), "all", allWell, "0.0"},
	}
	if !slices.EqualFunc(got.Lines, want, slices.Equal) || !slices.Equal(got.Ready, []string{"degraded (all)"}) {
		t.Errorf("%q, %q, want %q", got.Lines, got.Ready, want)
	}
}
