package main

import (
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"time"
)

// portalCrashTests are the Go tests that kill the server at writes of the portal, and what they write.
var portalCrashTests = []struct{ name, writes string }{
	{"TestUserCrash", "actions on users"},
	{"TestPortalCrash", "writes of tickets and accounts"},
}

// runPortal kills the server at writes of the portal. It runs the Go tests of this with as many kills as the class
// kill.
func runPortal(ctx context.Context, c *campaign) error {
	out, err := openResults(c.results, "portal", c.revision)
	if err != nil {
		return err
	}
	for _, test := range portalCrashTests {
		id := fmt.Sprintf("kill -9 at %s, 1 to %d", test.writes, kills)
		if out.done[id] || !c.cases.MatchString(id) {
			continue
		}
		found, ok := runPortalCrashTest(ctx, test.name)
		if !ok {
			return nil // left for the next run
		}
		if err := out.add(id, found); err != nil {
			return err
		}
		fmt.Printf("portal, %s: %s %v\n", id, found.Word, found.Figures)
	}
	return nil
}

// runPortalCrashTest runs a test; not ok if the context ended before it.
func runPortalCrashTest(ctx context.Context, name string) (found row, ok bool) {
	started := time.Now()
	arguments := []string{"test", "-vet=off", "-count", "1", "-timeout", "60m", "-run", "^" + name + "$", "./app"}
	text, err := exec.CommandContext(ctx, "go", append(arguments, "-kills", strconv.Itoa(kills))...).CombinedOutput()
	if ctx.Err() != nil {
		return found, false
	}
	found = row{
		Class: "portal",
		Word:  allWell,
		Figures: map[string]float64{
			"kills": kills, "seconds": time.Since(started).Round(time.Second).Seconds(),
		},
	}
	if err != nil {
		found.Word, found.Detail = failed, firstLines(text)
	}
	return found, true
}
