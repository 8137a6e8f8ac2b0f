package identity

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"strand/internal/database"
	"strand/internal/database/databasetest"
	"strand/internal/postgrestest"
	"strand/internal/sqlite"
)

// TestMain stops the database of the tests.
func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// TestRevocations_TwoServers: two servers with the same database refuse the same sessions.
func TestRevocations_TwoServers(t *testing.T) { databasetest.Each(t, testTwoServers) }

func testTwoServers(t *testing.T, at database.Location) {
	open := func() *Revocations {
		r, err := OpenRevocations(t.Context(), at, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = r.Close() })
		return r
	}
	here, there := open(), open()
	for _, sid := range []string{"first", "second"} {
		if err := there.RevokeSession(t.Context(), sid); err != nil {
			t.Fatal(err)
		}
		if here.isRevoked(sid, "user", time.Now()) {
			t.Errorf("%s: revoked before it was read", sid)
		}
		for range 2 {
			if err := here.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if !here.isRevoked(sid, "user", time.Now()) || here.isRevoked("other", "user", time.Now()) {
			t.Errorf("%s: not revoked", sid)
		}
	}
}

// TestRevocations_PreviousRelease: a file of the previous release is read and written.
func TestRevocations_PreviousRelease(t *testing.T) {
	file := filepath.Join(t.TempDir(), "revocations.db")
	db, err := sqlite.Open(file, os.DirFS("testdata/released"))
	if err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Hour).Unix()
	if _, err := db.Exec(`INSERT INTO revocations VALUES ('sid:before', $1, $1)`, later); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := OpenRevocations(t.Context(), database.Location{File: file}, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.RevokeSession(t.Context(), "after"); err != nil {
		t.Error(err)
	}
	for _, sid := range []string{"before", "after"} {
		if !r.isRevoked(sid, "user", time.Now()) {
			t.Errorf("%s: not revoked", sid)
		}
	}
}
