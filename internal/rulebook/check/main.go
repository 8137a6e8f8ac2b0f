// Command check compares docs/rules.md with the code and its tests. It runs in the root of the repository.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"strand/internal/rulebook"
)

const book = "docs/rules.md"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	text, err := os.ReadFile(book)
	if err != nil {
		return err
	}
	rules, problems := rulebook.Parse(text)
	listed, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return fmt.Errorf("list the files of the repository: %w", err)
	}
	paths := strings.Split(strings.TrimSpace(string(listed)), "\n")
	tree, err := rulebook.ReadTree(rulebook.Repository("."), paths)
	if err != nil {
		return err
	}
	problems = append(problems, tree.Check(rules)...)
	for i, problem := range problems {
		problems[i] = fmt.Errorf("%s: %w", book, problem)
	}
	return errors.Join(append(problems, tree.CheckCitations(rules, paths)...)...)
}
