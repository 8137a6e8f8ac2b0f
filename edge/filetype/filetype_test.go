package filetype

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
)

// A file is shown if its content fits its type; otherwise it is downloaded.
func TestContainUpload(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 100)
	page := "<!doctype html><script>alert(1)</script>"
	for name, test := range map[string]struct {
		media, content string
		status         int
		want           string
	}{
		"a picture":       {"image/png", png, http.StatusOK, "inline"},
		"a large picture": {"image/png", png + strings.Repeat("x", 1<<20), http.StatusOK, "inline"},
		"a film": {
			"video/mp4", "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom", http.StatusOK, "inline",
		},
		"a range of a film":         {"video/mp4", "\x00\x00", http.StatusPartialContent, "inline"},
		"a page":                    {"text/html", page, http.StatusOK, "attachment"},
		"a range of an HTML page":   {"text/html", "<", http.StatusPartialContent, "attachment"},
		"an HTML page as a picture": {"image/png", page, http.StatusOK, "attachment"},
		"a picture as a film":       {"video/mp4", png, http.StatusOK, "attachment"},
		"an SVG file": {
			"image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>", http.StatusOK, "attachment",
		},
		"an SVG file as PNG": {
			"image/png", "<svg xmlns='http://www.w3.org/2000/svg'/>", http.StatusOK, "attachment",
		},
		"a document":    {"application/pdf", "%PDF-1.7", http.StatusOK, "attachment"},
		"nothing":       {"image/png", "", http.StatusOK, "attachment"},
		"no media type": {"", png, http.StatusOK, "attachment"},
	} {
		answer := &http.Response{
			StatusCode: test.status,
			Header:     http.Header{"Content-Type": {test.media}, "Content-Disposition": {`inline; filename="x.html"`}},
			Body:       io.NopCloser(bytes.NewBufferString(test.content)),
			Request:    &http.Request{Method: http.MethodGet},
		}
		Restrict(answer)
		h := answer.Header
		if got := h.Get("Content-Disposition"); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cross-Origin-Resource-Policy") != "same-origin" ||
			h.Get("Content-Security-Policy") != "default-src 'none'; style-src 'unsafe-inline'; sandbox" {
			t.Errorf("%s: %v", name, h)
		}
		if sent, err := io.ReadAll(answer.Body); err != nil || string(sent) != test.content {
			t.Errorf("%s: %d of %d bytes are sent, %v", name, len(sent), len(test.content), err)
		}
	}
}
