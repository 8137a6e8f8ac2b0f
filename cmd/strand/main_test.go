package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"strand/config"
	"strand/domain/form"
	"strand/internal/database"
	"strand/internal/outbox"
	"strand/test/databasetest"
	"strand/test/polltest"
	"strand/test/postgrestest"
)

// TestMain stops the database of the tests.
func TestMain(m *testing.M) { os.Exit(postgrestest.Main(m)) }

// call runs a command line with settings.
func call(settings []string, arguments ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(environment{settings, &o, &e}, arguments)
	return code, o.String(), e.String()
}

func TestCommandLine(t *testing.T) {
	for _, test := range []struct {
		arguments string
		code      int
		says      string
	}{
		{"--help", 0, ""}, {"help", 0, ""}, {"-h", 0, ""}, {"outbox list --help", 0, ""},
		{"sevre", exitUsage, `unknown command "sevre"`},
		{"--port 80", exitUsage, "unknown flag --port"},
		{"serve now", exitUsage, `serve takes no argument "now"`},
		{"serve --fast", exitUsage, "-fast"},
		{"check all", exitUsage, "check takes no argument"},
		{"outbox", exitUsage, "list, show, retry or discard"},
		{"outbox list", exitFailed, "no outbox at"},
	} {
		code, out, errs := call([]string{"STRAND_DATA_DIR=" + t.TempDir()}, strings.Fields(test.arguments)...)
		if code != test.code || !strings.Contains(errs, test.says) {
			t.Errorf("%s: exit code %d, %q", test.arguments, code, errs)
		}
		if code == exitUsage && !strings.Contains(errs, "strand --help") {
			t.Errorf("%s: no hint in %q", test.arguments, errs)
		}
		if code == 0 {
			for _, s := range config.Settings() {
				if !strings.Contains(out, s.Variable) {
					t.Errorf("%s: %s is missing", test.arguments, s.Variable)
				}
			}
		}
	}
	if code, out, _ := call(nil, "--version"); code != 0 || !strings.HasPrefix(out, "strand ") || !strings.Contains(out,
		"\ngo1.") {
		t.Errorf("--version: %d %q", code, out)
	}
	if code, _, errs := call([]string{"STRAND_LOG_LEVEL=loud"}, "check"); code != exitFailed || !strings.Contains(errs,
		"STRAND_LOG_LEVEL") {
		t.Errorf("a wrong setting: %d %q", code, errs)
	}
	// With a new folder and sample settings, the built app is missing.
	if code, out, _ := call([]string{"STRAND_DATA_DIR=" + t.TempDir(), "STRAND_CLIENT_DIR=" + t.TempDir()},
		"check"); code != exitFailed ||
		!strings.Contains(out, "STRAND_CLIENT_DIR") {
		t.Errorf("check: %d %q", code, out)
	}
}

// TestCheckLive: the running server's own report is printed, and what does not work makes the command fail.
func TestCheckLive(t *testing.T) {
	report := `{"status":"degraded","release":"r1","renderers":2,"upstreams":{"cms":"up","pim":"down"},` +
		`"reasons":{"pim":"timeout"},"stores":{"outbox":"down: there is no space left"}}`
	admin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			_, _ = io.WriteString(w, report)
		}
	}))
	defer admin.Close()
	settings := []string{"STRAND_ADMIN_ADDR=" + admin.Listener.Addr().String()}
	code, out, _ := call(settings, "check", "--live")
	if code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"server       degraded", "pim          down: timeout", "cms          up\n",
		"outbox       down: there is no space left", "renderers    2 ready"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	for status, want := range map[string]int{
		"ready": 0, "degraded": 0, "starting": exitFailed, "not ready": exitFailed, "stopping": exitFailed,
	} {
		report = `{"status":"` + status + `"}`
		if code, out, _ := call(settings, "check", "--ready"); code != want || out != "server       "+status+"\n" {
			t.Errorf("%s: exit code %d, %q", status, code, out)
		}
	}
	report = `{"status":"ready","upstreams":{"cms":"up"}}`
	if code, out, _ := call(settings, "check", "--live"); code != 0 {
		t.Errorf("a server that is ready: %d %s", code, out)
	}
}

// A server without a CMS, or with a password that can be guessed, does not start, and prints why.
func TestSecurityServe_Refused(t *testing.T) {
	settings := []string{"STRAND_PRODUCTION=true", "STRAND_EDITOR_PASSWORD=editor", "STRAND_DATA_DIR=" + t.TempDir(),
		"STRAND_ADDR=127.0.0.1:0", "STRAND_ADMIN_ADDR=127.0.0.1:0"}
	code, _, errs := call(settings, "serve")
	if code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	for _, variable := range []string{"STRAND_CMS_URL", "STRAND_EDITOR_PASSWORD"} {
		if !strings.Contains(errs, variable+" is") {
			t.Errorf("%s is missing in\n%s", variable, errs)
		}
	}
	if !strings.Contains(errs, "strand-demo") {
		t.Errorf("no solution is given in\n%s", errs)
	}
	if code, out, _ := call(settings, "check"); code != exitFailed || !strings.Contains(out, "STRAND_CMS_URL is") {
		t.Errorf("check: %d %q", code, out)
	}
}

// Nothing that a command prints contains a part of a password, and every command names the setting.
func TestSecurityCommands_Passwords(t *testing.T) {
	for _, setting := range []string{
		"STRAND_DATABASE_URL=postgres://user:alpha@beta/gamma#delta@127.0.0.1:1/x",
		"STRAND_REDIS_URL=redis://:alpha/beta@127.0.0.1:1", "STRAND_S3_URL=https://key:alpha+/beta@127.0.0.1:1/bucket",
		"STRAND_SMTP_URL=smtp://user:alpha#beta@127.0.0.1:1", "STRAND_PIM_URL=https://user:alpha?beta@127.0.0.1:1/",
		"OTEL_EXPORTER_OTLP_ENDPOINT=https://user:alpha/beta@127.0.0.1:1",
	} {
		variable, _, _ := strings.Cut(setting, "=")
		for _, command := range []string{"serve", "check"} {
			code, out, errs := call([]string{setting, "STRAND_DATA_DIR=" + t.TempDir()}, command)
			shown := out + errs
			if code != exitFailed || !strings.Contains(shown, variable) || !strings.Contains(shown, "percent-encoded") {
				t.Errorf("%s: %s: %d %s", variable, command, code, shown)
			}
			for _, part := range []string{"alpha", "beta", "gamma", "delta"} {
				if strings.Contains(shown, part) {
					t.Errorf("%s: %s prints a part of the password:\n%s", variable, command, shown)
				}
			}
		}
	}
}

// check prints what it warns of, and the setting that a misspelt one is taken for.
func TestCheck_Warnings(t *testing.T) {
	_, out, _ := call([]string{
		"STRAND_PRODUCTION=true", "STRAND_ORGIN=x", "STRAND_PIM_URL=http://pim.invalid/a?apikey=topsecret",
		"STRAND_DATA_DIR=" + t.TempDir(),
	}, "check")
	for _, want := range []string{
		"unknown setting STRAND_ORGIN, did you mean STRAND_ORIGIN?",
		"warning: STRAND_PIM_URL: the connection to another host is not encrypted",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if strings.Contains(out, "topsecret") {
		t.Errorf("a key is printed:\n%s", out)
	}
}

// An operator lists, retries and discards while another process uses the outbox.
func TestOutboxCommands(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		data := t.TempDir()
		testOutboxCommands(t, data, database.Location{File: filepath.Join(data, "outbox.db")})
	})
	t.Run("postgresql", func(t *testing.T) {
		url := postgrestest.Database(t)
		testOutboxCommands(t, t.TempDir(), database.Location{Server: databasetest.Connect(t, url)},
			"STRAND_DATABASE_URL="+url)
	})
}

func testOutboxCommands(t *testing.T, data string, at database.Location, more ...string) {
	settings := append(more, "STRAND_DATA_DIR="+data)
	box, err := outbox.Open(t.Context(), at, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	if code, out, _ := call(settings, "outbox", "list"); code != 0 || out != "Every submission is delivered.\n" {
		t.Errorf("an empty outbox: %d %q", code, out)
	}
	const file, shared = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
	if err := os.Mkdir(filepath.Join(data, "uploads"), 0o750); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{file, shared} {
		if err := os.WriteFile(filepath.Join(data, "uploads", id), []byte("picture"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var references []string
	for key, files := range map[string][]form.Attachment{"key-of-the-first-one": {{ID: file}, {ID: shared}},
		"key-of-another-one": {{ID: shared}}} {
		reference := form.Reference(form.ServiceRequest, key)
		references = append(references, reference)
		if _, _, err := box.Accept(t.Context(), &form.Submission{
			Kind:        form.ServiceRequest,
			Key:         key,
			Reference:   reference,
			Attachments: files,
			Values:      map[string]string{"name": "Ada\x1b[2J", "message": "Please call"},
		}); err != nil {
			t.Fatal(err)
		}
	}
	code, out, _ := call(settings, "outbox", "list", "--json")
	var listed []outbox.Entry
	if err := json.Unmarshal([]byte(out),
		&listed); err != nil || code != 0 || len(listed) != 2 || listed[0].State != outbox.Pending {
		t.Errorf("the list: %d %q %v", code, out, err)
	}
	if code, out, _ := call(settings, "outbox", "list"); code != 0 || !strings.Contains(out,
		references[0]) || !strings.Contains(out, references[1]) {
		t.Errorf("the table: %d %q", code, out)
	}
	if code, _, errs := call(settings, "outbox", "retry", "SR-NONE-NONE"); code != exitFailed || !strings.Contains(errs,
		"SR-NONE-NONE") {
		t.Errorf("an unknown reference: %d %q", code, errs)
	}
	if code, out, _ := call(settings, "outbox", "retry", "--all"); code != 0 || !strings.HasPrefix(out, "2 ") {
		t.Errorf("retry --all: %d %q", code, out)
	}
	if code, _, _ := call(settings, "outbox", "retry"); code != exitUsage {
		t.Errorf("retry without a reference: %d", code)
	}
	first := form.Reference(form.ServiceRequest, "key-of-the-first-one")
	if code, out, errs := call(settings, "outbox", "show", first); code != 0 || !strings.Contains(out, "Please call") ||
		!strings.Contains(out, string(form.ServiceRequest)) || strings.Contains(out, "\x1b") ||
		strings.Contains(errs, "Please") {
		t.Errorf("show: %d %q %q", code, out, errs)
	}
	if code, _, errs := call(settings, "outbox", "discard", first); code != exitUsage ||
		!strings.Contains(errs, "--yes") {
		t.Errorf("discard without a confirmation: %d %q", code, errs)
	}
	if code, out, errs := call(settings, "outbox", "discard", first, "--yes"); code != 0 || !strings.Contains(out,
		"1 of its 2 files remain") {
		t.Errorf("discard: %d %q %q", code, out, errs)
	}
	if entries, err := box.List(t.Context()); err != nil || len(entries) != 1 || entries[0].Reference == first {
		t.Errorf("afterwards: %+v %v", entries, err)
	}
	for id, want := range map[string]bool{file: false, shared: true} {
		if _, err := os.Stat(filepath.Join(data, "uploads", id)); (err == nil) != want {
			t.Errorf("the file %s is there: %t", id, err == nil)
		}
	}
}

// TestOutboxDiscard_DeadLetters: an operator removes dead letters of a form and age at once; others stay.
func TestOutboxDiscard_DeadLetters(t *testing.T) {
	data := t.TempDir()
	settings := []string{"STRAND_DATA_DIR=" + data}
	at := database.Location{File: filepath.Join(data, "outbox.db")}
	box, err := outbox.Open(t.Context(), at, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	for _, kind := range []form.Kind{form.ServiceRequest, form.ServiceRequest, form.StoryFeedback} {
		key := rand.Text()
		s := &form.Submission{Kind: kind, Key: key, Reference: form.Reference(kind, key)}
		if _, _, err := box.Accept(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	counts := func() (dead, all int) {
		entries, err := box.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.State == outbox.Dead {
				dead++
			}
		}
		return dead, len(entries)
	}
	discard := func(want string, arguments ...string) {
		t.Helper()
		code, out, errs := call(settings, append([]string{"outbox", "discard", "--yes"}, arguments...)...)
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("discard %q: %d %q %q", arguments, code, out, errs)
		}
	}
	discard("no such dead letters", "--dead")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		box.Run(ctx, outbox.Destination{
			Deliver:  func(context.Context, *form.Submission) error { return errors.New("refused") },
			Classify: func(error) outbox.Classification { return outbox.Classification{Refused: true} },
		})
	}()
	polltest.Until(t, "dead letters", func() bool { dead, _ := counts(); return dead == 3 })
	stop()
	<-ended
	discard("no such dead letters", "--dead", "--older-than", "1h")
	discard(" was removed.\n", "--dead", "--form", string(form.StoryFeedback))
	if _, all := counts(); all != 2 {
		t.Errorf("%d submissions are left, want 2", all)
	}
	discard(" was removed.\n", "--dead")
	if _, all := counts(); all != 0 {
		t.Errorf("%d submissions are left", all)
	}
	for _, arguments := range [][]string{
		{"--yes"}, {"--dead"}, {"SR-1", "--dead", "--yes"}, {"SR-1", "--form", "X", "--yes"},
	} {
		if code, _, _ := call(settings, append([]string{"outbox", "discard"}, arguments...)...); code != exitUsage {
			t.Errorf("discard %q: %d", arguments, code)
		}
	}
}
