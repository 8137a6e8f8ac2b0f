//go:build campaign

package campaign

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite" // to count writes in the databases of sis
)

// counted are the writes, each with the statement that counts it in a database of sis.
var counted = []struct{ target, file, statement string }{
	{"form submit", "sis/sis.db", `SELECT count(*) FROM requests WHERE instr(input, ?) > 0`},
	{"create ticket", "directory/directory.db", `SELECT count(*) FROM tickets WHERE subject = ?`},
	{"comment", "directory/directory.db", `SELECT count(*) FROM ticket_comments WHERE text = ?`},
	{"profile", "directory/directory.db", `SELECT count(*) FROM users WHERE company = ?`},
}

// TestKill kills the server right after writes that it has acknowledged. sis must have each of them exactly once.
// TestUserCrash and TestPortalCrash (app) do the same with other actions.
func TestKill(t *testing.T) {
	s, data := newTestServer(t), t.TempDir()
	s.start(t, data, "STRAND_RENDERERS=0")
	s.createTicket(t)
	keys := map[string][]string{}
	mustWrite := func(target *target, key string) {
		if word, detail := checkAnswer(target.kind, s.ask(target, "", key), nil); word != allWell {
			t.Fatalf("%s is not acknowledged: %s %s", target.name, word, detail)
		}
	}
	for n := range *kills {
		for i, one := range counted {
			target, key := targetNamed(one.target), newKey()
			mustWrite(target, key)
			keys[one.target] = append(keys[one.target], key)
			if n%len(counted) == i { // the kinds take turns in being the last write before the kill
				s.kill()
				s.start(t, data, "STRAND_RENDERERS=0")
				mustWrite(target, key) // a caller without an answer repeats the write
			}
		}
	}
	for _, one := range counted {
		db, err := sql.Open("sqlite", "file:"+filepath.Join(s.samplesDir, one.file)+"?mode=ro")
		must(t, err)
		written := keys[one.target]
		if one.target == "profile" {
			written = written[len(written)-1:] // each replaces the one before
		}
		for _, key := range written {
			n := 0
			await(2*time.Minute, 200*time.Millisecond, func() bool { // the outbox delivers forms later
				must(t, db.QueryRow(one.statement, key).Scan(&n))
				return n > 0
			})
			if n != 1 {
				t.Errorf("%s %s is stored %d times", one.target, key, n)
			}
		}
		must(t, db.Close())
		t.Logf("%s: %d writes and %d kills", one.target, len(keys[one.target]), *kills)
	}
}

// TestData starts the server on damaged data folders. Only writes may fail, with a clear error.
func TestData(t *testing.T) {
	s := newTestServer(t)
	s.prepare(t)
	for _, test := range []struct {
		name string
		// damage damages a folder that a server has used; on isMount, it is a small disk of its own.
		damage                func(dir string) error
		isMount, whileRunning bool
	}{
		{"outbox.db is no database", overwrite("outbox.db", 0), false, false},
		{"outbox.db has damaged pages", overwrite("outbox.db", 4096), false, false},
		{"outbox.db-wal is garbage", overwrite("outbox.db-wal", 0), false, false},
		{"revocations.db is no database", overwrite("revocations.db", 0), false, false},
		{"revocations.db has damaged pages", overwrite("revocations.db", 4096), false, false},
		{"secret is empty", replace("secret", ""), false, false},
		{"snapshots are no JSON", replace("snapshots/*", `{"data":`), false, false},
		{"images is a file", replace("images", "a file"), false, false},
		{"uploads is a file", replace("uploads", "a file"), false, false},
		{"full at the start", fill, true, false},
		{"full while it runs", fill, true, true},
		{"read-only at the start", makeReadOnly, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			if test.isMount {
				text, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", dir).CombinedOutput()
				if err != nil {
					t.Skipf("only root can mount a small disk: %s", text)
				}
				// The renderer, which ends after the server, may still have files on it.
				t.Cleanup(func() { must(t, exec.Command("umount", "-l", dir).Run()) })
			}
			s.start(t, dir)
			defer s.kill()
			s.requestAll(targets, warm)
			if !test.whileRunning {
				must(t, s.Process.Signal(syscall.SIGTERM))
				<-s.ended
			}
			must(t, test.damage(dir))
			if !test.whileRunning {
				s.start(t, dir)
			}
			var failures []string
			await(10*time.Second, time.Second, func() bool { // the search begins after the start
				failures = nil
				for _, r := range s.requestAll(targets, fresh) {
					isRefused := targetNamed(r.Target).kind == write && r.Word == failed && r.Detail != "INTERNAL"
					if r.Word != allWell && !isRefused {
						failures = append(failures, fmt.Sprintf("%s: %s %s", r.Target, r.Word, r.Detail))
					}
				}
				return failures == nil
			})
			ready := s.readiness()
			t.Log(ready.Status, ready.Stores)
			if failures != nil || ready.Status == "not ready" || !s.isAlive() {
				t.Errorf("%q\n%s", failures, s.tail())
			}
		})
	}
}

// overwrite replaces the content after an offset by garbage, at least a page.
func overwrite(name string, offset int) func(string) error {
	return func(dir string) error {
		text, _ := os.ReadFile(filepath.Join(dir, name)) // it may be missing
		text = append(text, make([]byte, max(0, offset+4096-len(text)))...)
		for i := offset; i < len(text); i++ {
			text[i] = byte(i * 7)
		}
		return os.WriteFile(filepath.Join(dir, name), text, 0o600)
	}
}

// replace replaces files or folders by files with a text.
func replace(pattern, text string) func(string) error {
	return func(dir string) error {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		for _, one := range found {
			err = errors.Join(err, os.RemoveAll(one), os.WriteFile(one, []byte(text), 0o600))
		}
		return err
	}
}

// fill leaves no byte of the disk free.
func fill(dir string) error {
	filler, err := os.Create(filepath.Join(dir, "filler"))
	for err == nil {
		_, err = filler.Write(make([]byte, 4096))
	}
	if errors.Is(err, syscall.ENOSPC) {
		return filler.Close()
	}
	return err
}

func makeReadOnly(dir string) error { return exec.Command("mount", "-o", "remount,ro", dir).Run() }

// TestRenderers kills and stops the process that renders after 5 of 20 seconds, while visitors request uncached pages.
// Until it is replaced, they may get 503.
func TestRenderers(t *testing.T) {
	s := newTestServer(t)
	for _, visitors := range []int{16, 64} {
		for name, signal := range map[string]syscall.Signal{"kill": syscall.SIGKILL, "stop": syscall.SIGSTOP} {
			t.Run(fmt.Sprintf("%s/%d", name, visitors), func(t *testing.T) {
				s.start(t, t.TempDir(), "STRAND_RENDER_TIMEOUT=2s") // the default, which detects a stopped process
				defer s.kill()
				var rendered, refused, n atomic.Int64
				var load sync.WaitGroup
				end := time.Now().Add(20 * time.Second)
				for range visitors {
					load.Go(func() {
						for time.Now().Before(end) {
							got := s.get(fmt.Sprintf("/en/about?n=%d", n.Add(1)))
							isEmpty := bytes.Contains(got.body, []byte(`<div id="strand"></div>`))
							switch {
							case got.status == http.StatusServiceUnavailable && got.err == nil && !isEmpty:
								refused.Add(1)
								time.Sleep(50 * time.Millisecond) // as a visitor, who does not repeat at once
							case got.status != http.StatusOK || got.err != nil || isEmpty:
								t.Errorf("%v, status %d, %d bytes", got.err, got.status, len(got.body))
							default:
								rendered.Add(1)
							}
						}
					})
				}
				if !await(time.Minute, 50*time.Millisecond, func() bool { return rendered.Load() >= 100 }) {
					t.Fatalf("%d pages are rendered", rendered.Load())
				}
				// The renderer is the only child of the server.
				child, err := exec.Command("pgrep", "-P", strconv.Itoa(s.Process.Pid)).Output()
				must(t, err)
				pid, err := strconv.Atoi(strings.TrimSpace(string(child)))
				must(t, err)
				must(t, syscall.Kill(pid, signal))
				load.Wait()
				t.Logf("%d rendered, %d refused", rendered.Load(), refused.Load())
				if got := s.get("/en/about?n=last"); got.status != http.StatusOK || !s.isAlive() {
					t.Errorf("at the end: status %d\n%s", got.status, s.tail())
				}
			})
		}
	}
}

// TestLoad makes random requests and compares the resources of the server at the middle and at the end.
func TestLoad(t *testing.T) {
	s := newTestServer(t)
	s.prepare(t)
	s.start(t, t.TempDir())
	var middle map[string]float64
	for n := 0; n < *requests; n += len(targets) {
		for _, c := range s.requestAll(targets, func(t *target) string {
			return withQuery([]string{t.warm, t.fresh}[rand.IntN(2)], "n="+strconv.Itoa(rand.IntN(*requests)))
		}) {
			if c.Status == 0 || c.Status >= 500 && n > *requests/20 { // the search begins after the start
				t.Errorf("%s: %s %s, status %d", c.Target, c.Word, c.Detail, c.Status)
			}
		}
		if middle == nil && n > *requests/2 {
			middle = s.resources(t)
		}
	}
	last := s.resources(t)
	t.Log(middle, last)
	for _, name := range []string{"go_goroutines", "process_open_fds"} {
		if last[name] > middle[name]*1.25 {
			t.Error(name, "grows")
		}
	}
	// The limit is the default cache of 256 MiB, 320 MiB that the soft limit of the Go runtime adds, and memory outside
	// of its heap.
	if last["process_resident_memory_bytes"] > 725e6 {
		t.Error("it uses too much memory")
	}
}

// resources returns the memory, the goroutines and the file handles of the server.
func (s *testServer) resources(t *testing.T) map[string]float64 {
	got := s.do(http.MethodGet, "http://"+s.admin+"/metrics", "", "", "")
	found := map[string]float64{}
	for _, name := range []string{"process_resident_memory_bytes", "go_goroutines", "process_open_fds"} {
		value := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindSubmatch(got.body)
		n, err := strconv.ParseFloat(string(value[1]), 64)
		must(t, err)
		found[name] = n
	}
	return found
}
