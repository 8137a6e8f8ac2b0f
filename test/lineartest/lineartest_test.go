package lineartest

import (
	"strings"
	"testing"
)

// recorder is a test that records whether it failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

var kept []byte

func TestCheckText(t *testing.T) {
	for name, test := range map[string]struct {
		work   func(string)
		failed bool
	}{
		"a copy": {func(s string) { kept = []byte(s) }, false},
		"a copy for each part": {func(s string) {
			for range strings.Count(s, ",") {
				kept = []byte(s)
			}
		}, true},
		"no memory": {func(string) {}, false},
	} {
		r := &recorder{TB: t}
		CheckText(r, "part,", test.work)
		if r.failed != test.failed {
			t.Errorf("%s: failed %t", name, r.failed)
		}
	}
}
