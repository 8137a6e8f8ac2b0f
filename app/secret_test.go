package app

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"strand/config"
	"strand/domain/signedtoken"
	"strand/internal/database"
	"strand/test/databasetest"
	"strand/test/postgrestest"
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
		k, err := signingSecret(c, server, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return k
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

// TestSigningKey_Rotation: servers with the next secret accept the tokens of those with the previous one, and these the
// tokens of the next if they know it already.
func TestSigningKey_Rotation(t *testing.T) {
	t.Parallel()
	key := func(secret string, previous ...config.Secret) signedtoken.Key {
		t.Helper()
		c := &config.Config{Secret: config.Secret(secret), PreviousSecrets: previous}
		k, err := signingKey(c, nil, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	now := time.Now()
	prepared, rotated := key("first", "second"), key("second", "first")
	for _, signer := range []signedtoken.Key{prepared, rotated} {
		signed := signer.Sign("gate", "page", now.Add(time.Hour))
		for name, k := range map[string]signedtoken.Key{"prepared": prepared, "rotated": rotated} {
			if !k.Valid(signed, "gate", "page", now) {
				t.Errorf("%s: a token is invalid", name)
			}
		}
	}
	if key("second").Valid(prepared.Sign("gate", "page", now.Add(time.Hour)), "gate", "page", now) {
		t.Error("a token of a removed secret is valid")
	}
}

// TestNew_WrongDatabase: a start with a database that cannot be used fails and names the setting, not the password.
//
// Rules: ERR-29.
func TestNew_WrongDatabase(t *testing.T) {
	t.Parallel()
	valid := postgrestest.Database(t)
	for name, test := range map[string]struct{ url, want string }{
		"a wrong password": {
			strings.Replace(valid, postgrestest.Password, "secret-in-a-url", 1), "password authentication failed",
		},
		"no server": {"postgres://strand:secret-in-a-url@127.0.0.1:1/strand", "connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			// The database is the first part that a start connects to.
			c := &config.Config{DataDir: t.TempDir(), DatabaseURL: config.Secret(test.url)}
			a, err := New(c, slog.New(slog.DiscardHandler), Extras{})
			if err == nil {
				_ = a.Close(t.Context())
				t.Fatal("it started")
			}
			if text := err.Error(); !strings.Contains(text, "STRAND_DATABASE_URL") ||
				!strings.Contains(text, test.want) || strings.Contains(text, "secret-in-a-url") {
				t.Errorf("%v", err)
			}
		})
	}
}
