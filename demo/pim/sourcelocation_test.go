package pim_test

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"strand/demo/pim"
)

// Rules: PROV-8.
func TestSourceLocation(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"classifications.yaml": "- id: c1\n  type: product\n  slug: cutting\n  name: Cutting\n",
		"products/cutting.yaml": "classification: cutting\nproducts:\n- slug: one\n  name: One\n  short: First.\n" +
			"- name: Two\n  short: Second.\n  slug: two\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := pim.New(pim.Options{Dir: dir, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for _, test := range []struct {
		model, id, field, file string
		line                   int
	}{
		{"Product", "one", "short_description", "products/cutting.yaml", 5},
		{"Product", "two", "short_description", "products/cutting.yaml", 7},
		{"Product", "two", "long_description", "products/cutting.yaml", 6},
		{"Classification", "c1", "name", "classifications.yaml", 4},
		{"Product", "three", "name", "", 0},
		{"Ticket", "one", "name", "", 0},
	} {
		file, line, ok := s.SourceLocation(test.model, test.id, test.field)
		if file != test.file || line != test.line || ok != (test.line > 0) {
			t.Errorf("%v: %s:%d, %t", test, file, line, ok)
		}
	}
}
