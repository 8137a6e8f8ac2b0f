package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// history is what has changed since the last release.
type history struct {
	// tagged is the version of a tag of this commit, last that of the last release; empty for none.
	tagged, last string
	commits      []commit
}

// commit is a Conventional Commit.
type commit struct {
	kind, scope, subject string
	isBreaking           bool
}

var (
	conventional = regexp.MustCompile(`^([a-z]+)(?:\(([^)]+)\))?(!)?: (.+)$`)
	semantic     = regexp.MustCompile(`^v(\d+)\.(\d+)\.(\d+)$`)
)

// parseCommit reads a commit; false for one that does not follow the convention.
func parseCommit(subject, body string) (commit, bool) {
	found := conventional.FindStringSubmatch(subject)
	if found == nil {
		return commit{}, false
	}
	isBreaking := found[3] != "" || strings.Contains("\n"+body, "\nBREAKING CHANGE: ")
	return commit{found[1], found[2], found[4], isBreaking}, true
}

// firstVersion returns the first semantic version in lines; empty for none.
func firstVersion(lines string) string {
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); semantic.MatchString(line) {
			return line
		}
	}
	return ""
}

// version returns the version of this commit: that of its tag, else the one that follows from the changes. Before 1.0.0
// a breaking change raises the second number, as semantic versions allow.
func (h *history) version() string {
	if h.tagged != "" {
		return h.tagged
	}
	if h.last == "" {
		return "v0.1.0"
	}
	var numbers [3]int
	for i, text := range semantic.FindStringSubmatch(h.last)[1:] {
		numbers[i], _ = strconv.Atoi(text) // the expression has digits only
	}
	raised := 2
	switch {
	case slices.ContainsFunc(h.commits, func(c commit) bool { return c.isBreaking }):
		raised = 0
	case slices.ContainsFunc(h.commits, func(c commit) bool { return c.kind == "feat" }):
		raised = 1
	}
	if numbers[0] == 0 {
		raised = max(raised, 1)
	}
	numbers[raised]++
	for i := raised + 1; i < len(numbers); i++ {
		numbers[i] = 0
	}
	return fmt.Sprintf("v%d.%d.%d", numbers[0], numbers[1], numbers[2])
}

// notes returns the changes of a version as Markdown. Commits that change nothing for users and operators are left out.
func (h *history) notes(version string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "# Strand %s\n", strings.TrimPrefix(version, "v"))
	for _, section := range []struct {
		title string
		has   func(commit) bool
	}{
		{"Breaking", func(c commit) bool { return c.isBreaking }},
		{"Added", func(c commit) bool { return c.kind == "feat" && !c.isBreaking }},
		{"Fixed", func(c commit) bool { return c.kind == "fix" && !c.isBreaking }},
		{"Faster", func(c commit) bool { return c.kind == "perf" && !c.isBreaking }},
	} {
		var lines []string
		for _, c := range h.commits {
			if !section.has(c) {
				continue
			}
			scope := ""
			if c.scope != "" {
				scope = "**" + c.scope + "**: "
			}
			lines = append(lines, "- "+scope+c.subject+"\n")
		}
		if len(lines) > 0 {
			slices.Sort(lines)
			fmt.Fprintf(&text, "\n## %s\n\n%s", section.title, strings.Join(slices.Compact(lines), ""))
		}
	}
	return text.String()
}
