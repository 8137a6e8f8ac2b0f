package outbox

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"strand/domain/form"
	"strand/internal/apperr"
	"strand/internal/database"
	"strand/internal/sqlite"
	"strand/test/databasetest"
	"strand/test/polltest"
	"strand/test/postgrestest"
)

// TestMain stops the database of the tests.
func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

func open(t *testing.T, at database.Location) *Outbox {
	t.Helper()
	return openAt(t, at, nil)
}

// openFile opens an outbox in an SQLite file.
func openFile(t *testing.T, file string) *Outbox {
	t.Helper()
	return open(t, database.Location{File: file})
}

func openAt(t *testing.T, at database.Location, now func() time.Time) *Outbox {
	t.Helper()
	o, err := Open(t.Context(), at, slog.New(slog.DiscardHandler), now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close() })
	return o
}

func submission(key string) *form.Submission {
	return &form.Submission{
		Kind:        form.ServiceRequest,
		Key:         key,
		Reference:   form.Reference(form.ServiceRequest, key),
		Values:      map[string]string{"subject": "Hum"},
		Attachments: []form.Attachment{{ID: "file-of-" + key}},
		SubmittedAt: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC),
	}
}

// query reads the one value of a query.
func (o *Outbox) query(t *testing.T, query string, value any) {
	t.Helper()
	err := o.store.Do(t.Context(), func(ctx context.Context, db *sql.DB) error {
		return db.QueryRowContext(ctx, query).Scan(value)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// withoutFiles returns a submission as older versions stored it: its attachments are null.
func withoutFiles(key string) *form.Submission {
	s := submission(key)
	s.Attachments = nil
	return s
}

func (o *Outbox) accept(t *testing.T, s *form.Submission) {
	t.Helper()
	if _, _, err := o.Accept(t.Context(), s); err != nil {
		t.Fatal(err)
	}
}

// exec changes the database directly.
func (o *Outbox) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	err := o.store.Do(t.Context(), func(ctx context.Context, db *sql.DB) error {
		_, err := db.ExecContext(ctx, statement, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// list returns the entries of List by key.
func (o *Outbox) list(t *testing.T) map[string]Entry {
	t.Helper()
	entries, err := o.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	byKey := map[string]Entry{}
	for _, e := range entries {
		byKey[e.key] = e
	}
	return byKey
}

// run delivers in the background until the test ends.
func run(t *testing.T, o *Outbox, to Destination) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.Run(ctx, to)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
}

// The same key is the same submission, also for concurrent calls.
//
// Rules: ERR-24, FORM-19.
func TestAccept(t *testing.T) { databasetest.Each(t, testAccept) }

func testAccept(t *testing.T, at database.Location) {
	t.Parallel()
	o := open(t, at)
	var created atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			s := submission("the-same-key-of-all")
			kept, isNew, err := o.Accept(context.Background(), s)
			if err != nil || !reflect.DeepEqual(kept, s) {
				t.Errorf("%+v %v", kept, err)
			}
			if isNew {
				created.Add(1)
			}
		})
	}
	wg.Wait()
	if n, err := o.Counts(t.Context()); created.Load() != 1 || n.Pending != 1 || err != nil {
		t.Errorf("%d created, %+v %v", created.Load(), n, err)
	}
}

// Accepted submissions survive a process that ends without closing the outbox, and their files are still needed.
//
// Rules: FORM-43.
func TestOutbox_Reopened(t *testing.T) { databasetest.Each(t, testReopened) }

func testReopened(t *testing.T, at database.Location) {
	t.Parallel()
	before := open(t, at)
	before.accept(t, submission("key-of-before"))
	after := open(t, at)
	needed, err := after.Attachments(t.Context())
	if err != nil || !reflect.DeepEqual(needed, map[string]bool{"file-of-key-of-before": true}) {
		t.Errorf("%v %v", needed, err)
	}
	found, err := after.Find(t.Context(), form.ServiceRequest, "key-of-before")
	if err != nil || found == nil || found.Values["subject"] != "Hum" {
		t.Errorf("%+v %v", found, err)
	}
	if found, err := after.Find(t.Context(), form.OSSRequest, "key-of-before"); found != nil || err != nil {
		t.Errorf("a key of another form: %+v %v", found, err)
	}
}

// Rows without files, and rows that cannot be decoded, do not hide files that are needed.
func TestAttachments(t *testing.T) { databasetest.Each(t, testAttachments) }

func testAttachments(t *testing.T, at database.Location) {
	t.Parallel()
	o := open(t, at)
	const lost = "0123456789abcdef0123456789abcdef"
	o.accept(t, submission("key-with-a-file"))
	o.accept(t, withoutFiles("key-with-null"))
	o.accept(t, withoutFiles("key-with-nothing"))
	o.exec(t, `UPDATE submissions SET body = '{"Kind":"SERVICE_REQUEST"}' WHERE key = 'key-with-nothing'`)
	o.accept(t, withoutFiles("key-unreadable"))
	o.exec(t, `UPDATE submissions SET has_files = TRUE, body = '{"Attachments":[{"ID":"`+lost+`'
		WHERE key = 'key-unreadable'`)
	o.accept(t, submission("key-of-dead-letter"))
	o.exec(t, `UPDATE submissions SET dead_at = 1 WHERE key = 'key-of-dead-letter'`)
	o.accept(t, submission("key-delivered"))
	o.exec(t, `UPDATE submissions SET delivered_at = 1 WHERE key = 'key-delivered'`)
	needed, err := o.Attachments(t.Context())
	want := map[string]bool{"file-of-key-with-a-file": true, lost: true, "file-of-key-of-dead-letter": true}
	if err != nil || !reflect.DeepEqual(needed, want) {
		t.Errorf("%v %v, want %v", needed, err, want)
	}
	delivered, err := o.DeliveredAttachments(t.Context())
	if want := map[string]bool{"file-of-key-delivered": true}; err != nil || !reflect.DeepEqual(delivered, want) {
		t.Errorf("of delivered ones: %v %v", delivered, err)
	}
}

// A database of the previous version, whose has_files and user_id are computed, keeps its rows and delivers the pending
// ones.
func TestMigration(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "outbox.db")
	db, err := sqlite.Open(file, os.DirFS("testdata/released"))
	if err != nil {
		t.Fatal(err)
	}
	for i, delivered := range []any{nil, 1000, nil} {
		body := fmt.Sprintf(
			`{"Kind":"SERVICE_REQUEST","Key":"key-%d","User":"ada","Attachments":[{"ID":"file-%d"}]}`, i, i,
		)
		if _, err := db.Exec(`INSERT INTO submissions (kind, key, body, accepted_at, attempts, next_attempt_at,
			delivered_at) VALUES ('SERVICE_REQUEST', $1, $2, 1000, 3, 1000, $3)`, fmt.Sprintf("key-%d", i), body,
			delivered); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	o := openFile(t, file)
	if found, err := o.Find(t.Context(), form.ServiceRequest, "key-1"); err != nil || found == nil {
		t.Errorf("the delivered one: %+v %v", found, err)
	}
	if entries := o.list(t); len(entries) != 2 || entries["key-0"].Attempts != 3 {
		t.Errorf("%+v", entries)
	}
	if needed, err := o.Attachments(t.Context()); err != nil || len(needed) != 2 || !needed["file-2"] {
		t.Errorf("files: %v %v", needed, err)
	}
	if of, err := o.OfUser(t.Context(), "ada", form.ServiceRequest, 10); err != nil || len(of) != 3 {
		t.Errorf("of the user: %+v %v", of, err)
	}
	// A server of the release before the columns stores a form in the migrated database.
	o.exec(t, `INSERT INTO submissions (kind, key, body, accepted_at, next_attempt_at)
		VALUES ('SERVICE_REQUEST', 'key-3', '{"Kind":"SERVICE_REQUEST","Key":"key-3"}', 1000, 1000)`)
	var delivered sync.Map
	run(t, o, Destination{Deliver: func(_ context.Context, s *form.Submission) error {
		delivered.Store(s.Key, true)
		return nil
	}})
	polltest.Until(t, "all are delivered", func() bool { return len(o.list(t)) == 0 })
	if _, ok := delivered.Load("key-3"); !ok {
		t.Error("the form of the release before the columns was not delivered")
	}
	if _, ok := delivered.Load("key-1"); ok {
		t.Error("the delivered one was delivered again")
	}
}

// An installation that changes to PostgreSQL takes its submissions along by the script for it, each once.
func TestMoveToPostgreSQL(t *testing.T) {
	t.Parallel()
	dir, url := t.TempDir(), postgrestest.Database(t)
	for _, program := range []string{"sqlite3", "psql"} {
		if _, err := exec.LookPath(program); err == nil {
			continue
		}
		_ = exec.Command("sh", "-c", "apt-get update -qq; apt-get install -y -qq sqlite3 postgresql-client").Run()
		if _, err := exec.LookPath(program); err != nil {
			t.Fatal(err)
		}
	}
	before := openFile(t, filepath.Join(dir, "outbox.db"))
	with, without := submission("key-with-a-file"), withoutFiles("key-of-a-user")
	with.Values["description"] = "\u00fc, \"quoted\"\nand a second line; \\. '$1'"
	without.User = "ada"
	before.accept(t, with)
	before.accept(t, without)
	before.accept(t, withoutFiles("key-delivered"))
	before.exec(t, `UPDATE submissions SET delivered_at = 1, confirm_at = 2 WHERE key = 'key-delivered'`)
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	o := open(t, database.Location{Server: databasetest.Connect(t, url)})
	repeated := withoutFiles("key-of-a-user") // the visitor has repeated it
	repeated.User = "ada"
	o.accept(t, repeated)
	for range 2 {
		command := exec.CommandContext(t.Context(), "../../deploy/backup/to-postgresql.sh", dir)
		command.Env = append(os.Environ(), "STRAND_DATABASE_URL="+url)
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, output)
		}
	}
	entries := o.list(t)
	if len(entries) != 2 || entries["key-of-a-user"].State != Pending {
		t.Errorf("%+v", entries)
	}
	if found, err := o.Find(t.Context(), with.Kind, with.Key); err != nil || !reflect.DeepEqual(found, with) {
		t.Errorf("%+v %v", found, err)
	}
	needed, err := o.Attachments(t.Context())
	if err != nil || !reflect.DeepEqual(needed, map[string]bool{"file-of-key-with-a-file": true}) {
		t.Errorf("files: %v %v", needed, err)
	}
	if of, err := o.OfUser(t.Context(), "ada", form.ServiceRequest, 10); err != nil || len(of) != 1 {
		t.Errorf("of the user: %+v %v", of, err)
	}
	var isEmpty bool
	o.query(t, `SELECT claimed_by IS NULL AND last_error = '' AND confirm_at = 2 FROM submissions
		WHERE key = 'key-delivered'`, &isEmpty)
	if !isEmpty {
		t.Error("empty columns have other values")
	}
}

// An outbox with an unusable file reports why, refuses submissions, does not change the file, and works once the file
// does.
func TestAccept_UnusableFile(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		prepare func(t *testing.T, dir string) (file string)
		repair  func(file string) error
		reason  string
	}{
		"not a database": {func(t *testing.T, dir string) string {
			return write(
				t, filepath.Join(dir, "outbox.db"), "this is a text file and no database, whatever its name says",
			)
		}, func(file string) error { return os.Rename(file, file+".aside") }, "the file is damaged"},
		"a folder that is a file": {func(t *testing.T, dir string) string {
			return filepath.Join(write(t, filepath.Join(dir, "data"), ""), "outbox.db")
		}, func(file string) error { return os.Remove(filepath.Dir(file)) }, "the file cannot be opened or written"},
		"damaged pages": {func(t *testing.T, dir string) string {
			file := filepath.Join(dir, "outbox.db")
			o := openFile(t, file)
			for i := range 50 {
				o.accept(t, submission(fmt.Sprintf("key-%d", i)))
			}
			if err := o.Close(); err != nil {
				t.Fatal(err)
			}
			f, err := os.OpenFile(file, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			info, err := f.Stat()
			if err != nil {
				t.Fatal(err)
			}
			// The first page does not change, so that the file can be opened.
			if _, err := f.WriteAt(make([]byte, info.Size()-8192), 8192); err != nil {
				t.Fatal(err)
			}
			return file
		}, func(file string) error { return os.Rename(file, file+".aside") }, "the file is damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := test.prepare(t, t.TempDir())
			before, _ := os.ReadFile(file) // the file may be missing
			o := openFile(t, file)
			if o.Reason() != test.reason {
				t.Errorf("reason %q, want %q", o.Reason(), test.reason)
			}
			if _, _, err := o.Accept(t.Context(),
				submission("key-while-it-is-away")); apperr.CodeOf(err) != apperr.UpstreamUnavailable {
				t.Errorf("accepting: %v", err)
			}
			if _, err := o.Attachments(t.Context()); apperr.CodeOf(err) != apperr.UpstreamUnavailable {
				t.Errorf("listing files: %v", err)
			}
			if after, _ := os.ReadFile(file); !reflect.DeepEqual(before, after) {
				t.Error("the file was changed")
			}
			if err := test.repair(file); err != nil {
				t.Fatal(err)
			}
			if reason := o.Probe(t.Context()); reason != test.reason {
				t.Errorf("without a restart: %q", reason)
			}
			openFile(t, file).accept(t, submission("key-after-the-repair"))
		})
	}
}

func write(t *testing.T, file, text string) string {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Without disk space submissions are refused; the outbox works again when there is space.
func TestAccept_NoSpace(t *testing.T) {
	t.Parallel()
	o := openFile(t, filepath.Join(t.TempDir(), "outbox.db"))
	var pages int
	err := o.store.Do(t.Context(), func(ctx context.Context, db *sql.DB) error {
		return db.QueryRowContext(ctx, `PRAGMA page_count`).Scan(&pages)
	})
	if err != nil {
		t.Fatal(err)
	}
	// SQLite reports a database at its maximum size like a full disk.
	o.exec(t, fmt.Sprintf(`PRAGMA max_page_count = %d`, pages))
	large := submission("key-of-a-full-disk")
	large.Values["description"] = string(make([]byte, 100_000))
	if _, _, err := o.Accept(t.Context(), large); apperr.CodeOf(err) != apperr.UpstreamUnavailable {
		t.Fatalf("accepting: %v", err)
	}
	if o.Reason() != "there is no space left" {
		t.Errorf("reason %q", o.Reason())
	}
	polltest.Until(t, "the outbox works again", func() bool {
		_, err := o.store.Exec(t.Context(), `PRAGMA max_page_count = 1000000`)
		return err == nil && o.Reason() == ""
	})
	if _, isNew, err := o.Accept(t.Context(), large); err != nil || !isNew {
		t.Errorf("accepting again: %v %v", isNew, err)
	}
}
