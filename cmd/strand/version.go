package main

import (
	"fmt"
	"runtime/debug"
)

// runVersion prints version, revision and toolchain from the build information of the binary.
func runVersion(env environment, arguments []string) error {
	if err := noArguments("version", arguments); err != nil {
		return err
	}
	version, revision, at, modified, toolchain := "unknown", "unknown", "", "", "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		toolchain = info.GoVersion
		if info.Main.Version != "" {
			version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.time":
				at = " of " + s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				modified = ", with local changes"
			}
		}
	}
	fmt.Fprintf(env.out, "strand %s\nrevision %s%s%s\n%s\n", version, revision, at, modified, toolchain)
	return nil
}
