package encoding

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// LazyBody is a body that is compressed for an encoding at the first request for it: most documents are requested in
// one encoding, some never. A body that is stored is packed: it has compressed forms only, of about a seventh of its
// size. Its content does not change, and it is safe for concurrent use.
type LazyBody struct {
	// data is nil for a packed body.
	data  atomic.Pointer[[]byte]
	forms map[Encoding]func() ([]byte, error)
	// encodings are those of the forms, best first; none for a body that is too small to be compressed.
	encodings []Encoding
}

// NewLazyBody returns a body of data, which must not change.
func NewLazyBody(data []byte) *LazyBody {
	b := &LazyBody{forms: make(map[Encoding]func() ([]byte, error), len(Preferred)), encodings: Preferred}
	b.data.Store(&data)
	if len(data) < minCompressedSize {
		b.encodings = nil
	}
	for _, e := range Preferred {
		b.forms[e] = sync.OnceValues(func() ([]byte, error) {
			plain, err := b.Plain()
			if err != nil {
				return nil, err
			}
			return compress(e, plain)
		})
	}
	return b
}

// NewPackedBody returns the body that another server has packed; an error for one that cannot be unpacked.
func NewPackedBody(packed []byte) (*LazyBody, error) {
	if _, err := unpack(packed); err != nil {
		return nil, err
	}
	b := NewLazyBody(nil)
	b.data.Store(nil)
	b.encodings = Preferred
	b.forms[packedEncoding] = func() ([]byte, error) { return packed, nil }
	return b, nil
}

// packedEncoding is the encoding of a packed body: that which most browsers get.
const packedEncoding = Zstd

// maxPacked limits the uncompressed size of a packed body in bytes; a larger body is not packed.
const maxPacked = 16 << 20

// unpacker decompresses packed bodies, several at the same time.
var unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxPacked)) // no error

func unpack(packed []byte) ([]byte, error) {
	plain, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("decompress a stored body: %w", err)
	}
	return plain, nil
}

// Pack makes the compressed form that the body is kept in, and drops the uncompressed one. It returns the form; nil for
// a body that is too small to be compressed, or larger than maxPacked.
func (b *LazyBody) Pack() ([]byte, error) {
	if data := b.data.Load(); b.encodings == nil || data != nil && len(*data) > maxPacked {
		return nil, nil
	}
	packed, err := b.forms[packedEncoding]()
	if err != nil {
		return nil, err
	}
	b.data.Store(nil)
	return packed, nil
}

// For returns the body in the best encoding that an Accept-Encoding header allows.
func (b *LazyBody) For(acceptEncoding string) (Encoding, []byte, error) {
	e := Choose(acceptEncoding, b.encodings)
	if e == Identity {
		plain, err := b.Plain()
		return Identity, plain, err
	}
	compressed, err := b.forms[e]()
	return e, compressed, err
}

// encodingHeaders are the values of Content-Encoding.
var encodingHeaders = map[Encoding][]string{Gzip: {string(Gzip)}, Brotli: {string(Brotli)}, Zstd: {string(Zstd)}}

// Send sends the body in the best encoding that the client accepts. The caller sets the other headers. If the body
// cannot be compressed, the answer is 500.
func (b *LazyBody) Send(w http.ResponseWriter, r *http.Request, status int) error {
	h := w.Header()
	varyByEncoding(h)
	e, form, err := b.For(r.Header.Get("Accept-Encoding"))
	if err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return err
	}
	if e != Identity {
		h["Content-Encoding"] = encodingHeaders[e]
	}
	h.Set("Content-Length", strconv.Itoa(len(form)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(form) //nolint:gosec // templates and encoders have escaped it; the caller may have disconnected
	}
	return nil
}

// Plain returns the uncompressed body. That of a packed body is made for each call: few clients accept no compression.
func (b *LazyBody) Plain() ([]byte, error) {
	if data := b.data.Load(); data != nil {
		return *data, nil
	}
	packed, err := b.forms[packedEncoding]()
	if err != nil {
		return nil, err
	}
	return unpack(packed)
}

// Size returns the size in bytes: that of the uncompressed body, or of a packed one with one further encoding.
func (b *LazyBody) Size() int64 {
	if data := b.data.Load(); data != nil {
		return int64(len(*data))
	}
	packed, _ := b.forms[packedEncoding]() // Pack has made it
	return 2 * int64(len(packed))
}
