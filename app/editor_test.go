package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"strand/domain/editor"
)

// editorAnswer is the response of the editor area's login.
type editorAnswer struct {
	Success        bool
	HashedPassword string
	Error          struct{ Code, Message string }
}

// editorPost posts a JSON body to a URL of the editor area.
func (s *strand) editorPost(t *testing.T, path, body string, headers ...string) (*http.Response, editorAnswer) {
	t.Helper()
	response, text := s.postJSON(t, path, body, headers...)
	var answer editorAnswer
	if err := json.Unmarshal([]byte(text), &answer); err != nil && response.StatusCode != http.StatusForbidden {
		t.Fatalf("%s: %s", body, text)
	}
	return response, answer
}

const editorLoginPath = "/api/editor-area-autentication"

// editorCookie logs an editor in and returns the Cookie header.
func (s *strand) editorCookie(t *testing.T) string {
	t.Helper()
	if s.editor != nil {
		s.editor.Lock()
		defer s.editor.Unlock()
		if s.editor.cookie != "" {
			return s.editor.cookie
		}
	}
	response, answer := s.editorPost(t, editorLoginPath, `{"input":"editor"}`)
	if response.StatusCode != http.StatusOK || len(response.Cookies()) == 0 {
		t.Fatalf("%d %+v", response.StatusCode, answer)
	}
	cookie := editor.CookieName + "=" + answer.HashedPassword
	if s.editor != nil {
		s.editor.cookie = cookie
	}
	return cookie
}

// editorPage is a page as the graph resolves it.
type editorPage struct {
	Data struct {
		Resolve *struct {
			Typename string `json:"__typename"`
			Page     *struct {
				Title    string
				IsLocked bool
			}
		}
	}
	Errors []struct {
		Extensions struct{ Code string }
	}
}

// preview resolves a URL with arguments such as `stage: DRAFT`, as the caller with a Cookie header.
func (s *strand) preview(t *testing.T, cookie, path, arguments string) editorPage {
	t.Helper()
	query := `{ resolve(url: "http://localhost` + path + `"` + arguments +
		`) { __typename ... on PageResolution { page { title isLocked } } } }`
	text := s.sendOperation(t, "/graphql", query, "Cookie", cookie)
	var page editorPage
	if err := json.Unmarshal([]byte(text), &page); err != nil {
		t.Fatal(err, text)
	}
	return page
}

func (p editorPage) String() string {
	switch {
	case len(p.Errors) > 0:
		return p.Errors[0].Extensions.Code
	case p.Data.Resolve == nil:
		return "null"
	case p.Data.Resolve.Page == nil:
		return p.Data.Resolve.Typename
	case p.Data.Resolve.Page.IsLocked:
		return p.Data.Resolve.Page.Title + ", locked"
	}
	return p.Data.Resolve.Page.Title
}

// navigationItem is an item of the editors' navigation.
type navigationItem struct {
	Title    string
	Items    []navigationItem
	Sections []struct{ Items []navigationItem }
}

// containsTitle reports whether items contain a title at any level.
func containsTitle(items []navigationItem, title string) bool {
	return slices.ContainsFunc(items, func(i navigationItem) bool {
		return i.Title == title || containsTitle(i.Items, title) ||
			slices.ContainsFunc(
				i.Sections,
				func(s struct{ Items []navigationItem }) bool { return containsTitle(s.Items, title) },
			)
	})
}

// navigation reads the navigation of a site at a URL of the API.
func (s *strand) navigation(
	t *testing.T,
	path string,
	headers ...string,
) (*http.Response, []navigationItem, []navigationItem) {
	t.Helper()
	response, body := s.get(t, "localhost", path, headers...)
	var answer struct {
		HeaderNavigation struct{ HomeItems, Items []navigationItem }
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatal(err, body)
	}
	return response, answer.HeaderNavigation.HomeItems, answer.HeaderNavigation.Items
}

// Rules: CALL-18, NAV-3.
func TestEditorNavigation(t *testing.T) {
	s := gatedSite(t)
	cookie := s.editorCookie(t)
	const path = "/api/site-navigation/editor/main"
	response, home, items := s.navigation(t, path+"?lang=en&stage=DRAFT", "Cookie", cookie)
	if response.StatusCode != http.StatusOK || response.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%d, %s", response.StatusCode, response.Header.Get("Cache-Control"))
	}
	if len(home) != 1 || !containsTitle(items, "Secret") {
		t.Errorf("home items %v, items %v", home, items)
	}
	_, home, items = s.navigation(t, "/api/site-navigation/public/main?lang=en", "Cookie", cookie)
	if len(home) > 0 || len(items) == 0 || containsTitle(items, "Secret") {
		t.Errorf("the public navigation: home items %v, items %v", home, items)
	}
	for name, test := range map[string]struct {
		query   string
		headers []string
		status  int
	}{
		"anonymous":        {"?lang=en", nil, http.StatusUnauthorized},
		"forged cookie":    {"?lang=en", []string{"Cookie", cookie + "x"}, http.StatusUnauthorized},
		"unknown stage":    {"?lang=en&stage=draft", []string{"Cookie", cookie}, http.StatusBadRequest},
		"unknown language": {"?lang=xx", []string{"Cookie", cookie}, http.StatusBadRequest},
	} {
		if response, _, _ := s.navigation(t, path+test.query, test.headers...); response.StatusCode != test.status {
			t.Errorf("%s: %d", name, response.StatusCode)
		}
	}
}

// TestEditorCookie_PublicPages: the cookie does not change public pages, and previews are not cached.
func TestEditorCookie_PublicPages(t *testing.T) {
	s := gatedSite(t)
	cookie := s.editorCookie(t)
	for _, path := range []string{"/en/company/secret/_payload.json", "/en/guests/_payload.json", "/en/company/secret",
		"/sitemap.xml", "/sitemap.xml?language=en"} {
		for range 2 {
			asEditor, editorBody := s.get(t, "localhost", path, "Cookie", cookie)
			asVisitor, body := s.get(t, "localhost", path)
			if asEditor.StatusCode != asVisitor.StatusCode || strings.Contains(editorBody, "SECRET") ||
				strings.Contains(body, "SECRET") {
				t.Errorf(
					"%s: %d for an editor, %d for an anonymous user",
					path,
					asEditor.StatusCode,
					asVisitor.StatusCode,
				)
			}
		}
	}
}

// draft calls the draft proxy.
func (s *strand) draft(t *testing.T, call string, headers ...string) (int, map[string]json.RawMessage, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.URL+"/api/draft-proxy", strings.NewReader(call))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, text := s.do(t, r)
	var answer struct {
		Data  map[string]json.RawMessage
		Error struct{ Code string }
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil && response.StatusCode != http.StatusForbidden {
		t.Fatal(err, text)
	}
	return response.StatusCode, answer.Data, answer.Error.Code
}

// Rules: CALL-24.
func TestDraftProxy(t *testing.T) {
	s := gatedSite(t)
	cookie := s.editorCookie(t)
	as := func(cookie string, more ...string) []string { return append([]string{"Cookie", cookie}, more...) }
	titles := func(data map[string]json.RawMessage) (all []string) {
		var pages []struct{ Title string }
		if err := json.Unmarshal(data["pages"], &pages); err != nil {
			t.Fatal(err)
		}
		for _, p := range pages {
			all = append(all, p.Title)
		}
		return all
	}
	about := func(more string) string {
		return `{"operationName":"Pages","variables":{"ids":["main-about"]}` + more + `}`
	}
	for name, test := range map[string]struct{ call, want string }{
		"a draft":           {about(""), "About us, drafted"},
		"published":         {about(`,"stage":"PUBLISHED"`), "About us"},
		"another language":  {about(`,"stage":"PUBLISHED","languages":["ja"]`), "会社概要"},
		"no such page":      {`{"operationName":"Pages","variables":{"ids":["main-none"]}}`, ""},
		"an unlisted draft": {`{"operationName":"Pages","variables":{"ids":["main-fresh"]}}`, "Fresh"},
	} {
		status, data, _ := s.draft(t, test.call, as(cookie)...)
		if status != http.StatusOK || strings.Join(titles(data), ",") != test.want {
			t.Errorf("%s: %d %v", name, status, data)
		}
	}
	for name, test := range map[string]struct {
		call    string
		headers []string
		status  int
		code    string
	}{
		"anonymous":     {about(""), nil, http.StatusUnauthorized, "UNAUTHENTICATED"},
		"forged cookie": {about(""), as(cookie + "x"), http.StatusUnauthorized, "UNAUTHENTICATED"},
		"the password's query": {`{"operationName":"PagePassword","variables":{"id":"main-guests"}}`, as(cookie),
			http.StatusBadRequest, "BAD_USER_INPUT"},
		"a query": {`{"query":"{ pages { password } }"}`, as(cookie), http.StatusBadRequest,
			"BAD_USER_INPUT"},
		"unknown stage": {about(`,"stage":"ALL"`), as(cookie), http.StatusBadRequest, "BAD_USER_INPUT"},
		"unknown language": {about(`,"languages":["en\r\nx: y"]`), as(cookie), http.StatusBadRequest,
			"BAD_USER_INPUT"},
		"no ids": {`{"operationName":"Pages"}`, as(cookie), http.StatusBadRequest, "BAD_USER_INPUT"},
		"ids of another type": {`{"operationName":"Pages","variables":{"ids":[1]}}`, as(cookie), http.StatusBadRequest,
			"BAD_USER_INPUT"},
		"no JSON": {`x`, as(cookie), http.StatusBadRequest, "BAD_USER_INPUT"},
		"too large": {`{"operationName":"` + strings.Repeat("x", 70<<10) + `"}`, as(cookie),
			http.StatusRequestEntityTooLarge, "BAD_USER_INPUT"},
		"another site": {about(""), as(cookie, "Origin", "https://elsewhere.example", "Sec-Fetch-Site",
			"cross-site"), http.StatusForbidden, ""},
		"a protected page": {`{"operationName":"Pages","variables":{"ids":["main-about","main-guests"]}}`,
			as(cookie), http.StatusForbidden, "FORBIDDEN"},
		"a page below one": {`{"operationName":"Pages","variables":{"ids":["main-room"]}}`, as(cookie),
			http.StatusForbidden, "FORBIDDEN"},
		"a page for customers": {`{"operationName":"Pages","variables":{"ids":["main-bulletins"]}}`, as(cookie),
			http.StatusForbidden, "FORBIDDEN"},
	} {
		status, data, code := s.draft(t, test.call, test.headers...)
		if status != test.status || code != test.code || data != nil {
			t.Errorf("%s: %d %q %v", name, status, code, data)
		}
	}

	passed, _ := s.enterPassword(t, "main-guests", "open sesame")
	pass := passed.Cookies()[0]
	status, data, _ := s.draft(t, `{"operationName":"Pages","variables":{"ids":["main-room"]}}`,
		as(cookie+"; "+pass.Name+"="+pass.Value)...)
	if status != http.StatusOK || strings.Join(titles(data), ",") != "Room" {
		t.Errorf("with the pass of the gate: %d", status)
	}
	status, data, _ = s.draft(t, `{"operationName":"Pages","variables":{"ids":["main-bulletins"]}}`,
		as(cookie, bearer(s.signedIn(t, "new"))...)...)
	if status != http.StatusOK || strings.Join(titles(data), ",") != "Bulletins" {
		t.Errorf("for a signed-in editor: %d", status)
	}
}
