package app

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"strand/config"
	"strand/internal/database"
	"strand/internal/database/databasetest"
	"strand/internal/postgrestest"
)

// TestSigningKey: servers with one database share the key, which is that of the first one's data folder; the setting
// takes precedence.
func TestSigningKey(t *testing.T) {
	t.Parallel()
	const stored = "key-of-the-data-folder-of-the-first-server"
	first, other := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(first, "secret"), []byte(stored), 0o600); err != nil {
		t.Fatal(err)
	}
	shared := databasetest.Connect(t, postgrestest.Database(t))
	empty := databasetest.Connect(t, postgrestest.Database(t))
	key := func(dir, secret string, server *database.Server) string {
		t.Helper()
		c := &config.Config{DataDir: dir, Secret: config.Secret(secret)}
		k, err := signingKey(c, server, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return string(k)
	}
	for _, got := range []string{key(first, "", nil), key(first, "", shared), key(other, "", shared)} {
		if got != stored {
			t.Errorf("%q", got)
		}
	}
	generated := key(other, "", empty)
	if len(generated) < 32 || generated == stored || key(first, "", empty) != generated {
		t.Errorf("generated %q", generated)
	}
	if got := key(other, "the setting", shared); got != "the setting" {
		t.Errorf("%q", got)
	}
}
