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

// TestSecurityStyleGuide: it is reachable everywhere, and search engines leave it out.
func TestSecurityStyleGuide(t *testing.T) { testSite(t).checkStyleGuide(t) }

func (s *strand) checkStyleGuide(t *testing.T) {
	for path, want := range map[string]int{
		"/style-guide": 200, "/style-guide/buttons": 200, "/style-guide/none": 404,
	} {
		answer, _ := s.get(t, "localhost", path)
		if answer.StatusCode != want || answer.Header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: %d %q", path, answer.StatusCode, answer.Header.Get("X-Robots-Tag"))
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
	s := testSite(t)
	if answer, _ := s.get(t, "localhost:8080", "/images/inline/780/dot.png"); answer.StatusCode != http.StatusOK {
		t.Errorf("a picture: %d", answer.StatusCode)
	}
	copies := func() int {
		entries, err := os.ReadDir(filepath.Join(s.data, "images"))
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	before := copies()
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
	if after := copies(); after != before {
		t.Errorf("%d further copies are kept", after-before)
	}
}

// TestSecurityHost_Uploads: the URL of an upload has the visitor's host. Forwarding headers count only of a trusted
// proxy.
func TestSecurityHost_Uploads(t *testing.T) {
	for _, test := range []struct {
		s    *strand
		want string
	}{
		{testSite(t), testSite(t).URL},
		{portalSite(t), "https://localhost"}, // trusts the proxy
	} {
		s, want := test.s, test.want+"/api/uploads/"
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/uploads/", nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{
			"Tus-Resumable": "1.0.0", "Upload-Length": "10", "X-Forwarded-Host": "localhost",
			"X-Forwarded-Proto": "https", "Forwarded": "host=evil.example",
		} {
			r.Header.Set(name, value)
		}
		answer, _ := s.do(t, r)
		if got := answer.Header.Get("Location"); !strings.HasPrefix(got, want) {
			t.Errorf("%d %q, want %s…", answer.StatusCode, got, want)
		}
	}
}
