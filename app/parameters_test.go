package app_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// countingRenderer renders the number of the rendering, which is new in each one, and the URL.
const countingRenderer = `
let count = 0;
export const ready = () => "";
export default async (input) => {
  const { url } = JSON.parse(new TextDecoder().decode(input));
  const body = "<p>rendering " + ++count + " of " + url + "</p>";
  return new TextEncoder().encode(JSON.stringify({ head: "<title>x</title>", modules: [] }) + "\n" + body);
};
`

// startCounting starts the sample site with the client's operations and the countingRenderer.
func startCounting(t testing.TB, settings ...string) *strand {
	t.Helper()
	s := prepareCounting(t, settings...)
	s.serve(t)
	return s
}

// prepareCounting returns the server of startCounting, which does not run yet.
func prepareCounting(t testing.TB, settings ...string) *strand {
	t.Helper()
	client := t.TempDir()
	built, err := filepath.Abs("../client/dist")
	if err != nil {
		t.Fatal(err)
	}
	linkScripts(t, client)
	if err := os.CopyFS(filepath.Join(client, "browser"), os.DirFS(filepath.Join(built, "browser"))); err != nil {
		t.Fatal(err)
	}
	const operations = "persisted-documents.json"
	if err := os.Symlink(filepath.Join(built, operations), filepath.Join(client, operations)); err != nil {
		t.Fatal(err)
	}
	// The module is found as one of JavaScript modules by its folder.
	for name, text := range map[string]string{
		"package.json": `{"type":"module"}`, "server/render.js": countingRenderer,
	} {
		if err := os.WriteFile(filepath.Join(client, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	node, err := filepath.Abs("../node_modules/.bin/node")
	if err != nil {
		t.Fatal(err)
	}
	return prepare(t, "../demo/content", append([]string{
		"STRAND_CLIENT_DIR=" + client, "STRAND_NODE=" + node, "STRAND_RENDERERS=1", "STRAND_RENDER_TIMEOUT=20s",
	}, settings...)...)
}

// countingSite returns the shared server of the sample site with the countingRenderer.
func countingSite(t *testing.T) *strand {
	t.Helper()
	return shared(t, "counting", func(t testing.TB) *strand { return startCounting(t) })
}

// TestParameters_Unread: the parameters of advertisements and other ones that no screen reads lead to the same document
// and to the same data, which do not contain them.
//
// Rules: CACHE-13.
func TestParameters_Unread(t *testing.T) {
	s := countingSite(t)
	for _, path := range []string{
		"/en/about", "/en/products/crimping", "/en/stories", "/en/products?page=2&units=metric",
		"/de/media-releases?page=2",
	} {
		_, document := s.get(t, "localhost", path)
		page, query, hasQuery := strings.Cut(path, "?")
		_, data := s.get(t, "localhost", page+"/_payload.json?"+query)
		separator := "?"
		if hasQuery {
			separator = "&"
		}
		for n := range 200 {
			visit := fmt.Sprintf("gclid=visit-%d&utm_source=visit&fbclid=visit", n)
			response, got := s.get(t, "localhost", path+separator+visit)
			if response.StatusCode != http.StatusOK || got != document {
				t.Fatalf("%s with %s: another document", path, visit)
			}
			_, got = s.get(t, "localhost", page+"/_payload.json?"+visit+"&"+query)
			if got != data {
				t.Fatalf("%s with %s: other data", path, visit)
			}
		}
		if strings.Contains(document+data, "visit-") {
			t.Errorf("%s contains a parameter", path)
		}
	}
}

// TestParameters_Read: a parameter that a screen reads leads to a document of its own, and redirects keep all
// parameters.
//
// Rules: CACHE-13, URL-42.
func TestParameters_Read(t *testing.T) {
	s := countingSite(t)
	seen := map[string]string{}
	const product = "/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530"
	for _, path := range []string{
		"/en/products/crimping", "/en/products/crimping?page=2", "/en/products/crimping?brand=komax",
		"/en/products/crimping?sort=name", "/en/products/crimping?view=table", "/en/products/crimping?units=imperial",
		"/en/products/crimping?process=x", "/en/products/crimping?capability=x", "/en/products/crimping?min.width=1",
		"/en/products/crimping?max.width=1", "/en/products/crimping?fit.width=1", "/en/products/crimping?is.colour=1",
		"/en/products?compare=alpha-530", "/en/products?compare=alpha-530&compare-with=alpha-550",
		"/en/products?compare=alpha-530&compare-with=alpha-550&compare-at=0",
		product, product + "?variant=x",
		"/en/stories?topic=a", "/en/stories?category=a", "/en/stories?author=a", "/en/stories?year=2025",
		"/en/stories?videos=true", "/en/stories?page=2",
		"/en/media-releases?adhoc=true", "/en/media-releases?from=2025-01-01", "/en/media-releases?to=2025-01-01",
		"/en/request?product=alpha-530", "/en/request?model=a", "/en/request?units=metric", "/en/request?country=CH",
		"/en/request?what=demonstration",
		"/en/search?q=wire", "/en/search?q=wire&type=PAGE", "/en/search?q=wire&page=2",
		"/en/contacts?brand=a", "/en/contacts?type=a", "/en/contacts?country=CH",
		"/en/contacts?region=a", "/en/about?gate=wrong",
	} {
		response, document := s.get(t, "localhost", path)
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, response.StatusCode)
			continue
		}
		_, rendering, _ := strings.Cut(document, "<p>rendering ")
		rendering, url, _ := strings.Cut(rendering, " of ")
		if other := seen[rendering]; other != "" {
			t.Errorf("%s and %s have the same document", path, other)
		}
		seen[rendering] = path
		if !strings.HasPrefix(strings.ReplaceAll(url, "&amp;", "&"), "http://localhost"+path+"</p>") {
			t.Errorf("%s was rendered as %.100s", path, url)
		}
	}
	for path, want := range map[string]string{
		"/en/products/alpha-530?gclid=1&page=2":  product + "?gclid=1&page=2",
		"/en/About?gclid=1":                      "/en/about?gclid=1",
		"/en/about?gclid=1&pageId=main-careers":  "/en/careers",
		"/en/about?gclid=1&compare=alpha-530":    "/en/products?compare=alpha-530",
		"/en/products/Crimping?gclid=1&view=all": "/en/products/crimping?gclid=1&view=all",
	} {
		for range 2 {
			if response, _ := s.get(t, "localhost", path); response.Header.Get("Location") != want {
				t.Errorf("%s: %d to %s", path, response.StatusCode, response.Header.Get("Location"))
			}
		}
	}
}
