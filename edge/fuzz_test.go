package edge

import (
	"context"
	"log/slog"
	"mime"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"strand/internal/changes"
	"strand/internal/lineartest"
)

// FuzzVisitor: headers of an untrusted proxy change neither address nor origin, and no header grants editor access.
func FuzzVisitor(f *testing.F) {
	for _, seed := range [][4]string{
		{"strand-locale-main=de-CH; strand-fallback-language=en", "de", "198.51.100.7, 192.0.2.1", "evil.example"},
		{"strand-editor=1800000000.x; strand-editor=", "x", "::1, garbage,", "a.example:80/x"},
		{"strand-fallback-language=\"en:http://evil.example\"", "", "", "\\evil"}, {";;=;", "*", ",", ""},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	trusting := visitors{trusted: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}
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
		got, want := (visitors{}).request(r), (visitors{}).request(plain)
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
		req := trusting.request(r)
		if _, err := netip.ParseAddr(req.ClientIP); err != nil || req.Editor {
			t.Errorf("%q: the address %q", forwardedFor, req.ClientIP)
		}
		if strings.ContainsAny(req.Host, ", /\\") {
			t.Errorf("%q: the host %q", forwardedHost, req.Host)
		}
		lineartest.CheckText(t, cookies+";", func(cookies string) {
			r.Header.Set("Cookie", cookies)
			visitors{}.request(r)
		})
	})
}

// FuzzWebhook: a call publishes a change only if it is signed, and only once.
func FuzzWebhook(f *testing.F) {
	const page = `{"operation":"publish","data":{"__typename":"Page","id":"main-about"}}`
	now := time.UnixMilli(1_800_000_000_000)
	header, err := SignWebhook("s", []byte(page), now)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][2]string{
		{page, header}, {page, ""}, {`{"data":{"__typename":"x","id":1}}`, "sign=, env=, t=1800000000000"},
		{page + "\n", header}, {`{"data":null}`, "t=9223372036854775807, sign=AAAA"},
		{"\xff", "t=-9223372036854775808"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, body, header string) {
		published := 0
		feed := changes.NewFeed(slog.New(slog.DiscardHandler), nil)
		feed.Subscribe("test", func(context.Context, changes.Event) []string { published++; return nil })
		h := webhook("cms", "s", feed, func() time.Time { return now }, slog.New(slog.DiscardHandler))
		call := func(body, header string) int {
			r := httptest.NewRequest(http.MethodPost, "/api/webhooks/cms", strings.NewReader(body))
			r.Header["Gcms-Signature"] = []string{header}
			w := httptest.NewRecorder()
			h(w, r)
			return w.Code
		}
		if status := call(body, header); status == http.StatusNoContent && body != page ||
			status >= http.StatusInternalServerError {
			t.Errorf("%q with %q: %d", body, header, status)
		}
		if published > 1 || published == 1 && body != page {
			t.Errorf("%q with %q was published", body, header)
		}
		signed, err := SignWebhook("s", []byte(body), now)
		if err != nil {
			t.Fatal(err)
		}
		before := published
		first, second := call(body, signed), call(body, signed)
		if first == http.StatusUnauthorized || first != second || published > before+1 {
			t.Errorf("%q, signed: %d, then %d, published %d times", body, first, second, published-before)
		}
	})
}

// FuzzInert: no file of the CMS is served with a media type that a page of this site would execute.
func FuzzInert(f *testing.F) {
	for _, seed := range []string{
		"image/svg+xml", "text/JavaScript; charset=utf-8", "text/html", "application/wasm", "a",
		"image/png;x=\"javascript\"", "text/css",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		got := inertMediaType(given)
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
