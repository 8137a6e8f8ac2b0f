// Package release tells which release a program is.
package release

import "runtime/debug"

// version and revision are those of a release and of an image. They are set by the linker (`make package`): what Go
// derives from the repository itself depends on more than the commit, and a container is built without it.
var version, revision string

// Info describes the build of the running program.
type Info struct {
	// Version is a semantic version: that of the tag, else one that Go derives from the commit.
	Version string
	// Revision is the commit, and At its time; `unknown` and empty outside of a repository.
	Revision, At string
	// IsModified is true if the files differ from the commit.
	IsModified bool
	Toolchain  string
}

// Read returns the information that the program was built with.
func Read() Info {
	found := Info{Version: version, Revision: "unknown", Toolchain: "unknown"}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return found
	}
	found.Toolchain = build.GoVersion
	if found.Version == "" {
		found.Version = build.Main.Version
	}
	if revision != "" {
		found.Revision = revision
	}
	for _, s := range build.Settings {
		switch s.Key {
		case "vcs.revision":
			found.Revision = s.Value
		case "vcs.time":
			found.At = s.Value
		case "vcs.modified":
			found.IsModified = s.Value == "true"
		}
	}
	return found
}
