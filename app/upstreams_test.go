package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"strand/app"
	"strand/config"
	"strand/demo"
	"strand/demo/identity/identitytest"
	"strand/test/polltest"
	"strand/test/servertest"
)

// TestUpstreams: a server in production uses the sample systems of another process like remote ones: pages,
// login, logout and webhooks.
func TestUpstreams(t *testing.T) {
	t.Parallel()
	content, log := t.TempDir(), slog.New(slog.DiscardHandler)
	for folder, from := range map[string]string{"cms": testContent + "/cms", "pim": testContent + "/pim",
		"identity": "../demo/content/identity", "sis": "../demo/content/sis"} {
		if err := os.CopyFS(filepath.Join(content, folder), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	// The server's URL must be known before the server starts.
	var handler atomic.Pointer[http.Handler]
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		(*handler.Load()).ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)

	const origin = "http://strand.localhost:7777"
	shared := []string{"STRAND_CMS_WEBHOOK_SECRET=secret-of-the-cms", "STRAND_PIM_WEBHOOK_SECRET=secret-of-the-pim"}
	c, own, err := demo.Load("", append([]string{"STRAND_CONTENT_DIR=" + content, "STRAND_DATA_DIR=" + t.TempDir(),
		"STRAND_EMBEDDED_IDENTITY_ORIGINS=" + origin, "STRAND_EMBEDDED_WEBHOOK_URL=" + server.URL,
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0"}, shared...))
	if err != nil {
		t.Fatal(err)
	}
	upstreams, err := demo.StartUpstreams(c, own, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = upstreams.Close(context.Background()) })

	client := t.TempDir()
	servertest.WriteClient(t, client)
	documents, err := json.Marshal(map[string]string{"screen": screenOperation, "site": siteOperation, "me": whoAmI})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(client, "persisted-documents.json"), documents, 0o600); err != nil {
		t.Fatal(err)
	}
	settings := append([]string{"STRAND_PRODUCTION=true", "STRAND_CLIENT_DIR=" + client,
		"STRAND_DATA_DIR=" + t.TempDir(), "STRAND_RENDERERS=0"}, shared...)
	issuer := ""
	for _, s := range upstreams.Settings() {
		settings = append(settings, s.Variable+"="+s.Value)
		if s.Variable == "STRAND_IDENTITY_ISSUER" {
			issuer = s.Value
		}
	}
	if c, err = config.Load("", settings); err != nil {
		t.Fatal(err)
	}
	for _, f := range app.Check(t.Context(), c) {
		if f.Err != nil || f.URL == "" && f.System != "search" {
			t.Errorf("strand check: %+v", f)
		}
	}
	wholeServers.Add(1)
	a, err := app.New(c, log, app.Extras{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close(context.Background()) })
	handler.Store(&a.Handler)
	s := remote(server.URL)

	about := "/en/company/about"
	if answer, body := s.get(t, "localhost:8080", about); answer.StatusCode != http.StatusOK || !strings.Contains(body,
		"<title>About us</title>") {
		t.Fatalf("a page: %d", answer.StatusCode)
	}
	browser := identitytest.New(t, issuer, "portal", origin)
	token := identitytest.IDToken(browser.SignIn("customer@example.com"))
	askMe := func() (status int, email string) {
		r, err := http.NewRequest(http.MethodPost, s.URL+"/graphql", strings.NewReader(`{"documentId":"me"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+token)
		answer, body := s.do(t, r)
		var me struct {
			Data struct{ Me struct{ Email string } }
		}
		if err := json.Unmarshal([]byte(body), &me); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		return answer.StatusCode, me.Data.Me.Email
	}
	if status, email := askMe(); status != http.StatusOK || email != "customer@example.com" {
		t.Errorf("signed in: %d %q", status, email)
	}
	browser.Open(issuer + "/connect/endSession?" + url.Values{"id_token_hint": {token},
		"post_logout_redirect_uri": {origin + "/en"}}.Encode())
	polltest.Until(t, "the session has ended", func() bool {
		status, _ := askMe()
		return status == http.StatusUnauthorized
	})

	// The webhook of the CMS purges the page, which would be fresh for half an hour.
	file := filepath.Join(content, "cms", "sites", "main", "pages", "about", "en.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, bytes.Replace(text, []byte("title: About us"), []byte("title: About the group"), 1),
		0o600); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "the webhook changes the page", func() bool {
		_, body := s.get(t, "localhost:8080", about)
		return strings.Contains(body, "<title>About the group</title>")
	})
}
