package encoding

import "sync"

// LazyBody is a body that is compressed for an encoding at the first request for it: most documents are requested in
// one encoding, some never. It is immutable and safe for concurrent use.
type LazyBody struct {
	data  []byte
	forms map[Encoding]func() ([]byte, error)
}

// NewLazyBody returns a body of data, which must not change.
func NewLazyBody(data []byte) *LazyBody {
	b := &LazyBody{data: data, forms: make(map[Encoding]func() ([]byte, error), len(Preferred))}
	for _, e := range Preferred {
		b.forms[e] = sync.OnceValues(func() ([]byte, error) { return compress(e, Quick, data) })
	}
	return b
}

// For returns the body in the best encoding that an Accept-Encoding header allows.
func (b *LazyBody) For(acceptEncoding string) (Encoding, []byte, error) {
	e := Choose(acceptEncoding, Preferred)
	if e == Identity || len(b.data) < minCompressedSize {
		return Identity, b.data, nil
	}
	compressed, err := b.forms[e]()
	return e, compressed, err
}

// Plain returns the uncompressed body.
func (b *LazyBody) Plain() []byte { return b.data }

// Size returns the approximate size in bytes once all encodings were requested: compressed pages take less than a
// fifth each.
func (b *LazyBody) Size() int64 { return int64(len(b.data)) + int64(len(b.data))*3/5 }
