package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"strand/test/polltest"
)

// startWithFigures starts a server whose page about the company refers to figures.
func startWithFigures(t *testing.T) *strand {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"cms/facts.yaml": "- { key: countries, value: \"2000\" }\n",
		"cms/sites/main/pages/about/en.md": "---\ntitle: About us\n---\n\n" +
			"It weighs {{product:alpha-530.weight}}.\n\nSold in {{fact:countries}} countries.\n\n{{fact:none}} gone.\n",
		"pim/products/crimping.yaml": "classification: fully-automatic\nproducts:\n" +
			"  - { slug: alpha-530, name: Alpha 530,\n" +
			"      specifications: [{ name: { en: Weight }, value: \"1610\", unit: kg }] }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return startWith(t, dir, screenOperation, impatient, webhookSecret, pimSecret)
}

// TestFigures: a page without a figure that could not be read says that a part is missing, and gets the figure later.
// Figures of products and of the group are those of the records, in every locale, and change with them. While the PIM
// is down, the last known ones are shown.
//
// Rules: PAGE-33, PAGE-34.
func TestFigures(t *testing.T) {
	s := startWithFigures(t)
	s.pimFault.Store(&outOfOrder)
	answer, body := s.get(t, "localhost", "/en/company/about")
	if !strings.Contains(body, `"partial":true`) || strings.Contains(body, "1,610") ||
		answer.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("without the PIM: %d, %v", answer.StatusCode, answer.Header)
	}
	s.pimFault.Store(nil)
	polltest.Until(t, "the figure", func() bool { // the PIM is not called for a moment after its failure
		_, body = s.get(t, "localhost", "/en/company/about")
		return strings.Contains(body, "1,610") && !strings.Contains(body, `"partial":true`)
	})
	expect := func(what, path string, texts ...string) {
		t.Helper()
		answer, body := s.get(t, "localhost", path+"/_payload.json")
		for _, text := range texts {
			if answer.StatusCode != http.StatusOK || !strings.Contains(body, text) {
				t.Errorf("%s, %s: %d without %q: %s", what, path, answer.StatusCode, text, body)
			}
		}
		if strings.Contains(body, "{{") || strings.Contains(body, "gone") {
			t.Errorf("%s, %s shows a reference: %s", what, path, body)
		}
	}
	expect("at first", "/en/company/about", "It weighs 1,610\u00a0kg.", "Sold in 2,000 countries.")
	expect("at first", "/en-us/company/about", "It weighs 3,550\u00a0lb.", "Sold in 2,000 countries.")
	changed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorded := httptest.NewRecorder()
		s.cmsHandler.ServeHTTP(recorded, r)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(recorded.Code)
		_, _ = io.WriteString(w, strings.ReplaceAll(recorded.Body.String(), `"2000"`, `"2100"`))
	})
	s.cmsFault.Store(&changed)
	s.webhook(t, "cms", "Fact", "fact-countries")
	expect("after a change of the fact", "/en/company/about", "It weighs 1,610\u00a0kg.", "Sold in 2,100 countries.")
	s.pimFault.Store(&outOfOrder)
	s.webhook(t, "pim", "Product", "alpha-530")
	expect("without the PIM", "/en/company/about", "It weighs 1,610\u00a0kg.", "Sold in 2,100 countries.")
}
