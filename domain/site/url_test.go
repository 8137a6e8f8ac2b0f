package site

import (
	"net/url"
	"strings"
	"testing"
)

// TestEscapeURL checks that URLs that editors type become valid ones (URL-43).
//
// Rules: URL-43.
func TestEscapeURL(t *testing.T) {
	for typed, want := range map[string]string{
		"https://shop.example.com/ü?q=a b": "https://shop.example.com/%C3%BC?q=a%20b",
		"https://example.com/a|b?c=\"d\"":  "https://example.com/a%7Cb?c=%22d%22",
		"https://example.com/%c3%bc%2F":    "https://example.com/%c3%bc%2F",
		"https://example.com/100%":         "https://example.com/100%25",
		"https://example.com/?a[0]={b}":    "https://example.com/?a%5B0%5D=%7Bb%7D",
		"https://example.com/#a#b c":       "https://example.com/#a%23b%20c",
		"https://example.com?q=é#ü":        "https://example.com?q=%C3%A9#%C3%BC",
		"  https://example.com/x \n":       "https://example.com/x",
		"https://exam\tple.com/\r\nx":      "https://example.com/x",
		"https://example.com/\x01":         "https://example.com/%01",
		"https://müller.example/ü":         "https://xn--mller-kva.example/%C3%BC",
		"https://MÜLLER.example:8443/":     "https://xn--mller-kva.example:8443/",
		"https://user@müller.example/":     "https://user@xn--mller-kva.example/",
		"http://[::1]:8080/x":              "http://[::1]:8080/x",
		"https://exam ple.com/":            "",
		`https://exam"ple.com/`:            "",
		"https://example.com:port/":        "",
		"https:///x":                       "",
		`https://example.com\evil`:         "",
		// Longer hosts are not converted.
		"https://" + strings.Repeat("\u00ad", 400) + "example.com/": "https://example.com/",
		"https://" + strings.Repeat("\u00ad", 600) + "example.com/": "",
		"https://" + strings.Repeat("\u4e2d", 40_000) + ".com/":     "",
		"mailto:a b@example.com":                                    "mailto:a%20b@example.com",
		"tel:+41 44 455":                                            "tel:+41%2044%20455",
		"/über uns?a=b c#d e":                                       "/%C3%BCber%20uns?a=b%20c#d%20e",
		`https://a.example\@b.example`:                              "",
		"#a b":                                                      "#a%20b",
		"":                                                          "",
	} {
		got := EscapeURL(typed)
		if got != want {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
		if again := EscapeURL(got); again != got {
			t.Errorf("%q is escaped again as %q", got, again)
		}
	}
}

// FuzzEscapeURL checks that the result can be parsed, has no character that must be escaped, and stays the same.
func FuzzEscapeURL(f *testing.F) {
	for _, seed := range []string{
		"https://müller.example/a b", "//x", `http://a\b`, "%", "x://", "http://[::1]/#%zz", `p://a\@`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		escaped := EscapeURL(typed)
		if _, err := url.Parse(escaped); err != nil {
			t.Errorf("%q becomes %q, which is malformed: %v", typed, escaped, err)
		}
		for _, c := range []byte(escaped) {
			if c <= 0x20 || c >= 0x7f {
				t.Fatalf("%q becomes %q", typed, escaped)
			}
		}
		if again := EscapeURL(escaped); again != escaped {
			t.Errorf("%q becomes %q and then %q", typed, escaped, again)
		}
	})
}
