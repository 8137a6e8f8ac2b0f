package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

var notes = fstest.MapFS{"00001_notes.sql": {
	Data: []byte("-- +goose Up\nCREATE TABLE notes (text TEXT NOT NULL UNIQUE);\n"),
}}

// A database and its -wal and -shm files are readable by their owner alone, also those of an earlier version.
func TestOpen_Modes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes.db")
	for _, isOld := range []bool{false, true} {
		if isOld {
			for _, name := range []string{file, file + "-wal", file + "-shm"} {
				if err := os.Chmod(name, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		db, err := Open(file, notes)
		if err != nil {
			t.Fatal(err)
		}
		// The database stays open, so that its -wal file exists.
		t.Cleanup(func() { _ = db.Close() })
		if _, err := db.Exec(`INSERT INTO notes (text) VALUES (?)`, fmt.Sprint(isOld)); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{file, file + "-wal", file + "-shm"} {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if mode := info.Mode().Perm(); mode != 0o600 {
				t.Errorf("%s, of an earlier version %t: mode %o", filepath.Base(name), isOld, mode)
			}
		}
	}
}
