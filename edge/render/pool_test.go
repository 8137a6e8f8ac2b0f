package render

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is the longest wait on a busy machine.
const patience = 30 * time.Second

// start starts a pool of real Node processes with a renderer of testdata.
func start(t *testing.T, script string, o Options) *Pool {
	t.Helper()
	o.Node, o.Script = node(t), filepath.Join("testdata", script)
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	if o.Processes == 0 {
		o.Processes = 1
	}
	if o.Timeout == 0 {
		o.Timeout = patience
	}
	if o.QueueTimeout == 0 {
		o.QueueTimeout = patience
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	p, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// ready starts a pool and waits until all its processes can render.
func ready(t *testing.T, o Options) *Pool {
	t.Helper()
	p := start(t, "renderer.mjs", o)
	eventually(t, "every process is ready", func() bool { return p.Ready() == p.options.Processes })
	return p
}

func node(t *testing.T) string {
	t.Helper()
	if path, err := filepath.Abs("../../node_modules/.bin/node"); err == nil {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	path, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("Node is needed")
	}
	return path
}

func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %s: %s", patience, what)
		}
	}
}

// render renders an address and returns the id of the process that rendered it.
func (p *Pool) render(ctx context.Context, url string, file string) (pid int, err error) {
	data, err := json.Marshal(map[string]string{"file": file})
	if err != nil {
		return 0, err
	}
	in := Input{ScreenData: ScreenData{URL: url, Data: data}}
	out, err := p.Render(ctx, in)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(out.Body)
}

func mustRender(t *testing.T, p *Pool, url string) (pid int) {
	t.Helper()
	pid, err := p.render(t.Context(), url, "")
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// blockedRendering is a rendering that blocks until release.
type blockedRendering struct {
	file string
	err  chan error
}

// blockRenderer starts a rendering that keeps a process busy.
func blockRenderer(ctx context.Context, t *testing.T, p *Pool) *blockedRendering {
	t.Helper()
	w := &blockedRendering{file: filepath.Join(t.TempDir(), "go"), err: make(chan error, 1)}
	go func() {
		_, err := p.render(ctx, "/wait", w.file)
		w.err <- err
	}()
	eventually(t, "the rendering has begun", func() bool {
		_, err := os.Stat(w.file + ".begun")
		return err == nil
	})
	return w
}

func (w *blockedRendering) release(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(w.file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func (p *Pool) queueLength() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.queue)
}

func TestRender(t *testing.T) {
	t.Parallel()
	p := start(t, "renderer.mjs", Options{Processes: 2})
	mustRender(t, p, "/") // callers wait for the first process
	if err := p.AwaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	out, err := p.Render(t.Context(), Input{ScreenData: ScreenData{URL: "/"}})
	if err != nil || out.Head != "<title>t</title>" || out.Body == "" {
		t.Errorf("%+v, %v", out, err)
	}
	before := mustRender(t, p, "/")
	if _, err := p.render(t.Context(), "/fail", ""); err == nil {
		t.Error("a screen that cannot be rendered is no error")
	}
	eventually(t, "the process continues after a failure", func() bool { return mustRender(t, p, "/") == before })
	p.Close()
	if _, err := p.Render(t.Context(), Input{}); !errors.Is(err, ErrUnavailable) {
		t.Errorf("after Close: %v", err)
	}
	if p.Ready() != 0 {
		t.Errorf("%d processes are ready after Close", p.Ready())
	}
}

func TestPool_ProcessKilled(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{})
	proc, err := p.acquire(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	proc.kill("crashed")
	p.release(proc)
	p.mu.Lock()
	idle := slices.Contains(p.idle, proc)
	p.mu.Unlock()
	if idle {
		t.Error("a killed process is offered to the next caller")
	}
}

func TestPool_RenderTimeout(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Timeout: 2 * time.Second})
	before := mustRender(t, p, "/")
	if _, err := p.render(t.Context(), "/hang", ""); !errors.Is(err, ErrTimeout) {
		t.Errorf("a rendering that hangs: %v", err)
	}
	if after := mustRender(t, p, "/"); after == before {
		t.Error("the process that hangs is still used")
	}
}

// If the machine is short of CPU time, every rendering is late. Processes are not killed one after the other then:
// callers get their errors in time, and the processes get longer deadlines.
func TestLimit(t *testing.T) {
	p := &Pool{options: Options{Timeout: time.Second}}
	proc := &process{}
	for i, step := range []struct {
		err  error
		want time.Duration
	}{
		{nil, 4 * time.Second}, // a new process
		{ErrTimeout, time.Second},
		{ErrTimeout, 2 * time.Second},
		{ErrTimeout, 4 * time.Second},
		{errors.New("broken screen"), 8 * time.Second},
		{ErrTimeout, 8 * time.Second},
		{nil, 8 * time.Second},
		{nil, time.Second},
	} {
		if got := p.limit(proc); got != step.want {
			t.Errorf("rendering %d: %s, want %s", i, got, step.want)
		}
		p.recordResult(proc, step.err)
	}
}

// A caller does not wait for a late rendering, and a new process continues.
func TestPool_FirstRenderingLate(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Timeout: 2 * time.Second})
	p.mu.Lock()
	proc := p.idle[0]
	p.mu.Unlock()
	w := blockRenderer(t.Context(), t, p)
	if err := <-w.err; !errors.Is(err, ErrTimeout) {
		t.Errorf("a rendering that is late: %v", err)
	}
	w.release(t)
	if pid := mustRender(t, p, "/"); pid != proc.cmd.Process.Pid {
		t.Error("the process was replaced")
	}
}

func TestPool_CrashRetried(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Processes: 2})
	file := filepath.Join(t.TempDir(), "crashed")
	if _, err := p.render(t.Context(), "/crash-once", file); err != nil {
		t.Errorf("a process that crashed: %v", err)
	}
	eventually(t, "both processes are ready again", func() bool { return p.Ready() == 2 })
	var lost *lostError
	if _, err := p.render(t.Context(), "/crash", ""); !errors.As(err, &lost) {
		t.Errorf("a screen that crashes every process: %v", err)
	}
	eventually(t, "the pool has recovered", func() bool {
		_, err := p.render(t.Context(), "/", "")
		return err == nil && p.Ready() == 2
	})
}

func TestPool_AllProcessesKilled(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Processes: 2})
	pids := map[int]bool{}
	for len(pids) < 2 {
		pids[mustRender(t, p, "/")] = true
	}
	var callers sync.WaitGroup
	var half sync.WaitGroup
	half.Add(40)
	for range 40 {
		callers.Go(func() {
			for i := range 10 {
				if i == 5 {
					half.Done()
				}
				if _, err := p.render(t.Context(), "/slow", ""); err != nil {
					t.Error(err)
				}
			}
		})
	}
	half.Wait()
	for pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Error(err)
		}
	}
	callers.Wait()
}

func TestPool_SocketLost(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Processes: 2})
	sockets, err := filepath.Glob(filepath.Join(p.sockets.path, "*"))
	if err != nil || len(sockets) != 2 {
		t.Fatal(sockets, err)
	}
	for _, socket := range sockets {
		if err := os.Remove(socket); err != nil {
			t.Fatal(err)
		}
	}
	for range 4 {
		mustRender(t, p, "/")
	}
}

func TestGrownProcess_ReplacedWhileReady(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{})
	before := mustRender(t, p, "/grow")
	eventually(t, "another process renders", func() bool {
		if p.Ready() == 0 {
			t.Fatal("no process is ready meanwhile")
		}
		return mustRender(t, p, "/") != before
	})
	eventually(t, "the old process has ended", func() bool { return syscall.Kill(before, 0) != nil })
	if n := p.Ready(); n != 1 {
		t.Errorf("%d processes are ready, want 1", n)
	}
}

func TestGrownProcess_CompletesRendering(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{})
	p.mu.Lock()
	proc := p.idle[0]
	p.mu.Unlock()
	busy := blockRenderer(t.Context(), t, p)
	proc.replace()
	if after := mustRender(t, p, "/"); after == proc.cmd.Process.Pid {
		t.Error("the busy process rendered something else")
	}
	busy.release(t)
	if err := <-busy.err; err != nil {
		t.Error(err)
	}
	eventually(t, "the old process has ended", func() bool { return syscall.Kill(proc.cmd.Process.Pid, 0) != nil })
}

func TestStart_Fails(t *testing.T) {
	t.Parallel()
	p := start(t, "broken.mjs", Options{MinPause: time.Hour, MaxPause: time.Hour})
	// Callers who wait for the first start are answered, and later ones at once.
	for range 2 {
		if _, err := p.render(t.Context(), "/", ""); !errors.Is(err, ErrUnavailable) {
			t.Errorf("no process starts: %v", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := p.AwaitReady(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("AwaitReady: %v", err)
	}
	if _, err := Start(Options{Script: "testdata/missing.mjs", Dir: t.TempDir(), Processes: 1}); err == nil {
		t.Error("a bundle that is not there is no error")
	}
}

func TestPauses(t *testing.T) {
	o := Options{Processes: 1}
	o.setDefaults()
	s := &supervisor{pool: &Pool{options: o}}
	if pause := s.nextPause(); pause != 0 {
		t.Errorf("after the first failure: %s", pause)
	}
	for i, most := range []time.Duration{200 * time.Millisecond, 400 * time.Millisecond, 800 * time.Millisecond} {
		if pause := s.nextPause(); pause < most/2 || pause > most {
			t.Errorf("failure %d: %s, want %s to %s", i+2, pause, most/2, most)
		}
	}
	for range 100 {
		if pause := s.nextPause(); pause > o.MaxPause {
			t.Fatalf("%s is longer than %s", pause, o.MaxPause)
		}
	}
}
