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

// storing matches code that stores something in browsers.
var storing = regexp.MustCompile(`http\.Cookie\{|localStorage|sessionStorage|document\.cookie|indexedDB\.open`)

// storingFiles are the files with such code. Before a file is added here, what it stores must have a name of the form
// of storageName.
var storingFiles = []string{
	"../client/src/features/compare/useBasket.ts", "../client/src/features/editor/useEditorPresence.ts",
	"../client/src/features/news/unread.ts",
	"../client/src/lib/account/account.ts", "../client/src/signin/logout.ts",
	"../client/src/lib/interaction/shortcuts.ts", "../client/src/lib/loading/releases.ts",
	"../client/src/signin/session.ts", "../client/src/signin/tokenStore.ts",
	"../client/src/ui/cookie/useCookie.ts", "../client/src/ui/draft/draft.ts",
	"../client/src/ui/listing/useHiddenColumns.ts",
	"../edge/editorarea/login.go", "../edge/portalapi/fileaccess.go", "../edge/gates/gate.go",
	"../edge/pages/localeswitch.go", "../edge/visitor/visitor.go",
	"identity/browser.go", "identity/provider.go",
}

// notStored are such names that nothing is stored under: elements of documents, messages to the editor area, and files
// or folders of the server, of releases and of tests.
var notStored = []string{
	"strand-config", "strand-data", "strand-preview", "strand-render-", "strand-chart-", "strand-pg",
}

// storedNames returns the names of cookies and of entries in the storage of browsers, from the code, and checks that
// only known files store something.
func storedNames(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, root := range []string{
		"../client/src", "../edge", "../domain", "../resolvers", "../upstream", "../internal", "../service", ".",
	} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			isCode := slices.Contains([]string{".go", ".ts", ".tsx"}, filepath.Ext(path)) &&
				!strings.HasSuffix(path, "_test.go") && !strings.Contains(path, ".test.")
			if err != nil || !isCode {
				return err
			}
			code, err := os.ReadFile(path)
			if storing.Match(code) && !slices.Contains(storingFiles, filepath.ToSlash(path)) {
				t.Errorf("%s stores something in the browser: name it in the privacy statements", path)
			}
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
//
// Rules: PAGE-32.
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
