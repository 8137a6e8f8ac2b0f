package editorial

import (
	"testing"

	"strand/domain/site"
)

func TestPlainText(t *testing.T) {
	for source, want := range map[string]string{
		"":                     "",
		"<p>One</p><p>two</p>": "One two",
		"<p>H<sub>2</sub>O &amp; <em>m</em>ore</p>": "H2O & more",
		"<ul><li>a</li><li>b</li></ul>":             "a b",
		"1<br>2":                                    "1 2",
		"<p>broken <a href=":                        "broken",
	} {
		if got := PlainText(source); got != want {
			t.Errorf("%q: %q", source, got)
		}
	}
}

func TestText(t *testing.T) {
	title, lead := "Title", " "
	modules := []Module{
		&HeroModule{Title: &title, Lead: &lead},
		&RichTextModule{Content: RichText{Source: "<h2>Head</h2><p>Body</p>"}},
		&TableModule{Rows: [][]string{{"a", "1"}, {"b", "2"}}},
		&BrandsModule{Items: []BrandTeaser{{Brand: &site.Brand{Name: "Komax"}}, {}}},
		&DownloadsModule{
			Items: []Download{
				{Title: "Open", File: &File{}},
				{Title: "Closed", File: &File{IsProtected: true}},
				{Title: "Missing"},
			},
		},
	}
	if got, want := Text(modules), "Title\nHead\nBody\na 1\nb 2\nKomax\nOpen\nClosed\nMissing"; got != want {
		t.Errorf("%q", got)
	}
	if files := Downloads(modules); len(files) != 1 || files[0].Title != "Open" {
		t.Error(files)
	}
}

// TestFile_Extension checks the part after the last dot, in upper case.
func TestFile_Extension(t *testing.T) {
	for name, want := range map[string]string{
		"report.pdf": "PDF", "archive.tar.gz": "GZ", "Film.Mp4": "MP4", "README": "", "": "",
	} {
		if got := (&File{FileName: name}).Extension(); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}
