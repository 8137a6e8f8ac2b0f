package encoding

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// minCompressedSize is the size in bytes from which compression saves a network packet.
const minCompressedSize = 1024

// Body is content that is sent more than once, with its ETag. It is immutable.
type Body struct {
	*LazyBody
	etag string
}

// NewBody returns a body of data, which must not change.
func NewBody(data []byte) *Body { return &Body{NewLazyBody(data), etagOf(data)} }

// NewCompressedBody returns a body from existing compressed forms. Empty forms are not sent.
func NewCompressedBody(data, brotli, gzip []byte) *Body {
	b := &LazyBody{forms: map[Encoding]func() ([]byte, error){}}
	b.data.Store(&data)
	for _, form := range []struct {
		encoding Encoding
		data     []byte
	}{{Brotli, brotli}, {Gzip, gzip}} {
		if len(form.data) > 0 {
			b.encodings = append(b.encodings, form.encoding)
			b.forms[form.encoding] = func() ([]byte, error) { return form.data, nil }
		}
	}
	return &Body{b, etagOf(data)}
}

func etagOf(data []byte) string {
	sum := sha256.Sum256(data)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// Version returns a hash of the content, for a URL.
func (b *Body) Version() string { return strings.TrimSuffix(strings.TrimPrefix(b.etag, `W/"`), `"`) }

// Serve sends the body in an encoding that the request accepts, or 304 if the client has it already. The caller sets
// the other headers.
func (b *Body) Serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	varyByEncoding(h)
	h.Set("Etag", b.etag)
	if (r.Method == http.MethodGet || r.Method == http.MethodHead) && Matches(r, b.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_ = b.Send(w, r, http.StatusOK) // the answer is 500 then
}

// Send sends data that is not sent again, compressed for this client if that saves a packet. The caller sets the
// other headers.
func Send(w http.ResponseWriter, r *http.Request, status int, data []byte) {
	_ = NewLazyBody(data).Send(w, r, status) // the answer is 500 then
}

// varyByEncoding adds Accept-Encoding to the header Vary. Handlers that name it themselves save a header line.
func varyByEncoding(h http.Header) {
	if !strings.Contains(h.Get("Vary"), "Accept-Encoding") {
		h.Add("Vary", "Accept-Encoding")
	}
}
