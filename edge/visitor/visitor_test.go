package visitor

import (
	"net/http"
	"net/netip"
	"testing"
)

func TestVisitors_ClientIP(t *testing.T) {
	v := Reader{Trusted: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	for _, test := range []struct {
		name, from string
		forwarded  []string
		want       string
	}{
		{"from the visitor", "192.0.2.1:4000", []string{"198.51.100.7"}, "192.0.2.1"},
		{"through a proxy", "10.0.0.1:4000", []string{"192.0.2.1"}, "192.0.2.1"},
		{"through two proxies", "10.0.0.1:4000", []string{"192.0.2.1, 10.0.0.2"}, "192.0.2.1"},
		{"the visitor's own header comes first", "10.0.0.1:4000", []string{"198.51.100.7, 192.0.2.1"}, "192.0.2.1"},
		{"separate header lines", "10.0.0.1:4000", []string{"198.51.100.7", "192.0.2.1"}, "192.0.2.1"},
		{"no address", "10.0.0.1:4000", []string{"unknown"}, "10.0.0.1"},
	} {
		r := &http.Request{RemoteAddr: test.from, Header: http.Header{"X-Forwarded-For": test.forwarded}}
		if got := v.ClientIP(r); got != test.want {
			t.Errorf("%s: %s", test.name, got)
		}
	}
}
