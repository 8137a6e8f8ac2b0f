// Command mkrelease prints the version of a release of the current commit, and its changes as Markdown, by the
// Conventional Commits since the last release.
//
//	mkrelease version
//	mkrelease notes <version>
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mkrelease:", err)
		os.Exit(1)
	}
}

func run(arguments []string, out io.Writer) error {
	history, err := readHistory(".")
	if err != nil {
		return err
	}
	switch {
	case len(arguments) == 1 && arguments[0] == "version":
		_, err = fmt.Fprintln(out, history.version())
	case len(arguments) == 2 && arguments[0] == "notes" && semantic.MatchString(arguments[1]):
		_, err = fmt.Fprint(out, history.notes(arguments[1]))
	default:
		err = errors.New("usage: mkrelease version | mkrelease notes <version such as v1.4.0>")
	}
	return err
}

// readHistory reads the tags and commits of a repository.
func readHistory(dir string) (*history, error) {
	h := &history{}
	// The tag of this commit is the version of the release; the one before it is the last release.
	here, err := git(dir, "tag", "--points-at", "HEAD", "--sort=-v:refname")
	if err != nil {
		return nil, err
	}
	h.tagged = firstVersion(here)
	before, err := git(dir, "tag", "--merged", "HEAD", "--sort=-v:refname")
	if err != nil {
		return nil, err
	}
	h.last = firstVersion(strings.ReplaceAll("\n"+before+"\n", "\n"+h.tagged+"\n", "\n"))
	span := "HEAD"
	if h.last != "" {
		span = h.last + "..HEAD"
	}
	log, err := git(dir, "log", "--no-merges", "--format=%s%x1f%b%x1e", span)
	if err != nil {
		return nil, err
	}
	for entry := range strings.SplitSeq(log, "\x1e") {
		subject, body, _ := strings.Cut(strings.TrimSpace(entry), "\x1f")
		if c, ok := parseCommit(subject, body); ok {
			h.commits = append(h.commits, c)
		}
	}
	return h, nil
}

func git(dir string, arguments ...string) (string, error) {
	command := exec.Command("git", arguments...)
	command.Dir = dir
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", strings.Join(arguments, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
