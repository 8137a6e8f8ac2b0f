package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"strand/app"
	"strand/config"
	"strand/demo/cms"
	"strand/test/logtest"
	"strand/test/polltest"
)

// startCMSOnly starts the product with a CMS and no other system. log gets warnings and errors.
func startCMSOnly(t *testing.T, log *logtest.Log) *strand {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	content, err := cms.New(cms.Options{Dir: "../demo/content/cms", Token: "t", Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = content.Close() })
	system := httptest.NewServer(content.Handler())
	t.Cleanup(system.Close)
	c, err := config.Load("", []string{
		"STRAND_CMS_URL=" + system.URL, "STRAND_CMS_TOKEN=t", "STRAND_CLIENT_DIR=../client/dist",
		"STRAND_RENDERERS=0",
		"STRAND_DATA_DIR=" + t.TempDir(), "STRAND_DATA_TIMEOUT=20s",
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	wholeServers.Add(1)
	a, err := app.New(c, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn})), app.Extras{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close(context.Background()) })
	server := httptest.NewServer(a.Handler)
	t.Cleanup(server.Close)
	s := remote(server.URL)
	s.app = a
	return s
}

// TestParts_CMSOnly: with nothing but a CMS the server is ready and complete: pages answer, nothing exists at the URLs
// of other parts, neither links, sitemap nor search lead there, and nothing is logged as a failure.
//
// Rules: URL-46.
func TestParts_CMSOnly(t *testing.T) {
	t.Parallel()
	log := &logtest.Log{}
	s := startCMSOnly(t, log)
	s.app.Prepare()
	polltest.Until(t, "the server is ready", func() bool {
		status, r := s.readiness(t)
		return status == http.StatusOK && r.Status == "ready"
	})
	for path, want := range map[string]int{
		"/en": 200, "/de": 200, "/en/contacts": 200, "/en/stories": 200, "/en/search?q=machine": 200,
		"/en/investors": 200,
		"/en/products":  404, "/en/products/crimping": 404, "/en/services": 404, "/en/request": 404, "/en/mykomax": 404,
		"/callback": 404, "/sitemap.xml": 200,
	} {
		answer, body := s.get(t, "localhost", path)
		if answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, answer.StatusCode, want)
		}
		for _, part := range []string{"/en/products", "/en/services", "/en/request"} {
			if want == http.StatusOK && strings.Contains(body, `"url":"`+part) {
				t.Errorf("%s leads to %s", path, part)
			}
		}
	}
	sitemap, _ := s.sitemapText(t, "localhost")
	for _, path := range []string{"/en/products", "/en/services", "/en/request"} {
		if strings.Contains(sitemap, path+"</loc>") || !strings.Contains(sitemap, "/en/stories</loc>") {
			t.Errorf("the sitemap leads to %s, or lists no pages", path)
		}
	}
	for query, want := range map[string]string{
		`{ sites { parts } }`:       `"parts":[]`,
		`{ capabilities { name } }`: `"capabilities":[]`,
		`mutation { submitForm(input: { kind: OSS_REQUEST, values: [], locale: "en",` +
			` idempotencyKey: "0123456789abcdef0123456789abcdef" }) { userErrors { code } } }`: `NOT_FOUND`,
	} {
		body, err := json.Marshal(map[string]string{"query": query})
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequest(http.MethodPost, s.URL+"/graphql", bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		if _, answer := s.do(t, r); !strings.Contains(answer, want) {
			t.Errorf("%s: %s, want %s", query, answer, want)
		}
	}
	for line := range strings.Lines(log.String()) {
		if !strings.Contains(line, "path=/readyz") { // it is 503 until the server is ready
			t.Errorf("logged: %s", line)
		}
	}
}
