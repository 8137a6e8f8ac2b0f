package edge

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

func TestStitchedReadsAsOneDocument(t *testing.T) {
	readers := map[Encoding]func(io.Reader) (io.Reader, error){
		identity: func(r io.Reader) (io.Reader, error) { return r, nil },
		gzipped:  func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		brotlied: func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		zstded: func(r io.Reader) (io.Reader, error) {
			d, err := zstd.NewReader(r)
			return d, err
		},
	}
	for _, head := range []string{"<p>short</p>", strings.Repeat("<p>A page of many words, <b>again</b>.</p>\n", 20_000)} {
		s, err := Stitch([]byte(head))
		if err != nil {
			t.Fatal(err)
		}
		for e, open := range readers {
			for _, tail := range []string{"x", "<script nonce=\"AAAA\" src=\"/assets/a.js\"></script>", strings.Repeat("y", maxTail)} {
				first, rest := s.Append(e, []byte(tail))
				r, err := open(bytes.NewReader(append(bytes.Clone(first), rest...)))
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
		"": identity, "gzip": gzipped, "gzip, deflate, br": brotlied, "gzip, br;q=0": gzipped, "zstd, gzip;q=0.5": zstded,
		"deflate": identity, "BR": brotlied, "br;q=0.0": identity, "*": identity,
	} {
		if got := chooseEncoding(header); got != want {
			t.Errorf("Accept-Encoding %q: %q, want %q", header, got, want)
		}
	}
}
