package app_test

import (
	"bufio"
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/demo"
	"strand/test/postgrestest"
)

// crashHelper marks the process that TestCrash kills.
const crashHelper = "STRAND_TEST_CRASH_HELPER"

// TestMain runs the tests, or in the process that TestCrash starts the server.
func TestMain(m *testing.M) {
	if os.Getenv(crashHelper) == "" {
		code := postgrestest.Main(m)
		stopShared()
		fmt.Printf("%d whole servers were started\n", wholeServers.Load())
		os.Exit(code)
	}
	fmt.Fprintln(os.Stderr, serveUntilKilled())
	os.Exit(1)
}

// serveUntilKilled serves Strand with the settings of the environment. It returns only if that fails.
func serveUntilKilled() error {
	var settings []string
	for _, pair := range os.Environ() {
		if strings.HasPrefix(pair, "STRAND_") && !strings.HasPrefix(pair, crashHelper) {
			settings = append(settings, pair)
		}
	}
	c, own, err := demo.Load("", settings)
	if err != nil {
		return err
	}
	a, err := demo.New(c, own, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("listening on http://%s\n", l.Addr())
	return http.Serve(l, a.Handler)
}

// process is a server process that can be killed.
type process struct {
	*strand
	command *exec.Cmd
}

// startProcess starts a server process. If it does not start, the test fails with its log.
func startProcess(t *testing.T, settings ...string) *process {
	t.Helper()
	wholeServers.Add(1)
	var log bytes.Buffer
	command := exec.Command(os.Args[0])
	command.Env = slices.Concat(os.Environ(), freeAddrs, settings, []string{crashHelper + "=1"})
	command.Stderr = &log
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{command: command}
	t.Cleanup(p.kill)
	patience := time.AfterFunc(time.Minute, func() { _ = command.Process.Kill() })
	defer patience.Stop()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if url, ok := strings.CutPrefix(lines.Text(), "listening on "); ok {
			p.strand = remote(url)
			return p
		}
	}
	p.kill() // completes its log
	t.Fatalf("the server did not start:\n%s", &log)
	return nil
}

// kill ends the process as a power failure would: without a signal that it can handle.
func (p *process) kill() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// TestCrash: acknowledged submissions are delivered exactly once, whenever the server is killed.
//
// Rules: FORM-43.
func TestCrash(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { testCrash(t, *maxKills) })
	t.Run("postgresql", func(t *testing.T) {
		testCrash(t, (*maxKills+1)/2, "STRAND_DATABASE_URL="+postgrestest.Database(t))
	})
}

func testCrash(t *testing.T, rounds int, more ...string) {
	t.Parallel()
	u := startSIS(t)
	u.killsSenders = true
	data := t.TempDir()
	settings := append(more, "STRAND_SIS_URL="+u.URL, "STRAND_DATA_DIR="+filepath.Join(data, "strand"),
		"STRAND_CONTENT_DIR="+testContent, "STRAND_CLIENT_DIR="+data, "STRAND_RENDERERS=0")
	acknowledged := map[string]bool{}
	for i := range rounds {
		// In every other round sis is unavailable, so that the submission cannot have been delivered.
		u.shut.Store(i%2 == 0)
		p := startProcess(t, settings...)
		answer := p.submit(t, "OSS_REQUEST", fmt.Sprintf("key-of-the-crash-%03d", i), nil, ossRequest...)
		p.kill()
		if answer.Data.SubmitForm == nil || answer.Data.SubmitForm.Submission == nil {
			t.Fatalf("%+v", answer)
		}
		acknowledged[answer.Data.SubmitForm.Submission.Reference] = true
	}
	u.shut.Store(false)
	last := startProcess(t, settings...)
	for _, r := range u.awaitRequests(t, last.strand, rounds) {
		if !acknowledged[r.Reference] {
			t.Errorf("%s was never acknowledged", r.Reference)
		}
	}
	if len(acknowledged) != rounds {
		t.Errorf("%d acknowledged", len(acknowledged))
	}
}
