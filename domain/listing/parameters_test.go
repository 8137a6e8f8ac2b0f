package listing

import "testing"

func TestParameters_Keep(t *testing.T) {
	read := Parameters{"page", "min."}
	for query, want := range map[string]string{
		"":                            "",
		"gclid=1":                     "",
		"page=2&utm_source=a&page=3":  "page=2&page=3",
		"utm_source=a&min.width=1":    "min.width=1",
		"p%61ge=2":                    "p%61ge=2",
		"pages=2&min=1&Page=2&%zz=1&": "",
		"page&page=%zz":               "page&page=%zz",
	} {
		if got := read.Keep(query); got != want {
			t.Errorf("%q: %q, not %q", query, got, want)
		}
	}
}
