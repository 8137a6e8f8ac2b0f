package rulebook

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

const sample = "# Rules\n\n" +
	"- **URL-1** An address has a locale.\n  Code: `site.Resolve`, `site.View.Gates`. Tests: `TestResolve`.\n" +
	"- **URL-2** The client keeps it, over\n  two lines. Code: `client/src/lib/base.ts#base`. Test: `client/src/lib/base.test.ts`.\n"

func TestParse(t *testing.T) {
	book, problems := Parse([]byte(sample))
	if len(problems) > 0 || !slices.Equal(book.Numbers(), []string{"URL-1", "URL-2"}) {
		t.Fatal(book, problems)
	}
	if got := book["URL-1"].Code; !slices.Equal(got, []string{"site.Resolve", "site.View.Gates"}) {
		t.Error(got)
	}
}

func TestParse_Incomplete(t *testing.T) {
	for name, text := range map[string]string{
		"names no code":   "- **URL-1** A rule. Tests: `TestA`.\n",
		"names no test":   "- **URL-1** A rule. Code: `site.A`.\n",
		"is defined in":   "- **URL-1** A rule. Code: `a.B`. Tests: `TestA`.\n- **URL-1** A rule. Code: `a.B`. Tests: `TestA`.\n",
		"rule URL-2 name": "- **URL-2** A rule.\n\nCode: `a.B`. Tests: `TestA`.\n",
	} {
		_, problems := Parse([]byte(text))
		if !strings.Contains(errors.Join(problems...).Error(), name) {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

func TestTree_Check_AmbiguousTest(t *testing.T) {
	files := fstest.MapFS{
		"domain/site/resolve.go":      {Data: []byte("package site\nfunc Resolve() {}")},
		"domain/site/resolve_test.go": {Data: []byte("package site_test\nfunc TestResolve() {}")},
		"app/resolve_test.go":         {Data: []byte("package app\nfunc TestResolve() {}")},
		"upstream/cms/read_test.go":   {Data: []byte("package cms\nfunc TestRead() {}")},
		"demo/cms/a_test.go":          {Data: []byte("package cms\nfunc TestRead() {}")},
	}
	tree, err := ReadTree(files, slices.Collect(maps.Keys(files)))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"TestResolve":      "several packages have a test TestResolve: app, domain/site",
		"site.TestResolve": "",
		"app.TestResolve":  "",
		"cms.TestResolve":  "there is no test cms.TestResolve",
		"cms.TestRead":     "several packages have a test cms.TestRead: demo/cms, upstream/cms",
	} {
		book, problems := Parse([]byte("- **URL-1** A rule. Code: `site.Resolve`. Tests: `" + name + "`.\n"))
		err := errors.Join(append(problems, tree.Check(book)...)...)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTree_Check(t *testing.T) {
	whole := fstest.MapFS{
		"domain/site/resolve.go":      {Data: []byte("package site\nfunc Resolve() {}\nfunc (v *View) Gates() {}")},
		"domain/site/resolve_test.go": {Data: []byte("package site\nfunc TestResolve() { /* URL-1, SHA-256 */ }")},
		"client/src/lib/base.ts":      {Data: []byte("export function base() {} // URL-2")},
		"client/src/lib/base.test.ts": {Data: []byte("")},
	}
	change := func(name, text string) fstest.MapFS {
		changed := fstest.MapFS{}
		for name, file := range whole {
			changed[name] = file
		}
		delete(changed, name)
		if text != "" {
			changed[name] = &fstest.MapFile{Data: []byte(text)}
		}
		return changed
	}
	for name, test := range map[string]struct {
		files fstest.MapFS
		want  string
	}{
		"whole": {whole, ""},
		"a missing function": {
			change("domain/site/resolve.go", "package site\nfunc Resolve() {}"), "no code site.View.Gates",
		},
		"a missing test": {change("domain/site/resolve_test.go", "package site"), "no test TestResolve"},
		"a missing file": {change("client/src/lib/base.ts", ""), "no code client/src/lib/base.ts#base"},
		"a missing identifier": {
			change("client/src/lib/base.ts", "let other"), "no code client/src/lib/base.ts#base",
		},
		"a missing test file": {change("client/src/lib/base.test.ts", ""), "no test client/src/lib/base.test.ts"},
		"an unknown citation": {change("docs/a.md", "see URL-7"), "docs/a.md:1: unknown rule URL-7"},
		"cited by the schema": {change("schema/a.graphql", "\"URL-1\"\ntype A"), "the schema cites URL-1"},
		"no number of a rule": {change("docs/a.md", "UTF-8"), ""},
		"a test that is a variable": {
			change("domain/site/resolve_test.go", "package site\nvar TestResolve = 1"), "no test TestResolve",
		},
	} {
		t.Run(name, func(t *testing.T) {
			book, problems := Parse([]byte(sample))
			var paths []string
			for path := range test.files {
				paths = append(paths, path)
			}
			tree, err := ReadTree(test.files, paths)
			if err != nil {
				t.Fatal(err)
			}
			problems = append(append(problems, tree.Check(book)...), tree.CheckCitations(book, paths)...)
			err = errors.Join(problems...)
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("%v", err)
			}
		})
	}
}
