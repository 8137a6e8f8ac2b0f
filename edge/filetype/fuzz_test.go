package filetype

import (
	"mime"
	"strings"
	"testing"
)

// FuzzInert: no file of the CMS is served with a media type that a page of this site would execute.
func FuzzInert(f *testing.F) {
	for _, seed := range []string{
		"image/svg+xml", "text/JavaScript; charset=utf-8", "text/html", "application/wasm", "a",
		"image/png;x=\"javascript\"", "text/css",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		got := Inert(given)
		kind, _, err := mime.ParseMediaType(got)
		if err != nil {
			t.Fatalf("%q becomes %q: %v", given, got, err)
		}
		for _, active := range []string{"javascript", "ecmascript", "css", "wasm"} {
			if strings.Contains(kind, active) {
				t.Errorf("%q becomes %q", given, got)
			}
		}
	})
}
