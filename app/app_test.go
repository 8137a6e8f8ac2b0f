package app_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/html"

	"strand/app"
	"strand/demo"
	"strand/demo/cms"
	"strand/demo/pim"
	"strand/test/servertest"
)

const testContent = "../demo/testcontent"

// screenOperation replaces the operations of the built client.
const screenOperation = `query ContentScreen($url: String!) { resolve(url: $url) { __typename
	... on PageResolution { site { name homeUrl theme enableCutFont } locale { code } breadcrumb { title url }
	page { title theme modules { __typename ... on HeroModule { links { text kind url } } ... on
	RichTextModule { html } } } }
	... on RedirectResolution { status location hashLocations { hash location } }
	... on NotFoundResolution { message hashLocations { hash location }
	site { name homeUrl theme enableCutFont } locale { code } } } }`

// canonicalOperation reads a URL that contains the host.
const canonicalOperation = `query Canonical { page(id: "main-about", locale: "en") { canonicalUrl } }`

// siteOperation replaces the client's operation for the data that all pages of a site share.
const siteOperation = `query Site($url: String!) { siteAt(url: $url) { name homeUrl theme enableCutFont } }`

// strand is a complete server whose upstream calls are counted.
type strand struct {
	*httptest.Server
	cmsCalls, pimCalls atomic.Int32
	// cmsFault and pimFault respond instead of the system; nil leaves the response to the system.
	cmsFault, pimFault atomic.Pointer[http.HandlerFunc]
	// cmsHandler and pimHandler are the handlers of the systems.
	cmsHandler, pimHandler http.Handler
	// settings are those of the server, without its data folder if it has one of its own; data is the data folder.
	settings []string
	data     string
	client   *http.Client
	app      *app.App
	// editor is the login of all tests of a shared server; nil for a server of one test.
	editor *editorLogin
	// log receives the events of the server; nil discards them.
	log *slog.Logger
}

// stop stops the server before its test ends.
func (s *strand) stop(t *testing.T) {
	t.Helper()
	s.Close()
	if err := s.app.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

// freeAddrs are settings with which a server does not need the default ports of its sample systems, because
// another server may use them.
var freeAddrs = []string{
	"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
	"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
}

// remote returns a server that runs elsewhere.
func remote(url string) *strand {
	return &strand{
		Server: &httptest.Server{URL: url},
		client: &http.Client{
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// start starts Strand with the sample systems behind HTTP, so that calls can be counted and can fail.
func start(t *testing.T) *strand {
	t.Helper()
	return startWith(t, testContent, screenOperation)
}

// startWith starts Strand with a content folder, the operations of its screens, and settings (STRAND_…=…).
func startWith(t testing.TB, contentDir string, more ...string) *strand {
	t.Helper()
	s := prepare(t, contentDir, more...)
	s.serve(t)
	return s
}

// prepare starts the sample systems of a server, and returns the server, which does not run yet.
func prepare(t testing.TB, contentDir string, more ...string) *strand {
	t.Helper()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	s := &strand{
		client: &http.Client{
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	cmsServer, err := cms.New(cms.Options{Dir: contentDir + "/cms", Token: "t", Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmsServer.Close() })
	s.cmsHandler = cmsServer.Handler()
	cmsHTTP := httptest.NewServer(countingHandler(cmsServer.Handler(), &s.cmsCalls, &s.cmsFault))
	t.Cleanup(cmsHTTP.Close)
	pimServer, err := pim.New(
		pim.Options{Dir: contentDir + "/pim", AssetBaseURL: cmsHTTP.URL + "/assets/", Logger: log},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pimServer.Close() })
	s.pimHandler = pimServer.Handler()
	pimHTTP := httptest.NewServer(countingHandler(pimServer.Handler(), &s.pimCalls, &s.pimFault))
	t.Cleanup(pimHTTP.Close)

	dir := t.TempDir()
	persisted := map[string]string{}
	var operations, settings []string
	for _, text := range more {
		if strings.HasPrefix(text, "STRAND_") {
			settings = append(settings, text)
		} else {
			operations = append(operations, text)
		}
	}
	if !slices.ContainsFunc(operations, func(o string) bool { return strings.Contains(o, "query Site(") }) {
		operations = append(operations, siteOperation) // every document needs it
	}
	for i, operation := range operations {
		persisted["sha256:screen"+strings.Repeat("+", i)] = operation
	}
	manifest, err := json.Marshal(persisted)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "persisted-documents.json"), manifest, 0o600); err != nil {
		t.Fatal(err)
	}
	servertest.WriteClient(t, dir)
	linkScripts(t, dir)
	s.settings = slices.Concat(freeAddrs, []string{
		"STRAND_CMS_URL=" + cmsHTTP.URL, "STRAND_CMS_TOKEN=t", "STRAND_PIM_URL=" + pimHTTP.URL,
		"STRAND_DATA_TIMEOUT=20s", "STRAND_CLIENT_DIR=" + dir, "STRAND_RENDERERS=0",
	}, settings)
	return s
}

// serve starts a server with the settings and a data folder of its own.
func (s *strand) serve(t testing.TB) {
	t.Helper()
	wholeServers.Add(1)
	if s.data = setting(s, "STRAND_DATA_DIR"); s.data == "" {
		s.data = filepath.Join(t.TempDir(), "data")
	}
	// Tests search again until what they wait for is found.
	settings := append([]string{"STRAND_DATA_DIR=" + s.data, "STRAND_SEARCH_LIMIT=1000000"}, s.settings...)
	c, own, err := demo.Load("", settings)
	if err != nil {
		t.Fatal(err)
	}
	log := s.log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	a, err := demo.New(c, own, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close(context.Background()) })
	s.app = a
	s.Server = httptest.NewServer(a.Handler)
	t.Cleanup(s.Close)
}

// another starts a further server of the same website, with the same CMS and PIM, whose calls s counts.
func (s *strand) another(t *testing.T) *strand {
	t.Helper()
	other := &strand{client: s.client, settings: s.settings}
	other.serve(t)
	return other
}

// linkScripts adds the built scripts that transform pictures and make data sheets to a client's folder.
func linkScripts(t testing.TB, client string) {
	t.Helper()
	folder := filepath.Join(client, "server")
	if err := os.MkdirAll(folder, 0o750); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pictures.js", "threads.js", "datasheet.js"} {
		script, err := filepath.Abs(filepath.Join("../client/dist/server", name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(script); err != nil {
			t.Fatalf("the client is not built, run make client: %v", err)
		}
		if err := os.Symlink(script, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func countingHandler(h http.Handler, calls *atomic.Int32, fault *atomic.Pointer[http.HandlerFunc]) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			calls.Add(1)
			if f := fault.Load(); f != nil {
				(*f)(w, r)
				return
			}
		}
		h.ServeHTTP(w, r)
	})
}

// get requests a path of a host and returns the response with its body.
func (s *strand) get(t *testing.T, host, path string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return s.do(t, r)
}

func (s *strand) do(t *testing.T, r *http.Request) (*http.Response, string) {
	t.Helper()
	answer, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, withoutCost(string(body))
}

// toldCost matches the cost extension of a response, which tests other than TestCostOfAnswers ignore.
var toldCost = regexp.MustCompile(`"cost":\{"estimated":\d+,"limit":\d+\},?`)

func withoutCost(answer string) string {
	return strings.ReplaceAll(toldCost.ReplaceAllString(answer, ""), `,"extensions":{}`, "")
}

// TestResolve_URLs: statuses and redirects of documents (URL-3, URL-4, URL-11, URL-24 to URL-31).
//
// Rules: PAGE-18, URL-3, URL-4, URL-11, URL-24, URL-26, URL-27, URL-28, URL-29, URL-30, URL-31.
func TestResolve_URLs(t *testing.T) {
	s := testSite(t)
	for _, test := range []struct {
		name, host, path, language string
		status                     int
		location, contains         string
	}{
		{"a page", "localhost:8080", "/en/company/about", "", 200, "", "<title>About us</title>"},
		{"the page of a country", "localhost:8080", "/de-ch", "", 200, "", "Willkommen in der Schweiz"},
		{"a site by its domain", "wire.localhost:8080", "/en", "", 200, "", `data-theme="Komax"`},
		{"a site by its slug", "localhost:8080", "/en/cabinet/about", "", 200, "", "cabinet about"},
		{"an unknown host", "unknown.example", "/en", "", 200, "", "Welcome"},
		{"a missing locale", "localhost:8080", "/company/about?a=b", "de-CH", 302, "/de-ch/company/about?a=b", ""},
		{"a trailing slash", "localhost:8080", "/en/company/", "", 301, "/en/company", ""},
		{
			"a direct lookup", "localhost:8080", "/en?pageId=wire-about", "", 302,
			"http://wire.localhost:8080/en/about", "",
		},
		{"a system redirect", "localhost:8080", "/en/old", "", 301, "/en/company/about", ""},
		{"the longest match", "localhost:8080", "/en/old?id=1", "", 301, "/en/about?from=old", ""},
		{
			"a redirect to a product", "localhost:8080", "/en/machine", "", 301,
			"/en/products/crimping/fully-automatic/alpha-530", "",
		},
		{"a redirect to another host", "localhost:8080", "/en/away", "", 301, "https://example.com/away", ""},
		{"a redirect to itself", "localhost:8080", "/en/loop", "", 404, "", "Page not found: /en/loop"},
		{"nothing", "localhost:8080", "/en/nothing", "", 404, "", "Page not found: /en/nothing"},
		{
			"a page of the main site only, on another site", "wire.localhost", "/en/only-main", "", 404, "",
			"Page Not Found: /en/only-main",
		},
		{"never published", "localhost:8080", "/en/fresh", "", 404, "", ""},
		{"malformed", "localhost:8080", "/en/%00", "", 400, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer, body := s.get(t, test.host, test.path, "Accept-Language", test.language)
			if answer.StatusCode != test.status || answer.Header.Get("Location") != test.location {
				t.Errorf(
					"got %d %q, want %d %q",
					answer.StatusCode,
					answer.Header.Get("Location"),
					test.status,
					test.location,
				)
			}
			if !strings.Contains(body, test.contains) {
				t.Errorf("%q is missing in:\n%s", test.contains, body)
			}
		})
	}
}

// Rules: URL-32.
func TestDocumentHeaders(t *testing.T) {
	s := testSite(t)
	first, body := s.get(t, "", "/en")
	policy := first.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "; script-src 'self'; style-src 'self'; ") {
		t.Errorf("pages may run scripts from %q", policy)
	}
	document, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for n := range document.Descendants() {
		isScript := n.Type == html.ElementNode && n.Data == "script"
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || strings.Contains(strings.ToLower(a.Val), "javascript:") {
				t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
			// Data is no script, and scripts are files of the server.
			if isScript && (a.Key == "src" && strings.HasPrefix(a.Val, "/assets/") ||
				a.Key == "type" && strings.Contains(a.Val, "json")) {
				isScript = false
			}
		}
		if isScript {
			t.Errorf("a script in the document: %+v", n)
		}
	}
	again, _ := s.get(t, "", "/en", "If-None-Match", first.Header.Get("Etag"))
	if again.StatusCode != http.StatusNotModified || again.Header.Get("Content-Security-Policy") != policy {
		t.Errorf(
			"got %d with policy %q, want 304 with %q",
			again.StatusCode,
			again.Header.Get("Content-Security-Policy"),
			policy,
		)
	}
	r, _ := http.NewRequest(http.MethodPost, s.URL+"/en", nil)
	if answer, _ := s.do(t, r); answer.StatusCode != http.StatusMethodNotAllowed ||
		answer.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST to a page: %d, Allow %q", answer.StatusCode, answer.Header.Get("Allow"))
	}
}

func TestGraphQLOverHTTP(t *testing.T) {
	s := testSite(t)
	persisted := "/graphql?documentId=sha256:screen&variables=" + url.QueryEscape(`{"url":"http://localhost/en"}`)
	for _, test := range []struct {
		name, method, path, body, contentType, accept string
		status                                        int
		contains                                      string
	}{
		{
			"a query by GET", "GET", "/graphql?query=" + url.QueryEscape("{ __typename }"), "", "", "", 200,
			`{"data":{"__typename":"Query"}}`,
		},
		{"a persisted query", "GET", persisted, "", "", "application/graphql-response+json", 200, "Welcome"},
		{
			"an unknown persisted query", "GET", "/graphql?documentId=x", "", "", "application/graphql-response+json",
			400, "PersistedQueryNotFound",
		},
		{"no query", "POST", "/graphql", "{}", "application/json", "", 400, "BAD_USER_INPUT"},
		{"no JSON", "POST", "/graphql", "{", "application/json", "", 400, "BAD_USER_INPUT"},
		{"another content type", "POST", "/graphql", "{}", "text/plain", "", 415, "application/json"},
		{
			"a body that is too large", "POST", "/graphql", `{"query":"` + strings.Repeat(" ", 2<<20) + `"}`,
			"application/json", "", 413, "larger",
		},
		{"another method", "PUT", "/graphql", "", "", "", 405, ""},
		{
			"an unknown field", "POST", "/graphql", `{"query":"{ nothing }"}`, "application/json",
			"application/graphql-response+json", 400, "GRAPHQL_VALIDATION_FAILED",
		},
		{
			"drafts without being an editor", "POST", "/graphql",
			`{"query":"{ page(id: \"main-about\", stage: DRAFT) { title } }"}`, "application/json", "", 200,
			"UNAUTHENTICATED",
		},
		{
			"a locale that the site lacks", "POST", "/graphql",
			`{"query":"{ page(id: \"main-about\", locale: \"fr-US\") { title } }"}`, "application/json", "", 200,
			"BAD_USER_INPUT",
		},
		{
			"an invalid URL", "POST", "/graphql", `{"query":"{ resolve(url: \"nonsense\") { __typename } }"}`,
			"application/json", "", 200, "BAD_USER_INPUT",
		},
		{
			"an unknown product", "POST", "/graphql", `{"query":"{ product(slug: \"nope\") { name } }"}`,
			"application/json", "", 200, `No product found for slug: 'nope'`,
		},
		{
			"an unacceptable type", "POST", "/graphql", `{"query":"{ __typename }"}`, "application/json", "text/html",
			406, "",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := http.NewRequest(test.method, s.URL+test.path, strings.NewReader(test.body))
			if err != nil {
				t.Fatal(err)
			}
			for name, value := range map[string]string{"Content-Type": test.contentType, "Accept": test.accept} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
			if answer, body := s.do(t, r); answer.StatusCode != test.status || !strings.Contains(body, test.contains) {
				t.Errorf("got %d %.300s, want %d with %q", answer.StatusCode, body, test.status, test.contains)
			}
		})
	}
}

// TestSharedAnswers: a cached answer has the links of the request's own host.
//
// Rules: CACHE-12.
func TestSharedAnswers(t *testing.T) {
	s := testSite(t)
	for _, host := range []string{"localhost:6666", "localhost", "localhost:6666"} {
		_, body := s.get(t, host, "/graphql?documentId=screen%2B")
		checkAt(t, body, "data.page.canonicalUrl", `"http://`+host+`/en/company/about"`)
	}
}

// Rules: CONST-32.
func TestPictures(t *testing.T) {
	s := testSite(t)
	for path, want := range map[string]int{
		"/images/inline/390/dot.webp": 200, "/images/inline/390/dot.png": 200, "/images/inline/391/dot.webp": 404,
		"/images/none/390/dot.webp":  404,
		"/images/inline/390/dot.svg": 404, "/images/inline/390/none.webp": 404, "/images/original/dot": 200,
		"/images/original/none": 404,
	} {
		if answer, body := s.get(t, "", path); answer.StatusCode != want {
			t.Errorf("%s: %d %s, want %d", path, answer.StatusCode, body, want)
		}
	}
}

// TestPayload: the data of a page (CALL-22).
//
// Rules: CALL-22.
func TestPayload(t *testing.T) {
	s := testSite(t)
	answer, body := s.get(t, "localhost:8080", "/en/company/about/_payload.json")
	if answer.StatusCode != http.StatusOK {
		t.Errorf("got %d %s", answer.StatusCode, body)
	}
	checkAt(t, body, "screen", `"ContentScreen"`)
	checkAt(t, body, "data.resolve.page.title", `"About us"`)
	_, body = s.get(t, "localhost:8080", "/en/_payload.json")
	checkAt(t, body, "data.resolve.page.title", `"Welcome"`)
}

// TestSitemap: the entries of a sitemap (URL-38).
//
// Rules: URL-38.
func TestSitemap(t *testing.T) {
	s := testSite(t)
	listed := map[string][]string{}
	for _, e := range s.sitemapOf(t, "localhost:8080") {
		listed[strings.TrimPrefix(e.Location, "http://localhost:8080")] = e.alternates()
	}
	for path, alternate := range map[string]string{
		"/en": "de http://localhost:8080/de", "/en/company/about": "ja http://localhost:8080/ja/company/about",
		"/ja/company/about": "en http://localhost:8080/en/company/about",
		"/en/cabinet/about": "en http://localhost:8080/en/cabinet/about",
	} {
		if !slices.Contains(listed[path], alternate) {
			t.Errorf("%s has the alternates %q, want %s", path, listed[path], alternate)
		}
	}
	for path := range listed {
		for _, unwanted := range []string{"secret", "fresh", "wire.localhost", "/fr/company"} {
			if strings.Contains(path, unwanted) {
				t.Errorf("%s must not be in the sitemap", path)
			}
		}
	}
	if _, body := s.get(t, "wire.localhost", "/robots.txt"); !strings.Contains(
		body,
		"Sitemap: http://wire.localhost/sitemap.xml",
	) {
		t.Errorf("got %s", body)
	}
}

// TestSiteData: the data that all pages of a site share is served at its own URL, which contains a digest of its
// content.
func TestSiteData(t *testing.T) {
	s := testSite(t)
	var payload struct {
		SiteURL string
		Site    json.RawMessage
	}
	_, body := s.get(t, "localhost:8080", "/en/company/about/_payload.json")
	if err := json.Unmarshal([]byte(body), &payload); err != nil {
		t.Fatal(err)
	}
	if payload.Site != nil || payload.SiteURL == "" {
		t.Fatalf("the data of a page: %s", body)
	}
	answer, body := s.get(t, "localhost:8080", payload.SiteURL)
	checkAt(t, body, "siteAt.name", `"Test Group"`)
	if kept := answer.Header.Get("Cache-Control"); !strings.Contains(kept, "immutable") {
		t.Errorf("the requested version: %s", kept)
	}
	if answer, _ := s.get(t, "localhost:8080", "/en/_site.json?v=older"); answer.Header.Get(
		"Cache-Control",
	) != "no-store" {
		t.Errorf("another version: %v", answer.Header)
	}
	if answer, _ := s.get(t, "localhost:8080", "/zz-zz/_site.json"); answer.StatusCode == http.StatusOK {
		t.Errorf("an unknown site: %d", answer.StatusCode)
	}
}
