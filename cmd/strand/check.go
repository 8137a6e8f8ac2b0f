package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"strand/app"
	"strand/config"
)

// runCheck checks every part of the configuration, or the running server, and prints a line for each.
func runCheck(env environment, arguments []string) error {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	live := flags.Bool("live", false, "")
	ready := flags.Bool("ready", false, "")
	others, err := parse(flags, arguments)
	if err == nil && len(others) > 0 {
		err = usagef("check takes no argument %q", others[0])
	}
	if err != nil {
		return err
	}
	c, err := env.load()
	if err != nil {
		return err
	}
	switch {
	case *ready:
		return checkReady(env.out, c.AdminAddr)
	case *live:
		return checkLive(env.out, c.AdminAddr)
	}
	failed := false
	if err := c.Validate(); err != nil {
		failed = true
		fmt.Fprintf(env.out, "%-12s FAILED %v\n", "settings", err)
	} else {
		fmt.Fprintf(env.out, "%-12s ok\n", "settings")
	}
	for _, unknown := range c.Unknown {
		fmt.Fprintf(env.out, "%-12s warning: unknown setting %s", "settings", unknown.Name)
		if unknown.Similar != "" {
			fmt.Fprintf(env.out, ", did you mean %s?", unknown.Similar)
		}
		fmt.Fprintln(env.out)
	}
	for _, warning := range c.Warnings() {
		fmt.Fprintf(env.out, "%-12s warning: %s: %s\n", "settings", warning.Variable, warning.Reason)
	}
	printParts(env.out, c)
	for _, found := range app.Check(context.Background(), c) {
		failed = failed || found.Err != nil
		printResult(env.out, found)
	}
	printMissing(env.out, c)
	if failed {
		return errReported
	}
	return nil
}

// printParts prints the parts of the websites that the settings leave out.
func printParts(out io.Writer, c *config.Config) {
	for _, p := range app.Parts(c) {
		state := "yes"
		if p.IsMissing {
			state = "no: without " + p.Setting + " there are no " + p.Effect
		}
		fmt.Fprintf(out, "%-12s %-16s %s\n", "part", p.Part, state)
	}
}

func printResult(out io.Writer, found app.CheckResult) {
	took := found.Took.Round(time.Millisecond).String()
	if found.Read > 0 {
		took += ", data of every page in " + found.Read.Round(time.Millisecond).String()
	}
	switch {
	case found.URL == "" && found.System == "search":
		fmt.Fprintf(out, "%-12s in process\n", found.System)
	case found.URL == "":
		fmt.Fprintf(out, "%-12s not configured, optional\n", found.System)
	case found.Err != nil:
		fmt.Fprintf(out, "%-12s FAILED %s (%s): %v\n", found.System, found.URL, took, found.Err)
	default:
		fmt.Fprintf(out, "%-12s ok %s (%s)\n", found.System, found.URL, took)
	}
	for _, warning := range found.Warnings {
		fmt.Fprintf(out, "%-12s warning: %s\n", found.System, warning)
	}
	if found.Hint != "" {
		fmt.Fprintf(out, "%-12s        %s\n", "", found.Hint)
	}
}

func printMissing(out io.Writer, c *config.Config) {
	for _, secret := range app.MissingSecrets(c) {
		fmt.Fprintf(out, "%-12s %s is not set: %s\n", "secrets", secret.Setting, secret.Effect)
	}
}

// liveness is what the running server reports of itself.
type liveness struct {
	Status, Reason, Release    string
	Renderers                  *int
	Upstreams, Reasons, Stores map[string]string
}

// checkReady prints the state of the running server. It fails unless requests may be sent to it, also if something that
// it uses fails: it is the health check of a container.
func checkReady(out io.Writer, admin string) error {
	found, err := readLiveness(admin)
	if err != nil {
		return err
	}
	printStatus(out, found)
	if found.Status != "ready" && found.Status != "degraded" {
		return errReported
	}
	return nil
}

func readLiveness(admin string) (found liveness, err error) {
	answer, err := askAdmin(admin, "/readyz")
	if err != nil {
		return found, err
	}
	if err := json.Unmarshal(answer, &found); err != nil {
		return found, fmt.Errorf("read the server's answer: %w", err)
	}
	return found, nil
}

func printStatus(out io.Writer, found liveness) {
	fmt.Fprintf(out, "%-12s %s\n", "server", strings.TrimSuffix(found.Status+": "+found.Reason, ": "))
}

// checkLive prints what the running server reports. It fails unless the server is ready and everything works.
func checkLive(out io.Writer, admin string) error {
	found, err := readLiveness(admin)
	if err != nil {
		return err
	}
	printStatus(out, found)
	if found.Renderers != nil {
		fmt.Fprintf(out, "%-12s %d ready\n", "renderers", *found.Renderers)
	}
	for _, name := range slices.Sorted(maps.Keys(found.Upstreams)) {
		fmt.Fprintf(out, "%-12s %s\n", name, strings.TrimSuffix(found.Upstreams[name]+": "+found.Reasons[name], ": "))
	}
	for _, name := range slices.Sorted(maps.Keys(found.Stores)) {
		fmt.Fprintf(out, "%-12s %s\n", name, found.Stores[name])
	}
	if found.Status != "ready" {
		return errReported
	}
	return nil
}
