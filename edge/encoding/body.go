package encoding

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
)

// Levels of compression: the best for what is compressed at the start and sent for ever, a quick one for what is compressed
// while somebody waits for it.
const (
	Best  = brotli.BestCompression
	Quick = 5
)

// worthwhile is the size in bytes from which on compressing saves a packet.
const worthwhile = 1024

// Body is what is sent more than once, with its compressed forms and its ETag. It does not change.
type Body struct {
	forms map[Encoding][]byte
	etag  string
}

// NewBody makes a body; a level of 0 leaves it as it is.
func NewBody(data []byte, level int) (*Body, error) {
	sum := sha256.Sum256(data)
	b := &Body{forms: map[Encoding][]byte{Identity: data}, etag: `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	if level == 0 || len(data) < worthwhile {
		return b, nil
	}
	var err error
	if b.forms[Brotli], err = compressBrotli(data, level); err != nil {
		return nil, err
	}
	if b.forms[Gzip], err = compressGzip(data, min(level, gzip.BestCompression)); err != nil {
		return nil, err
	}
	return b, nil
}

// Size is how many bytes the body takes in all its forms.
func (b *Body) Size() int64 {
	size := 0
	for _, form := range b.forms {
		size += len(form)
	}
	return int64(size)
}

// Serve answers a request with the body in an encoding that it accepts, or says that the client has it already. The other
// headers are the caller's.
func (b *Body) Serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	h.Set("Etag", b.etag)
	if strings.Contains(r.Header.Get("If-None-Match"), b.etag) && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	e := Identity
	if len(b.forms) > 1 {
		e = Choose(r.Header.Get("Accept-Encoding"), []Encoding{Brotli, Gzip})
	}
	if e != Identity {
		h.Set("Content-Encoding", string(e))
	}
	h.Set("Content-Length", strconv.Itoa(len(b.forms[e])))
	if r.Method != http.MethodHead {
		_, _ = w.Write(b.forms[e]) // the caller may be gone
	}
}

// Send answers with what is sent once, compressed for this one client where that saves a packet. The other headers are the
// caller's.
func Send(w http.ResponseWriter, r *http.Request, status int, data []byte) {
	h := w.Header()
	h.Add("Vary", "Accept-Encoding")
	if len(data) >= worthwhile {
		compressed, err := []byte(nil), error(nil)
		e := Choose(r.Header.Get("Accept-Encoding"), []Encoding{Brotli, Gzip})
		switch e {
		case Brotli:
			compressed, err = compressBrotli(data, Quick)
		case Gzip:
			compressed, err = compressGzip(data, Quick)
		}
		if compressed != nil && err == nil {
			h.Set("Content-Encoding", string(e))
			data = compressed
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(data) // the caller may be gone
	}
}

func compressBrotli(data []byte, level int) ([]byte, error) {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, level)
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("compress with brotli: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress with brotli: %w", err)
	}
	return out.Bytes(), nil
}

func compressGzip(data []byte, level int) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		return nil, fmt.Errorf("compress with gzip: %w", err)
	}
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("compress with gzip: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress with gzip: %w", err)
	}
	return out.Bytes(), nil
}
