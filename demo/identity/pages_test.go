package identity_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"strand/demo/identity/identitytest"
)

var linkTarget = regexp.MustCompile(`<a[^>]* href="([^"]*)"`)

// linksOf returns the targets of a page's links.
func linksOf(p identitytest.Page) []string {
	var links []string
	for _, found := range linkTarget.FindAllStringSubmatch(p.Body, -1) {
		links = append(links, html.UnescapeString(found[1]))
	}
	return links
}

// The pages lead back to the website of the login, and never to a foreign one.
//
// Rules: ACC-13.
func TestPages_LeadBackToTheSite(t *testing.T) {
	w := start(t)
	for name, c := range map[string]struct {
		query url.Values
		want  string
	}{
		"without a login": {nil, application + "/en"},
		"language":        {url.Values{"locale": {"ja"}}, application + "/ja"},
		"unknown language": {
			url.Values{"locale": {"../evil"}}, application + "/en",
		},
		"another site": {
			url.Values{"goto": {"http://komax.localhost:8080/en/mykomax"}}, "http://komax.localhost:8080/en",
		},
		"foreign":        {url.Values{"goto": {"http://evil.example/en"}}, application + "/en"},
		"foreign, trick": {url.Values{"goto": {`http://evil.example\.localhost:8080`}}, application + "/en"},
		"script":         {url.Values{"goto": {"javascript:alert(1)//localhost:8080"}}, application + "/en"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, page := range []string{
				"login", "register", "forgotten", "signed-out", "reset", "verify", "invitation",
			} {
				p := w.browser(t).Open(w.origin + "/am/XUI/" + page + "?" + c.query.Encode())
				links := linksOf(p)
				for _, want := range []string{c.want, c.want + "/privacy", c.want + "/contact"} {
					if !strings.Contains(strings.Join(links, "\n")+"\n", want+"\n") {
						t.Errorf("%s: no link to %s: %v", page, want, links)
					}
				}
				for _, link := range links {
					if !strings.HasPrefix(link, "/am/XUI/") && !strings.HasPrefix(link, c.want) &&
						link != application+"/mykomax" {
						t.Errorf("%s: a link to %s", page, link)
					}
				}
			}
		})
	}
}

// The language that a visitor chooses is kept, and the login continues in it.
//
// Rules: ACC-13.
func TestPages_Language(t *testing.T) {
	w := start(t)
	b := w.browser(t)
	verifier := oauth2.GenerateVerifier()
	page := b.Authorize(verifier, oauth2.SetAuthURLParam("ui_locales", "de"))
	if !strings.Contains(page.Body, `<html lang="de">`) || !strings.Contains(page.Body, "Strand Group") {
		t.Fatalf("not in the language of the website: %s", page.Body)
	}
	var japanese string
	for _, link := range linksOf(page) {
		if strings.Contains(link, "locale=ja") {
			japanese = link
		}
	}
	page = b.Open(w.origin + japanese)
	if !strings.Contains(page.Body, `<html lang="ja">`) {
		t.Fatalf("not in the chosen language: %s", page.Body)
	}
	wrong := b.Send(page, "email", "customer@example.com", "password", "x")
	if !strings.Contains(wrong.Body, `<html lang="ja">`) {
		t.Error("a failed attempt is in another language")
	}
	b.Send(page, "email", "customer@example.com", "password", identitytest.Password)
	if _, err := b.Exchange(verifier); err != nil {
		t.Error(err)
	}
}

func TestPages_LanguagesOfEveryPage(t *testing.T) {
	w := start(t)
	for page, want := range map[string]int{"login": 11, "register": 11, "forgotten": 11, "signed-out": 11, "mail": 11} {
		p := w.browser(t).Open(w.origin + "/am/XUI/" + page)
		if got := strings.Count(p.Body, "hreflang="); got != want {
			t.Errorf("%s: %d languages", page, got)
		}
	}
	// A result cannot be shown again.
	b := w.browser(t)
	page := b.Send(b.Open(w.origin+"/am/XUI/forgotten"), "email", "nobody@example.com")
	if page.Status != http.StatusOK || strings.Contains(page.Body, "hreflang=") {
		t.Errorf("%d: %s", page.Status, page.Body)
	}
}

// The pages load nothing from other hosts and run no inline scripts.
func TestPages_SecurityPolicy(t *testing.T) {
	w := start(t)
	for path, contentType := range map[string]string{
		"login": "text/html", "style.css": "text/css", "page.js": "text/javascript",
		"archivo-latin-wght-normal.woff2": "font/woff2", "archivo-latin-ext-wght-normal.woff2": "font/woff2",
	} {
		r, err := http.Get(w.origin + "/am/XUI/" + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), contentType) {
			t.Errorf("%s: %d %s", path, r.StatusCode, r.Header.Get("Content-Type"))
		}
		policy := r.Header.Get("Content-Security-Policy")
		if path == "login" && (!strings.Contains(policy, "default-src 'none'") ||
			!strings.Contains(policy, "script-src 'self';") || strings.Contains(policy, "unsafe")) {
			t.Error(policy)
		}
	}
}

// Only the browser of a session that has ended by itself hears of it.
func TestPages_EndedSession(t *testing.T) {
	w := start(t)
	const notice = "Your session has ended"
	b, other := w.browser(t), w.browser(t)
	b.SignIn("customer@example.com")
	w.advance(13 * time.Hour)
	verifier := oauth2.GenerateVerifier()
	page := b.Authorize(verifier)
	if !strings.Contains(page.Body, notice) {
		t.Error("the page does not say that the session has ended")
	}
	b.Send(page, "email", "customer@example.com", "password", identitytest.Password)
	if _, err := b.Exchange(verifier); err != nil {
		t.Error(err)
	}
	if p := other.Authorize(verifier); strings.Contains(p.Body, notice) {
		t.Error("another browser had no session")
	}
	b.Send(b.Open(w.origin + "/am/XUI/logout"))
	if p := b.Authorize(verifier); strings.Contains(p.Body, notice) {
		t.Error("the user has logged out")
	}
}
