package main

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"time"
)

// runUsers kills the server after actions of the user administration. It runs the Go test of this with as many kills
// as the class kill.
func runUsers(ctx context.Context, c *campaign) error {
	out, err := openResults(c.results, "users", c.revision)
	if err != nil {
		return err
	}
	id := fmt.Sprintf("kill -9 after actions on users, 1 to %d", kills)
	if out.done[id] || !c.cases.MatchString(id) {
		return nil
	}
	began := time.Now()
	text, err := exec.CommandContext(
		ctx,
		"go",
		"test",
		"-vet=off",
		"-count",
		"1",
		"-timeout",
		"30m",
		"-run",
		"^TestUserCrash$",
		"./app",
		"-kills",
		strconv.Itoa(kills),
	).CombinedOutput()
	if ctx.Err() != nil {
		return nil // left for the next run
	}
	found := row{
		Class: "users",
		Word:  allWell,
		Figures: map[string]float64{
			"kills": kills, "seconds": time.Since(began).Round(time.Second).Seconds(),
		},
	}
	if err != nil {
		found.Word, found.Detail = failed, firstLines(text)
	}
	if err := out.add(id, found); err != nil {
		return err
	}
	fmt.Printf("users, %s: %s %v\n", id, found.Word, found.Figures)
	return nil
}
