package database

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"strand/test/postgrestest"
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
		"no URL":                {"strand-" + secret, "not a URL", ""},
		"a broken URL":          {"postgres://strand:" + secret + "@[host/strand", "not a URL", ""},
		"an unescaped password": {"postgres://strand:" + secret + "/1@host/strand", "percent-encoded", ""},
		"a wrong port":          {"postgres://strand:" + secret + "@host:port/strand", "not a URL", ""},
		"another scheme":        {"mysql://strand:" + secret + "@host/strand", "not a URL", ""},
		"a DSN":                 {"host=db user=strand password=" + secret, "not a URL", ""},
		"a broken escape":       {"postgres://strand:" + secret + "%zz@host/strand", "not a URL", ""},
		"a wrong option":        {"postgres://strand:" + secret + "@host/strand?sslmode=maybe", "not a URL", ""},
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
		s.untilUsable(t)
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

// After a failover, connections to a server that has become read-only are not used again.
func TestStore_ReadOnlyMeanwhile(t *testing.T) {
	server := postgrestest.Start(t)
	url := server.NewDatabase(t)
	s := newStore(t, Options{Location: Location{Server: connect(t, url)}})
	name := Name(url)[strings.LastIndexByte(Name(url), '/')+1:]
	server.Exec(t, `ALTER DATABASE `+name+` SET default_transaction_read_only = on`)
	server.Kill()
	server.Restart(t)
	for s.Reason() == "" { // the first call may find the connection that has ended
		checkUnavailable(t, "a standby", s.add(t, "a"))
	}
	s.retryNow()
	if got := s.Probe(t.Context()); got != "the database is read-only" {
		t.Errorf("reason %q", got)
	}
	s.retryNow()
	var n int
	checkUnavailable(t, "reading", s.QueryRow(t.Context(), []any{&n}, `SELECT count(*) FROM notes`))
	server.Exec(t, `ALTER DATABASE `+name+` SET default_transaction_read_only = off`)
	s.untilUsable(t)
	if err := s.add(t, "a"); err != nil {
		t.Error(err)
	}
}

// silentProxy forwards connections to a socket until it is silent: then it delivers nothing and closes nothing, like a
// network that loses packets.
type silentProxy struct {
	net.Listener
	socket   string
	isSilent atomic.Bool
	// ended is closed at the end of the test.
	ended chan struct{}
}

func newSilentProxy(t *testing.T, socket string) *silentProxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &silentProxy{Listener: l, socket: socket, ended: make(chan struct{})}
	var connections sync.WaitGroup
	connections.Go(func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			connections.Go(func() { p.forward(from) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		close(p.ended)
		connections.Wait()
	})
	return p
}

func (p *silentProxy) forward(from net.Conn) {
	defer from.Close()
	to, err := net.Dial("unix", p.socket)
	if err != nil {
		return
	}
	defer to.Close()
	go func() {
		<-p.ended
		_, _ = from.Close(), to.Close()
	}()
	var copies sync.WaitGroup
	for _, c := range [][2]net.Conn{{from, to}, {to, from}} {
		copies.Go(func() {
			buffer := make([]byte, 4096)
			for {
				n, err := c[0].Read(buffer)
				if err != nil {
					_ = c[1].Close()
					return
				}
				if !p.isSilent.Load() {
					_, _ = c[1].Write(buffer[:n])
				}
			}
		})
	}
	copies.Wait()
}

// A database that does not answer holds up a call until its deadline at most, and no later call; nor a start.
func TestStore_SilentDatabase(t *testing.T) {
	server := postgrestest.Start(t)
	url := server.NewDatabase(t)
	proxy := newSilentProxy(t, server.Socket())
	url = strings.Replace(url, "@/", "@"+proxy.Addr().String()+"/", 1)
	url = url[:strings.IndexByte(url, '?')] + "?connect_timeout=1"
	s := newStore(t, Options{Location: Location{Server: connect(t, url)}})
	if err := s.add(t, "before"); err != nil {
		t.Fatal(err)
	}
	s.timeout = 100 * time.Millisecond
	proxy.isSilent.Store(true)
	checkUnavailable(t, "without an answer", s.add(t, "meanwhile"))
	if got := s.Reason(); got != "the database is unreachable" {
		t.Errorf("reason %q", got)
	}
	checkUnavailable(t, "the next write", s.add(t, "meanwhile"))
	if other, err := Connect(t.Context(), url); err == nil {
		_ = other.Close()
		t.Error("connected to a database that does not answer")
	} else if got := (&Server{}).reasonOf(err).text; got != "the database is unreachable" {
		t.Errorf("reason %q of %v", got, err)
	}
	proxy.isSilent.Store(false)
	s.timeout = callTimeout
	s.untilUsable(t)
	if got := s.texts(t); !slices.Equal(got, []string{"before"}) {
		t.Errorf("%q", got)
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
			if _, err := NewStore(t.Context(), Options{Name: "notes", Location: Location{Server: server},
				Migrations: notes, Log: slog.New(slog.DiscardHandler)}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// Transactions in turn see what the earlier ones have written, also those of other servers.
func TestStore_InTurn(t *testing.T) { each(t, testInTurn) }

func testInTurn(t *testing.T, at Location) {
	s := newStore(t, Options{Location: at})
	stores := []*Store{s, s}
	if at.Server != nil {
		stores[1] = newStore(t, Options{Location: at})
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if err := stores[i%2].InTurn(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				var n int
				if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM notes`).Scan(&n); err != nil {
					return err
				}
				_, err := tx.ExecContext(ctx, `INSERT INTO notes (text) VALUES ($1)`, fmt.Sprintf("%02d", n))
				return err
			}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := s.texts(t); len(got) != 20 {
		t.Errorf("%q", got)
	}
}

// Now is the clock of the database.
func TestStore_Now(t *testing.T) { each(t, testNow) }

func testNow(t *testing.T, at Location) {
	s := newStore(t, Options{Location: at})
	var now int64
	if err := s.QueryRow(t.Context(), []any{&now}, `SELECT `+s.Now()); err != nil {
		t.Fatal(err)
	}
	if difference := time.Since(time.UnixMilli(now)); difference.Abs() > time.Minute {
		t.Errorf("it differs by %s", difference)
	}
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
