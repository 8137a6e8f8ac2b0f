package cms_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/demo/cms"
	"strand/demo/cms/content"
	"strand/test/logtest"
)

const token = "draft-token"

// start serves a content folder and returns the log.
func start(t *testing.T, dir string, onChange func([]content.Ref)) (*httptest.Server, *logtest.Log) {
	t.Helper()
	log := new(logtest.Log)
	s, err := cms.New(
		cms.Options{Dir: dir, Token: token, Logger: slog.New(slog.NewTextHandler(log, nil)), OnChange: onChange},
	)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() { server.Close(); _ = s.Close() })
	return server, log
}

// postQuery sends a query with headers and returns the response.
func postQuery(t *testing.T, url, query string, headers ...string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(data))
}

// Rules: CALL-2.
func TestConventions(t *testing.T) {
	server, _ := start(t, "../testcontent/cms", nil)
	about := `{ pages(where: { id: "main-about" }) { locale title stage } }`
	for _, test := range []struct {
		name, query string
		headers     []string
		want        string
	}{
		{
			"the first available of the requested locales", about, []string{"gcms-locales", "ja, en"},
			`{"data":{"pages":[{"locale":"ja","title":"会社概要","stage":"PUBLISHED"}]}}`,
		},
		{
			"all fields of an entry have the same locale", about, []string{"gcms-locales", "fr, de"},
			`{"data":{"pages":[{"locale":"de","title":"Über uns","stage":"PUBLISHED"}]}}`,
		},
		{
			"an entry without a requested locale is left out", about, []string{"gcms-locales", "fr"},
			`{"data":{"pages":[]}}`,
		},
		{
			"arguments have priority over headers", `{ pages(where: { id: "main-about" }, locales: [de]) { title } }`,
			[]string{"gcms-locales", "ja"}, `{"data":{"pages":[{"title":"Über uns"}]}}`,
		},
		{
			"drafts with the token", about, []string{"gcms-stage", "DRAFT", "Authorization", "Bearer " + token},
			`{"data":{"pages":[{"locale":"en","title":"About us, drafted","stage":"DRAFT"}]}}`,
		},
		{
			"no drafts without the token", about, []string{"gcms-stage", "DRAFT"},
			`{"data":null,"errors":[{"message":"not allowed","extensions":{"code":"FORBIDDEN"}}]}`,
		},
		{
			"an unpublished draft is not in the published stage", `{ pages(where: { id: "main-fresh" }) { id } }`, nil,
			`{"data":{"pages":[]}}`,
		},
		{
			"slug_in and order", `{ pages(where: { slug_in: ["company", "careers"] }, orderBy: slug_DESC) { slug } }`,
			nil, `{"data":{"pages":[{"slug":"company"},{"slug":"careers"}]}}`,
		},
		{
			"AND, OR, NOT",
			`{ pages(where: { AND: [{ slug: "about" }], NOT: [{ id: "main-about" }], OR: [{ id: "wire-about" }, { id: "x" }] }) { id } }`,
			nil, `{"data":{"pages":[{"id":"wire-about"}]}}`,
		},
		{"a connection", `{ pagesConnection(first: 1, where: { slug: "about" }) { aggregate { count } pageInfo { hasNextPage hasPreviousPage } edges { node { id } } } }`, nil,
			`{"data":{"pagesConnection":{"aggregate":{"count":3},"pageInfo":{"hasNextPage":true,"hasPreviousPage":false},"edges":[{"node":{"id":"cabinet-about"}}]}}}`},
		{"unions, fragments and aliases", `{ pages(where: { id: "main-home" }) { modules { __typename ... on HeroModule { t: title links { __typename ...L } } } } } fragment L on PageLink { page { id } }`, nil,
			`{"data":{"pages":[{"modules":[{"__typename":"HeroModule","t":"Welcome","links":[{"__typename":"PageLink","page":{"id":"main-about"}},{"__typename":"ProductLink"}]},{"__typename":"RichTextModule"}]}]}}`},
		{"names from CLDR", `{ countries(where: { countryCode: "CH" }) { localizations(locales: [de, ja], includeCurrent: true) { locale displayName } } }`, nil,
			`{"data":{"countries":[{"localizations":[{"locale":"de","displayName":"Schweiz"},{"locale":"ja","displayName":"スイス"}]}]}}`},
		{"the stages of an entry", `{ pages(where: { id: "main-about" }) { documentInStages(stages: [PUBLISHED], includeCurrent: true) { id } } }`, []string{
			"gcms-stage", "DRAFT", "Authorization", "Bearer " + token,
		},
			`{"data":{"pages":[{"documentInStages":[{"id":"main-about"}]}]}}`},
		{
			"skip and include",
			`{ languages(first: 1) { languageCode @skip(if: true) displayName @include(if: true) } }`, nil,
			`{"data":{"languages":[{"displayName":"English"}]}}`,
		},
		{
			"introspection", `{ __type(name: "Stage") { kind enumValues { name } } }`, nil,
			`{"data":{"__type":{"kind":"ENUM","enumValues":[{"name":"DRAFT"},{"name":"PUBLISHED"}]}}}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := postQuery(t, server.URL, test.query, test.headers...); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestAsset_Range(t *testing.T) {
	server, _ := start(t, "../testcontent/cms", nil)
	got := postQuery(
		t,
		server.URL,
		`{ assets(where: { id: "dot" }) { url mimeType width height fileName alternativeText } }`,
		"gcms-locales",
		"de",
	)
	want := `{"data":{"assets":[{"url":"` + server.URL +
		`/assets/dot","mimeType":"image/png","width":64,"height":32,"fileName":"dot.png","alternativeText":"Ein Punkt"}]}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	r, _ := http.NewRequest(http.MethodGet, server.URL+"/assets/dot", nil)
	r.Header.Set("Range", "bytes=1-3")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusPartialContent || string(body) != "PNG" {
		t.Errorf("got %d %q, want the bytes 1 to 3", answer.StatusCode, body)
	}
}

func TestServer_BadRequests(t *testing.T) {
	server, _ := start(t, "../testcontent/cms", nil)
	for _, test := range []struct {
		method, body string
		status       int
	}{
		{http.MethodPost, "{", http.StatusBadRequest},
		{http.MethodPost, `{"query":"{ nothing }"}`, http.StatusBadRequest},
		{http.MethodPost, `{"query":"` + strings.Repeat("x", 2<<20) + `"}`, http.StatusRequestEntityTooLarge},
		{http.MethodDelete, "", http.StatusMethodNotAllowed},
	} {
		r, _ := http.NewRequest(test.method, server.URL, strings.NewReader(test.body))
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != test.status {
			t.Errorf("%s %.20q: status %d, want %d", test.method, test.body, answer.StatusCode, test.status)
		}
	}
}

func TestServer_ReloadAfterChange(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testcontent/cms")); err != nil {
		t.Fatal(err)
	}
	changes := make(chan []content.Ref, 10)
	server, log := start(t, dir, func(refs []content.Ref) { changes <- refs })
	page := filepath.Join(dir, "sites/main/pages/careers/en.md")

	if err := os.WriteFile(page, []byte("---\ntitle: Jobs\n---\n\nText.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	select {
	case refs := <-changes:
		if len(refs) != 1 || refs[0].ID != "main-careers" {
			t.Errorf("changed %v, want the one page", refs)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the change was not reported")
	}
	query := `{ pages(where: { id_in: ["main-careers"] }) { title } }`
	if got := postQuery(t, server.URL, query); !strings.Contains(got, "Jobs") {
		t.Errorf("got %s after the change", got)
	}

	// While a file is broken, the last good state of all files is served, and the problem is logged once.
	replaceIn(t, page, "title: Jobs", "title: Work", "Text.", "::hero\ntitle: [broken\n::")
	careersBroken := `level=ERROR msg=content_file_broken file=sites/main/pages/careers/en.md line=6`
	log.Await(t, careersBroken)
	replaceIn(t, filepath.Join(dir, "sites/main/pages/about/en.md"), "About us", "About the firm")
	navigation := filepath.Join(dir, "sites/main/navigation.yaml")
	replaceIn(t, navigation, "headerNavigation:", "haederNavigation:")
	log.Await(t, `msg=content_file_broken file=sites/main/navigation.yaml line=1`)
	for query, want := range map[string]string{
		`{ pages(where: { id_in: ["main-careers"] }) { title } }`:      "Jobs",
		`{ pages(where: { id: "main-about" }) { title } }`:             "About us",
		`{ sites(where: { id: "main" }) { headerNavigation { id } } }`: "main-header",
	} {
		if got := postQuery(t, server.URL, query); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	if text := log.String(); strings.Count(text, careersBroken) != 1 ||
		strings.Count(text, "last_good_state_served=true") != strings.Count(text, "msg=content_file_broken") {
		t.Errorf("want the broken page once, and the last good state served:\n%s", text)
	}

	// The next good state replaces all files.
	replaceIn(t, navigation, "haederNavigation:", "headerNavigation:")
	replaceIn(t, page, "title: [broken", "title: Mended")
	select {
	case refs := <-changes:
		for _, id := range []string{"main-about", "main-careers"} {
			if !slices.Contains(refs, content.Ref{Type: "Page", ID: id}) {
				t.Errorf("changed %v without %s", refs, id)
			}
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the change was not noticed")
	}
	if got := postQuery(t, server.URL, query); !strings.Contains(got, "Work") {
		t.Errorf("got %s after it was mended", got)
	}
}

// replaceIn replaces texts in a file, which must contain them.
func replaceIn(t *testing.T, file string, oldNew ...string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(oldNew); i += 2 {
		if !strings.Contains(string(data), oldNew[i]) {
			t.Fatalf("%s has no %q", file, oldNew[i])
		}
	}
	if err := os.WriteFile(file, []byte(strings.NewReplacer(oldNew...).Replace(string(data))), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestServer_BrokenFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testcontent/cms")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(
		filepath.Join(dir, "sites/main/pages/careers/en.md"), []byte("---\ntitle: [broken\n---\n"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	server, log := start(t, dir, nil)
	if text := log.String(); !strings.Contains(
		text,
		"msg=content_file_broken file=sites/main/pages/careers/en.md line=",
	) {
		t.Errorf("the log does not contain the broken file:\n%s", text)
	}
	if got := postQuery(t, server.URL, `{ pages(where: { id: "main-about" }) { title } }`); !strings.Contains(
		got,
		"About us",
	) {
		t.Errorf("the other pages are missing: %s", got)
	}

	if err := os.WriteFile(filepath.Join(dir, "languages.yaml"), []byte("- code: [en\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := cms.New(cms.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)}); err == nil ||
		!strings.Contains(err.Error(), "languages.yaml:") {
		t.Errorf("the server starts without languages: %v", err)
	}
}

func TestFolder_MovedAwayAndBack(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "cms")
	if err := os.CopyFS(dir, os.DirFS("../testcontent/cms")); err != nil {
		t.Fatal(err)
	}
	changes := make(chan []content.Ref, 10)
	server, log := start(t, dir, func(refs []content.Ref) { changes <- refs })
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	log.Await(t, "msg=content_folder_unreadable")
	query := `{ pages(where: { id: "main-about" }) { title } }`
	if got := postQuery(t, server.URL, query); !strings.Contains(got, "About us") {
		t.Errorf("while the folder is removed: %s", got)
	}
	if err := os.Rename(dir+".away", dir); err != nil {
		t.Fatal(err)
	}
	replaceIn(t, filepath.Join(dir, "sites/main/pages/about/en.md"), "About us", "About the firm")
	select {
	case <-changes:
	case <-time.After(30 * time.Second):
		t.Fatal("the folder is not watched after it was restored")
	}
	if got := postQuery(t, server.URL, query); !strings.Contains(got, "About the firm") {
		t.Errorf("after the folder was restored: %s", got)
	}
}
