package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// systemTitles are the headings of the tables.
var systemTitles = map[string]string{
	"cms": "CMS", "pim": "PIM", "sis": "sis (public)", "sis-portal": "sis portal (authenticated)",
	"identity": "Identity server",
	"search":   "Search engine (protocol stand-in)",
}

// violation is a cell that breaks a rule.
type violation struct {
	row
	rule string
}

// brokenRule returns the rule that a result breaks; empty for none.
func brokenRule(c row) string {
	switch c.Class {
	case "matrix":
		return brokenMatrixRule(c)
	case "data":
		return brokenDataRule(c)
	}
	// While renderers are missing, visitors may get 503; any other result is a failure.
	if c.Word == allWell || c.Class == "renderers" && c.Word == statusWord(http.StatusServiceUnavailable) {
		return ""
	}
	return c.Word
}

// brokenDataRule returns the rule that a result of a damaged data folder breaks: only writes may fail, with a clear
// error.
func brokenDataRule(c row) string {
	isWrite := false
	for _, t := range targets {
		isWrite = isWrite || t.name == c.Target && t.kind == kindWrite
	}
	switch {
	case c.Target == "/readyz":
		if c.Word == "not ready" {
			return "not ready"
		}
		return ""
	case c.Word == failed && isWrite && !strings.HasPrefix(c.Detail, c.Target+" INTERNAL"), c.Word == allWell:
		return ""
	}
	return c.Word
}

func brokenMatrixRule(c row) string {
	f, err := parseFault(c.Fault)
	if err != nil {
		return ""
	}
	// An empty list is a valid answer, and so is null where the contract allows it (no such table, ticket or
	// product).
	isNullable := c.System == "sis" || c.System == "sis-portal" || c.System == "pim" && c.Target == "product"
	keepsContract := c.Fault == "emptylists" || c.Fault == "nulls" && isNullable
	switch {
	case c.Word == processDies:
		return "process dies"
	case c.Target == "/readyz":
		if f.isTotal() && isUp(c.Detail, c.System) {
			return "/readyz says up"
		}
		return ""
	case c.Word == noAnswer && c.Target == "document" && c.Status == 200 && (f.kind == "cutbody" ||
		f.kind == "hangbody"):
		return "" // the beginning of the file was sent before the file host hung
	case c.Word == noAnswer:
		return "no answer"
	case c.Word == upstreamText:
		return "upstream text"
	case c.Word == blank:
		return "blank"
	case c.Word == bareError && (c.State != stateCold || c.System != "cms"):
		return "bare error page for a known site"
	case c.Word == short && !keepsContract:
		return "short: a part is missing without a notice"
	case c.Word == failed && strings.HasPrefix(c.Detail, "INTERNAL"),
		c.Word == partialData && strings.HasPrefix(c.Detail, "INTERNAL"):
		return "INTERNAL for a failure of a system"
	case c.Status == 500:
		return "status 500 for a failure of a system"
	case c.Status == 401:
		return "401 for a good token"
	case strings.HasPrefix(c.Word, "status ") && c.Status < 500 && !keepsContract:
		return "wrong status for a failure"
	case c.Word == partial && !strings.Contains(c.CacheControl, "no-store"),
		c.Status >= 500 && c.CacheControl != "" && !strings.Contains(c.CacheControl, "no-store"):
		return "a failure may be cached"
	case c.WellAfter < 0 && c.Fault == "emptylists" && c.System == "pim" && c.Target == "product":
		return "" // a product without documents and technical data is valid and cached
	case c.WellAfter < 0:
		return "not recovered in time"
	}
	return ""
}

// isUp reports whether /readyz reports a system as up.
func isUp(detail, system string) bool {
	var upstreams map[string]string
	return json.Unmarshal([]byte(detail), &upstreams) == nil && upstreams[system] == "up"
}

// writeReport writes the results as Markdown.
func writeReport(dir, file string) error {
	var all []row
	for _, k := range classes {
		rows, err := readRows(filepath.Join(dir, k.name+".jsonl"))
		if err != nil {
			return err
		}
		all = append(all, complete(rows)...)
	}
	if len(all) == 0 {
		return fmt.Errorf("there are no results in %s", dir)
	}
	if err := os.WriteFile(file, []byte(report(all)), 0o644); err != nil {
		return err
	}
	if n := len(violations(all)); n > 0 {
		return fmt.Errorf("%d results break a rule: %s", n, file)
	}
	return nil
}

func report(all []row) string {
	var b strings.Builder
	b.WriteString(
		"# Degradation\n\nWhat visitors get while a system that Strand depends on fails, as `make campaign` found it " +
			"against the server with the\n" +
			"sample systems behind fault proxies. `go run ./campaign report` generates this page from the results; " +
			"do not edit it.\n\n",
	)
	cells := slices.DeleteFunc(slices.Clone(all), func(c row) bool { return c.Class != "matrix" })
	revisions := map[string]bool{}
	for _, c := range all {
		revisions[c.Revision] = true
	}
	names := make([]string, 0, len(revisions))
	for name := range revisions {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Fprintf(&b, "Revisions: %s.\n\n", strings.Join(names, ", "))
	b.WriteString(legend)
	writeCounts(&b, cells)
	writeViolations(&b, all)
	for _, system := range systemNames {
		of := slices.DeleteFunc(slices.Clone(cells), func(c row) bool { return c.System != system })
		if len(of) > 0 {
			writeTable(&b, system, of)
		}
	}
	writeFigures(&b, all)
	return b.String()
}

const legend = "| word | meaning |\n|---|---|\n" +
	"| all well | as without a fault |\n" +
	"| stale | everything, from the cache, and not cacheable (`no-store`) |\n" +
	"| partial+notice | a part is missing, with a notice |\n" +
	"| partial+error, error | the operation of the graph has errors, with or without data |\n" +
	"| error page in site | 503 within the layout of the site |\n" +
	"| bare error page | 503 without the site |\n" +
	"| status N | another status than without a fault |\n" +
	"| short | a part is missing without a notice |\n" +
	"| blank | a document with an empty root for a client that runs no scripts |\n" +
	"| upstream text as file | the text of the system reaches the visitor |\n" +
	"| no answer | none within 30 s, or an incomplete one |\n" +
	"| process dies | the server has ended |\n\n" +
	"Faults: `slow:N` answers after N ms; `cutbody` aborts and `hangbody` hangs after half of the body; " +
	"`status:N`; `429:60` with\n" +
	"Retry-After 60; `huge:200` sends 200 MB; `partial` is whole data with an error; `nulls`, " +
	"`nullfields`, `nullitems` have null for top\n" +
	"fields, for leaves, and among the items of lists; `emptylists` has no items in any list.\n\n"

func writeCounts(b *strings.Builder, cells []row) {
	counts := map[string]int{}
	n := 0
	for _, c := range cells {
		if c.Target != "/readyz" {
			counts[c.Word]++
			n++
		}
	}
	words := make([]string, 0, len(counts))
	for word := range counts {
		words = append(words, word)
	}
	slices.SortFunc(words, func(x, y string) int { return cmp.Or(counts[y]-counts[x], cmp.Compare(x, y)) })
	fmt.Fprintf(b, "## Results\n\n%d cells.\n\n| result | cells |\n|---|---|\n", n)
	for _, word := range words {
		fmt.Fprintf(b, "| %s | %d |\n", word, counts[word])
	}
	b.WriteString("\n")
}

// violations returns the results that break a rule.
func violations(cells []row) []violation {
	var found []violation
	for _, c := range cells {
		if rule := brokenRule(c); rule != "" {
			found = append(found, violation{c, rule})
		}
	}
	return found
}

func writeViolations(b *strings.Builder, all []row) {
	found := violations(all)
	fmt.Fprintf(b, "## Results that break a rule\n\n")
	if len(found) == 0 {
		b.WriteString("None.\n\n")
		return
	}
	// One line per rule, class, system, state and target.
	type group struct{ rule, class, system, state, target string }
	faults := map[group][]string{}
	var order []group
	for _, v := range found {
		g := group{v.rule, v.Class, v.System, v.State, v.Target}
		if faults[g] == nil {
			order = append(order, g)
		}
		faults[g] = append(faults[g], cmp.Or(v.Fault, v.Case))
	}
	slices.SortStableFunc(order, func(x, y group) int { return cmp.Compare(x.rule, y.rule) })
	fmt.Fprintf(
		b,
		"%d results.\n\n| rule | class | system | state | template | faults, cases |\n|---|---|---|---|---|---|\n",
		len(found),
	)
	for _, g := range order {
		fmt.Fprintf(
			b,
			"| %s | %s | %s | %s | %s | %s |\n",
			g.rule,
			g.class,
			g.system,
			g.state,
			g.target,
			strings.Join(faults[g], ", "),
		)
	}
	b.WriteString("\n")
}

func writeTable(b *strings.Builder, system string, cells []row) {
	fmt.Fprintf(b, "## %s\n\n| fault | %s | recovered after | /readyz |\n|---|%s---|---|\n",
		systemTitles[system], strings.Join(stateNames, " | "), strings.Repeat("---|", len(stateNames)))
	for _, name := range faultNames {
		of := slices.DeleteFunc(slices.Clone(cells), func(c row) bool { return c.Fault != name })
		if len(of) == 0 {
			continue
		}
		columns := []string{name}
		var again, ready []string
		for _, state := range stateNames {
			in := slices.DeleteFunc(slices.Clone(of), func(c row) bool { return c.State != state })
			columns = append(columns, summary(in))
			again = append(again, recoveryTime(in))
			for _, c := range in {
				if c.Target == "/readyz" {
					ready = append(ready, c.Word)
				}
			}
		}
		columns = append(columns, strings.Join(again, " / "), strings.Join(slices.Compact(ready), " / "))
		fmt.Fprintf(b, "| %s |\n", strings.Join(columns, " | "))
	}
	b.WriteString("\n")
}

// summary lists the targets that are not all well: `product, listing: error page in site (0.5–0.7 s)`.
func summary(cells []row) string {
	if len(cells) == 0 {
		return "–"
	}
	type span struct {
		targets     []string
		least, most int64
	}
	spans := map[string]*span{}
	var order []string
	for _, c := range cells {
		if c.Word == allWell || c.Target == "/readyz" {
			continue
		}
		s := spans[c.Word]
		if s == nil {
			s = &span{least: c.Milliseconds}
			spans[c.Word] = s
			order = append(order, c.Word)
		}
		s.targets = append(s.targets, c.Target)
		s.least, s.most = min(s.least, c.Milliseconds), max(s.most, c.Milliseconds)
	}
	if len(order) == 0 {
		return allWell
	}
	parts := make([]string, len(order))
	for i, word := range order {
		s := spans[word]
		took := fmt.Sprintf("%.1f s", float64(s.most)/1000)
		if s.most-s.least > 200 {
			took = fmt.Sprintf("%.1f–%s", float64(s.least)/1000, took)
		}
		parts[i] = fmt.Sprintf("%s: %s (%s)", strings.Join(s.targets, ", "), word, took)
	}
	return strings.Join(parts, "; ")
}

// recoveryTime returns how long the last target took to recover.
func recoveryTime(cells []row) string {
	longest := int64(0)
	var never []string
	for _, c := range cells {
		longest = max(longest, c.WellAfter)
		if c.WellAfter < 0 {
			never = append(never, c.Target)
		}
	}
	switch {
	case len(cells) == 0 || slices.ContainsFunc(cells, func(c row) bool { return c.Word == processDies }):
		return "–"
	case len(never) > 0:
		return "not in time: " + strings.Join(never, ", ")
	case longest == 0:
		return "at once"
	}
	return fmt.Sprintf("%.1f s", float64(longest)/1000)
}

// writeData writes the results of damaged data folders, one line per case.
func writeData(b *strings.Builder, rows []row) {
	b.WriteString("## Class data\n\n| case | answers that are all well | others |\n|---|---|---|\n")
	for _, of := range byCase(rows) {
		wellCount := 0
		var others []string
		for _, c := range of {
			if c.Word == allWell {
				wellCount++
				continue
			}
			others = append(others, strings.TrimSpace(c.Word+": "+c.Detail))
		}
		fmt.Fprintf(b, "| %s | %d | %s |\n", of[0].Case, wellCount, strings.Join(others, "; "))
	}
	b.WriteString("\n")
}

// byCase groups consecutive rows by their cases.
func byCase(rows []row) [][]row {
	var groups [][]row
	for _, c := range rows {
		if n := len(groups); n == 0 || groups[n-1][0].Case != c.Case {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], c)
	}
	return groups
}

// writeFigures writes the results of the other classes.
func writeFigures(b *strings.Builder, all []row) {
	for _, k := range classes[1:] {
		of := slices.DeleteFunc(slices.Clone(all), func(c row) bool { return c.Class != k.name })
		if len(of) == 0 {
			continue
		}
		if k.name == "data" {
			writeData(b, of)
			continue
		}
		fmt.Fprintf(b, "## Class %s\n\n| case | result | figures |\n|---|---|---|\n", k.name)
		for _, c := range of {
			names := make([]string, 0, len(c.Figures))
			for name := range c.Figures {
				names = append(names, name)
			}
			slices.Sort(names)
			figures := make([]string, len(names))
			for i, name := range names {
				figures[i] = name + " " + strconv.FormatFloat(c.Figures[name], 'f', -1, 64)
			}
			fmt.Fprintf(
				b,
				"| %s | %s | %s |\n",
				c.Case,
				strings.TrimSpace(c.Word+" "+c.Detail),
				strings.Join(figures, ", "),
			)
		}
		b.WriteString("\n")
	}
}
