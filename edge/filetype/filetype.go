// Package filetype prevents that browsers run uploaded files.
package filetype

import (
	"bufio"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"strand/domain/form"
)

// checkedLength is the number of leading bytes that the detection of a file's type needs.
const checkedLength = 3072

// Restrict prevents that browsers run an uploaded file: it is sandboxed, its type is not sniffed, and it is
// downloaded instead of shown, unless both its type and its content are those of a picture or film.
func Restrict(answer *http.Response) {
	h := answer.Header
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	if v := h.Get("Content-Type"); v != "" {
		h.Set("Content-Type", Inert(v))
	}
	if !isInlineMedia(answer) {
		h.Set("Content-Disposition", "attachment")
		return
	}
	h.Set("Content-Disposition", "inline")
}

// isInlineMedia reports whether a file is a picture or a film. For a range, only the media type counts: browsers
// request ranges of files that they already show.
func isInlineMedia(answer *http.Response) bool {
	declared := answer.Header.Get("Content-Type")
	if !form.Attachments.Accepts(declared) {
		return false
	}
	if answer.StatusCode != http.StatusOK || answer.Request.Method == http.MethodHead {
		return true
	}
	content := bufio.NewReaderSize(answer.Body, checkedLength)
	// An error of a shorter or broken file occurs again when its body is sent.
	head, _ := content.Peek(checkedLength)
	answer.Body = struct {
		io.Reader
		io.Closer
	}{content, answer.Body}
	found := mimetype.Detect(head).String()
	kind, _, _ := strings.Cut(declared, "/")
	return form.Attachments.Accepts(found) && strings.HasPrefix(found, kind+"/")
}

// Inert returns the media type with which an uploaded file is sent. Every response carries nosniff, so
// browsers use no file as a script or style sheet unless its media type is one.
func Inert(contentType string) string {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return "application/octet-stream"
	}
	for _, active := range []string{"javascript", "ecmascript", "jscript", "livescript", "css", "wasm"} {
		if strings.Contains(media, active) {
			return "application/octet-stream"
		}
	}
	return contentType
}
