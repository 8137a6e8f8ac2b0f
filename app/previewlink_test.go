package app_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// previewLink creates a preview link and returns the path below which it opens pages. The context is `main~…`.
func (s *strand) previewLink(t *testing.T, cookie, context string) string {
	t.Helper()
	body := `{"url":"` + previewBase + context + `/en"}`
	response, text := s.postJSON(t, "/api/editor-preview-link", body, "Cookie", cookie)
	var link struct{ URL string }
	if err := json.Unmarshal([]byte(text), &link); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s", context, response.StatusCode, text)
	}
	_, path, _ := strings.Cut(link.URL, previewBase)
	return previewBase + strings.TrimSuffix(path, "/en")
}

func (s *strand) postJSON(t *testing.T, path, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return s.do(t, r)
}

// startLinked starts a server with drafts on two sites.
func startLinked(t testing.TB) *strand {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	draft := filepath.Join(dir, "cms/sites/cabinet/pages/about/en.draft.md")
	if err := os.WriteFile(draft, []byte("---\ntitle: Cabinet, drafted\n---\n\nSECRET draft.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return startWith(t, dir, append(screenOperations(t), withSamples...)...)
}

// TestPreviewLink_EditorFields: what needs an editor needs the editor's cookie. The token of a preview link does not
// replace it, neither below the link nor elsewhere.
//
// Rules: EDIT-5.
func TestPreviewLink_EditorFields(t *testing.T) {
	s := linkedSite(t)
	cookie := s.editorCookie(t)
	attempts := editorAttempts()
	for _, field := range protectedFields(t) {
		isEditorial := strings.Contains(field, "ditor") || strings.Contains(field, "ontent") ||
			strings.Contains(field, "ranslation")
		if isEditorial && !slices.ContainsFunc(attempts, func(try accessAttempt) bool {
			return strings.HasPrefix(try.name, field)
		}) {
			t.Errorf("%s is not tried", field)
		}
	}
	same := s.previewLink(t, cookie, "main~draft~anonymous~current~now")
	other := s.previewLink(t, cookie, "cabinet~published~delegated_admin_internal~current~now")
	token := func(base string) string { return base[strings.Index(base, "@")+1:] }
	for _, caller := range []struct {
		name, base, cookie string
	}{
		{"nothing", "", ""},
		{"the token of the same context as a cookie", "", "strand-editor=" + token(same)},
		{"the link of the same context", same, ""},
		{"the link of another context", other, ""},
		{"the cookie", "", cookie},
	} {
		isEditor, isLink := caller.cookie == cookie, caller.base != ""
		for _, try := range attempts {
			path, body := "/graphql", try.query
			if try.path != "" {
				path = try.path
			} else {
				encoded, err := json.Marshal(map[string]string{"query": try.query})
				if err != nil {
					t.Fatal(err)
				}
				body = string(encoded)
			}
			if isLink && strings.HasPrefix(path, "/editor-preview") {
				continue
			}
			headers := []string{"Cookie", caller.cookie}
			if strings.HasPrefix(try.query, "subscription") {
				if isEditor {
					continue // an open stream
				}
				headers = append(headers, "Accept", "application/json")
			}
			response, text := s.postJSON(t, caller.base+path, body, headers...)
			codes := codesOf(t, text)
			want := []string{"UNAUTHENTICATED"}
			switch {
			case isEditor:
				want = nil
			case isLink && (strings.HasPrefix(try.query, "mutation") || strings.HasPrefix(try.query, "subscription")):
				want = []string{"FORBIDDEN"}
			case strings.HasPrefix(try.query, "subscription"):
				want = []string{"BAD_USER_INPUT"} // no stream was requested
			case isLink && try.path != "":
				want = []string{"NOT_FOUND"} // only pages have a preview
			case caller.base == same && strings.HasPrefix(try.name, "Query.resolve"):
				want = nil // the context of the link
			case caller.base == other && strings.HasPrefix(try.name, "Query.resolve"):
				want = []string{"FORBIDDEN"}
			}
			if isEditor && len(codes) > 0 && codes[0] != "UNAUTHENTICATED" && codes[0] != "FORBIDDEN" {
				continue // another failure, such as a page without translations
			}
			if !slices.Equal(codes, want) {
				t.Errorf("%s with %s: %d %v, want %v", try.name, caller.name, response.StatusCode, codes, want)
			}
		}
		for _, path := range []string{
			"/api/translation/state/main-about", "/api/translation/start/main-about",
			"/api/site-navigation/editor/main?lang=en",
		} {
			response, text := s.get(t, "localhost", caller.base+path, "Cookie", caller.cookie,
				"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Dest", "empty")
			want := http.StatusUnauthorized
			switch {
			case isEditor:
				want = http.StatusOK
			case isLink:
				want = http.StatusNotFound
			}
			if response.StatusCode != want {
				t.Errorf("%s with %s: %d %s", path, caller.name, response.StatusCode, text)
			}
		}
	}
}

// codesOf returns the error codes of a response of the graph or of another endpoint.
func codesOf(t *testing.T, text string) (codes []string) {
	t.Helper()
	var got struct {
		Error  struct{ Code string }
		Errors []struct{ Extensions struct{ Code string } }
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for _, e := range got.Errors {
		codes = append(codes, e.Extensions.Code)
	}
	if got.Error.Code != "" {
		codes = append(codes, got.Error.Code)
	}
	return codes
}

// TestPreviewLink_Context: the token of a link determines site, stage, audience and moment of every field. Arguments
// that ask for others are refused.
//
// Rules: EDIT-5.
func TestPreviewLink_Context(t *testing.T) {
	s := linkedSite(t)
	cookie := s.editorCookie(t)
	draft := s.previewLink(t, cookie, "main~draft~anonymous~current~20261224T183000Z")
	published := s.previewLink(t, cookie, "main~published~anonymous~current~now")
	cabinet := s.previewLink(t, cookie, "cabinet~draft~anonymous~current~now")
	const title = `{ ... on PageResolution { page { title } } ... on NotFoundResolution { message } }`
	const drafted = `{"resolve":{"page":{"title":"About us, drafted"}}}`
	const about = `resolve(url: "http://localhost/en/company/about"`
	for _, test := range []struct {
		base, query string
		// want is the data; empty if the field is refused.
		want string
	}{
		{draft, `{ ` + about + `) ` + title + ` }`, drafted},
		{draft, `{ ` + about + `, stage: DRAFT) ` + title + ` }`, drafted},
		{draft, `{ ` + about + `, preview: {audience: ANONYMOUS, moment: "2026-12-24T18:30:00Z"}) ` + title + ` }`,
			drafted},
		{draft, `{ ` + about + `, preview: {audience: ANONYMOUS}) ` + title + ` }`, ""},
		{draft, `{ ` + about + `, preview: {audience: CUSTOMER, moment: "2026-12-24T18:30:00Z"}) ` + title + ` }`, ""},
		{draft, `{ resolve(url: "http://localhost/de/company/about") { __typename } }`, `{"resolve":{"__typename":"PageResolution"}}`},
		{draft, `{ resolve(url: "http://localhost/en/cabinet/about") ` + title + ` }`, ""},
		{draft, `{ site(id: "cabinet") { headerNavigation { items { title } } } }`, ""},
		{draft, `{ site(id: "cabinet") { headerNavigation(stage: DRAFT) { items { title } } } }`, ""},
		{draft, `{ site(id: "main") { headerNavigation { items { title } } } }`,
			`{"site":{"headerNavigation":{"items":[{"title":"Company"},{"title":"Products"},{"title":"News"}]}}}`},
		{draft, `{ page(id: "cabinet-about") { title } }`, ""},
		{draft, `{ page(id: "main-about") { title } }`, `{"page":{"title":"About us, drafted"}}`},
		{draft, `{ _entities(representations: [{__typename: "Page", id: "cabinet-about"}]) { ... on Page { title } } }`,
			""},
		{published, `{ ` + about + `) ` + title + ` }`, `{"resolve":{"page":{"title":"About us"}}}`},
		{published, `{ ` + about + `, stage: DRAFT) ` + title + ` }`, ""},
		{published, `{ ` + about + `, stage: DRAFT, preview: {}) ` + title + ` }`, ""},
		{published, `{ resolve(url: "http://localhost/en/fresh", stage: DRAFT, preview: {audience: CUSTOMER}) ` +
			title + ` }`, ""},
		{published, `{ page(id: "main-fresh", stage: DRAFT) { title } }`, ""},
		{published, `{ page(id: "main-fresh") { title } }`, `{"page":null}`},
		{published, `{ site(id: "main") { headerNavigation(stage: DRAFT) { items { title } } } }`, ""},
		{published, `{ site(id: "main") { headerNavigation(preview: {audience: CUSTOMER}) { items { title } } } }`, ""},
		{published, `{ stories(stage: DRAFT) { totalCount } }`, ""},
		{published, `{ mediaReleases(stage: DRAFT) { totalCount } }`, ""},
		{published, `{ events(stage: DRAFT) { totalCount } }`, ""},
		{published, `{ newsFeed(stage: DRAFT) { edges { cursor } } }`, ""},
		{published, `{ systemRedirect(paths: ["/a"], stage: DRAFT) { id } }`, ""},
		{published, `{ resolve(url: "http://localhost/en/editor") { ... on PageResolution { editor { page } } } }`,
			`{"resolve":{"editor":null}}`},
		{cabinet, `{ resolve(url: "http://localhost/en/cabinet/about") ` + title + ` }`,
			`{"resolve":{"page":{"title":"Cabinet, drafted"}}}`},
		{cabinet, `{ resolve(url: "http://localhost/en/fresh") ` + title + ` }`, ""},
		{cabinet, `{ site(id: "main") { headerNavigation { items { title } } } }`, ""},
		{cabinet, `{ page(id: "cabinet-about") { title } }`, `{"page":{"title":"Cabinet, drafted"}}`},
		{cabinet, `{ page(id: "main-fresh", stage: DRAFT) { title } }`, ""},
		{cabinet, `{ stories(stage: DRAFT) { totalCount } }`, ""},
		// Data of the main site that pages of all sites show is that of anonymous users.
		{cabinet, `{ page(id: "main-fresh") { title } }`, `{"page":null}`},
		{cabinet, `{ page(id: "main-about") { title } }`, `{"page":{"title":"About us"}}`},
		{cabinet, `{ stories { totalCount } }`, `{"stories":{"totalCount":0}}`},
		{cabinet, `{ product(slug: "alpha-530") { name } }`, `{"product":{"name":"Alpha 530"}}`},
	} {
		text := s.sendOperation(t, test.base+"/graphql", test.query)
		_, codes := answer[json.RawMessage](t, text)
		if test.want == "" {
			if !slices.Equal(codes, []string{"FORBIDDEN"}) {
				t.Errorf("%s: %s, want FORBIDDEN", test.query, text)
			}
			continue
		}
		checkAt(t, text, "data", test.want)
		if len(codes) > 0 {
			t.Errorf("%s: %v", test.query, codes)
		}
		// The editor's cookie is not limited to one context.
		if codes := s.askEditor(t, cookie, test.query, nil); len(codes) > 0 {
			t.Errorf("%s by the cookie: %v", test.query, codes)
		}
	}
}

// TestPreviewLink_Account: the ID token of a signed-in holder changes nothing: the link pins the audience.
//
// Rules: EDIT-10.
func TestPreviewLink_Account(t *testing.T) {
	s := linkedSite(t)
	base := s.previewLink(t, s.editorCookie(t), "main~published~anonymous~current~now")
	text := s.sendOperation(t, base+"/graphql", `{ me { email } serviceRegistrations { status } }`,
		bearer(s.signedIn(t, "customer"))...)
	data, codes := answer[struct{ Me *struct{ Email string } }](t, text)
	if data.Me != nil || !slices.Equal(codes, []string{"UNAUTHENTICATED"}) {
		t.Errorf("%s", text)
	}
}

// TestPreviewLink_URLs: a link opens pages of its own site only.
//
// Rules: EDIT-5.
func TestPreviewLink_URLs(t *testing.T) {
	s := linkedSite(t)
	cookie := s.editorCookie(t)
	main := s.previewLink(t, cookie, "main~draft~anonymous~current~now")
	cabinet := s.previewLink(t, cookie, "cabinet~published~anonymous~current~now")
	for url, want := range map[string]int{
		main + "/en/fresh":                                         http.StatusOK,
		main + "/en/fresh/_payload.json":                           http.StatusOK,
		main + "/en/_site.json":                                    http.StatusOK,
		main + "/de/company/about":                                 http.StatusOK,
		main + "/en/cabinet/about":                                 http.StatusForbidden,
		main + "/en/cabinet/about/_payload.json":                   http.StatusForbidden,
		main + "/en/cabinet/_site.json":                            http.StatusForbidden,
		cabinet + "/en/cabinet/about":                              http.StatusOK,
		cabinet + "/en/cabinet/about/_payload.json":                http.StatusOK,
		cabinet + "/en/cabinet/_site.json":                         http.StatusOK,
		cabinet + "/en/company/about":                              http.StatusForbidden,
		cabinet + "/en/company/about/_payload.json":                http.StatusForbidden,
		cabinet + "/en/editor":                                     http.StatusForbidden,
		main + "/api/editor-preview-link":                          http.StatusNotFound,
		strings.Replace(main, "~draft~", "~published~", 1) + "/en": http.StatusUnauthorized,
	} {
		if response, text := s.get(t, "localhost", url); response.StatusCode != want {
			t.Errorf("%s: %d, want %d %.200s", url, response.StatusCode, want, text)
		}
	}
}

// TestPreviewLink_Cache: a persisted operation below a link neither reads nor fills the cache of anonymous users.
//
// Rules: EDIT-5.
func TestPreviewLink_Cache(t *testing.T) {
	s := linkedSite(t)
	base := s.previewLink(t, s.editorCookie(t), "main~draft~anonymous~current~now")
	titleAt := func(base string) string {
		t.Helper()
		response, text := s.get(t, "localhost", base+"/en/company/about/_payload.json")
		var p previewed
		if err := json.Unmarshal([]byte(text), &p); err != nil || p.Data.Resolve.Page == nil {
			t.Fatalf("%d %s", response.StatusCode, text)
		}
		return p.Data.Resolve.Page.Title
	}
	const published, drafted = "About us", "About us, drafted"
	for i, want := range []string{drafted, published, drafted, published} {
		path := base
		if want == published {
			path = ""
		}
		if got := titleAt(path); got != want {
			t.Errorf("%d. %q, want %q", i, got, want)
		}
	}
}

// TestPreviewLink_Gates: the audience of a link opens no protected page of another site.
//
// Rules: EDIT-5.
func TestPreviewLink_Gates(t *testing.T) {
	s := gatedSite(t)
	cookie := s.editorCookie(t)
	for context, want := range map[string]string{
		"main~published~customer~current~now":       "Bulletins",
		"main~published~anonymous~current~now":      "Bulletins, locked",
		"cabinet~published~customer~current~now":    "Bulletins, locked",
		"cabinet~published~gate_passed~current~now": "Bulletins, locked",
	} {
		text := s.sendOperation(t, s.previewLink(t, cookie, context)+"/graphql",
			`{ page(id: "main-bulletins") { title isLocked } }`)
		data, codes := answer[struct {
			Page struct {
				Title    string
				IsLocked bool
			}
		}](t, text)
		got := data.Page.Title
		if data.Page.IsLocked {
			got += ", locked"
		}
		if len(codes) > 0 || got != want {
			t.Errorf("%s: %q %v, want %q", context, got, codes, want)
		}
	}
}
