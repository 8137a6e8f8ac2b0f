package visitor

import (
	"context"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"strand/domain/site"
)

// fixedSites reads a constant directory.
type fixedSites struct {
	SiteReader
	dir *site.Directory
}

func (f fixedSites) Directory(context.Context, site.Stage) (*site.Directory, error) {
	return f.dir, nil
}

// group returns a small group of sites: the main one at localhost with a site below it, and one with its own domain.
func group(t *testing.T) *site.Directory {
	t.Helper()
	var languages []*site.Language
	for _, code := range []string{"en", "de", "fr"} {
		languages = append(languages, &site.Language{LanguageCode: code})
	}
	dir, err := site.NewDirectory(languages, nil, []*site.Site{
		{ID: "main", TechnicalName: "main", IsMain: true, Domains: []string{"localhost", "127.0.0.1"}},
		{ID: "komax", TechnicalName: "komax", Slug: "komax", Domains: []string{"komax.localhost", "komax.example"}},
		{ID: "cirris", TechnicalName: "cirris", Slug: "cirris", Domains: []string{"localhost/cirris"}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// withLocalPort sets the local address of a request to port 8080.
func withLocalPort(r *http.Request) *http.Request {
	local := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	return r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(local)))
}

func mustParseURL(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestSecurityRequestHost(t *testing.T) {
	reader := Sites{fixedSites{dir: group(t)}}
	development := Reader{Sites: reader, Hosts: Hosts{Port: "8080", Names: []string{"preview.example:4000"}}}
	production := development
	production.Hosts.OnlyKnown = true
	public := production
	public.Hosts.Origin = mustParseURL(t, "https://www.example.com")
	proxied := development
	proxied.Trusted = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} // the network of httptest's requests
	const known, unknown = true, false
	for _, test := range []struct {
		name            string
		v               Reader
		host, forwarded string
		want            string
		isKnown         bool
		isShared        bool
	}{
		{"a domain", development, "komax.localhost:8080", "", "http://komax.localhost:8080", known, true},
		{"below a domain", development, "www.komax.example", "", "http://www.komax.example", known, true},
		{
			"letter case and a final dot", development, "KOMAX.Example.:8080", "", "http://komax.example:8080", known,
			true,
		},
		{"the port of http", development, "localhost:80", "", "http://localhost", known, true},
		{"loopback", development, "[::1]:8080", "", "http://[::1]:8080", known, true},
		{"a host of the settings", development, "preview.example:4000", "", "http://preview.example:4000", known, true},
		{"at another port", development, "preview.example:4001", "", "http://localhost:8080", unknown, true},
		{"an unknown port", development, "localhost:9999", "", "http://localhost:9999", known, false},
		{"a malformed port", development, "localhost:080", "", "http://localhost:8080", unknown, true},
		{"another host", development, "evil.example", "", "http://localhost:8080", unknown, true},
		{
			"another host that begins like ours", development, "localhost.evil.example", "", "http://localhost:8080",
			unknown, true,
		},
		{
			"another host that ends like ours", development, "evilkomax.example", "", "http://localhost:8080", unknown,
			true,
		},
		{"userinfo", development, "komax.example@evil.example", "", "http://localhost:8080", unknown, true},
		{"a host with a path", development, "evil.example/komax.example", "", "http://localhost:8080", unknown, true},
		{"nothing", development, "", "", "http://localhost:8080", unknown, true},
		{
			"the header of an untrusted proxy", development, "localhost:8080", "komax.example", "http://localhost:8080",
			known, true,
		},
		{
			"the header of a trusted proxy", proxied, "localhost:8080", "komax.example", "http://komax.example", known,
			true,
		},
		{
			"a trusted proxy with an unknown host", proxied, "localhost:8080", "evil.example", "http://localhost:8080",
			unknown, true,
		},
		{
			"a trusted proxy with a list of hosts", proxied, "localhost:8080", "komax.example, evil.example",
			"http://localhost:8080", unknown, true,
		},
		{"a domain in production", production, "komax.example", "", "http://komax.example", known, true},
		{"an unknown port in production", production, "komax.example:9999", "", "http://localhost:8080", unknown, true},
		{"loopback in production", production, "[::1]:8080", "", "http://localhost:8080", unknown, true},
		{
			"another name of this machine in production", production, "other.example", "", "http://localhost:8080",
			unknown, true,
		},
		{"the origin", public, "www.example.com", "", "https://www.example.com", known, true},
		{"a domain with an origin", public, "komax.example", "", "https://komax.example", known, true},
		{"another host with an origin", public, "evil.example:8080", "", "https://www.example.com", unknown, true},
	} {
		r := withLocalPort(httptest.NewRequest(http.MethodGet, "/en", nil))
		r.Host = test.host
		if test.forwarded != "" {
			r.Header.Set("X-Forwarded-Host", test.forwarded)
		}
		at := test.v.RequestHost(r)
		if got := at.Scheme + "://" + at.Host; got != test.want || at.isKnown != test.isKnown ||
			at.IsShared != test.isShared {
			t.Errorf(
				"%s: %s known %t shared %t, want %s %t %t",
				test.name,
				got,
				at.isKnown,
				at.IsShared,
				test.want,
				test.isKnown,
				test.isShared,
			)
		}
	}
}

// attack makes requests of attackers: a few existing URLs, with random hosts, cookies and headers.
type attack struct{ random *rand.Rand }

func (h attack) of(choices ...string) string { return choices[h.random.IntN(len(choices))] }

func (h attack) text() string {
	var b strings.Builder
	for range h.random.IntN(6) {
		b.WriteString(
			h.of(
				"a",
				":",
				"/",
				"?",
				"#",
				"@",
				"\\",
				".",
				"%2f",
				"(3:",
				")",
				"evil.example",
				"http://",
				"localhost",
				"8080",
				"\t",
				"ü",
				"[",
				"nextRelease_",
				"page",
				"en",
				"\x00",
			),
		)
	}
	return b.String()
}

func (h attack) request() *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/en", nil)
	r.URL.Path = h.of(
		"/en",
		"/de/company",
		"/en/cirris/about",
		"/en/comp any",
		"/EN/company",
		"/en/company/",
		"/company",
		"//evil.example/en",
	)
	r.Host = h.of(
		"localhost",
		"localhost:8080",
		"LOCALHOST.",
		"komax.localhost",
		"komax.example:8080",
		"www.komax.example",
		"127.0.0.1",
		"evil.example",
		"localhost:"+h.of("1", "22", "8080", "99999", "x"),
		h.text(),
		h.text()+".localhost",
		h.text()+".komax.example",
	)
	if h.random.IntN(2) == 0 {
		r.Header.Set(
			"Cookie",
			CookieFallbackLanguage+"="+h.of("en", "de", "tlh", h.text())+"; "+CookieLocale+"main="+h.text()+
				h.of("", "; "+cookieNextRelease+"=true", "; "+cookieNextRelease+"="+h.text()),
		)
	}
	for _, name := range []string{
		"X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-For", "Forwarded", "X-Original-URL", "Accept-Language",
		"Origin",
	} {
		if h.random.IntN(3) == 0 {
			r.Header.Set(name, h.of("https", "komax.example", h.text()))
		}
	}
	return withLocalPort(r)
}

// Two requests share a document only if they request one URL in the same way, and unknown hosts, cookies and headers
// create no further documents.
//
// Rules: CACHE-12.
func TestSecurityPageKey_Property(t *testing.T) {
	dir := group(t)
	type canonical struct {
		nextRelease   bool
		language, url string
	}
	for name, trusted := range map[string][]netip.Prefix{
		"without a proxy": nil, "through a proxy": {netip.MustParsePrefix("192.0.2.0/24")},
	} {
		t.Run(name, func(t *testing.T) {
			v := Reader{Sites: Sites{fixedSites{dir: dir}}, Hosts: Hosts{Port: "8080"}, Trusted: trusted}
			h := attack{rand.New(rand.NewPCG(7, 11))}
			byKey, byInput := map[string]canonical{}, map[canonical]string{}
			for range 100_000 {
				r := h.request()
				req := v.Request(r)
				if req.Unshared {
					continue
				}
				siteURL, err := dir.Parse(URLOf(req, r))
				if err != nil {
					t.Fatalf("%q at %q: %v", r.URL.Path, r.Host, err)
				}
				whole, ok := siteURL.Canonical()
				if !ok || !dir.HasLocale(siteURL) {
					continue
				}
				input := canonical{req.NextRelease, req.FallbackLanguage, whole}
				key := req.CacheKey("page", whole)
				if other, ok := byKey[key]; ok && other != input {
					t.Fatalf("%+v and %+v share an entry", other, input)
				}
				if other, ok := byInput[input]; ok && other != key {
					t.Fatalf("%+v has the entries %q and %q", input, other, key)
				}
				byKey[key], byInput[input] = input, key
				if strings.Contains(key, "evil") ||
					strings.Contains(req.Host, "evil.example") && !isSubdomainOfSite(req.Host) {
					t.Fatalf("%q at %q: the key %q, the host %q", r.Header, r.Host, key, req.Host)
				}
			}
			// Next release or not; no fallback language or one of three; http or https; four domains, with the port of
			// the server or without; four URLs.
			if most := 2 * 4 * 2 * 4 * 2 * 4; len(byKey) > most || len(byKey) < 20 {
				t.Errorf("%d entries, at most %d are possible", len(byKey), most)
			}
		})
	}
}

// isSubdomainOfSite reports whether a host is a subdomain of the group.
func isSubdomainOfSite(host string) bool {
	name, _, _ := site.SplitHost(host)
	return strings.HasSuffix(name, ".localhost") || strings.HasSuffix(name, ".komax.example")
}
