package edge

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestFetch_Types(t *testing.T) {
	const pdf = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"
	const page = "<!doctype html><html><body>Maintenance</body></html>"
	for name, test := range map[string]struct {
		handle, contentType, body string
		isFile                    bool
	}{
		"a document":                     {"report.pdf", "application/pdf", pdf, true},
		"of no particular type":          {"report.pdf", "application/octet-stream", pdf, true},
		"a handle without an extension":  {"a1b2c3", "application/pdf", pdf, true},
		"a page in its place":            {"report.pdf", "text/html; charset=utf-8", page, false},
		"a page that claims to be one":   {"report.pdf", "application/pdf", page, false},
		"an error in its place":          {"report.pdf", "application/json", `{"errors":[]}`, false},
		"an error that claims to be one": {"report.pdf", "application/pdf", `{"errors":[{"message":"no"}]}`, false},
		"a page for a bare handle":       {"a1b2c3", "text/html", page, false},
		"no type":                        {"report.pdf", "", pdf, false},
		"another kind":                   {"film.mp4", "image/png", "\x89PNG\r\n\x1a\n", false},
		"a table":                        {"figures.csv", "text/csv", "a,b\n1,2\n", true},
		"an empty file":                  {"figures.csv", "text/csv", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{test.contentType}
				_, _ = io.WriteString(w, test.body)
			}))
			defer server.Close()
			answer, err := newAssetClient(server.URL, dialAssets()).fetch(t.Context(), test.handle, "", nil)
			if !test.isFile {
				if !errors.Is(err, errNoFile) {
					t.Errorf("taken for a file: %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if got, err := io.ReadAll(answer.Body); err != nil || string(got) != test.body {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}
