package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"strand/app"
)

// runContract compares the schema of a system with the contract, tries the operations that read it, and prints each
// difference and a verdict per feature. It fails if a difference makes a feature unusable.
func runContract(env environment, arguments []string) error {
	if len(arguments) < 1 || len(arguments) > 2 || !slices.Contains(app.ContractSystems(), arguments[0]) {
		return usagef("contract: one of %s is needed, and at most a URL", strings.Join(app.ContractSystems(), ", "))
	}
	c, err := env.load()
	if err != nil {
		return err
	}
	system, url := arguments[0], ""
	if len(arguments) == 2 {
		url = arguments[1]
	}
	report, err := app.CompareContract(context.Background(), c, system, url)
	if err != nil {
		return fmt.Errorf("%s: %w", system, err)
	}
	failures := 0
	table := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
	for _, d := range report.Differences {
		severity := "note"
		if !d.IsNote {
			severity = "FAILED"
			failures++
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", severity, d.Place, d.Problem)
	}
	if len(report.Differences) > 0 {
		fmt.Fprintln(table)
	}
	for _, v := range report.Verdicts {
		fmt.Fprintf(table, "%s\t%s\n", v.Feature, v)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(env.out)
	switch all := len(report.Differences); {
	case failures > 0:
		fmt.Fprintf(env.out, "%s: %d of %d differences make features fail\n", system, failures, all)
		return errReported
	case all > 0:
		fmt.Fprintf(env.out, "%s: usable, with %d differences\n", system, all)
	default:
		fmt.Fprintf(env.out, "%s: offers everything that is required\n", system)
	}
	return nil
}
