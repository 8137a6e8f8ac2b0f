package demo

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// storageName matches the names that code gives to what it stores in browsers, and names of the same form.
var storageName = regexp.MustCompile("[\"`](strand-[a-z-]+|iPlanetDirectoryPro)")

// notStored are such names that nothing is stored under: elements of documents, and messages to the editor area.
var notStored = []string{"strand-config", "strand-data", "strand-preview"}

// storedNames returns the names of cookies and of entries in the storage of browsers, from the code.
func storedNames(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, root := range []string{"../client/src", "../edge", "../domain", "../resolvers", "identity"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			isCode := slices.Contains([]string{".go", ".ts", ".tsx"}, filepath.Ext(path)) &&
				!strings.HasSuffix(path, "_test.go") && !strings.Contains(path, ".test.")
			if err != nil || !isCode {
				return err
			}
			code, err := os.ReadFile(path)
			for _, found := range storageName.FindAllSubmatch(code, -1) {
				names = append(names, string(found[1]))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return slices.Contains(notStored, name) })
}

// Every privacy statement names everything that is stored in the browser.
func TestPrivacyStatements(t *testing.T) {
	names := storedNames(t)
	if !slices.Contains(names, "strand-editor") || !slices.Contains(names, "strand-comparison") {
		t.Fatalf("the code of cookies and of the browser's storage was not found: %v", names)
	}
	statements, err := filepath.Glob("content/cms/sites/*/pages/privacy/*.md")
	if err != nil || len(statements) < 15 {
		t.Fatal(statements, err)
	}
	for _, path := range statements {
		statement, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !strings.Contains(string(statement), name) {
				t.Errorf("%s does not name %s", path, name)
			}
		}
	}
}
