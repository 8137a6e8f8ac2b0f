package identity

import (
	"context"
	"database/sql"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"strand/internal/database"
	"strand/internal/sqlite"
	"strand/test/databasetest"
	"strand/test/postgrestest"
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

// TestRevocations_Bounds: a revocation with an instant or subject that no server makes is refused, and one in the
// database does not keep others from being read.
func TestRevocations_Bounds(t *testing.T) { databasetest.Each(t, testBounds) }

func testBounds(t *testing.T, at database.Location) {
	open := func() *Revocations {
		r, err := OpenRevocations(t.Context(), at, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = r.Close() })
		return r
	}
	here, there := open(), open()
	now := time.Now()
	for name, test := range map[string]struct {
		subject string
		at      time.Time
		ok      bool
	}{
		"now":              {"sub:a", now, true},
		"a session":        {"sid:b", now.Add(maxRevocationLifetime), true},
		"before 1970":      {"sub:c", time.Unix(-1, 0), false},
		"next week":        {"sub:d", now.Add(7 * 24 * time.Hour), false},
		"in the year 5138": {"sub:e", time.Unix(99_999_999_999, 0), false},
		"the last instant": {"sub:f", time.Unix(1<<63-1, 0), false},
		"no subject":       {"", now, false},
		"a long subject":   {"sub:" + strings.Repeat("x", 2000), now, false},
	} {
		if err := here.Apply(t.Context(), test.subject, test.at); (err == nil) != test.ok {
			t.Errorf("%s: %v", name, err)
		}
		user, _ := strings.CutPrefix(test.subject, "sub:")
		if here.isRevoked("-", user, now.Add(-time.Second)) && !test.ok {
			t.Errorf("%s: tokens are refused", name)
		}
	}
	for _, subject := range []string{"sub:poisoned", "sub:too"} {
		poisoned := revocation{issuedUntil: 1<<63 - 1, forgetAt: now.Add(time.Hour).Unix()}
		err := here.store.Do(t.Context(), func(ctx context.Context, db *sql.DB) error {
			return write(ctx, db, subject, poisoned)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := here.RevokeSession(t.Context(), "later"); err != nil {
		t.Fatal(err)
	}
	if err := there.Refresh(t.Context()); err != nil {
		t.Error(err)
	}
	if !there.isRevoked("later", "user", now) || there.isRevoked("-", "poisoned", now) {
		t.Error("another server has not read the revocations")
	}
}
