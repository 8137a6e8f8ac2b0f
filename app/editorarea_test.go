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

const previewBase = "/editor-preview/"

// previewed is the data of a page in a preview.
type previewed struct {
	Screen, URL, SiteURL string
	Private              bool
	Data                 struct {
		Resolve struct {
			Typename string `json:"__typename"`
			Location string
			Page     *struct {
				Title    string
				IsLocked bool
			}
		}
	}
}

func (s *strand) previewed(t *testing.T, cookie, url string) (int, previewed) {
	t.Helper()
	response, body := s.get(t, "localhost", previewBase+url+"/_payload.json", "Cookie", cookie)
	var p previewed
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Fatalf("%s: %d %s", url, response.StatusCode, body)
	}
	if cached := response.Header.Get("Cache-Control"); !strings.Contains(cached, "no-store") {
		t.Errorf("%s: Cache-Control %q", url, cached)
	}
	return response.StatusCode, p
}

// Rules: EDIT-10.
func TestPreviewPages(t *testing.T) {
	s := gatedSite(t)
	cookie := s.editorCookie(t)
	for url, want := range map[string]string{
		"main~published~anonymous~current~now/en/company/about":        "About us",
		"main~draft~anonymous~current~now/en/company/about":            "About us, drafted",
		"main~draft~anonymous~current~now/en/fresh":                    "Fresh",
		"main~published~anonymous~current~now/en/company/secret":       "Secret",
		"main~published~anonymous~current~now/en-us/company/trade-in":  "Trade-in",
		"main~published~anonymous~current~now/en-ch/company/trade-in":  "NotFoundResolution",
		"main~published~anonymous~current~now/en/guests":               "Guests, locked",
		"main~published~gate_passed~current~now/en/guests/room":        "Room",
		"main~published~gate_passed~current~now/en/bulletins":          "Bulletins, locked",
		"main~published~ticketing~current~now/en/bulletins":            "Bulletins",
		"cabinet~published~anonymous~next~20261224T183000Z/en/cabinet": "cabinet home",
		"main~published~anonymous~current~now/en/company//about":       "RedirectResolution /en/company/about",
	} {
		status, p := s.previewed(t, cookie, url)
		resolved := p.Data.Resolve
		got := strings.TrimSpace(resolved.Typename + " " + resolved.Location)
		if resolved.Page != nil && resolved.Typename != "NotFoundResolution" {
			got = resolved.Page.Title
			if resolved.Page.IsLocked {
				got += ", locked"
			}
		}
		if status != http.StatusOK || got != want || !p.Private {
			t.Errorf("%s: %d %q, private %v, want %q", url, status, got, p.Private, want)
		}
		context, path, _ := strings.Cut(url, "/")
		if p.URL != "http://localhost/"+path {
			t.Errorf("%s: URL %q", url, p.URL)
		}
		if p.SiteURL != "" && !strings.HasPrefix(p.SiteURL, previewBase+context+"/") {
			t.Errorf("%s: the site is at %q", url, p.SiteURL)
		}
	}
	for url, want := range map[string]int{
		"main~published~anonymous~current~now/en/company/about": http.StatusOK,
		"main~published~anonymous~current~now/en/nothing":       http.StatusNotFound,
		"main~published~anonymous~current~now":                  http.StatusFound,
		"main~published~anonymous~current~now/api/locale":       http.StatusNotFound,
		"main~live~anonymous~current~now/en":                    http.StatusBadRequest,
		"none~published~anonymous~current~now/en":               http.StatusNotFound,
	} {
		response, _ := s.get(t, "localhost", previewBase+url, "Cookie", cookie)
		if response.StatusCode != want ||
			response.Header.Get("X-Robots-Tag") != "noindex" && want != http.StatusBadRequest {
			t.Errorf("%s: %d, want %d", url, response.StatusCode, want)
		}
	}
}

// TestPreviewPages_Callers: only editors read previews, and previews change nothing.
//
// Rules: EDIT-5, EDIT-10.
func TestPreviewPages_Callers(t *testing.T) {
	s := gatedSite(t)
	cookie := s.editorCookie(t)
	customer := bearer(s.signedIn(t, "customer"))
	const page = previewBase + "main~draft~anonymous~current~now/en/fresh"
	for name, headers := range map[string][]string{
		"anonymous": nil, "forged cookie": {"Cookie", cookie + "x"}, "customer": customer,
	} {
		for _, path := range []string{page, page + "/_payload.json", previewBase +
			"main~draft~anonymous~current~now/graphql"} {
			response, body := s.get(t, "localhost", path, headers...)
			if response.StatusCode != http.StatusUnauthorized || strings.Contains(body, "Fresh") {
				t.Errorf("%s, %s: %d", name, path, response.StatusCode)
			}
		}
	}
	mutation := `{"query":"mutation { signOutEverywhere: __typename }"}`
	r, err := http.NewRequest(http.MethodPost, s.URL+previewBase+"main~draft~customer~current~now/graphql",
		strings.NewReader(mutation))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", cookie)
	_, text := s.do(t, r)
	var answer struct {
		Errors []struct{ Extensions struct{ Code string } }
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Errors) != 1 ||
		answer.Errors[0].Extensions.Code != "FORBIDDEN" {
		t.Errorf("a mutation: %s", text)
	}
	if response, _ := s.get(t, "localhost", "/en/fresh"); response.StatusCode != http.StatusNotFound {
		t.Errorf("the public page: %d", response.StatusCode)
	}
}

type editorArea struct{ LatestChange *string }

// area reads the editor area.
func (s *strand) area(t *testing.T, cookie string) *editorArea {
	t.Helper()
	var data struct{ Resolve struct{ Editor *editorArea } }
	s.askEditor(t, cookie, `{ resolve(url: "http://localhost/en/editor") { ... on PageResolution {
		editor { latestChange } } } }`, &data)
	return data.Resolve.Editor
}

func TestEditorChanged(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../demo/content")); err != nil {
		t.Fatal(err)
	}
	// The server embeds the CMS, so that it watches the files.
	s := startWith(
		t,
		"../demo/content",
		"STRAND_CMS_URL=",
		"STRAND_CONTENT_DIR="+dir,
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
		"STRAND_EDITOR_PASSWORD=editor",
	)
	cookie := s.editorCookie(t)
	const subscription = `subscription { editorChanged { id source records { type id } } }`
	if got := s.watch(t, "", subscription)(); !failsWith(t, got, "UNAUTHENTICATED") {
		t.Errorf("anonymous: %s", got)
	}
	next := s.watch(t, "", subscription, "Cookie", cookie)
	type event struct {
		Data struct {
			EditorChanged *struct {
				ID      string
				Source  string
				Records []struct{ Type, ID string }
			}
		}
	}
	read := func() (e event) {
		if err := json.Unmarshal([]byte(next()), &e); err != nil {
			t.Fatal(err)
		}
		return e
	}
	if first := read(); first.Data.EditorChanged != nil {
		t.Errorf("before any change: %+v", first.Data.EditorChanged)
	}
	if latest := s.area(t, cookie).LatestChange; latest != nil {
		t.Errorf("the latest change is %q before any", *latest)
	}
	file := filepath.Join(dir, "cms/sites/main/pages/careers/en")
	text, err := os.ReadFile(file + ".md")
	if err != nil {
		t.Fatal(err)
	}
	draft := strings.Replace(string(text), "title: Careers", "title: Careers, drafted", 1)
	if err := os.WriteFile(file+".draft.md", []byte(draft), 0o600); err != nil {
		t.Fatal(err)
	}
	e := read()
	if e.Data.EditorChanged == nil || e.Data.EditorChanged.Source != "cms" ||
		!slices.Contains(e.Data.EditorChanged.Records, struct{ Type, ID string }{"Page", "main-careers"}) {
		t.Fatalf("%+v", e.Data.EditorChanged)
	}
	if latest := s.area(t, cookie).LatestChange; latest == nil || *latest != e.Data.EditorChanged.ID {
		t.Errorf("the latest change is not %q", e.Data.EditorChanged.ID)
	}
	// The event is sent after the caches are purged: the preview contains the draft at once.
	if got := s.preview(t, cookie, "/en/careers", ", stage: DRAFT, preview: {}").String(); got != "Careers, drafted" {
		t.Errorf("the draft is %q", got)
	}
	if got := s.preview(t, cookie, "/en/careers", "").String(); got != "Careers" {
		t.Errorf("published is %q", got)
	}
	// A server that stops ends the stream.
	s.app.EndStreams()
	if got := next(); got != "complete" {
		t.Errorf("the stream of a stopping server sends %s", got)
	}
}
