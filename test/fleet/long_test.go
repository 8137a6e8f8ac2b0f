//go:build fleet

package fleet

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"strand/test/polltest"
	"strand/test/servertest"
)

const (
	fleetSize = 4
	// pause is the time between two events, within which the fleet recovers.
	pause = 8 * time.Second
	// inFlight is how long after a kill the load balancer may report answers that the killed server owed.
	inFlight = 3 * time.Second
)

// traffic is what visitors do during the test.
type traffic struct {
	*fleet
	origin  string
	written writes
	// cookies are those of the logged-in editor, and of a gate.
	cookies string

	mu       sync.Mutex
	killed   time.Time
	requests int
	inKilled int
	uploads  []*upload
}

// TestFleet: four servers behind a load balancer are killed, stopped and replaced by a newer build, the database is
// restarted, and Redis is emptied and restarted, while visitors browse, search, sign in, submit forms, upload files and
// create tickets.
func TestFleet(t *testing.T) {
	f := newFleet(t)
	next := f.nextBuild()
	var servers [fleetSize]*server
	for i := range servers {
		servers[i] = f.start("", builtClient)
	}
	tr := &traffic{fleet: f, origin: "http://" + f.balance(servers[:])}
	tr.cookies = f.logIn(tr.origin)
	previous := entryOf(t, builtClient)

	done := make(chan struct{})
	var visitors sync.WaitGroup
	for _, visit := range []func(n int){
		tr.browse, tr.browse, tr.browse, tr.submitForms, tr.createTickets, tr.sendFiles, tr.edit,
	} {
		visitors.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-done:
					return
				default:
					visit(n)
				}
			}
		})
	}
	event := func(what string, happen func()) {
		time.Sleep(pause)
		t.Log(time.Now().Format(time.TimeOnly), what)
		happen()
	}
	kill := func(i int, client string) {
		tr.setKilled()
		servers[i].kill()
		tr.setKilled()
		servers[i] = f.start(servers[i].addr, client)
	}
	replace := func(i int) {
		f.stop(servers[i])
		servers[i] = f.start(servers[i].addr, next)
	}
	event("a server is killed", func() { kill(0, builtClient) })
	event("a server is killed after an access was granted and a page translated", func() {
		key := newKey()
		tr.until("an access", func() error { return f.grantAccess(tr.origin, key) })
		tr.until("a translation", func() error { return f.translate(tr.origin, tr.cookies) })
		kill(1, builtClient)
		tr.until("the same access", func() error { return f.grantAccess(tr.origin, key) })
		tr.written.add("grant", key)
	})
	event("Redis is emptied", f.redis.Flush)
	event("a purge", func() {
		if got := f.purge(tr.origin); got.status != http.StatusNoContent {
			t.Errorf("webhook: %d %v", got.status, got.err)
		}
	})
	event("a server is replaced by a newer build", func() { replace(1) })
	event("another one too", func() { replace(2) })
	for _, client := range []string{builtClient, next} {
		tr.checkScript(servers[:], entryOf(t, client))
	}
	event("a server of the newer build is killed", func() { kill(1, next) })
	event("the database is restarted", func() {
		f.postgres.Kill()
		f.postgres.Restart(t)
	})
	event("Redis is restarted", func() {
		f.redis.Kill()
		time.Sleep(2 * time.Second)
		f.redis.Restart()
	})
	event("the last two are replaced", func() { replace(3); replace(0) })
	tr.checkScript(servers[:], previous)
	event("two servers are killed at once", func() {
		tr.setKilled()
		servers[2].kill()
		kill(3, next)
		servers[2] = f.start(servers[2].addr, next)
	})
	for i := range servers {
		event("one more is killed", func() { kill(i, next) })
	}
	time.Sleep(pause)
	close(done)
	visitors.Wait()
	f.check(&tr.written)
	f.checkDraft()
	for _, u := range tr.uploads {
		f.checkFile(u)
	}
	t.Logf("%d requests, %d of them in killed processes; %d files", tr.requests, tr.inKilled, len(tr.uploads))
}

// balance starts HAProxy before the servers and returns its address.
func (f *fleet) balance(servers []*server) string {
	f.t.Helper()
	program, err := exec.LookPath("haproxy")
	if err != nil {
		// As root, for example in CI, it is installed.
		_ = exec.Command("sh", "-c", "apt-get update -qq; apt-get install -y -qq haproxy").Run()
		if program, err = exec.LookPath("haproxy"); err != nil {
			f.t.Fatal("install haproxy: ", err)
		}
	}
	addr := servertest.FreeAddr(f.t)
	var b strings.Builder
	fmt.Fprintf(&b, `defaults
  mode http
  timeout connect 2s
  timeout client 90s
  timeout server 90s
  option redispatch
  retries 4
  retry-on conn-failure empty-response
frontend site
  bind %s
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /readyz
  http-request disable-l7-retry if !METH_GET
  default-server check inter 250ms fall 1 rise 1 observe layer4 error-limit 1 on-error mark-down
`, addr)
	for i, s := range servers {
		fmt.Fprintf(&b, "  server s%d %s\n", i, s.addr)
	}
	file := filepath.Join(f.dir, "haproxy.cfg")
	f.must(os.WriteFile(file, []byte(b.String()), 0o600))
	balancer := exec.Command(program, "-db", "-f", file)
	balancer.Stderr = os.Stderr
	balancer.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	f.must(balancer.Start())
	f.t.Cleanup(func() {
		_ = syscall.Kill(-balancer.Process.Pid, syscall.SIGKILL)
		_ = balancer.Wait()
	})
	if err := polltest.TryDial(addr); err != nil {
		f.t.Fatal("haproxy does not start: ", err)
	}
	return addr
}

// entryOf returns the path of the script that starts the app of a build.
func entryOf(t *testing.T, client string) string {
	t.Helper()
	scripts, err := filepath.Glob(filepath.Join(client, "browser", "browser-*.js"))
	if err != nil || len(scripts) != 1 {
		t.Fatalf("the entry points of %s: %v %v", client, scripts, err)
	}
	return "/assets/" + filepath.Base(scripts[0])
}

// nextBuild returns the folder of a newer build of the client, in which the first script has another name.
func (f *fleet) nextBuild() string {
	f.t.Helper()
	dir := filepath.Join(f.dir, "next")
	f.must(os.CopyFS(dir, os.DirFS(builtClient)))
	modules, err := filepath.Abs("node_modules")
	f.must(err)
	f.must(os.Symlink(modules, filepath.Join(f.dir, "node_modules")))
	entry := filepath.Base(entryOf(f.t, dir))
	renamed := strings.TrimSuffix(entry, ".js") + "next.js"
	f.must(filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(file, ".br") || strings.HasSuffix(file, ".gz") {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		target := strings.Replace(file, entry, renamed, 1)
		if !strings.Contains(string(text), entry) && target == file {
			return nil
		}
		for _, suffix := range []string{"", ".br", ".gz"} {
			_ = os.Remove(file + suffix) // not every file has all forms
		}
		return os.WriteFile(target, []byte(strings.ReplaceAll(string(text), entry, renamed)), 0o600)
	}))
	return dir
}

// checkScript expects a script at every server.
func (tr *traffic) checkScript(servers []*server, path string) {
	tr.t.Helper()
	for i, s := range servers {
		got := request{method: http.MethodGet, url: "http://" + s.addr + path}.send()
		if got.status != http.StatusOK {
			tr.t.Errorf("%s at server %d: %d %v", path, i, got.status, got.err)
		}
	}
}

func (tr *traffic) setKilled() {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.killed = time.Now()
}

// judge reports a failed request that was not inside a killed process.
func (tr *traffic) judge(what string, got answer) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.requests++
	switch {
	case got.err == nil && got.status < http.StatusInternalServerError:
	case time.Since(tr.killed) < inFlight:
		tr.inKilled++
	default:
		tr.t.Errorf("%s %s: %d %v %.200s", time.Now().Format(time.TimeOnly), what, got.status, got.err, got.body)
	}
}

var pages = []string{
	"/en", "/de", "/en/about", "/en/products/crimping/bench-presses", "/en/products/crimping/bench-presses/h-20",
	"/en/stories/orange-cables", "/en/search?q=crimp", "/en/contact/service-request", "/en/mykomax",
	"/en/about/_payload.json",
}

func (tr *traffic) browse(n int) {
	path := pages[n%len(pages)]
	got := request{method: http.MethodGet, url: tr.origin + path}.send()
	tr.judge(path, got)
	if got.err == nil && got.status != http.StatusOK && got.status < http.StatusInternalServerError {
		tr.t.Errorf("%s: %d", path, got.status)
	}
	time.Sleep(50 * time.Millisecond)
}

// until repeats a write until it is acknowledged.
func (tr *traffic) until(what string, write func() error) bool {
	err := polltest.Try(write)
	if err != nil {
		tr.t.Errorf("%s is not acknowledged: %v", what, err)
	}
	return err == nil
}

func (tr *traffic) submitForms(int) {
	key := newKey()
	if tr.until("a form", func() error { return tr.submitForm(tr.origin, key) }) {
		tr.written.add("form", key)
	}
	time.Sleep(200 * time.Millisecond)
}

// createTickets stays below the limit of tickets of a user.
func (tr *traffic) createTickets(int) {
	key := newKey()
	if tr.until("a ticket", func() error { return tr.createTicket(tr.origin, key) }) {
		tr.written.add("ticket", key)
	}
	time.Sleep(10 * time.Second)
}

// sendFiles sends files in parts, each over a connection of its own to any server, and a form with each file.
func (tr *traffic) sendFiles(n int) {
	u := &upload{data: picture(tr.t, 1<<20+n%4*(3<<20))}
	if !tr.until("a file", func() error { return u.begin(tr.origin) }) {
		return
	}
	for isComplete := false; !isComplete; client.CloseIdleConnections() {
		if !tr.until("a part of a file", func() (err error) {
			isComplete, err = u.resume(tr.origin, 1<<20)
			return err
		}) {
			return
		}
	}
	key := newKey()
	if tr.until("a form with a file", func() error { return tr.submitUpload(tr.origin, key, u) }) {
		tr.written.add("upload", key)
		tr.mu.Lock()
		tr.uploads = append(tr.uploads, u)
		tr.mu.Unlock()
	}
	time.Sleep(500 * time.Millisecond)
}

// edit uses the cookies of the first login.
func (tr *traffic) edit(int) {
	for _, got := range tr.checkCookies(tr.origin, tr.cookies) {
		tr.judge("the editor area or a gate", got)
	}
	time.Sleep(500 * time.Millisecond)
}
