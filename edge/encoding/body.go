package encoding

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
)

// minCompressedSize is the size in bytes from which compression saves a network packet.
const minCompressedSize = 1024

// Body is content that is sent more than once, with its compressed forms and its ETag. It is immutable.
type Body struct {
	forms map[Encoding][]byte
	etag  string
}

// NewBody returns a body that is compressed with the given level; 0 leaves it uncompressed.
func NewBody(data []byte, level int) (*Body, error) {
	b := &Body{forms: map[Encoding][]byte{Identity: data}, etag: etagOf(data)}
	if level == 0 || len(data) < minCompressedSize {
		return b, nil
	}
	var err error
	for _, e := range bodyEncodings {
		if b.forms[e], err = compress(e, level, data); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// NewCompressedBody returns a body from existing compressed forms. Empty forms are not sent.
func NewCompressedBody(data, brotli, gzip []byte) *Body {
	b := &Body{forms: map[Encoding][]byte{Identity: data}, etag: etagOf(data)}
	if len(brotli) > 0 {
		b.forms[Brotli] = brotli
	}
	if len(gzip) > 0 {
		b.forms[Gzip] = gzip
	}
	return b
}

func etagOf(data []byte) string {
	sum := sha256.Sum256(data)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// Size returns the total size of all forms in bytes.
func (b *Body) Size() int64 {
	size := 0
	for _, form := range b.forms {
		size += len(form)
	}
	return int64(size)
}

// compressed returns the encodings that the body has forms of, best first.
func (b *Body) compressed() []Encoding {
	switch {
	case b.forms[Brotli] == nil:
		return []Encoding{Gzip}
	case b.forms[Gzip] == nil:
		return []Encoding{Brotli}
	}
	return bodyEncodings
}

// bodyEncodings are the encodings that NewBody creates.
var bodyEncodings = []Encoding{Brotli, Gzip}

// Serve sends the body in an encoding that the request accepts, or 304 if the client has it already. The caller sets
// the other headers.
func (b *Body) Serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	varyByEncoding(h)
	h.Set("Etag", b.etag)
	if strings.Contains(r.Header.Get("If-None-Match"), b.etag) &&
		(r.Method == http.MethodGet || r.Method == http.MethodHead) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	e := Identity
	if len(b.forms) > 1 {
		e = Choose(r.Header.Get("Accept-Encoding"), b.compressed())
	}
	if e != Identity {
		h.Set("Content-Encoding", string(e))
	}
	h.Set("Content-Length", strconv.Itoa(len(b.forms[e])))
	if r.Method != http.MethodHead {
		_, _ = w.Write(b.forms[e]) // the caller may have disconnected
	}
}

// Send sends data that is not sent again, compressed for this client if that saves a packet. The caller sets the
// other headers.
func Send(w http.ResponseWriter, r *http.Request, status int, data []byte) {
	h := w.Header()
	varyByEncoding(h)
	if len(data) >= minCompressedSize {
		if e := Choose(r.Header.Get("Accept-Encoding"), bodyEncodings); e != Identity {
			if compressed, err := compress(e, Quick, data); err == nil {
				h.Set("Content-Encoding", string(e))
				data = compressed
			}
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(data) // the caller may have disconnected
	}
}

// varyByEncoding adds Accept-Encoding to the header Vary. Handlers that name it themselves save a header line.
func varyByEncoding(h http.Header) {
	if !strings.Contains(h.Get("Vary"), "Accept-Encoding") {
		h.Add("Vary", "Accept-Encoding")
	}
}
