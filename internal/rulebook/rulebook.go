// Package rulebook reads docs/rules.md and checks that its rules fit the code and the tests.
//
// A rule is a list item that begins with its number in bold and ends with the code that implements it and its tests:
//
//   - **URL-3** An address without a locale is redirected to one with the locale of the visitor.
//     Code: `site.Resolve`. Tests: `TestResolve`, `e2e/sites.spec.ts`.
//
// Code is a Go identifier with the last element of its package's path (`site.Resolve`, `site.Context.Gates`), a file,
// or an identifier in a TypeScript file (`client/src/lib/ScreenCache.ts#ScreenCache`). A test is a Go test or a file of
// tests. A Go test is cited with its package (`site.TestResolve`) if several packages have a test of this name.
package rulebook

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Rule is one rule of the book.
type Rule struct {
	Number string
	// Line is the line of the book in which the rule begins.
	Line int
	// Code and Tests are the references of the rule, unparsed.
	Code, Tests []string
}

// Book contains the rules of docs/rules.md by number.
type Book map[string]*Rule

var (
	ruleStart  = regexp.MustCompile(`^- \*\*([A-Z]{2,5}-[0-9]+)\*\* `)
	codeList   = regexp.MustCompile("Code: ((?:`[^`]+`(?:, )?)+)\\.")
	testList   = regexp.MustCompile("Tests?: ((?:`[^`]+`(?:, )?)+)\\.")
	quoted     = regexp.MustCompile("`([^`]+)`")
	ruleNumber = regexp.MustCompile(`\b([A-Z]{2,5})-([0-9]+)\b`)
)

// Parse reads a book. The errors contain the lines of rules that are defined twice or have no code or no test.
func Parse(text []byte) (Book, []error) {
	book := Book{}
	var problems []error
	var rule *Rule
	var body strings.Builder
	finish := func() {
		if rule == nil {
			return
		}
		text := body.String()
		rule.Code, rule.Tests = references(codeList, text), references(testList, text)
		if len(rule.Code) == 0 {
			problems = append(problems, fmt.Errorf("line %d: rule %s names no code", rule.Line, rule.Number))
		}
		if len(rule.Tests) == 0 {
			problems = append(problems, fmt.Errorf("line %d: rule %s names no test", rule.Line, rule.Number))
		}
		rule = nil
		body.Reset()
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if found := ruleStart.FindStringSubmatch(line); found != nil {
			finish()
			rule = &Rule{Number: found[1], Line: n}
			if former := book[rule.Number]; former != nil {
				problems = append(
					problems,
					fmt.Errorf("line %d: rule %s is defined in line %d, too", n, rule.Number, former.Line),
				)
			}
			book[rule.Number] = rule
		} else if !strings.HasPrefix(line, "  ") {
			finish()
		}
		if rule != nil {
			body.WriteString(strings.TrimSpace(line) + " ")
		}
	}
	finish()
	return book, problems
}

func references(list *regexp.Regexp, text string) []string {
	found := list.FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	var names []string
	for _, match := range quoted.FindAllStringSubmatch(found[1], -1) {
		names = append(names, match[1])
	}
	return names
}

// Areas returns the prefixes of the rules' numbers.
func (b Book) Areas() map[string]bool {
	areas := map[string]bool{}
	for number := range b {
		area, _, _ := strings.Cut(number, "-")
		areas[area] = true
	}
	return areas
}

// Numbers returns the numbers of all rules, sorted.
func (b Book) Numbers() []string { return slices.Sorted(maps.Keys(b)) }

// Cited returns the numbers of rules that a text cites, with their lines. Only areas of the book count: SHA-256 is no
// rule.
func (b Book) Cited(text []byte) map[string]int {
	areas := b.Areas()
	cited := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		for _, match := range ruleNumber.FindAllStringSubmatch(lines.Text(), -1) {
			if _, isKnown := cited[match[0]]; areas[match[1]] && !isKnown {
				cited[match[0]] = n
			}
		}
	}
	return cited
}
