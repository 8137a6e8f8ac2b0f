package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// startGated serves a site with a gated page, a page below it, and a protected file.
func startGated(t testing.TB, more ...string) *strand {
	t.Helper()
	return startWith(t, gatedContent(t), slices.Concat(
		screenOperations(t), []string{"STRAND_CONTENT_DIR=../demo/content", "STRAND_EDITOR_PASSWORD=editor"}, more,
	)...)
}

// gatedContent returns the test content with a gated page, a page below it, and a protected file.
func gatedContent(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"cms/sites/main/pages/guests/en.md":    "---\ntitle: Guests\ndescription: SECRET description\nprotection: Password\npassword: open sesame\n---\n\nSECRET text\n\n::downloads\ntitle: Files\nitems:\n- {title: Plan, file: plan}\n::\n",
		"cms/sites/main/pages/room/en.md":      "---\ntitle: Room\n---\n\nSECRET room\n",
		"cms/sites/main/pages/bulletins/en.md": "---\ntitle: Bulletins\ndescription: SECRET description\nprotection: CustomerRole\n---\n\nSECRET bulletin\n\n::downloads\ntitle: Files\nitems:\n- {title: Plan, file: plan}\n::\n",
		"cms/sites/main/pages/archive/en.md":   "---\ntitle: Archive\n---\n\nSECRET archive\n",
		"cms/assets/plan.txt":                  "SECRET plan",
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	extend := func(name, text string) {
		file := filepath.Join(dir, name)
		old, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(old, text...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	extend("cms/assets.yaml", "\n- { handle: plan, fileName: plan.txt, isProtected: true }\n")
	navigation, err := os.ReadFile(filepath.Join(dir, "cms/sites/main/navigation.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(
		string(navigation),
		"  unlistedItems:\n",
		"  unlistedItems:\n    - title: Guests\n      page: guests\n      items:\n        - { title: Room, page: room }\n"+
			"    - title: Bulletins\n      page: bulletins\n      items:\n        - { title: Archive, page: archive }\n",
		1,
	)
	if err := os.WriteFile(filepath.Join(dir, "cms/sites/main/navigation.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// enterPassword sends a password to the gate and returns the response.
func (s *strand) enterPassword(t *testing.T, page, password string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(
		http.MethodPost,
		s.URL+"/api/gate",
		strings.NewReader(url.Values{"page": {page}, "password": {password}, "url": {"/en/guests?a=b"}}.Encode()),
	)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return s.do(t, r)
}

// TestGate: a page with a password, and the page below it (PAGE-5 to PAGE-8).
//
// Rules: PAGE-5, PAGE-6, PAGE-7, PAGE-8, URL-38.
func TestGate(t *testing.T) {
	s := startGated(t, trustsLoopback)
	closed := func(name, body string) {
		t.Helper()
		if strings.Contains(body, "SECRET") {
			t.Errorf("%s reveals the content behind the gate", name)
		}
	}
	for _, path := range []string{
		"/en/guests", "/en/guests/room", "/en/guests/_payload.json", "/en/guests/room/_payload.json",
	} {
		answer, body := s.get(t, "localhost", path)
		if answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
		closed(path, body)
	}
	sitemap, status := s.sitemapText(t, "localhost")
	if status != http.StatusOK || strings.Contains(sitemap, "guests") {
		t.Errorf("the sitemap lists a gated page, or fails: %d", status)
	}
	closed("the sitemap", sitemap)
	const asked = `{ page(id: "main-guests") { title description isLocked gateId modules { __typename ... on
		DownloadsModule { items { file { url } } } } }
		room: page(id: "main-room") { isLocked gateId modules { __typename } } }`
	answer := s.query(t, asked)
	closed("the graph", answer)
	if strings.Count(answer, `"isLocked":true`) != 2 || strings.Count(answer, `"gateId":"main-guests"`) != 2 {
		t.Error(answer)
	}
	if answer, body := s.get(t, "localhost", "/images/original/plan"); answer.StatusCode != http.StatusForbidden {
		t.Errorf("a protected file without a token: %d %s", answer.StatusCode, body)
	}

	for password, outcome := range map[string]string{
		"": "missing", "wrong": "wrong", "Open sesame": "wrong", strings.Repeat("x", 5000): "wrong",
	} {
		answer, _ := s.enterPassword(t, "main-guests", password)
		if answer.StatusCode != http.StatusSeeOther ||
			answer.Header.Get("Location") != "/en/guests?a=b&gate="+outcome ||
			len(answer.Cookies()) > 0 {
			t.Errorf("%.20q: %d to %s", password, answer.StatusCode, answer.Header.Get("Location"))
		}
	}
	if answer, body := s.enterPassword(t, "main-about", ""); answer.StatusCode != http.StatusSeeOther {
		t.Errorf("a page without a gate: %d %s", answer.StatusCode, body)
	}
	if answer, _ := s.enterPassword(
		t, "main-guests", "open sesame", "Origin", "https://elsewhere.example", "Sec-Fetch-Site", "cross-site",
	); answer.StatusCode != http.StatusForbidden {
		t.Errorf("from another origin: %d", answer.StatusCode)
	}

	right, body := s.enterPassword(t, "main-guests", "open sesame", "Accept", "application/json")
	if right.StatusCode != http.StatusOK || len(right.Cookies()) != 1 || valueAt(t, body, "success") != true {
		t.Fatalf("the right password: %d %s", right.StatusCode, body)
	}
	pass := right.Cookies()[0]
	if !pass.HttpOnly || pass.SameSite != http.SameSiteLaxMode || pass.MaxAge != 24*60*60 {
		t.Errorf("cookie %v", pass)
	}
	cookie := pass.Name + "=" + pass.Value
	for _, path := range []string{"/en/guests", "/en/guests/room", "/en/guests/_payload.json"} {
		answer, open := s.get(t, "localhost", path, "Cookie", cookie)
		if !strings.Contains(open, "SECRET") || !strings.Contains(answer.Header.Get("Cache-Control"), "no-store") {
			t.Errorf("%s with a gate token: %s", path, answer.Header.Get("Cache-Control"))
		}
		_, again := s.get(t, "localhost", path)
		closed(path+" after another visitor passed the gate", again)
		_, forged := s.get(t, "localhost", path, "Cookie", pass.Name+"=9"+pass.Value)
		closed(path+" with a forged token", forged)
	}
	// A file opens by the URL in the open page.
	_, open := s.get(t, "localhost", "/en/guests/_payload.json", "Cookie", cookie)
	start := strings.Index(open, "/images/original/plan?pass=")
	if start < 0 {
		t.Fatal("the open page does not link its file")
	}
	url := open[start : start+strings.IndexByte(open[start:], '"')]
	if answer, body := s.get(t, "localhost", url); body != "SECRET plan" ||
		!strings.Contains(answer.Header.Get("Cache-Control"), "no-store") {
		t.Errorf("the file: %d %s", answer.StatusCode, body)
	}
	if answer, _ := s.get(t, "localhost", strings.Replace(url, "plan?", "dot?", 1)); answer.Header.Get(
		"Cache-Control",
	) == "private, no-store" {
		t.Error("the URL's token opens another file")
	}

	// The number of attempts is limited.
	for range 10 {
		s.enterPassword(t, "main-guests", "guess")
	}
	limited, body := s.enterPassword(t, "main-guests", "open sesame", "Accept", "application/json")
	if limited.StatusCode != http.StatusTooManyRequests || valueAt(t, body, "outcome") != "limited" ||
		len(limited.Cookies()) > 0 {
		t.Errorf("after many attempts: %d %s", limited.StatusCode, body)
	}

	t.Run("many clients", s.limitManyClients)
}

// gatedPage contains the fields of a payload that a gate affects.
type gatedPage struct {
	Data struct {
		Resolve struct {
			Page struct {
				Title, GateProtection string
				Description           *string
				IsLocked              bool
				GateID                *string
				Modules               []struct {
					Items []struct{ File *struct{ URL string } }
				}
			}
		}
	}
}

// gatedPage reads the payload of a page; token is the ID token of a user, empty for an anonymous user.
func (s *strand) gatedPage(t *testing.T, path, token string) gatedPage {
	t.Helper()
	var headers []string
	if token != "" {
		headers = bearer(token)
	}
	answer, body := s.get(t, "localhost", path+"/_payload.json", headers...)
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Cache-Control") != "private, no-store" {
		t.Fatalf("%s: %d, %s", path, answer.StatusCode, answer.Header.Get("Cache-Control"))
	}
	var page gatedPage
	if err := json.Unmarshal([]byte(body), &page); err != nil {
		t.Fatal(err)
	}
	return page
}

// TestGate_CustomerRole: a page with the protection CustomerRole, and the page below it, open for signed-in users
// only.
//
// Rules: PAGE-6, PAGE-7, PAGE-10.
func TestGate_CustomerRole(t *testing.T) {
	s := gatedSite(t)
	token := s.signedIn(t, "new")
	for _, path := range []string{"/en/bulletins", "/en/bulletins/archive"} {
		for range 2 {
			locked := s.gatedPage(t, path, "").Data.Resolve.Page
			if !locked.IsLocked || locked.GateProtection != "CUSTOMER_ROLE" || locked.GateID == nil ||
				*locked.GateID != "main-bulletins" || len(locked.Modules) > 0 || locked.Description != nil {
				t.Errorf("%s for an anonymous user: %+v", path, locked)
			}
			open := s.gatedPage(t, path, token).Data.Resolve.Page
			if open.IsLocked || len(open.Modules) == 0 {
				t.Errorf("%s for a signed-in user: %+v", path, open)
			}
		}
		if _, document := s.get(t, "localhost", path, bearer(token)...); strings.Contains(document, "SECRET") {
			t.Errorf("the document of %s has what is behind the gate", path)
		}
	}
	if guests := s.gatedPage(t, "/en/guests", token).Data.Resolve.Page; !guests.IsLocked ||
		guests.GateProtection != "PASSWORD" {
		t.Errorf("a signed-in user at a password gate: %+v", guests)
	}
	if answer, _ := s.get(
		t, "localhost", "/en/bulletins/_payload.json", bearer("forged")...,
	); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("a forged token: %d", answer.StatusCode)
	}
	if answer, _ := s.enterPassword(t, "main-bulletins", "open sesame"); len(answer.Cookies()) > 0 {
		t.Error("a password opens a page for customers")
	}

	modules := s.gatedPage(t, "/en/bulletins", token).Data.Resolve.Page.Modules
	file := modules[len(modules)-1].Items[0].File
	if file == nil {
		t.Fatal("the open page has no file")
	}
	if answer, body := s.get(t, "localhost", file.URL); body != "SECRET plan" ||
		answer.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("the file: %d, %s", answer.StatusCode, answer.Header.Get("Cache-Control"))
	}
}

// TestGate_ConcurrentVisitors: concurrent visitors with and without a token do not get each other's answers.
//
// Rules: PAGE-5.
func TestGate_ConcurrentVisitors(t *testing.T) {
	s := gatedSite(t)
	right, _ := s.enterPassword(t, "main-guests", "open sesame")
	if len(right.Cookies()) != 1 {
		t.Fatal("no gate token")
	}
	cookie := right.Cookies()[0].Name + "=" + right.Cookies()[0].Value
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			headers := []string{}
			if i%2 == 0 {
				headers = []string{"Cookie", cookie}
			}
			if _, body := s.get(t, "localhost", "/en/guests/_payload.json", headers...); strings.Contains(
				body,
				"SECRET",
			) != (i%2 == 0) {
				t.Errorf("visitor %d got the answer of another visitor", i)
			}
		})
	}
	wg.Wait()
}

// limitManyClients: guesses of the password of a page from many IP addresses are limited together.
func (s *strand) limitManyClients(t *testing.T) {
	var judged, limited atomic.Int32
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			_, body := s.enterPassword(t, "main-guests", "guess", "Accept", "application/json",
				"X-Forwarded-For", "198.51.100."+strconv.Itoa(i))
			switch valueAt(t, body, "outcome") {
			case "wrong":
				judged.Add(1)
			case "limited":
				limited.Add(1)
			}
		})
	}
	wg.Wait()
	if judged.Load()+limited.Load() != 100 || limited.Load() == 0 || judged.Load() < 40 {
		t.Errorf("%d guesses are judged, %d are refused", judged.Load(), limited.Load())
	}
}
