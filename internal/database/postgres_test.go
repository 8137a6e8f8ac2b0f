package database

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"strand/internal/postgrestest"
)

// A database that cannot be used is reported with its reason and without the password.
func TestConnect_Errors(t *testing.T) {
	server := postgrestest.Start(t)
	valid := server.URL("postgres")
	server.Exec(t, `CREATE ROLE reader LOGIN PASSWORD '`+postgrestest.Password+`'`)
	server.Exec(t, `CREATE DATABASE standby`)
	server.Exec(t, `ALTER DATABASE standby SET default_transaction_read_only = on`)
	const secret = "another-password"
	for name, test := range map[string]struct{ url, want, reason string }{
		"a wrong password": {strings.Replace(valid, postgrestest.Password, secret, 1),
			"password authentication failed", "the database refuses the user"},
		"no such database": {strings.Replace(valid, "/postgres?", "/missing?", 1), `database "missing" does not exist`,
			"the database does not exist"},
		"no server": {"postgres://strand:" + secret + "@127.0.0.1:1/strand", "connection refused",
			"the database is unreachable"},
		"an unknown host": {"postgres://strand:" + secret + "@host.invalid/strand", "host.invalid",
			"the database is unreachable"},
		"a read-only database": {strings.Replace(valid, "/postgres?", "/standby?", 1), "read-only",
			"the database is read-only"},
		"a user without permission": {strings.Replace(valid, "strand:", "reader:", 1), "may not create tables",
			"the user may not create tables"},
		"no URL":          {"strand-" + secret, "not a URL", ""},
		"a broken URL":    {"postgres://strand:" + secret + "@[host/strand", "not a URL", ""},
		"a wrong port":    {"postgres://strand:" + secret + "@host:port/strand", "not a URL", ""},
		"another scheme":  {"mysql://strand:" + secret + "@host/strand", "not a URL", ""},
		"a DSN":           {"host=db user=strand password=" + secret, "not a URL", ""},
		"a broken escape": {"postgres://strand:" + secret + "%zz@host/strand", "not a URL", ""},
		"a wrong option":  {"postgres://strand:" + secret + "@host/strand?sslmode=maybe", "not a URL", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Connect(t.Context(), test.url)
			if err == nil {
				_ = s.Close()
				t.Fatal("it was accepted")
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v: want %q", err, test.want)
			}
			if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), postgrestest.Password) {
				t.Errorf("the password is in %q", err)
			}
			if got := (&Server{}).reasonOf(err).text; test.reason != "" && got != test.reason {
				t.Errorf("reason %q, want %q", got, test.reason)
			}
		})
	}
}

// While the database is away, calls are refused at once; afterwards they work again, with all earlier data.
func TestStore_Restarted(t *testing.T) {
	server := postgrestest.Start(t)
	var log bytes.Buffer
	s := newStore(t, Options{Location: Location{Server: connect(t, server.NewDatabase(t))},
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err := s.add(t, "before"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		server.Kill()
		checkUnavailable(t, "while it is away", s.add(t, "meanwhile"))
		if got := s.Reason(); got != "the database is unreachable" {
			t.Errorf("reason %q", got)
		}
		checkUnavailable(t, "the next write", s.add(t, "meanwhile"))
		server.Restart(t)
		s.untilOpen(t)
	}
	if err := s.add(t, "after"); err != nil {
		t.Error(err)
	}
	if got := s.texts(t); !slices.Equal(got, []string{"after", "before"}) {
		t.Errorf("%q", got)
	}
	for _, event := range []string{"msg=store_unavailable", "msg=store_available"} {
		if n := strings.Count(log.String(), event); n != 2 {
			t.Errorf("%s was logged %d times:\n%s", event, n, &log)
		}
	}
	if strings.Contains(log.String(), postgrestest.Password) {
		t.Errorf("the password is in the log:\n%s", &log)
	}
}

// A refused statement leaves the database open.
func TestStore_RefusedStatement(t *testing.T) {
	s := newStore(t, Options{Location: Location{Server: connect(t, postgrestest.Database(t))}})
	checkUnavailable(t, "a text that PostgreSQL does not store", s.add(t, "a\x00b"))
	if s.Reason() != "" {
		t.Errorf("the database counts as unusable: %s", s.Reason())
	}
	if err := s.add(t, "a"); err != nil {
		t.Error(err)
	}
}

// Servers that start at the same time create the tables once.
func TestStore_OpenedTogether(t *testing.T) {
	url := postgrestest.Database(t)
	var wg sync.WaitGroup
	for range 4 {
		server := connect(t, url)
		wg.Go(func() {
			s := NewStore(t.Context(), Options{Name: "notes", Location: Location{Server: server}, Migrations: notes,
				Log: slog.New(slog.DiscardHandler)})
			if s.Reason() != "" {
				t.Errorf("%s: %v", s.Reason(), s.failure)
			}
		})
	}
	wg.Wait()
}

// A transaction whose rows another server has changed meanwhile is repeated, and neither change is lost.
func TestStore_InTx(t *testing.T) { each(t, testStoreInTx) }

func testStoreInTx(t *testing.T, at Location) {
	s := newStore(t, Options{Location: at})
	if err := s.add(t, "0"); err != nil {
		t.Fatal(err)
	}
	count := func(ctx context.Context, tx *sql.Tx) error {
		var text string
		if err := tx.QueryRowContext(ctx, `SELECT text FROM notes`).Scan(&text); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE notes SET text = $1`, text+"0")
		return err
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if err := s.InTx(t.Context(), count); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := s.texts(t); !slices.Equal(got, []string{"0000"}) {
		t.Errorf("%q", got)
	}
	errStopped := errors.New("stopped")
	if err := s.InTx(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return errors.Join(count(ctx, tx), errStopped)
	}); !errors.Is(err, errStopped) {
		t.Errorf("%v", err)
	}
}
