package main

import (
	"fmt"

	"strand/internal/release"
)

// runVersion prints version, revision and toolchain of the program.
func runVersion(env environment, arguments []string) error {
	if err := noArguments("version", arguments); err != nil {
		return err
	}
	found := release.Read()
	at, modified := "", ""
	if found.At != "" {
		at = " of " + found.At
	}
	if found.IsModified {
		modified = ", with local changes"
	}
	fmt.Fprintf(env.out, "strand %s\nrevision %s%s%s\n%s\n",
		found.Version, found.Revision, at, modified, found.Toolchain)
	return nil
}
