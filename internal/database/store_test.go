package database

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"strand/internal/apperr"
	"strand/internal/recovery"
	"strand/internal/sqlite"
	"strand/test/polltest"
	"strand/test/postgrestest"
)

var notes = fstest.MapFS{"00001_notes.sql": {
	Data: []byte("-- +goose Up\nCREATE TABLE notes (text TEXT NOT NULL UNIQUE);\n"),
}}

// TestMain stops the database of the tests.
func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// each runs a test over SQLite and over PostgreSQL, each time with a new database.
func each(t *testing.T, test func(*testing.T, Location)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, Location{File: filepath.Join(t.TempDir(), "notes.db")}) })
	t.Run("postgresql", func(t *testing.T) { test(t, Location{Server: connect(t, postgrestest.Database(t))}) })
}

func connect(t *testing.T, url string) *Server {
	t.Helper()
	s, err := Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func newStore(t *testing.T, o Options) *Store {
	t.Helper()
	o.Name, o.Migrations = "notes", notes
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s, err := NewStore(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// retryNow lets the next call use an unusable database.
func (s *Store) retryNow() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.retryAt = time.Time{}
}

// add writes a note through the store.
func (s *Store) add(t *testing.T, text string) error {
	t.Helper()
	return s.Do(t.Context(), func(ctx context.Context, db *sql.DB) error {
		_, err := db.ExecContext(ctx, `INSERT INTO notes (text) VALUES ($1)`, text)
		return err
	})
}

// clear deletes all notes.
func (s *Store) clear(t *testing.T) {
	t.Helper()
	err := s.Do(t.Context(), func(ctx context.Context, db *sql.DB) error {
		_, err := db.ExecContext(ctx, `DELETE FROM notes`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (s *Store) texts(t *testing.T) []string {
	t.Helper()
	// The database has one connection: a read blocks if a transaction was left open.
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	var found []string
	err := s.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		rows, err := db.QueryContext(ctx, `SELECT text FROM notes ORDER BY text`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				return err
			}
			found = append(found, text)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// untilUsable probes the store until it is usable again.
func (s *Store) untilUsable(t *testing.T) {
	t.Helper()
	polltest.Until(t, "the store is usable", func() bool {
		s.retryNow()
		return s.Probe(t.Context()) == ""
	})
}

func checkUnavailable(t *testing.T, what string, err error) {
	t.Helper()
	var fault *apperr.Error
	if !errors.As(err, &fault) || fault.Code != apperr.UpstreamUnavailable {
		t.Errorf("%s: %v", what, err)
		return
	}
	if strings.Contains(fault.Message, "/") {
		t.Errorf("%s: the message for visitors has a path: %q", what, fault.Message)
	}
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A file that cannot be opened is neither changed nor used before the next start.
func TestStore_UnusableFile(t *testing.T) {
	for name, test := range map[string]struct {
		prepare func(t *testing.T, file string)
		reason  string
	}{
		"no database": {func(t *testing.T, file string) {
			writeFile(t, file, "this is a text and no database, although its name says so")
		}, "the file is damaged"},
		"a folder instead of a file": {func(t *testing.T, file string) {
			if err := os.Mkdir(file, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "the file cannot be opened or written"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "notes.db")
			test.prepare(t, file)
			before, _ := os.ReadFile(file) // it may be a folder
			var log bytes.Buffer
			s := newStore(t, Options{Location: Location{File: file}, Log: slog.New(slog.NewTextHandler(&log, nil))})
			checkUnavailable(t, "writing", s.add(t, "a"))
			if after, _ := os.ReadFile(file); !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
			s.retryNow()
			if got := s.Probe(t.Context()); got != test.reason {
				t.Errorf("reason %q, want %q", got, test.reason)
			}
			if n := strings.Count(log.String(), "msg=store_unavailable"); n != 1 {
				t.Errorf("the failure was logged %d times", n)
			}
			restarted := newStore(t, Options{Location: Location{File: file}})
			if err := restarted.add(t, "a"); err != nil {
				t.Errorf("after the repair: %v", err)
			}
		})
	}
}

// A file that was removed, replaced or damaged while it is open is not used before the next start: nothing is stored
// in a file that a restart does not find.
//
// Rules: ERR-39.
func TestStore_FileChanged(t *testing.T) {
	for name, test := range map[string]struct {
		change func(t *testing.T, file string)
		reason string
	}{
		"removed": {func(t *testing.T, file string) {
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}, "the file was replaced or removed"},
		"replaced": {func(t *testing.T, file string) {
			other := file + ".backup"
			writeFile(t, other, "")
			if err := os.Rename(other, file); err != nil {
				t.Fatal(err)
			}
		}, "the file was replaced or removed"},
		"damaged": {func(t *testing.T, file string) {
			writeFile(t, file, strings.Repeat("damaged", 4096))
		}, "the file is damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "notes.db")
			var log bytes.Buffer
			s := newStore(t, Options{Location: Location{File: file}, Log: slog.New(slog.NewTextHandler(&log, nil))})
			if err := s.add(t, "before"); err != nil {
				t.Fatal(err)
			}
			if err := s.Do(t.Context(), func(ctx context.Context, db *sql.DB) error {
				// Nothing is read from memory or from the log afterwards.
				_, err := db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory`)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			test.change(t, file)
			for range 3 {
				checkUnavailable(t, "writing", s.add(t, "after"))
				s.retryNow()
			}
			if got := s.Probe(t.Context()); got != test.reason {
				t.Errorf("reason %q, want %q", got, test.reason)
			}
			if n := strings.Count(log.String(), "msg=store_unavailable"); n != 1 {
				t.Errorf("the failure was logged %d times:\n%s", n, &log)
			}
		})
	}
}

// TestCheckUnused: a store in PostgreSQL is not opened beside a file whose rows it does not have.
//
// Rules: ERR-39.
func TestCheckUnused(t *testing.T) {
	at := Location{File: filepath.Join(t.TempDir(), "notes.db"), Server: connect(t, postgrestest.Database(t))}
	before := newStore(t, Options{Location: Location{File: at.File}})
	if err := before.add(t, "before"); err != nil {
		t.Fatal(err)
	}
	o := Options{Name: "notes", Location: at, Migrations: notes, Log: slog.New(slog.DiscardHandler)}
	if _, err := NewStore(t.Context(), o); err == nil || !strings.Contains(err.Error(), at.File) {
		t.Errorf("beside the file: %v", err)
	}
	if err := os.Rename(at.File, at.File+".moved"); err != nil {
		t.Fatal(err)
	}
	if err := newStore(t, Options{Location: at}).add(t, "after"); err != nil {
		t.Errorf("without it: %v", err)
	}
}

// Without disk space writes are refused; earlier data is readable when there is space again.
func TestStore_NoSpace(t *testing.T) {
	s := newStore(t, Options{Location: Location{File: filepath.Join(t.TempDir(), "notes.db")}})
	if err := s.add(t, "before"); err != nil {
		t.Fatal(err)
	}
	err := s.Do(t.Context(), func(ctx context.Context, db *sql.DB) error {
		var pages int
		if err := db.QueryRowContext(ctx, `PRAGMA page_count`).Scan(&pages); err != nil {
			return err
		}
		// SQLite reports a database at its maximum size like a full disk. The limit applies to the connection.
		_, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA max_page_count = %d`, pages))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	checkUnavailable(t, "a full disk", s.add(t, strings.Repeat("large", 20_000)))
	if got := s.Reason(); got != "there is no space left" {
		t.Errorf("reason %q", got)
	}
	checkUnavailable(t, "the next write", s.add(t, "meanwhile"))
	s.untilUsable(t)
	if err := s.add(t, "after"); err != nil {
		t.Error(err)
	}
	if got := s.texts(t); !slices.Equal(got, []string{"after", "before"}) {
		t.Errorf("%q", got)
	}
}

// Errors that do not concern the database leave it open, and are returned unchanged.
func TestStore_Do(t *testing.T) { each(t, testDo) }

func testDo(t *testing.T, at Location) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, test := range map[string]struct {
		ctx  context.Context
		do   func(context.Context, *sql.DB) error
		want error
	}{
		"no row": {t.Context(), func(ctx context.Context, db *sql.DB) error {
			return db.QueryRowContext(ctx, `SELECT text FROM notes`).Scan(new(string))
		}, sql.ErrNoRows},
		"a cancelled caller": {canceled, func(ctx context.Context, db *sql.DB) error {
			_, err := db.ExecContext(ctx, `INSERT INTO notes (text) VALUES ('a')`)
			return err
		}, context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t, Options{Location: at})
			err := s.Do(test.ctx, func(ctx context.Context, db *sql.DB) error { return test.do(ctx, db) })
			if !errors.Is(err, test.want) || apperr.CodeOf(err) == apperr.UpstreamUnavailable {
				t.Errorf("%v", err)
			}
			if s.Reason() != "" {
				t.Errorf("the database counts as unusable: %s", s.Reason())
			}
		})
	}
}

// A database that another process has locked is refused for the moment, and stays usable.
func TestStore_Busy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes.db")
	s := newStore(t, Options{Location: Location{File: file}})
	other, err := sqlite.Open(file, notes)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	holder, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	// Otherwise the write would wait for the lock for seconds.
	err = s.Do(t.Context(), func(ctx context.Context, db *sql.DB) error {
		_, err := db.ExecContext(ctx, `PRAGMA busy_timeout = 0`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	checkUnavailable(t, "while it is held", s.add(t, "a"))
	if s.Reason() != "" {
		t.Errorf("the database counts as unusable: %s", s.Reason())
	}
	if err := holder.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := s.add(t, "a"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// An error of Opened makes a file unusable, and ends a start with PostgreSQL.
func TestStore_OpenedError(t *testing.T) { each(t, testOpenedError) }

func testOpenedError(t *testing.T, at Location) {
	errTables := errors.New("a table is missing")
	s, err := NewStore(t.Context(), Options{Name: "notes", Location: at, Migrations: notes,
		Log: slog.New(slog.DiscardHandler), Opened: func(context.Context, *sql.DB) error { return errTables }})
	if at.Server == nil {
		if err != nil {
			t.Fatal(err)
		}
		err = s.add(t, "a")
	}
	if !errors.Is(err, errTables) {
		t.Errorf("%v", err)
	}
}

func TestStore_Close(t *testing.T) { each(t, testClose) }

func testClose(t *testing.T, at Location) {
	s := newStore(t, Options{Location: at})
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	checkUnavailable(t, "after it was closed", s.add(t, "a"))
}

// A transaction is committed as a whole or not at all.
func TestInTx(t *testing.T) { each(t, testInTx) }

func testInTx(t *testing.T, at Location) {
	errStopped := errors.New("stopped")
	insert := func(tx *sql.Tx, texts ...string) error {
		for _, text := range texts {
			if _, err := tx.Exec(`INSERT INTO notes (text) VALUES ($1)`, text); err != nil {
				return err
			}
		}
		return nil
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, test := range map[string]struct {
		ctx     context.Context
		do      func(*sql.Tx) error
		isError func(error) bool
		want    []string
	}{
		"well": {t.Context(), func(tx *sql.Tx) error { return insert(tx, "a", "b") },
			func(err error) bool { return err == nil }, []string{"a", "b", "before"}},
		"an error of do": {t.Context(), func(tx *sql.Tx) error { return errors.Join(insert(tx, "a"), errStopped) },
			func(err error) bool { return errors.Is(err, errStopped) }, []string{"before"}},
		"an error of a statement": {t.Context(), func(tx *sql.Tx) error { return insert(tx, "a", "before") },
			func(err error) bool { return err != nil }, []string{"before"}},
		"a panic of do": {t.Context(), func(*sql.Tx) error { panic("broken") },
			func(err error) bool { return errors.As(err, new(*recovery.PanicError)) }, []string{"before"}},
		"a cancelled caller": {canceled, func(tx *sql.Tx) error { return insert(tx, "a") },
			func(err error) bool { return errors.Is(err, context.Canceled) }, []string{"before"}},
		"a transaction that is over": {t.Context(),
			func(tx *sql.Tx) error { return errors.Join(insert(tx, "a"), tx.Rollback()) },
			func(err error) bool { return errors.Is(err, sql.ErrTxDone) }, []string{"before"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t, Options{Location: at})
			s.clear(t)
			if err := s.add(t, "before"); err != nil {
				t.Fatal(err)
			}
			var result error
			err := s.Do(t.Context(), func(_ context.Context, db *sql.DB) error {
				result = recovery.Do(t.Context(), slog.New(slog.DiscardHandler), "in_tx", func() error {
					return sqlite.InTx(test.ctx, db, test.do)
				})
				return nil
			})
			if err != nil || !test.isError(result) {
				t.Errorf("%v, %v", err, result)
			}
			if got := s.texts(t); !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
