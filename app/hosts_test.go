package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// public contains paths whose responses have links, or may be cached.
var public = []string{
	"/robots.txt", "/sitemap.xml", "/en", "/en/company/about", "/en/nothing", "/en/company/", "/company?a=b",
	"/en/old", "/en?pageId=wire-about",
	"/en/_payload.json", "/en/company/about/_payload.json", "/en/_site.json", "/en/stories/rss.xml",
	"/en/stories/feed.xml", "/en/callback",
	"/style-guide", "/blank-callback", "/builds/latest.json", "/api/site-navigation/public/main",
	"/api/locale?locale=de&url=/en/company",
	"/graphql?query=" + "%7Bsites%7BheaderNavigation%7Bitems%7Burl%7D%7D%7D%7D",
	"/graphql?documentId=screen&variables=" + "%7B%22url%22%3A%22http%3A%2F%2Fevil.example%2Fen%22%7D",
}

// TestSecurityHost_Unknown: no response contains a foreign host.
//
// Rules: URL-14.
func TestSecurityHost_Unknown(t *testing.T) {
	s := testSite(t)
	for _, path := range public {
		for _, host := range []string{
			"evil.example", "evil.example:8080", "localhost.evil.example", "a@evil.example", "EVIL.example.",
		} {
			answer, body := s.get(t, host, path, "X-Forwarded-Host", "evil.example", "X-Forwarded-Proto", "https",
				"Cookie", "strand-fallback-language=:http://evil.example/; strand-locale-main=evil.example")
			if answer.StatusCode >= http.StatusInternalServerError {
				t.Errorf("%s at %s: %d", path, host, answer.StatusCode)
			}
			if strings.Contains(strings.ToLower(body), "evil.example") {
				t.Errorf("%s at %s: the response contains the host:\n%s", path, host, body)
			}
			if head := fmt.Sprint(answer.Header); strings.Contains(strings.ToLower(head), "evil.example") {
				t.Errorf("%s at %s: the header %s contains the host", path, host, head)
			}
		}
	}
}

// TestSecurityHost_AbsoluteForm: a request target can contain a host, too.
func TestSecurityHost_AbsoluteForm(t *testing.T) {
	s := testSite(t)
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		line   string
		status int
	}{
		{"GET http://evil.example/robots.txt HTTP/1.1", http.StatusOK},
		{"GET http://evil.example/en HTTP/1.1", http.StatusOK},
		{"GET http:evil.example/en HTTP/1.1", http.StatusBadRequest},
		{"GET http:@evil.example/en HTTP/1.1", http.StatusBadRequest},
		{"CONNECT evil.example:443 HTTP/1.1", http.StatusBadRequest},
		{"GET //evil.example/en HTTP/1.1", http.StatusMovedPermanently},
	} {
		connection, err := net.Dial("tcp", at.Host)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(
			connection, "%s\r\nHost: localhost:8080\r\nConnection: close\r\n\r\n", test.line,
		); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
		if err != nil {
			t.Fatalf("%s: %v", test.line, err)
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != test.status {
			t.Errorf("%s: %d, want %d", test.line, answer.StatusCode, test.status)
		}
		// The path of the last one contains the name as a segment on this host.
		if answer.StatusCode == http.StatusOK && strings.Contains(string(body), "evil.example") {
			t.Errorf("%s: the response contains the host:\n%s", test.line, body)
		}
		if location := answer.Header.Get("Location"); strings.HasPrefix(location, "//") ||
			strings.Contains(location, "://") {
			t.Errorf("%s: redirects to %s", test.line, location)
		}
		_ = connection.Close() // the response was read
	}
}

// TestSecurityHost_Production: unknown hosts are refused, except for health checks, which load balancers send by IP
// address.
func TestSecurityHost_Production(t *testing.T) {
	s := startWith(
		t,
		testContent,
		screenOperation,
		"STRAND_PRODUCTION=true",
		"STRAND_HOSTS=strand.internal:4000,alias.example",
		"STRAND_ORIGIN=https://localhost",
	)
	for host, want := range map[string]int{
		"localhost": 200, "wire.localhost": 200, "www.wire.localhost": 200, "alias.example": 200,
		"strand.internal:4000": 200, "127.0.0.1": 200,
		"evil.example": 421, "strand.internal": 421, "strand.internal:4001": 421, "localhost:1": 421,
		"[::1]": 421, "a@localhost": 421,
	} {
		if answer, _ := s.get(t, host, "/en"); answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", host, answer.StatusCode, want)
		}
		if answer, _ := s.get(t, host, "/healthz"); answer.StatusCode != http.StatusOK {
			t.Errorf("health at %s: %d", host, answer.StatusCode)
		}
	}
	for _, path := range append([]string{"/assets/none.js", "/favicon.ico", "/images/original/dot"}, public...) {
		if answer, _ := s.get(t, "evil.example", path); answer.StatusCode != http.StatusMisdirectedRequest {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
	// Without TLS and without a trusted proxy, the configured origin determines that visitors use https.
	answer, body := s.get(t, "localhost", "/en?nextRelease=true")
	if answer.Header.Get("Strict-Transport-Security") == "" {
		t.Error("no HSTS with an origin of https")
	}
	for _, c := range answer.Cookies() {
		if !c.Secure {
			t.Errorf("the cookie %s is sent without TLS, too", c.Name)
		}
	}
	if len(answer.Cookies()) == 0 || strings.Contains(body, "http://localhost/") {
		t.Errorf("%d cookies; links are without TLS:\n%s", len(answer.Cookies()), body)
	}
}

// TestSecurityStyleGuide: it is reachable everywhere, and search engines leave it out.
func TestSecurityStyleGuide(t *testing.T) {
	for name, s := range map[string]*strand{
		"else":          testSite(t),
		"in production": startWith(t, testContent, screenOperation, "STRAND_PRODUCTION=true", "STRAND_HOSTS=localhost"),
	} {
		for path, want := range map[string]int{
			"/style-guide": 200, "/style-guide/buttons": 200, "/style-guide/none": 404,
		} {
			answer, _ := s.get(t, "localhost", path)
			if answer.StatusCode != want || answer.Header.Get("X-Robots-Tag") != "noindex" {
				t.Errorf("%s, %s: %d %q", name, path, answer.StatusCode, answer.Header.Get("X-Robots-Tag"))
			}
		}
	}
}

// TestSecurityHeaders: every response has them, whatever it is.
func TestSecurityHeaders(t *testing.T) {
	s := testSite(t)
	for _, path := range append([]string{
		"/healthz", "/readyz", "/favicon.ico", "/assets/none.js", "/images/original/dot", "/images/original/none",
		"/images/inline/390/dot.png",
		"/images/placeholder/product.svg", "/images/inline/0390/dot.png", "/builds/meta/none.json", "/playground",
		"/api/none", "/api/gate", "/graphql",
		"/api/search-proxy/search", "/en/%00", "/editor-preview/none/en", "/api/editor-area-autentication",
		"/api/webhooks/cms",
	}, public...) {
		answer, _ := s.get(t, "localhost:8080", path)
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "SAMEORIGIN",
			"Permissions-Policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
		} {
			if got := answer.Header.Get(name); got != want {
				t.Errorf("%s (%d): %s is %q", path, answer.StatusCode, name, got)
			}
		}
		if answer.Header.Get("Referrer-Policy") == "" || answer.Header.Get("Content-Security-Policy") == "" {
			t.Errorf(
				"%s (%d): Referrer-Policy %q, Content-Security-Policy %q",
				path,
				answer.StatusCode,
				answer.Header.Get("Referrer-Policy"),
				answer.Header.Get("Content-Security-Policy"),
			)
		}
	}
}

// TestSecurityCache_ForgedKey: a cookie cannot produce the cache key of another URL.
//
// Rules: CACHE-12.
func TestSecurityCache_ForgedKey(t *testing.T) {
	s := testSite(t)
	const victim = "/en/company/about?q"
	for _, cookie := range []string{
		":http://localhost:8080" + victim, "http://localhost:8080" + victim, ")(" + victim,
		"de)(31:http://localhost:8080/en/company/about",
	} {
		for _, host := range []string{"evil.example", "localhost:8080"} {
			s.get(t, host, "/en", "Cookie", "strand-fallback-language="+cookie)
		}
	}
	for _, path := range []string{
		victim, victim + ":http://evil.example/en", victim + ":http://localhost:8080/en", "/en/company/about",
	} {
		answer, body := s.get(t, "localhost:8080", path)
		if answer.StatusCode != http.StatusOK || !strings.Contains(body, "<title>About us</title>") {
			t.Errorf("%s: %d\n%s", path, answer.StatusCode, body)
		}
	}
}

// TestSecurityImages: a URL of a picture leads nowhere else, and a picture has one URL for each size.
func TestSecurityImages(t *testing.T) {
	data := t.TempDir()
	s := startWith(t, testContent, screenOperation, "STRAND_DATA_DIR="+data)
	if answer, _ := s.get(t, "localhost:8080", "/images/inline/780/dot.png"); answer.StatusCode != http.StatusOK {
		t.Errorf("a picture: %d", answer.StatusCode)
	}
	for _, path := range []string{
		"/images/original/%2e%2e", "/images/original/%2e", "/images/original/..%2fgraphql",
		"/images/original/%5c..", "/images/original/%00",
		"/images/inline/780/%2e%2e.png", "/images/inline/780/..%2fgraphql.png", "/images/inline/0780/dot.png",
		"/images/inline/+780/dot.png",
		"/images/inline/00000780/dot.webp", "/images/inline/%2b0780/dot.webp",
	} {
		answer, _ := s.get(t, "localhost:8080", path)
		if answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
	if copies, err := os.ReadDir(filepath.Join(data, "images")); err != nil || len(copies) != 1 {
		t.Errorf("%d copies are kept: %v", len(copies), err)
	}
}

// TestSecurityHost_Uploads: the URL of an upload has the visitor's host. Forwarding headers count only of a trusted
// proxy.
func TestSecurityHost_Uploads(t *testing.T) {
	for network, want := range map[string]string{
		"192.0.2.0/24": "", "127.0.0.0/8": "https://komax.example/api/uploads/",
	} {
		s := startWith(t, testContent, "STRAND_TRUSTED_PROXIES="+network, "STRAND_HOSTS=komax.example")
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/uploads/", nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{
			"Tus-Resumable": "1.0.0", "Upload-Length": "10", "X-Forwarded-Host": "komax.example",
			"X-Forwarded-Proto": "https", "Forwarded": "host=evil.example",
		} {
			r.Header.Set(name, value)
		}
		answer, _ := s.do(t, r)
		if want == "" {
			want = s.URL + "/api/uploads/"
		}
		if got := answer.Header.Get("Location"); !strings.HasPrefix(got, want) {
			t.Errorf("proxies in %s: %d %q, want %s…", network, answer.StatusCode, got, want)
		}
	}
}
