package encoding

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// readers decode the encodings.
var readers = map[Encoding]func(io.Reader) (io.Reader, error){
	Identity: func(r io.Reader) (io.Reader, error) { return r, nil },
	Gzip:     func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	Brotli:   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	Zstd: func(r io.Reader) (io.Reader, error) {
		d, err := zstd.NewReader(r)
		return d, err
	},
}

func TestLazyBody(t *testing.T) {
	for _, text := range []string{
		"<p>short</p>", strings.Repeat("<p>A page of many words, <b>again</b>.</p>\n", 20_000),
	} {
		body := NewLazyBody([]byte(text))
		if n := body.Size(); n != int64(len(text)) {
			t.Errorf("%d bytes count as %d", len(text), n)
		}
		checkForms(t, body, text)
		packed, err := body.Pack()
		if err != nil || (packed == nil) != (len(text) < minCompressedSize) {
			t.Fatalf("%d bytes are packed as %d, %v", len(text), len(packed), err)
		}
		checkForms(t, body, text)
		if packed == nil {
			continue
		}
		if n := body.Size(); n != 2*int64(len(packed)) || body.data.Load() != nil {
			t.Errorf("%d bytes, packed %d, count as %d", len(text), len(packed), n)
		}
		received, err := NewPackedBody(packed)
		if err != nil {
			t.Fatal(err)
		}
		checkForms(t, received, text)
	}
}

// TestNewPackedBody: a body of another server that is broken, or larger than any that is packed, is refused.
func TestNewPackedBody(t *testing.T) {
	packed := func(size int) []byte {
		form, err := compress(packedEncoding, make([]byte, size))
		if err != nil {
			t.Fatal(err)
		}
		return form
	}
	large := NewLazyBody(make([]byte, maxPacked+1))
	if form, err := large.Pack(); form != nil || err != nil || large.Size() != maxPacked+1 {
		t.Errorf("a large body is packed: %d bytes, %v", len(form), err)
	}
	valid := packed(maxPacked)
	for name, test := range map[string]struct {
		packed []byte
		want   bool
	}{
		"largest":   {valid, true},
		"too large": {packed(maxPacked + 1), false},
		"two":       {append(packed(maxPacked), packed(1)...), false},
		"cut":       {valid[:len(valid)-1], false},
		"garbage":   {[]byte("garbage"), false},
	} {
		if body, err := NewPackedBody(test.packed); (err == nil) != test.want || (body != nil) != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// checkForms reads a body in all encodings, several times at once.
func checkForms(t *testing.T, body *LazyBody, text string) {
	t.Helper()
	for asked := range readers {
		var several sync.WaitGroup
		for range 4 {
			several.Go(func() {
				e, form, err := body.For(string(asked))
				if want := asked; err != nil || len(text) >= minCompressedSize && e != want ||
					len(text) < minCompressedSize && e != Identity {
					t.Errorf("%d bytes for %q: sent as %q, %v", len(text), asked, e, err)
					return
				}
				r, err := readers[e](bytes.NewReader(form))
				if err != nil {
					t.Error(err)
					return
				}
				if got, err := io.ReadAll(r); err != nil || string(got) != text {
					t.Errorf("%d bytes for %q: read %d bytes, %v", len(text), asked, len(got), err)
				}
			})
		}
		several.Wait()
	}
}

func TestChooseEncoding(t *testing.T) {
	for header, want := range map[string]Encoding{
		"": Identity, "gzip": Gzip, "gzip, deflate, br": Brotli, "gzip, deflate, br, zstd": Zstd,
		"gzip, br;q=0": Gzip, "zstd, gzip;q=0.5": Zstd,
		"deflate": Identity, "BR": Brotli, "br;q=0.0": Identity, "*": Identity,
	} {
		if got := Choose(header, Preferred); got != want {
			t.Errorf("Accept-Encoding %q: %q, want %q", header, got, want)
		}
	}
}

func TestBody(t *testing.T) {
	long := strings.Repeat("the same words again ", 200)
	for name, test := range map[string]struct {
		text, accept string
		want         Encoding
	}{
		"brotli":               {long, "gzip, br", Brotli},
		"gzip":                 {long, "gzip", Gzip},
		"zstd":                 {long, "br, zstd", Zstd},
		"short":                {"short", "br", Identity},
		"no encoding accepted": {long, "", Identity},
	} {
		t.Run(name, func(t *testing.T) {
			body := NewBody([]byte(test.text))
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Accept-Encoding", test.accept)
			w := httptest.NewRecorder()
			body.Serve(w, r)
			if got := Encoding(w.Header().Get("Content-Encoding")); got != test.want {
				t.Fatalf("sent as %q, want %q", got, test.want)
			}
			read, err := readers[test.want](w.Body)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(read); err != nil || string(got) != test.text {
				t.Errorf("read %d bytes, %v", len(got), err)
			}
			again := httptest.NewRequest(http.MethodGet, "/", nil)
			again.Header.Set("If-None-Match", w.Header().Get("Etag"))
			w = httptest.NewRecorder()
			if body.Serve(w, again); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
				t.Errorf("asked again with its ETag: %d, %d bytes", w.Code, w.Body.Len())
			}
		})
	}
}
