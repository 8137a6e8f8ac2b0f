package pictures

import (
	"errors"
	"testing"
)

// Only URLs of copies are read for cards: neither originals, nor other files or servers.
//
// Rules: PAGE-40.
func TestCopy_Wrong(t *testing.T) {
	i := &Handler{}
	for _, shown := range []string{
		"", "/", "/images/original/hall.png", "/images/stretched/1180/..", "/images/stretched/1180/%2e%2e.png",
		"/images/stretched/1180/a%2fb.png", "/images/stretched/7/hall.png", "/images/other/1180/hall.png",
		"/images/stretched/1180/hall.svg", "/images/stretched/1180/hall.png/x", "http://169.254.169.254/latest",
		"/graphql", "/images/stretched/1180/%zz.png", "/images/stretched/1180/hall%00.png",
	} {
		if _, err := i.Copy(t.Context(), shown); !errors.Is(err, errNoCopy) {
			t.Errorf("%q: %v", shown, err)
		}
	}
}
