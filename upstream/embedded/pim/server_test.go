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

	"strand/upstream/embedded/pim"
)

func ask(t *testing.T, url, query string) string {
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

func TestQueriesAndReload(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testcontent/pim")); err != nil {
		t.Fatal(err)
	}
	changed := make(chan struct{}, 10)
	var log bytes.Buffer
	s, err := pim.New(pim.Options{Dir: dir, AssetBaseURL: "http://cms/assets/", Logger: slog.New(slog.NewTextHandler(&log, nil)), OnChange: func() { changed <- struct{}{} }})
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
		if got := ask(t, server.URL, query); !strings.Contains(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", query, got, want)
		}
	}

	file := filepath.Join(dir, "products", "more.yaml")
	if err := os.WriteFile(file, []byte("classification: crimping\nproducts:\n  - { slug: beta, name: Beta }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	select {
	case <-changed:
	case <-time.After(10 * time.Second):
		t.Fatal("the change was not noticed")
	}
	if got := ask(t, server.URL, `{ product(language: "en", slug: "beta") { classification_slug } }`); !strings.Contains(got, `"crimping"`) {
		t.Errorf("got %s after the change", got)
	}
	if err := os.WriteFile(file, []byte("classification: crimping\nproducts:\n  - { slug: beta, nmae: Beta }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	<-changed
	if !strings.Contains(log.String(), "more.yaml") || !strings.Contains(log.String(), "line 3") {
		t.Errorf("the broken file is not named with its line in: %s", log.String())
	}
	if got := ask(t, server.URL, `{ product(language: "en", slug: "alpha-530") { name } }`); !strings.Contains(got, "Alpha 530") {
		t.Errorf("the rest is gone: %s", got)
	}
}
