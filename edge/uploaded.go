package edge

import (
	"bufio"
	"io"
	"net/http"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"strand/domain/form"
)

// checkedLength is how much of a file tells what it is, in bytes.
const checkedLength = 3072

// contain has browsers never run a file that somebody uploaded: it is in a sandbox, its type is not guessed, and it is
// saved instead of shown, unless it is a picture or a film by its type and by its content.
func contain(answer *http.Response) {
	h := answer.Header
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	if v := h.Get("Content-Type"); v != "" {
		h.Set("Content-Type", inert(v))
	}
	if !isShown(answer) {
		h.Set("Content-Disposition", "attachment")
		return
	}
	h.Set("Content-Disposition", "inline")
}

// isShown reports whether a file is a picture or a film. A part of a file is taken for what its type says: browsers ask
// for parts of what they have begun to show.
func isShown(answer *http.Response) bool {
	declared := answer.Header.Get("Content-Type")
	if !form.Attachments.Takes(declared) {
		return false
	}
	if answer.StatusCode != http.StatusOK || answer.Request.Method == http.MethodHead {
		return true
	}
	content := bufio.NewReaderSize(answer.Body, checkedLength)
	// A short file ends within this; a broken one ends where it is sent.
	head, _ := content.Peek(checkedLength)
	answer.Body = struct {
		io.Reader
		io.Closer
	}{content, answer.Body}
	found := mimetype.Detect(head).String()
	kind, _, _ := strings.Cut(declared, "/")
	return form.Attachments.Takes(found) && strings.HasPrefix(found, kind+"/")
}
