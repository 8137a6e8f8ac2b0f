package pictures

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"strand/internal/outbound"
)

func TestFetch_Types(t *testing.T) {
	const pdf = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"
	const page = "<!doctype html><html><body>Maintenance</body></html>"
	for name, test := range map[string]struct {
		handle, contentType, body string
		isFile                    bool
	}{
		"a document":                              {"report.pdf", "application/pdf", pdf, true},
		"octet-stream media type":                 {"report.pdf", "application/octet-stream", pdf, true},
		"a handle without an extension":           {"a1b2c3", "application/pdf", pdf, true},
		"an HTML page instead":                    {"report.pdf", "text/html; charset=utf-8", page, false},
		"an HTML page with the file's media type": {"report.pdf", "application/pdf", page, false},
		"a JSON error instead":                    {"report.pdf", "application/json", `{"errors":[]}`, false},
		"a JSON error with the file's media type": {
			"report.pdf", "application/pdf", `{"errors":[{"message":"no"}]}`, false,
		},
		"an HTML page for a handle without extension": {"a1b2c3", "text/html", page, false},
		"no media type":               {"report.pdf", "", pdf, false},
		"a picture instead of a film": {"film.mp4", "image/png", "\x89PNG\r\n\x1a\n", false},
		"a CSV file":                  {"figures.csv", "text/csv", "a,b\n1,2\n", true},
		"an empty file":               {"figures.csv", "text/csv", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{test.contentType}
				_, _ = io.WriteString(w, test.body)
			}))
			defer server.Close()
			client := newAssetClient(server.URL, outbound.Access{}, dialAssets())
			answer, err := client.fetch(t.Context(), test.handle, "", nil)
			if !test.isFile {
				if !errors.Is(err, errNoFile) {
					t.Errorf("fetch accepted a response that is not the file: %v", err)
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

// A range of a file must not be an HTML page either, but may begin with any bytes.
func TestFetch_Parts(t *testing.T) {
	const page = "<!doctype html><html><body>Maintenance</body></html>"
	const document = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"
	for name, test := range map[string]struct {
		handle, contentType, content, wanted string
		isFile                               bool
	}{
		"range at the beginning":       {"report.pdf", "application/pdf", document, "bytes=0-20", true},
		"range of the first two bytes": {"report.pdf", "application/pdf", document, "bytes=0-1", true},
		"range from the middle":        {"report.pdf", "application/pdf", document, "bytes=15-", true},
		"range at the end":             {"report.pdf", "application/pdf", document, "bytes=-7", true},
		"octet-stream media type": {
			"report.pdf", "application/octet-stream", document, "bytes=15-", true,
		},
		"a handle without an extension": {"a1b2c3", "application/pdf", document, "bytes=15-", true},
		"a requested file that is HTML": {"terms.html", "text/html", page, "bytes=0-20", true},
		"an HTML page instead": {
			"report.pdf", "text/html; charset=utf-8", page, "bytes=0-", false,
		},
		"an HTML page with the file's media type": {"report.pdf", "application/pdf", page, "bytes=0-", false},
		"the beginning of an HTML page":           {"report.pdf", "application/pdf", page, "bytes=0-20", false},
		"a later range that begins with a tag":    {"report.pdf", "application/pdf", page, "bytes=15-", false},
		"an HTML page as octet-stream": {
			"report.pdf", "application/octet-stream", page, "bytes=0-", false,
		},
		"an HTML page for a handle without extension": {"a1b2c3", "application/pdf", page, "bytes=0-", false},
		"an HTML page instead of a film":              {"film.mp4", "video/mp4", page, "bytes=0-", false},
		"a JSON error instead": {
			"report.pdf", "application/json", `{"errors":[]}`, "bytes=0-", false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", test.contentType)
				http.ServeContent(w, r, "", time.Time{}, strings.NewReader(test.content))
			}))
			defer server.Close()
			want := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Range", test.wanted)
			http.ServeContent(want, r, "", time.Time{}, strings.NewReader(test.content))

			i := &Handler{assets: newAssetClient(server.URL, outbound.Access{}, dialAssets())}
			r = httptest.NewRequest(http.MethodGet, "/images/original/"+test.handle, nil)
			r.SetPathValue("handle", test.handle)
			r.Header.Set("Range", test.wanted)
			w := httptest.NewRecorder()
			i.original(w, r)
			if !test.isFile {
				if w.Code < http.StatusInternalServerError {
					t.Errorf("forwarded with status %d: %q", w.Code, w.Body)
				}
				return
			}
			if w.Code != http.StatusPartialContent || w.Body.String() != want.Body.String() ||
				w.Header().Get("Content-Range") != want.Header().Get("Content-Range") {
				t.Errorf("status %d, %v, %q, want %q", w.Code, w.Header(), w.Body, want.Body)
			}
		})
	}
}

// A request for several ranges is answered with the whole file, since a multipart response has a media type of its
// own. A range beyond the end of the file is an error of the client.
func TestOriginal_Ranges(t *testing.T) {
	const document = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(document))
	}))
	defer server.Close()
	i := &Handler{assets: newAssetClient(server.URL, outbound.Access{}, dialAssets())}
	for ranges, want := range map[string]struct {
		status int
		body   string
	}{
		"bytes=0-4":       {http.StatusPartialContent, document[:5]},
		"bytes=0-4,20-30": {http.StatusOK, document},
		"bytes=5000-":     {http.StatusBadRequest, ""},
	} {
		r := httptest.NewRequest(http.MethodGet, "/images/original/report.pdf", nil)
		r.SetPathValue("handle", "report.pdf")
		r.Header.Set("Range", ranges)
		w := httptest.NewRecorder()
		i.original(w, r)
		if w.Code != want.status || want.body != "" && w.Body.String() != want.body {
			t.Errorf("%s: status %d: %q", ranges, w.Code, w.Body)
		}
	}
}
