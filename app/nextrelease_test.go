package app_test

import (
	"strings"
	"testing"
)

// TestNextRelease: the toggle for what comes with the next release (PAGE-28).
func TestNextRelease(t *testing.T) {
	s := start(t)
	const on = `"nextRelease":true`
	for _, test := range []struct {
		name, path, cookie string
		isOn               bool
		// sets is what the response does with the cookie.
		sets string
	}{
		{"nobody asks", "/en", "", false, ""},
		{"the parameter", "/en?nextRelease", "", true, "strand-next-release=true; Path=/; SameSite=Lax"},
		{"the parameter with a value", "/en?a=b&nextRelease=1", "", true,
			"strand-next-release=true; Path=/; SameSite=Lax"},
		{"false turns it off", "/en?nextRelease=false", "strand-next-release=true", false,
			"strand-next-release=; Path=/; Max-Age=0; SameSite=Lax"},
		{"the cookie", "/en", "strand-next-release=true", true, ""},
		// What was kept for one is not served to the other.
		{"nobody asks again", "/en", "", false, ""},
		{"a parameter that begins alike", "/en?nextReleases=1", "", false, ""},
	} {
		answer, body := s.get(t, "", test.path, "Cookie", test.cookie)
		if strings.Contains(body, on) != test.isOn || answer.Header.Get("Set-Cookie") != test.sets {
			t.Errorf("%s: on %v, cookie %q", test.name, !test.isOn, answer.Header.Get("Set-Cookie"))
		}
	}
}
