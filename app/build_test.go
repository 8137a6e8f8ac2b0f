package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"strand/config"
	"strand/test/servertest"
)

// TestCheckClient: what a build of the client lacks is named.
//
// Rules: ERR-36.
func TestCheckClient(t *testing.T) {
	for name, test := range map[string]struct {
		damage func(client string) error
		want   string
	}{
		"complete":  {func(string) error { return nil }, ""},
		"no folder": {os.RemoveAll, "persisted-documents.json"},
		"operations that are empty": {func(client string) error {
			return os.WriteFile(filepath.Join(client, operationsFile), []byte("{}"), 0o600)
		}, "persisted-documents.json"},
		"not built": {func(client string) error { return os.RemoveAll(filepath.Join(client, "browser")) }, "not built"},
		"half copied": {func(client string) error {
			return os.Remove(filepath.Join(client, "browser", "app.js"))
		}, "browser/app.js"},
	} {
		t.Run(name, func(t *testing.T) {
			client := t.TempDir()
			servertest.WriteClient(t, client)
			operations := []byte(`{"a": "{ __typename }"}`)
			if err := os.WriteFile(filepath.Join(client, operationsFile), operations, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := test.damage(client); err != nil {
				t.Fatal(err)
			}
			err := checkClient(&config.Config{ClientDir: client})
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}
