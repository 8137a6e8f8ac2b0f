package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWriteLicenses: each component has its text, from its folder or by the name of the license; equal texts are
// written once, and a component without any stops the build.
func TestWriteLicenses(t *testing.T) {
	root := t.TempDir()
	folder := func(name string, files map[string]string) licensed {
		dir := filepath.Join(root, name)
		if err := os.MkdirAll(dir, 0o750); err != nil {
			t.Fatal(err)
		}
		for file, text := range files {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return licensed{"pkg:" + name, dir}
	}
	components := []licensed{
		folder("a", map[string]string{"LICENSE": "Text of A\r\n", "NOTICE.txt": "Notice of A", "licenses.go": "x"}),
		folder("b", map[string]string{"LICENCE.md": "\nText of B\n"}),
		folder("c", map[string]string{"COPYING": "Text of B"}),
		folder("d", map[string]string{"package.json": `{"name":"d","license":"MIT","author":"Ada <ada@example.com>"}`}),
		folder("e", map[string]string{"package.json": `{"name":"e","license":"LGPL-3.0-or-later",
			"author":{"name":"Eve"}}`}),
		folder("f", map[string]string{"package.json": `{"name":"f"}`, "Readme.md": "# f\n\n## License\n\nMIT\n"}),
	}
	var out bytes.Buffer
	if err := writeLicenses(&out, components); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Text of A\n\nNotice of A", "pkg:b\npkg:c\n",
		"Copyright (c) Ada <ada@example.com>\n\nPermission is hereby granted",
		"Copyright (c) Eve", "GNU LESSER GENERAL PUBLIC LICENSE", "GNU GENERAL PUBLIC LICENSE",
		"Copyright (c) the authors of f",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
	if n := strings.Count(out.String(), "Text of B"); n != 1 {
		t.Errorf("an equal text is written %d times", n)
	}
	for name, files := range map[string]map[string]string{
		"none": {"README.md": "no license"}, "unknown": {"package.json": `{"license":"Own"}`},
	} {
		err := writeLicenses(&out, []licensed{folder(name, files)})
		if err == nil || !strings.Contains(err.Error(), "pkg:"+name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
