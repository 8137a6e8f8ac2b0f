package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"strand/test/polltest"
)

// TestSearch: the results of the graph's search.
//
// Rules: SRCH-4.
func TestSearch(t *testing.T) {
	s := sampleSite(t)
	s.awaitSearch(t, "", "en", "de")
	s.awaitSearch(t, "cirris", "en")
	for _, test := range []struct{ name, query, path, want string }{
		{"products", `{ search(query: "crimping", first: 3) { edges { node { type title url } } } }`,
			"data.search.edges.0.node", `{"type": "PRODUCT", "title": "Crimping", "url": "/en/products/crimping"}`},
		{"pages", `{ search(query: "crimping", first: 3) { edges { node { type title url } } } }`,
			"data.search.edges.1.node", `{"type": "PAGE", "title": "Crimping", "url": "/en/solutions/crimping"}`},
		{"stories", `{ search(query: "crimping", first: 3) { edges { node { type } } } }`,
			"data.search.edges.2.node", `{"type": "STORY"}`},
		{"a filter", `{ search(query: "alpha", types: [MEDIA_RELEASE]) { types { value } edges { node { type } } } }`,
			"data.search.edges.0.node", `{"type": "MEDIA_RELEASE"}`},
		{"locations", `{ search(query: "Nagoya", types: [LOCATION]) { edges { node { url } } } }`,
			"data.search.edges", `[{"node": {"url": "/en/contacts#location-nagoya"}}]`},
		{"documents", `{ search(query: "data sheet Alpha 530", types: [DOCUMENT], first: 1) {
			edges { node { url } } } }`,
			"data.search.edges", `[{"node": {"url": "/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530/data-sheet.pdf"}}]`},
		{"a locale", `{ search(query: "Crimphöhe", locale: "de-CH", first: 1) { edges { node { url } } } }`,
			"data.search.edges", `[{"node": {"url": "/de-ch/solutions/crimping"}}]`},
		{"a part of a compound word", `{ search(query: "kabelbaum", locale: "de", types: [STORY], first: 1) {
			edges { node { title } } } }`, "data.search.edges", `[{"node": {"title": "Der Kabelbaum, der fliegt"}}]`},
		{"another site", `{ search(query: "about", site: "cirris", first: 1) { edges { node { url } } } }`,
			"data.search.edges", `[{"node": {"url": "/en/cirris/about"}}]`},
		{"corrected", `{ search(query: "crimpnig", first: 1) { isCorrected edges { node { title } } } }`,
			"data.search", `{"isCorrected": true, "edges": [{"node": {"title": "Crimping"}}]}`},
		{"the next ones", `{ search(query: "wire", first: 2) { pageInfo { hasNextPage } } }`,
			"data.search.pageInfo", `{"hasNextPage": true}`},
		{"suggestions", `{ suggest(query: "alpha 53") { title titleParts { text isMatch } } }`,
			"data.suggest.0", `{"title": "Alpha 530", "titleParts": [{"text": "Alpha", "isMatch": true},
				{"text": " ", "isMatch": false}, {"text": "530", "isMatch": true}]}`},
		{"nothing", `{ search(query: "zzzzzzzzzz") { totalCount isCorrected types { value } edges { cursor } } }`,
			"data.search", `{"totalCount": 0, "isCorrected": false, "types": [], "edges": []}`},
		{"an empty query", `{ search(query: "  ") { totalCount } suggest(query: "") { id } }`,
			"data", `{"search": {"totalCount": 0}, "suggest": []}`},
		{"an unknown site", `{ search(query: "x", site: "nowhere") { totalCount } }`,
			"errors.0.extensions.code", `"BAD_USER_INPUT"`},
		{"an unknown locale", `{ suggest(query: "x", locale: "xx") { id } }`,
			"errors.0.extensions.code", `"BAD_USER_INPUT"`},
		{"too many", `{ search(query: "x", first: 1000) { totalCount } }`,
			"errors.0.extensions.code", `"BAD_USER_INPUT"`},
		{"a page of results", `{ resolve(url: "http://localhost/en/search?q=crimping&type=STORY") {
			... on PageResolution { screen search { query isFiltered resetUrl results { type } } } } }`,
			"data.resolve", `{"screen": "SEARCH", "search": {"query": "crimping", "isFiltered": true,
				"resetUrl": "/en/search?q=crimping", "results": [{"type": "STORY"}, {"type": "STORY"},
				{"type": "STORY"}, {"type": "STORY"}, {"type": "STORY"}]}}`},
		{"below the search", `{ resolve(url: "http://localhost/en/search/x") { ... on NotFoundResolution { message } } }`,
			"data.resolve", `{"message": "Page not found: /en/search/x"}`},
	} {
		t.Run(test.name, func(t *testing.T) { checkAt(t, s.query(t, test.query), test.path, test.want) })
	}
}

// TestSearch_NaturalWords: words that visitors type lead to the page about them, with the sample content.
//
// Rules: SRCH-18.
func TestSearch_NaturalWords(t *testing.T) {
	t.Parallel()
	s := sampleSite(t)
	s.awaitSearch(t, "", "en", "de", "fr", "ja")
	// want is the URL of the first result, or of any of the first ten; empty for any result.
	for _, test := range []struct {
		locale, text, want string
		isAnywhere         bool
	}{
		{"en", "alpha530", "/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530", false},
		{"en", "alpha 53", "/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530", false},
		{"en", "alpha 5", "/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530", true},
		{"en", "jobs", "/en/careers", false},
		{"en", "quote", "/en/request", false},
		{"en", "price", "/en/request", false},
		{"en", "0.5 mm2 crimping", "/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530", true},
		{"en", "phone", "/en/contact", false},
		{"en", "address", "/en/contacts", true},
		{"en", "headquarters", "/en/contacts", true},
		{"en", "opening hours", "/en/contacts", true},
		{"en", "ceo", "/en/group", true},
		{"en", "privacy", "/en/privacy", false},
		{"en", "newsletter", "/en/media", true},
		{"en", "login", "/en/contact/service-request", false},
		{"en", "tickets", "/en/contact/service-request", false},
		{"en", "datasheet", "", true},
		{"en", "brochure", "", true},
		{"de", "jobs", "/de/careers", false},
		{"de", "stellen", "/de/careers", false},
		{"de", "stellenangebote", "/de/careers", false},
		{"de", "telefon", "/de/contact", false},
		{"de", "offerte", "/de/request", false},
		{"de", "Angebot", "/de/request", false},
		{"de", "Crimpautomat", "/de/products/crimping/fully-automatic-crimping", true},
		{"de", "Crimpautomat 0,5 mm²", "/de/products/crimping/fully-automatic-crimping/double-sided/alpha-530", true},
		{"de", "adresse", "/de/contacts", true},
		{"de", "öffnungszeiten", "/de/contacts", true},
		{"de", "impressum", "/de/imprint", false},
		{"de", "datenschutz", "/de/privacy", false},
		{"de", "anleitung", "", true},
		{"de", "handbuch", "", true},
		{"de", "katalog", "", true},
		{"de", "broschüre", "", true},
		{"fr", "adresse", "/fr/contacts", true},
		{"ja", "５３０", "/ja/products/crimping/fully-automatic-crimping/double-sided/alpha-530", false},
		{"ja", "Ａｌｐｈａ　５３０", "/ja/products/crimping/fully-automatic-crimping/double-sided/alpha-530", false},
		{"ja", "電話", "/ja/contact", false},
		{"ja", "見積もり", "/ja/request", false},
		{"ja", "価格", "/ja/request", false},
		{"ja", "圧着機", "/ja/products/crimping/fully-automatic-crimping", true},
		{"ja", "レーザー", "/ja/products/marking/laser-marking", true},
	} {
		var body string
		// Until an index is complete, a search says so.
		polltest.Until(t, "the index in "+test.locale+" is complete", func() bool {
			body = s.query(t, fmt.Sprintf(
				`{ search(query: %q, locale: %q, first: 10) { isCorrected edges { node { url title } } } }`,
				test.text,
				test.locale,
			))
			return !strings.Contains(body, "UPSTREAM_UNAVAILABLE")
		})
		var got struct {
			Data struct {
				Search struct {
					IsCorrected bool
					Edges       []struct{ Node struct{ URL, Title string } }
				}
			}
		}
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Fatal(err)
		}
		at := -1
		for i, edge := range got.Data.Search.Edges {
			if test.want == "" || edge.Node.URL == test.want {
				at = i
				break
			}
		}
		if at < 0 || at > 0 && !test.isAnywhere || got.Data.Search.IsCorrected {
			t.Errorf("%s %q: %s", test.locale, test.text, body)
		}
	}
}

// TestSearch_ExcludesProtectedPages: gated pages and pages that editors hide from the search are never found.
//
// Rules: SRCH-7.
func TestSearch_ExcludesProtectedPages(t *testing.T) {
	s := sampleSite(t)
	s.awaitSearch(t, "", "en")
	s.awaitSearch(t, "brand-portal", "en")
	for _, text := range []string{
		"internal", "intern 2025", "programme", "productronica internal", "page not found", "protected", "download",
		"preview",
	} {
		for _, site := range []string{"main", "brand-portal"} {
			status, body := s.searchProxy(
				t,
				"search",
				map[string]any{"localeCode": "en", "siteSlug": strings.TrimPrefix(site, "main"), "query": text},
			)
			if status != http.StatusOK {
				t.Fatal(status, body)
			}
			for _, closed := range []string{
				"/productronica/internal", "/events/internal-2025", "-brand-portal-protected", "/error",
			} {
				if strings.Contains(body, closed) {
					t.Errorf("%s finds %s on %s", text, closed, site)
				}
			}
		}
	}
}

// awaitSearch waits until all documents of a site can be found in a language: the first search starts to build its
// index, of which a slow machine has a part at first.
func (s *strand) awaitSearch(t *testing.T, siteSlug string, locales ...string) {
	t.Helper()
	const query = `query($site: String, $locale: LocaleCode) { search(query: "x", site: $site, locale: $locale) {
		totalCount } }`
	for _, locale := range locales {
		variables := map[string]any{"locale": locale}
		if siteSlug != "" {
			variables["site"] = siteSlug
		}
		polltest.Until(t, siteSlug+" can be searched in "+locale, func() bool {
			_, found := post[any](t, s, query, variables)
			return len(found.Errors) == 0
		})
	}
}

// searchProxy sends a request to the search proxy.
func (s *strand) searchProxy(t *testing.T, what string, body any) (int, string) {
	t.Helper()
	text, ok := body.(string)
	if !ok {
		encoded, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		text = string(encoded)
	}
	response, err := s.client.Post(s.URL+"/api/search-proxy/"+what, "application/json", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(bytes.TrimSpace(answer))
}

// TestSearchProxy: requests and responses of the search proxy (CALL-16).
//
// Rules: CALL-16.
func TestSearchProxy(t *testing.T) {
	s := sampleSite(t)
	s.awaitSearch(t, "", "en", "de")
	s.awaitSearch(t, "cirris", "en")
	body := func(query string) map[string]any {
		return map[string]any{"localeCode": "en", "siteSlug": "", "query": query, "page": 1}
	}
	status, first := s.searchProxy(t, "search", body("wire"))
	if status != http.StatusOK || !strings.Contains(textAt(t, first, "records.0.title")+
		textAt(t, first, "records.0.description"), "<em>") {
		t.Error(status, first)
	}
	second := body("wire")
	second["page"] = 2
	if _, got := s.searchProxy(t, "search", second); got == first {
		t.Error("the second page is the first page")
	} else {
		textAt(t, got, "records.0.title")
	}
	if status, got := s.searchProxy(t, "suggest", map[string]any{"query": "alp"}); status != http.StatusOK ||
		!strings.HasPrefix(textAt(t, got, "records.0.title"), "<em>Alpha</em> ") {
		t.Error(status, got)
	}
	for name, test := range map[string]struct {
		body   any
		status int
	}{
		"10,000 characters":  {body(strings.Repeat("crimp", 2000)), http.StatusOK},
		"control characters": {body("\x00\x01crimp\x1b[0m"), http.StatusOK},
		"query syntax":       {body(`+title:"a" AND (b OR * ~2`), http.StatusOK},
		"no query":           {map[string]any{}, http.StatusOK},
		"far down":           {map[string]any{"query": "wire", "page": 1 << 40}, http.StatusOK},
		"before the first":   {map[string]any{"query": "wire", "page": -5}, http.StatusOK},
		"not JSON":           {"query=wire", http.StatusBadRequest},
		"another type":       {`{"query": 5}`, http.StatusBadRequest},
		"no such site":       {map[string]any{"query": "wire", "siteSlug": "nowhere"}, http.StatusBadRequest},
		"no such locale":     {map[string]any{"query": "wire", "localeCode": "tlh"}, http.StatusBadRequest},
		"much too large":     {`{"query": "` + strings.Repeat("x", 1<<20) + `"}`, http.StatusRequestEntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			for _, what := range []string{"search", "suggest"} {
				status, got := s.searchProxy(t, what, test.body)
				if status != test.status || !json.Valid([]byte(got)) ||
					status != http.StatusOK && valueAt(t, got, "error.code") != "BAD_USER_INPUT" {
					t.Errorf("%s: %d %.300s", what, status, got)
				}
			}
		})
	}
}

// TestSearch_ChangedContent: what is found of changed pages.
//
// Rules: CALL-16, SRCH-6, SRCH-7, SRCH-11.
func TestSearch_ChangedContent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(sampleContent)); err != nil {
		t.Fatal(err)
	}
	change := func(page string, changed func(text string) string) {
		t.Helper()
		file := filepath.Join(dir, "cms/sites/main/pages", page, "en.md")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(changed(string(text))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for page, isHidden := range map[string]bool{
		"history": false, "newsletter-thanks": true, "productronica-internal": false, "internal-2025": false,
		"internal-2025-programme": false,
	} {
		change(page, func(text string) string {
			if !isHidden { // the gate is enough
				text = strings.ReplaceAll(text, "hideFromSearch: true\n", "")
			}
			return text + "\n\n## Quokkatronic\n\nThe quokkatronic years.\n"
		})
	}
	change("careers", func(string) string { return "---\ntitle: Wombats | Strand Group\n---\n\nText.\n" })
	s := startWith(t, sampleContent, "STRAND_CONTENT_DIR="+dir, "STRAND_CMS_URL=", "STRAND_PIM_URL=",
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0")
	s.awaitSearch(t, "", "en")
	found := func(words string) string {
		return s.query(t, fmt.Sprintf(`{ search(query: %q) { edges { node { url } } } }`, words))
	}
	// A word that is on an open page, a hidden one, one behind its own gate and one below a gate.
	checkAt(t, found("quokkatronic"), "data.search.edges", `[{"node": {"url": "/en/about/history"}}]`)
	// A title that ends with the brand is indexed without it.
	for what, words := range map[string]string{"search": "wombats", "suggest": "womb"} {
		_, text := s.searchProxy(t, what, map[string]any{"query": words})
		checkAt(t, text, "records.0.title", `"<em>Wombats</em>"`)
	}
	// A changed document is found by its new text, and no longer by its old text.
	const old, changed = "quokkatronic", "numbatronic"
	change("history", strings.NewReplacer(old, changed, "Quokkatronic", "Numbatronic").Replace)
	polltest.Until(t, "the new text is found", func() bool { return strings.Contains(found(changed), "history") })
	checkAt(t, found(old), "data.search.edges", `[]`)
}
