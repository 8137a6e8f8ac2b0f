package app_test

import (
	"strings"
	"testing"
)

// TestNextRelease: the switch for features of the next release (PAGE-28).
//
// Rules: CLI-5, PAGE-28.
func TestNextRelease(t *testing.T) {
	s := testSite(t)
	const on = `"nextRelease":true`
	for _, test := range []struct {
		name, path, cookie string
		isOn               bool
		// sets is the expected Set-Cookie header.
		sets string
	}{
		{"off by default", "/en", "", false, ""},
		{"the parameter", "/en?nextRelease", "", true, "strand-next-release=true; Path=/; SameSite=Lax"},
		{"the parameter with a value", "/en?a=b&nextRelease=1", "", true,
			"strand-next-release=true; Path=/; SameSite=Lax"},
		{"false turns it off", "/en?nextRelease=false", "strand-next-release=true", false,
			"strand-next-release=; Path=/; Max-Age=0; SameSite=Lax"},
		{"the cookie", "/en", "strand-next-release=true", true, ""},
		// The document cached with the switch on is not served with it off.
		{"off by default, again", "/en", "", false, ""},
		{"a parameter with the same prefix", "/en?nextReleases=1", "", false, ""},
	} {
		answer, body := s.get(t, "", test.path, "Cookie", test.cookie)
		if strings.Contains(body, on) != test.isOn || answer.Header.Get("Set-Cookie") != test.sets {
			t.Errorf("%s: on %v, cookie %q", test.name, !test.isOn, answer.Header.Get("Set-Cookie"))
		}
	}
}
