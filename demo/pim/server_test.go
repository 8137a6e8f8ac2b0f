package pim_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"strand/demo/pim"
	"strand/test/logtest"
)

func postQuery(t *testing.T, url, query string) string {
	t.Helper()
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// awaitChange waits for a change.
func awaitChange(t *testing.T, changed <-chan struct{}) {
	t.Helper()
	select {
	case <-changed:
	case <-time.After(30 * time.Second):
		t.Fatal("the change was not reported")
	}
}

// serveCopy serves a copy of the test content, which a test changes.
func serveCopy(t *testing.T) (server *httptest.Server, dir string, changed <-chan struct{}, log *logtest.Log) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "pim")
	if err := os.CopyFS(dir, os.DirFS("../testcontent/pim")); err != nil {
		t.Fatal(err)
	}
	changes := make(chan struct{}, 10)
	log = new(logtest.Log)
	s, err := pim.New(pim.Options{
		Dir: dir, AssetBaseURL: "http://cms/assets/", Logger: slog.New(slog.NewTextHandler(log, nil)),
		OnChange: func() { changes <- struct{}{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	server = httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	return server, dir, changes, log
}

// Rules: CALL-6.
func TestServer_QueriesAndReload(t *testing.T) {
	server, dir, changed, log := serveCopy(t)
	for query, want := range map[string]string{
		`{ classifications(language: "de", type: product) { slug name parent_id language } }`:                                                   `[{"slug":"crimping","name":"Crimpen","parent_id":null,"language":"de"},{"slug":"fully-automatic","name":"Vollautomaten","parent_id":"c1","language":"de"}]`,
		`{ classifications(language: "ja", type: service) { name } }`:                                                                           `[{"name":"Care"}]`,
		`{ products(language: "de", slugs: "alpha-530, none") { slug short_description } }`:                                                     `[{"slug":"alpha-530","short_description":"Schneidet und crimpt."}]`,
		`{ product(language: "en", slug: "none") { slug } }`:                                                                                    `{"product":null}`,
		`{ classification_products(language: "en", type: product, classification_slugs: "fully-automatic") { total_count products { name } } }`: `{"total_count":1,"products":[{"name":"Alpha 530"}]}`,
	} {
		if got := postQuery(t, server.URL, query); !strings.Contains(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", query, got, want)
		}
	}

	file := filepath.Join(dir, "products", "more.yaml")
	if err := os.WriteFile(
		file,
		[]byte(
			"classification: crimping\nproducts:\n  - { slug: beta, name: Beta, video_url: {en: film, de: Film} }\n",
		),
		0o600,
	); err != nil {
		t.Fatal(err)
	}
	awaitChange(t, changed)
	// A text with the name of a field in the contract needs no field in the file format.
	want := `{"data":{"product":{"classification_slug":"crimping","video_url":"Film"}}}`
	if got := postQuery(
		t, server.URL, `{ product(language: "de", slug: "beta") { classification_slug video_url } }`,
	); got != want {
		t.Errorf("got %s after the change, want %s", got, want)
	}
	// While a file is broken, the last good state of all files is served, and the problem is logged once.
	if err := os.WriteFile(
		file, []byte("classification: crimping\nproducts:\n  - { slug: beta, nmae: Gamma }\n"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	isBroken := "level=ERROR msg=catalogue_file_broken file=" + file + " line=3"
	log.Await(t, isBroken)
	for name, text := range map[string]string{
		"other.yaml": "classification: crimping\nproducts:\n  - { slug: delta, name: Delta }\n",
		"zeta.yaml":  "classification: [crimping\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, "products", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	log.Await(t, "zeta.yaml line=")
	if n := strings.Count(log.String(), isBroken); n != 1 {
		t.Errorf("the broken file was logged %d times", n)
	}
	for slug, want := range map[string]string{
		"beta": `{"name":"Beta"}`, "delta": `null`, "alpha-530": `{"name":"Alpha 530"}`,
	} {
		if got := postQuery(t, server.URL, `{ product(language: "en", slug: "`+slug+`") { name } }`); !strings.Contains(
			got, `"product":`+want,
		) {
			t.Errorf("%s: %s, want %s", slug, got, want)
		}
	}

	// The next good state replaces all files.
	if err := os.Remove(filepath.Join(dir, "products", "zeta.yaml")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(
		file, []byte("classification: crimping\nproducts:\n  - { slug: beta, name: Gamma }\n"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	awaitChange(t, changed)
	for slug, want := range map[string]string{"beta": "Gamma", "delta": "Delta"} {
		if got := postQuery(t, server.URL, `{ product(language: "en", slug: "`+slug+`") { name } }`); !strings.Contains(
			got, `"`+want+`"`,
		) {
			t.Errorf("%s: %s, want %s", slug, got, want)
		}
	}
}

// The time of the last change is in the files: that of a product, else that of its file, never that of the file system.
//
// Rules: CAT-65.
func TestServer_UpdatedAt(t *testing.T) {
	server, dir, changed, _ := serveCopy(t)
	file := filepath.Join(dir, "products", "more.yaml")
	if err := os.WriteFile(file, []byte("classification: crimping\nupdated: 2026-05-12T09:30:00Z\nproducts:\n"+
		"  - { slug: beta, name: Beta }\n  - { slug: gamma, name: Gamma, updated: 2026-09-01T10:00:00+02:00 }\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	awaitChange(t, changed)
	for slug, want := range map[string]string{
		"alpha-530": `null`, "beta": `"2026-05-12T09:30:00Z"`, "gamma": `"2026-09-01T10:00:00+02:00"`,
	} {
		got := postQuery(t, server.URL, `{ product(language: "en", slug: "`+slug+`") { updated_at } }`)
		if got != `{"data":{"product":{"updated_at":`+want+`}}}` {
			t.Errorf("%s: %s", slug, got)
		}
	}
}

// Names are looked up in the terms of a language, texts by the id or slug of their record.
func TestServer_Translations(t *testing.T) {
	t.Parallel()
	server, dir, changed, log := serveCopy(t)
	write := func(file, content string) {
		t.Helper()
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	query := `{ products(language: "hu", slugs: "beta") {
		name short_description specifications { name value } highlights { name short_description } } }`
	for _, file := range [][2]string{
		{"products/more.yaml", `{ classification: crimping, products: [{ slug: beta, name: Beta, short: { en: Short },
			specifications: [{ name: Output, value: "5" }, { name: Mode, value: Bench }],
			highlights: [{ name: { en: Fast }, short: { en: One } }] }] }`},
		{"terms/hu.yaml", "Output: Kibocsátás\nBench: Asztali\n"},
		{"texts/hu.yaml", `products: { beta: { short: Rövid, highlights: [{ name: Gyors }] } }`},
	} {
		write(file[0], file[1])
		awaitChange(t, changed)
	}
	want := `[{"name":"Beta","short_description":"Rövid",` +
		`"specifications":[{"name":"Kibocsátás","value":"5"},{"name":"Mode","value":"Asztali"}],` +
		`"highlights":[{"name":"Gyors","short_description":"One"}]}]`
	if got := postQuery(t, server.URL, query); !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	// A text without a record is reported, since the product was renamed or has fewer entries.
	write("texts/hu.yaml", `products: { beta: { highlights: [{ name: A }, { name: B }] }, gamma: { short: C } }`)
	log.Await(t, "products/beta/highlights/2: the catalogue has no such text")
	log.Await(t, "products/gamma: the catalogue has no such text")
}

func TestFolder_MovedAwayAndBack(t *testing.T) {
	t.Parallel()
	server, dir, changed, log := serveCopy(t)
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	log.Await(t, "msg=catalogue_unreadable")
	if got := postQuery(t, server.URL, `{ product(language: "en", slug: "alpha-530") { name } }`); !strings.Contains(
		got,
		"Alpha 530",
	) {
		t.Errorf("while the folder is removed: %s", got)
	}
	if err := os.Rename(dir+".away", dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(
		filepath.Join(dir, "products", "more.yaml"),
		[]byte("classification: crimping\nproducts:\n  - { slug: beta, name: Beta }\n"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	awaitChange(t, changed)
	if got := postQuery(t, server.URL, `{ product(language: "en", slug: "beta") { name } }`); !strings.Contains(
		got,
		"Beta",
	) {
		t.Errorf("after the folder was restored: %s", got)
	}
}

// The sample catalogue has every measure that differs between the measurement systems in both.
func TestSampleContent_MeasurementSystems(t *testing.T) {
	files, err := filepath.Glob("../content/pim/products/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	type row struct {
		Value        any // a text, or texts by language
		Unit, System string
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var content struct {
			Products []struct {
				Slug           string
				Specifications []row
				Variants       []struct{ Specifications []row }
			}
		}
		if err := yaml.Unmarshal(data, &content); err != nil || len(content.Products) == 0 {
			t.Fatal(file, len(content.Products), err)
		}
		for _, p := range content.Products {
			rows := p.Specifications
			for _, v := range p.Variants {
				rows = append(rows, v.Specifications...)
			}
			for _, r := range rows {
				switch r.Unit {
				case "mm", "mm²", "cm", "m", "mm/s", "m/s", "g", "kg", "N", "kN", "°C", "bar", "l/min",
					"in", "ft", "lb", "psi", "°F":
					if r.System == "" {
						t.Errorf("%s: %s: %v %s is shown in both systems", filepath.Base(file), p.Slug, r.Value, r.Unit)
					}
				}
			}
		}
	}
}
