package app_test

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"strand/test/polltest"
	"strand/test/sharedtest"
)

// sharedSecret is the key that servers have in common.
var sharedSecret = "STRAND_SECRET=" + strings.Repeat("s", 32)

// TestServers: several servers with Redis share what they have loaded, a webhook to one reaches all, and without
// Redis each continues alone. Sessions that ended and attempts at a password count on every server, also without a
// common database.
//
// Rules: SEC-40.
func TestServers(t *testing.T) {
	content, redis, p := gatedContent(t), sharedtest.Start(t), startProvider(t)
	first := startWith(t, content, append(screenOperations(t), webhookSecret, sharedSecret,
		"STRAND_REDIS_URL="+redis.URL(), "STRAND_IDENTITY_ISSUER="+p.URL)...)
	second := first.another(t)
	const path = "/en/company/about"
	open := func(s *strand, want string) {
		t.Helper()
		response, body := s.get(t, "localhost", path)
		if response.StatusCode != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%d: %q is missing in %s", response.StatusCode, want, body)
		}
	}
	calls := func() int32 { return first.cmsCalls.Swap(0) + first.pimCalls.Swap(0) }

	open(first, "<title>About us")
	if calls() == 0 {
		t.Error("the first server calls no system")
	}
	awaitKey(t, redis, "strand:value:page*")
	open(second, "<title>About us")
	if n := calls(); n > 0 {
		t.Errorf("the second server calls systems %d times", n)
	}

	// A change is visible on the server without the webhook as well.
	file := filepath.Join(content, "cms/sites/main/pages/about/en.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "About us", "About the group", 1)
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	shows := func(s *strand) bool {
		_, body := s.get(t, "localhost", path)
		return strings.Contains(body, "<title>About the group")
	}
	// The CMS notices changed files after a moment.
	polltest.Until(t, "the change on the server with the webhook", func() bool {
		first.webhook(t, "cms", "Page", "main-about")
		return shows(first)
	})
	// The last of these webhooks may have come before the CMS had noticed the file, unlike those of a real one: an
	// answer with the old text, read after it, would be shared.
	first.webhook(t, "cms", "Page", "main-about")
	polltest.Until(t, "the change on the other server", func() bool { return shows(second) })
	open(first, "<title>About the group")
	open(second, "<title>About the group")
	open(first.another(t), "<title>About the group")

	endSession(t, p, first, second)
	limitAttempts(t, first, second)

	redis.Kill()
	open(first, "<title>About the group")
	if response, _ := second.get(t, "localhost", "/en"); response.StatusCode != http.StatusOK {
		t.Errorf("without Redis: %d", response.StatusCode)
	}
}

// awaitKey waits until Redis has a key.
func awaitKey(t *testing.T, redis *sharedtest.Redis, pattern string) {
	t.Helper()
	c := redis.Client()
	polltest.Until(t, "a key "+pattern, func() bool {
		keys, err := c.Do(context.Background(), c.B().Keys().Pattern(pattern).Build()).AsStrSlice()
		if err != nil {
			t.Fatal(err)
		}
		return len(keys) > 0
	})
}

// endSession checks that a session that ends on one server is refused by the other.
func endSession(t *testing.T, p *provider, first, second *strand) {
	t.Helper()
	token := p.token(t, nil)
	if r, got := second.as(t, token, whoAmI); r.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", r.StatusCode, got)
	}
	logout := p.token(t, map[string]any{"sid": "s1", "jti": "logout",
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}})
	response, err := http.PostForm(first.URL+"/api/backchannel-logout", url.Values{"logout_token": {logout}})
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	polltest.Until(t, "the second server refuses the session", func() bool {
		r, _ := second.as(t, token, whoAmI)
		return r.StatusCode == http.StatusUnauthorized
	})
}

// limitAttempts checks that an attempt at a password counts on every server.
func limitAttempts(t *testing.T, first, second *strand) {
	t.Helper()
	servers, refused, answered := []*strand{first, second}, 0, 0
	for i := range 30 {
		r, _ := servers[i%2].enterPassword(t, "main-guests", "wrong", "Accept", "application/json")
		switch r.StatusCode {
		case http.StatusForbidden:
			answered++
		case http.StatusTooManyRequests:
			refused++
		default:
			t.Fatal(r.StatusCode)
		}
	}
	// Each server alone answers ten. On a busy machine Redis may be too slow for some of them.
	if answered < 10 || answered > 14 || refused != 30-answered {
		t.Errorf("%d are answered, %d refused", answered, refused)
	}
}
