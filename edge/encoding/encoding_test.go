package encoding

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// numbered is text of some bytes in which no part stands twice, so that a block that is missing or at the wrong place
// shows.
func numbered(size int) string {
	var text strings.Builder
	for i := 0; text.Len() < size; i++ {
		fmt.Fprintf(&text, "%d ", i)
	}
	return text.String()[:size]
}

func TestStitchedReadsAsOneDocument(t *testing.T) {
	readers := map[Encoding]func(io.Reader) (io.Reader, error){
		Identity: func(r io.Reader) (io.Reader, error) { return r, nil },
		Gzip:     func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		Brotli:   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		Zstd: func(r io.Reader) (io.Reader, error) {
			d, err := zstd.NewReader(r)
			return d, err
		},
	}
	tails := []string{"<script nonce=\"AAAA\" src=\"/assets/a.js\"></script>"}
	for _, size := range []int{0, 1, maxBlock - 1, maxBlock, maxBlock + 1, 2 * maxBlock, 200 << 10} {
		tails = append(tails, numbered(size))
	}
	for _, head := range []string{"<p>short</p>", strings.Repeat("<p>A page of many words, <b>again</b>.</p>\n", 20_000)} {
		s := Stitch([]byte(head))
		for e, open := range readers {
			for _, tail := range tails {
				document, err := s.Append(nil, e, []byte(tail))
				if err != nil {
					t.Fatalf("%q: %v", e, err)
				}
				r, err := open(bytes.NewReader(document))
				if err != nil {
					t.Fatalf("%q: %v", e, err)
				}
				got, err := io.ReadAll(r)
				if err != nil {
					t.Fatalf("%q: head of %d, tail of %d bytes: %v", e, len(head), len(tail), err)
				}
				if string(got) != head+tail {
					t.Errorf("%q: head of %d, tail of %d bytes: read %d bytes that differ", e, len(head), len(tail), len(got))
				}
			}
		}
	}
}

func TestChooseEncoding(t *testing.T) {
	for header, want := range map[string]Encoding{
		"": Identity, "gzip": Gzip, "gzip, deflate, br": Brotli, "gzip, br;q=0": Gzip, "zstd, gzip;q=0.5": Zstd,
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
		level        int
		want         Encoding
	}{
		"brotli":            {long, "gzip, br", Quick, Brotli},
		"gzip":              {long, "gzip", Quick, Gzip},
		"no zstd is kept":   {long, "zstd", Quick, Identity},
		"short":             {"short", "br", Quick, Identity},
		"not to compress":   {long, "br", 0, Identity},
		"no encoding asked": {long, "", Quick, Identity},
	} {
		t.Run(name, func(t *testing.T) {
			body, err := NewBody([]byte(test.text), test.level)
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Header.Set("Accept-Encoding", test.accept)
			w := httptest.NewRecorder()
			body.Serve(w, r)
			if got := Encoding(w.Header().Get("Content-Encoding")); got != test.want {
				t.Fatalf("sent as %q, want %q", got, test.want)
			}
			read := io.Reader(w.Body)
			switch test.want {
			case Brotli:
				read = brotli.NewReader(w.Body)
			case Gzip:
				if read, err = gzip.NewReader(w.Body); err != nil {
					t.Fatal(err)
				}
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

func TestStitchedForManyAtOnce(t *testing.T) {
	text := strings.Repeat("<p>the same words again</p>", 500)
	s := Stitch([]byte(text))
	var readers sync.WaitGroup
	for range 20 {
		readers.Go(func() {
			document, err := s.Append(nil, Gzip, []byte("end"))
			if err != nil {
				t.Error(err)
				return
			}
			r, err := gzip.NewReader(bytes.NewReader(document))
			if err != nil {
				t.Error(err)
				return
			}
			if got, err := io.ReadAll(r); err != nil || string(got) != text+"end" {
				t.Errorf("%d bytes, %v", len(got), err)
			}
		})
	}
	readers.Wait()
}
