package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors are the top-level folders, the highest first. A folder imports lower ones only.
var floors = []string{
	"cmd", "demo", "app", "edge", "resolvers", "service", "gql", "upstream", "config", "internal", "domain", "client",
}

// TestArchitectureDiagram: the diagram of docs/architecture.md has exactly the imports between the top-level folders,
// all in one direction.
func TestArchitectureDiagram(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	var drawn []string
	for _, arrow := range regexp.MustCompile(`(?m)^  (\w+) --> (.+)$`).FindAllStringSubmatch(string(text), -1) {
		for _, to := range strings.Split(arrow[2], " & ") {
			drawn = append(drawn, arrow[1]+" --> "+to)
		}
	}
	slices.Sort(drawn)

	imported := importsOfFolders(t)
	if !slices.Equal(drawn, imported) {
		t.Errorf("not imported: %q\nnot in the diagram: %q", without(drawn, imported), without(imported, drawn))
	}
	for _, arrow := range imported {
		from, to, _ := strings.Cut(arrow, " --> ")
		if slices.Index(floors, from) >= slices.Index(floors, to) || !slices.Contains(floors, from) {
			t.Errorf("%s leads up", arrow)
		}
	}
}

// importsOfFolders lists the imports between top-level folders of Go code, without tests and the folders of tools.
func importsOfFolders(t *testing.T) []string {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		folder, _, _ := strings.Cut(filepath.ToSlash(path), "/")
		switch {
		case entry.IsDir() &&
			(slices.Contains([]string{"bench", "test", "tools", "client"}, path) ||
				entry.Name() == "node_modules" || len(path) > 1 && strings.HasPrefix(entry.Name(), ".")):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if local, ok := strings.CutPrefix(name, "strand/"); ok {
				if to, _, _ := strings.Cut(local, "/"); to != folder {
					found[fmt.Sprintf("%s --> %s", folder, to)] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var imports []string
	for arrow := range found {
		imports = append(imports, arrow)
	}
	slices.Sort(imports)
	return imports
}

func without(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(one string) bool { return slices.Contains(some, one) })
}

// TestProductWithoutDemo: the product contains none of the sample systems.
func TestProductWithoutDemo(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "strand/cmd/strand").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, "strand/app") {
		t.Fatalf("the packages of the product were not listed: %d", len(packages))
	}
	for _, name := range packages {
		if name == "strand/demo" || strings.HasPrefix(name, "strand/demo/") {
			t.Errorf("the product imports %s", name)
		}
	}
}
