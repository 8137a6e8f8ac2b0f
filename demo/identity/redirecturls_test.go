package identity

import "testing"

// urlTricks contains URLs of foreign hosts that lenient patterns accept as URLs of the portal.
var urlTricks = []string{
	"http://evil.example?.localhost:8080",
	"http://evil.example#.localhost:8080",
	`http://evil.example\.localhost:8080`,
	`http:\\evil.example\.localhost:8080`,
	"http://evil.example%3f.localhost:8080",
	"http://evil.example%23.localhost:8080",
	"http://evil.example%2f.localhost:8080",
	"http://evil.example%252f.localhost:8080",
	"http://evil.example:80?@a.localhost:8080",
	"http://evil.example\t.localhost:8080",
	"http://evil.example\n.localhost:8080",
	"http://evil.example\x00.localhost:8080",
	"http://evil.example/.localhost:8080",
	"http://evil.example .localhost:8080",
	"http://user@localhost:8080",
	"http://user:password@www.localhost:8080",
	"http://localhost:8080@evil.example",
	"http://localhost:8080:80",
	"http://localhost:8080.evil.example",
	"http://evillocalhost:8080",
	"http://.localhost:8080",
	"http://a..localhost:8080",
	"http://-.localhost:8080",
	"http://LOCALHOST:8080",
	"http://localhost",
	"http://localhost:80",
	"http://localhost:08080",
	"http://localhost:9999",
	"https://localhost:8080",
	"http:localhost:8080",
	"http:/localhost:8080",
	"http:///localhost:8080",
	"//localhost:8080",
	"localhost:8080",
	" http://localhost:8080",
	"javascript://localhost:8080",
	"http://ſtrand.localhost:8080",
	"http://localhost。:8080",
	"http://*.localhost:8080",
}

func testClient() *client {
	return &client{origins: func() []string {
		return []string{
			"http://localhost:8080", "http://*.localhost:8080", "http://komax.localhost:8080",
			"http://*.komax.localhost:8080",
			"https://portal.example.com", "https://*.shop.example.com",
		}
	}}
}

func TestClient_URLs_Tricks(t *testing.T) {
	c := testClient()
	for _, origin := range urlTricks {
		if c.isAllowedOrigin(origin) {
			t.Errorf("%q is accepted as an origin of the portal", origin)
		}
		if c.isReturnPage(origin + "/callback") {
			t.Errorf("%q is accepted as a redirect target of a code", origin)
		}
		for _, path := range []string{"", "/", "/en"} {
			if c.isLandingPage(origin + path) {
				t.Errorf("%q is accepted as a redirect target of a logout", origin+path)
			}
			if c.isAllowedRedirect(origin + path) {
				t.Errorf("%q is accepted as a link target", origin+path)
			}
		}
	}
}

func TestClient_IsReturnPage(t *testing.T) {
	c := testClient()
	for url, want := range map[string]bool{
		"http://localhost:8080/callback":              true,
		"http://localhost:8080/en/callback":           true,
		"http://localhost:8080/de-ch/callback":        true,
		"http://localhost:8080/blank-callback":        true,
		"http://komax.localhost:8080/callback":        true,
		"http://www.komax.localhost:8080/de/callback": true,
		"https://portal.example.com/callback":         true,
		"https://a.shop.example.com/callback":         true,
		"https://a.portal.example.com/callback":       false,
		"https://shop.example.com/callback":           false,
		"http://a.shop.example.com/callback":          false,
		"http://localhost:8080":                       false,
		"http://localhost:8080/":                      false,
		"http://localhost:8080/elsewhere":             false,
		"http://localhost:8080/callback/":             false,
		"http://localhost:8080//callback":             false,
		"http://localhost:8080/en/blank-callback":     false,
		"http://localhost:8080/en/x/callback":         false,
		"http://localhost:8080/../callback":           false,
		"http://localhost:8080/./callback":            false,
		"http://localhost:8080/callback?next=1":       false,
		"http://localhost:8080/callback?":             false,
		"http://localhost:8080/callback#":             false,
		"http://localhost:8080/callback#x":            false,
		"http://localhost:8080/callback;x":            false,
		"http://localhost:8080/callback\n":            false,
		"http://localhost:8080/x?y=/callback":         false,
		"http://localhost:8080/x#/callback":           false,
		"http://localhost:8080/x%3fy=/callback":       false,
		"http://localhost:8080/x%2fcallback":          false,
		"http://localhost:8080/%63allback":            false,
		`http://localhost:8080/x\callback`:            false,
		`http://localhost:8080\callback`:              false,
		"http://localhost:8080/x+y/callback":          false,
		"":                                            false,
	} {
		if got := c.isReturnPage(url); got != want {
			t.Errorf("%q: %v", url, got)
		}
	}
}

func TestClient_IsLandingPage(t *testing.T) {
	c := testClient()
	for url, want := range map[string]bool{
		"http://localhost:8080":                    true,
		"http://localhost:8080/":                   true,
		"http://localhost:8080/en":                 true,
		"http://www.komax.localhost:8080/de-ch":    true,
		"http://localhost:8080/en/cirris/about":    true,
		"http://localhost:8080/a/b/c/d":            false,
		"http://localhost:8080/en?to=//evil":       false,
		"http://localhost:8080/en#x":               false,
		"http://localhost:8080//evil.example":      false,
		"http://localhost:8080/%2fevil.example":    false,
		`http://localhost:8080/\evil.example`:      false,
		"http://localhost:8080/..":                 false,
		"http://evil.example/":                     false,
		"http://localhost:8080.evil.example/en":    false,
		"http://localhost:8080@evil.example:80/en": false,
	} {
		if got := c.isLandingPage(url); got != want {
			t.Errorf("%q: %v", url, got)
		}
	}
}

func TestClient_LeadsTo(t *testing.T) {
	c := testClient()
	for url, want := range map[string]bool{
		"http://localhost:8080/en/mykomax?from=mail#top": true,
		"http://localhost:8080/de/größe":                 true,
		"http://localhost:8080?q":                        true,
		`http://localhost:8080\@evil.example`:            false,
		`http://localhost:8080/\evil.example`:            false,
		"http://localhost:8080/\tx":                      false,
		"/en/mykomax":                                    false,
		"//evil.example":                                 false,
		"mailto:a@localhost":                             false,
	} {
		if got := c.isAllowedRedirect(url); got != want {
			t.Errorf("%q: %v", url, got)
		}
	}
}
