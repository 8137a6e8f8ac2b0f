package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// flawedPage has one problem of each kind.
const flawedPage = `---
title: Flawed
---

::hero
title: Flawed
image: bare
links:
  - { text: Empty, path: "" }
  - { text: Hidden, page: secret }
  - { text: Missing, path: /not/there }
  - { text: Script, url: "javascript:alert(1)" }
  - { text: Machine, productSlug: none-1 }
  - { text: Away, url: "https://elsewhere.example/page" }
  - { text: Fine, page: about }
  - { text: Fine, path: /products }
::

Text with [nowhere](page:none), [old](path:/old) and RAW.

It has {{fact:wheels}} wheels.

::image
caption: Without a picture
::

::image
image: away
::

::image
image: odd
::

::table
title: Table
columns: [{ title: A }, { title: B }]
rows:
  - [one]
  - [one, two]
::

::quote
text: As a hologram.
author: Nobody
::

::keyFigures
title: Figures
items:
  - { value: "1", label: BREAK }
  - { value: "2", label: Kept }
::

::video
title: Film
videoUrl: "javascript:alert(1)"
::
`

// flawedFiles contains the files that are added to the test content for the content report.
var flawedFiles = map[string]string{
	"cms/sites/main/pages/flawed/en.md": flawedPage,
	"cms/sites/main/pages/lonely/en.md": "---\ntitle: Lonely\n---\n\nNothing leads here.\n",
	"cms/sites/main/pages/twin/en.md":   "---\ntitle: Twin\n---\n\nIt gets the slug of another page.\n",
	"cms/sites/main/pages/lost/en.md":   "---\ntitle: Lost\n---\n\nIt has no place.\n",
	"cms/assets/odd.bmp":                "BM",
}

// flawedProduct is a product with findings.
const flawedProduct = `  - slug: flawed-1
    name: Flawed 1
    short: "null"
    highlights:
      - { name: Without a picture, short: Not shown. }
    specifications:
      - { name: Weight, value: heavy, unit: kg }
    video: "https://films.example/film.mp4"
    videoImage: "javascript:alert(1)"
  - { slug: "flawed?x=2", name: Flawed 2 }
`

// flawedClassifications have no page.
const flawedClassifications = `
- { id: c8, type: product, slug: "a/b", name: A or B }
- { id: c9, type: product, slug: orphan, parent: gone, name: Orphan }
`

// startWithFindings starts a server whose content has each kind of problem.
func startWithFindings(t *testing.T) *strand {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	write := func(name string, change func(old string) string) {
		file := filepath.Join(dir, name)
		old, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(change(string(old))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	picture, err := os.ReadFile(testContent + "/cms/assets/dot.png")
	if err != nil {
		t.Fatal(err)
	}
	write("cms/assets/away.png", func(string) string { return string(picture) })
	for name, text := range flawedFiles {
		write(name, func(string) string { return text })
	}
	add := func(text string) func(string) string { return func(old string) string { return old + text } }
	write(
		"cms/assets.yaml",
		add("\n- { handle: bare, fileName: dot.png }\n- { handle: odd, fileName: odd.bmp, alternativeText: Odd }\n- { handle: away, fileName: away.png, alternativeText: Away }\n"),
	)
	write(
		"cms/redirects.yaml",
		add("- { previousUrl: /first, target: { path: /second } }\n- { previousUrl: /second, target: { page: about } }\n"+
			"- { previousUrl: /dead, target: { path: /not/there } }\n- { previousUrl: /round, target: { path: /trip } }\n- { previousUrl: /trip, target: { path: /round } }\n"),
	)
	write("pim/products/crimping.yaml", add(flawedProduct))
	write("pim/classifications.yaml", add(flawedClassifications))
	write("cms/sites/main/navigation.yaml", func(old string) string {
		return strings.Replace(old, "  unlistedItems:\n",
			"  unlistedItems:\n    - { title: Flawed, page: flawed }\n    - { title: Lonely, page: lonely }\n"+
				"    - { title: Twin, page: twin }\n", 1)
	})
	// The German text of a page is older than the English one.
	source := filepath.Join(dir, "cms/sites/main/pages/about/en.md")
	translation := filepath.Join(dir, "cms/sites/main/pages/about/de.md")
	now := time.Now()
	for file, at := range map[string]time.Time{source: now, translation: now.Add(-time.Hour)} {
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	s := startWith(
		t,
		dir,
		append(
			screenOperations(t),
			"STRAND_CONTENT_DIR=../demo/content", "STRAND_EDITOR_PASSWORD=editor", webhookSecret,
		)...)
	newer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorded := httptest.NewRecorder()
		s.cmsHandler.ServeHTTP(recorded, r)
		body, err := io.ReadAll(recorded.Body)
		if err != nil {
			t.Error(err)
		}
		for name, values := range recorded.Header() {
			w.Header()[name] = values
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(recorded.Code)
		if strings.Contains(recorded.Header().Get("Content-Type"), "json") {
			text := strings.ReplaceAll(string(body), `"QuoteModule"`, `"HologramModule"`)
			text = strings.ReplaceAll(text, `"slug":"twin"`, `"slug":"lonely"`)
			// The file does not exist on the asset host.
			text = strings.ReplaceAll(text, `/assets/away"`, `/assets/lost"`)
			text = strings.ReplaceAll(text, "RAW", `\u003cscript\u003ealert(1)\u003c/script\u003e`)
			body = []byte(strings.ReplaceAll(text, `"label":"BREAK"`, `"label":null`))
		}
		_, _ = w.Write(body) // the caller may have disconnected
	})
	s.cmsFault.Store(&newer)
	return s
}
