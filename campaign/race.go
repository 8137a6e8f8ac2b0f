package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// runRace runs the tests of packages that are too slow with the race detector for `make test`.
func runRace(ctx context.Context, c *campaign) error {
	out, err := openResults(c.results, "race", c.revision)
	if err != nil {
		return err
	}
	for _, name := range c.racePackages {
		if ctx.Err() != nil || out.done[name] || !c.cases.MatchString(name) {
			continue
		}
		started := time.Now()
		command := exec.CommandContext(ctx, "go", "test", "-vet=off", "-race", "-timeout", "30m", name)
		text, err := command.CombinedOutput()
		if ctx.Err() != nil {
			return nil // left for the next run
		}
		found := row{
			Class:   "race",
			Word:    allWell,
			Figures: map[string]float64{"seconds": time.Since(started).Round(time.Second).Seconds()},
		}
		if err != nil {
			found.Word, found.Detail = failed, firstLines(text)
		}
		if err := out.add(name, found); err != nil {
			return err
		}
		fmt.Printf("race, %s: %s %v\n", name, found.Word, found.Figures)
	}
	return nil
}

// firstLines returns the lines of a test's output that report failures.
func firstLines(output []byte) string {
	var lines []string
	for line := range bytes.Lines(output) {
		if bytes.Contains(line, []byte("--- FAIL")) || bytes.Contains(line, []byte("DATA RACE")) ||
			bytes.Contains(line, []byte("panic:")) {
			lines = append(lines, strings.TrimSpace(string(line)))
		}
	}
	return strings.Join(lines[:min(len(lines), 5)], "; ")
}
