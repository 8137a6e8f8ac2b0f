// Package databasetest runs tests of stores over both engines.
package databasetest

import (
	"path/filepath"
	"testing"

	"strand/internal/database"
	"strand/test/postgrestest"
)

// Each runs a test over SQLite and over PostgreSQL, each time with a new database.
func Each(t *testing.T, test func(*testing.T, database.Location)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		test(t, database.Location{File: filepath.Join(t.TempDir(), "test.db")})
	})
	t.Run("postgresql", func(t *testing.T) {
		test(t, database.Location{Server: Connect(t, postgrestest.Database(t))})
	})
}

// Connect connects to a PostgreSQL database until the test ends.
func Connect(t testing.TB, url string) *database.Server {
	t.Helper()
	s, err := database.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}
