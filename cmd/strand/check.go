package main

import (
	"context"
	"fmt"

	"strand/app"
)

// runCheck checks every system and prints a line for each.
func runCheck(env environment, arguments []string) error {
	if err := noArguments("check", arguments); err != nil {
		return err
	}
	c, err := env.load()
	if err != nil {
		return err
	}
	failed := false
	if err := c.Validate(); err != nil {
		failed = true
		fmt.Fprintf(env.out, "%-12s FAILED %v\n", "settings", err)
	} else {
		fmt.Fprintf(env.out, "%-12s ok\n", "settings")
	}
	for _, name := range c.Unknown {
		fmt.Fprintf(env.out, "%-12s warning: unknown setting %s\n", "settings", name)
	}
	for _, f := range app.Check(context.Background(), c) {
		switch {
		case f.Err != nil:
			failed = true
			fmt.Fprintf(env.out, "%-12s FAILED %s: %v\n", f.System, f.URL, f.Err)
			if f.Hint != "" {
				fmt.Fprintf(env.out, "%-12s        %s\n", "", f.Hint)
			}
		case f.URL == "" && f.System == "search":
			fmt.Fprintf(env.out, "%-12s in process\n", f.System)
		case f.URL == "" && f.System == "database":
			fmt.Fprintf(env.out, "%-12s files in the data folder\n", f.System)
		case f.URL == "":
			fmt.Fprintf(env.out, "%-12s not configured\n", f.System)
		default:
			fmt.Fprintf(env.out, "%-12s ok %s\n", f.System, f.URL)
		}
	}
	if failed {
		return errReported
	}
	return nil
}
