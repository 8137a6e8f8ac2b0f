package visitor

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"strand/test/lineartest"
)

// FuzzVisitor: headers of an untrusted proxy change neither IP address nor origin, and no header grants editor access.
func FuzzVisitor(f *testing.F) {
	for _, seed := range [][4]string{
		{"strand-locale-main=de-CH; strand-fallback-language=en", "de", "198.51.100.7, 192.0.2.1", "evil.example"},
		{"strand-editor=1800000000.x; strand-editor=", "x", "::1, garbage,", "a.example:80/x"},
		{"strand-fallback-language=\"en:http://evil.example\"", "", "", "\\evil"}, {";;=;", "*", ",", ""},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	trusting := Reader{Trusted: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}
	f.Fuzz(func(t *testing.T, cookies, accept, forwardedFor, forwardedHost string) {
		r := httptest.NewRequest(http.MethodGet, "/en?nextRelease="+strings.Repeat("x", len(cookies)%3), nil)
		r.Header = http.Header{
			"Cookie": {
				cookies,
			}, "Accept-Language": {accept}, "X-Forwarded-For": {forwardedFor}, "X-Forwarded-Host": {forwardedHost},
			"X-Forwarded-Proto": {forwardedHost},
		}
		plain := r.Clone(t.Context())
		for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
			plain.Header.Del(name)
		}
		got, want := (Reader{}).Request(r), (Reader{}).Request(plain)
		if got.Scheme != want.Scheme || got.Host != want.Host || got.ClientIP != want.ClientIP || got.Editor {
			t.Errorf(
				"%v: %s %s %s, want %s %s %s",
				r.Header,
				got.Scheme,
				got.Host,
				got.ClientIP,
				want.Scheme,
				want.Host,
				want.ClientIP,
			)
		}
		req := trusting.Request(r)
		if _, err := netip.ParseAddr(req.ClientIP); err != nil || req.Editor {
			t.Errorf("%q: the address %q", forwardedFor, req.ClientIP)
		}
		if strings.ContainsAny(req.Host, ", /\\") {
			t.Errorf("%q: the host %q", forwardedHost, req.Host)
		}
		lineartest.CheckText(t, cookies+";", func(cookies string) {
			r.Header.Set("Cookie", cookies)
			Reader{}.Request(r)
		})
	})
}
