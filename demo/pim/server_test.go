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
	"sync"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"strand/demo/pim"
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

// syncBuffer is a buffer that a server can write to while a test reads it.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// Rules: CALL-6.
func TestServer_QueriesAndReload(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testcontent/pim")); err != nil {
		t.Fatal(err)
	}
	changed := make(chan struct{}, 10)
	log := &syncBuffer{}
	s, err := pim.New(
		pim.Options{
			Dir:          dir,
			AssetBaseURL: "http://cms/assets/",
			Logger:       slog.New(slog.NewTextHandler(log, nil)),
			OnChange:     func() { changed <- struct{}{} },
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)

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
	// A broken file is served in its last valid state; other files are reloaded.
	if err := os.WriteFile(
		file, []byte("classification: crimping\nproducts:\n  - { slug: beta, nmae: Gamma }\n"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "products", "other.yaml")
	if err := os.WriteFile(
		other, []byte("classification: crimping\nproducts:\n  - { slug: delta, name: Delta }\n"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	awaitChange(t, changed)
	if text := log.String(); !strings.Contains(text, "msg=catalogue_file_broken") ||
		!strings.Contains(text, "more.yaml") ||
		!strings.Contains(text, "line=3") ||
		!strings.Contains(text, "level=ERROR") {
		t.Errorf("the log does not contain the broken file with its line: %s", text)
	}
	for slug, name := range map[string]string{"beta": "Beta", "delta": "Delta"} {
		if got := postQuery(t, server.URL, `{ product(language: "en", slug: "`+slug+`") { name } }`); !strings.Contains(
			got,
			`"`+name+`"`,
		) {
			t.Errorf("%s: %s", slug, got)
		}
	}
	if got := postQuery(t, server.URL, `{ product(language: "en", slug: "alpha-530") { name } }`); !strings.Contains(
		got,
		"Alpha 530",
	) {
		t.Errorf("the other products are missing: %s", got)
	}
}

func TestFolder_MovedAwayAndBack(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "pim")
	if err := os.CopyFS(dir, os.DirFS("../testcontent/pim")); err != nil {
		t.Fatal(err)
	}
	changed := make(chan struct{}, 10)
	log := &syncBuffer{}
	s, err := pim.New(
		pim.Options{
			Dir:      dir,
			Logger:   slog.New(slog.NewTextHandler(log, nil)),
			OnChange: func() { changed <- struct{}{} },
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(
		log.String(), "msg=catalogue_unreadable",
	); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the removal of the folder was not reported")
		}
	}
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
