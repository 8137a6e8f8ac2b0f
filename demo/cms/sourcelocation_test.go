package cms_test

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"strand/demo/cms"
	"strand/demo/cms/content"
)

// Rules: PROV-8.
func TestSourceLocation(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testcontent/cms")); err != nil {
		t.Fatal(err)
	}
	draft := "---\ntitle: About us\ndescription: >\n  Folded.\n---\n\n::hero\ntitle: Drafted\nlead: |\n  Lines.\n::\n\n## Part\n\nText.\n"
	if err := os.WriteFile(filepath.Join(dir, "sites/main/pages/about/en.draft.md"), []byte(draft), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := cms.New(cms.Options{Dir: dir, Token: token, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	about := content.Ref{Type: "Page", ID: "main-about"}
	const file = "sites/main/pages/about/en.draft.md"
	for name, test := range map[string]struct {
		stage                    content.Stage
		ref                      content.Ref
		locale, component, field string
		want                     content.SourceLocation
	}{
		"a field": {content.Draft, about, "en", "", "description", content.SourceLocation{
			File: file,
			Line: 3,
		}},
		"an unwritten field": {content.Draft, about, "en", "", "theme", content.SourceLocation{File: file, Line: 1}},
		"a field of a module": {content.Draft, about, "en", "main-about-en-1", "lead", content.SourceLocation{
			File: file,
			Line: 9,
		}},
		"an unwritten one": {content.Draft, about, "en", "main-about-en-1", "image", content.SourceLocation{
			File: file,
			Line: 8,
		}},
		"a module of Markdown": {content.Draft, about, "en", "main-about-en-2", "content", content.SourceLocation{
			File: file,
			Line: 13,
		}},
		"the published version": {content.Published, about, "en", "", "title", content.SourceLocation{
			File: "sites/main/pages/about/en.md",
			Line: 2,
		}},
		"another language": {content.Draft, about, "de", "", "title", content.SourceLocation{
			File: "sites/main/pages/about/de.md",
			Line: 2,
		}},
		"an asset": {content.Published, content.Ref{Type: "Asset", ID: "dot"}, "de", "", "alternativeText",
			content.SourceLocation{File: "assets.yaml", Line: 3}},
	} {
		got, changed, ok := s.SourceLocation(test.stage, test.ref, test.locale, test.component, test.field)
		if !ok || got != test.want || changed.IsZero() {
			t.Errorf("%s: %v, changed at %v, %t", name, got, changed, ok)
		}
	}
	if _, _, ok := s.SourceLocation(content.Draft, content.Ref{Type: "Page", ID: "none"}, "en", "", "title"); ok {
		t.Error("a page that does not exist has a location")
	}
}
