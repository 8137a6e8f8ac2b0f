package render

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"strand/test/polltest"
)

// patience is the longest wait on a busy machine.
const patience = 30 * time.Second

// start starts a pool with a real Node process and a script of testdata.
func start(t *testing.T, script string, o Options) *Pool {
	t.Helper()
	o.Node, o.Script = node(t), filepath.Join("testdata", script)
	if o.Threads == 0 {
		o.Threads = 1
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

// ready starts a pool and waits until it can render.
func ready(t *testing.T, o Options) *Pool {
	t.Helper()
	p := start(t, "renderer.mjs", o)
	polltest.Until(t, "the process is ready", func() bool { return p.Ready() == p.options.Threads })
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
	return strconv.Atoi(string(out.Body))
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
	polltest.Until(t, "the rendering has begun", func() bool {
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

func TestRender(t *testing.T) {
	t.Parallel()
	p := start(t, "renderer.mjs", Options{Threads: 2})
	mustRender(t, p, "/") // callers wait for the first process
	if err := p.AwaitReady(t.Context()); err != nil {
		t.Fatal(err)
	}
	out, err := p.Render(t.Context(), Input{ScreenData: ScreenData{URL: "/"}})
	if err != nil || out.Head != "<title>t</title>" || len(out.Body) == 0 {
		t.Errorf("%+v, %v", out, err)
	}
	before := mustRender(t, p, "/")
	if _, err := p.render(t.Context(), "/fail", ""); err == nil {
		t.Error("a screen that cannot be rendered is no error")
	}
	polltest.Until(t, "the process continues after a failure", func() bool { return mustRender(t, p, "/") == before })
	p.Close()
	if _, err := p.Render(t.Context(), Input{}); !errors.Is(err, ErrUnavailable) {
		t.Errorf("after Close: %v", err)
	}
	if p.Ready() != 0 {
		t.Errorf("%d processes are ready after Close", p.Ready())
	}
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
	if _, err := Start(Options{Script: "testdata/missing.mjs", Threads: 1}); err == nil {
		t.Error("a bundle that is not there is no error")
	}
}

// A caller does not wait for a rendering that hangs; the process is replaced if it does not end the rendering itself.
func TestPool_RenderTimeout(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Timeout: 500 * time.Millisecond, QueueTimeout: patience})
	before := mustRender(t, p, "/")
	if _, err := p.render(t.Context(), "/hang", ""); !errors.Is(err, ErrTimeout) {
		t.Errorf("a rendering that hangs: %v", err)
	}
	polltest.Until(t, "another process renders", func() bool {
		after, err := p.render(t.Context(), "/", "")
		return err == nil && after != before
	})
}

// A late rendering does not end its process.
func TestPool_LateRendering(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Timeout: 2 * time.Second})
	before := mustRender(t, p, "/")
	w := blockRenderer(t.Context(), t, p)
	if err := <-w.err; !errors.Is(err, ErrTimeout) {
		t.Errorf("a rendering that is late: %v", err)
	}
	w.release(t)
	if after := mustRender(t, p, "/"); after != before {
		t.Error("the process was replaced")
	}
}

func TestPool_CrashRetried(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Threads: 2})
	file := filepath.Join(t.TempDir(), "crashed")
	if _, err := p.render(t.Context(), "/crash-once", file); err != nil {
		t.Errorf("a process that crashed: %v", err)
	}
	var lost *lostError
	if _, err := p.render(t.Context(), "/crash", ""); !errors.As(err, &lost) && !errors.Is(err, ErrUnavailable) {
		t.Errorf("a screen that crashes every process: %v", err)
	}
	polltest.Until(t, "the pool has recovered", func() bool {
		_, err := p.render(t.Context(), "/", "")
		return err == nil && p.Ready() == 2
	})
}

// The callers of a process that is killed are answered by the next one.
func TestPool_ProcessKilled(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Threads: 2})
	pid := mustRender(t, p, "/")
	var callers, half sync.WaitGroup
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
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	callers.Wait()
}

// A stopped process does not answer and is replaced.
func TestPool_ProcessStopped(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Threads: 2, Timeout: 100 * time.Millisecond})
	pid := mustRender(t, p, "/")
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "another process renders", func() bool {
		other, err := p.render(t.Context(), "/", "")
		return err == nil && other != pid
	})
}

func TestPool_SocketLost(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Threads: 2})
	if err := os.Remove(filepath.Join(p.dir, "socket")); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		mustRender(t, p, "/")
	}
}

// Close ends the process and removes its folder.
func TestPool_Close(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{})
	pid := mustRender(t, p, "/")
	p.Close()
	if _, err := os.Stat(p.dir); !errors.Is(err, os.ErrNotExist) || syscall.Kill(pid, 0) == nil {
		t.Errorf("left behind: %v", err)
	}
}

func TestQueue_Timeout(t *testing.T) {
	t.Parallel()
	log := &bytes.Buffer{} // the handler locks it
	p := ready(t, Options{QueueTimeout: 300 * time.Millisecond, Logger: slog.New(slog.NewTextHandler(log, nil))})
	before := mustRender(t, p, "/")
	busy := blockRenderer(t.Context(), t, p)
	for range 2 {
		if _, err := p.render(t.Context(), "/", ""); !errors.Is(err, ErrOverloaded) {
			t.Errorf("queue deadline: %v", err)
		}
	}
	busy.release(t)
	if err := <-busy.err; err != nil {
		t.Error(err)
	}
	polltest.Until(t, "the process renders again", func() bool {
		after, err := p.render(t.Context(), "/", "")
		if err == nil && after != before {
			t.Fatal("the process was replaced")
		}
		return err == nil
	})
	p.Close() // the log is complete then
	for event, want := range map[string]int{"renderers_overloaded": 1, "renderers_recovered": 1} {
		if n := strings.Count(log.String(), "msg="+event); n != want {
			t.Errorf("%s: %d events, want %d, in\n%s", event, n, want, log)
		}
	}
}

func TestQueue_Full(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{QueueLength: 1})
	busy := blockRenderer(t.Context(), t, p)
	queued := make(chan error, 1)
	go func() {
		_, err := p.render(t.Context(), "/", "")
		queued <- err
	}()
	polltest.Until(t, "one caller waits", func() bool { return p.threads.waits() == 1 })
	if _, err := p.render(t.Context(), "/", ""); !errors.Is(err, ErrOverloaded) {
		t.Errorf("full queue: %v", err)
	}
	busy.release(t)
	if err := errors.Join(<-busy.err, <-queued); err != nil {
		t.Error(err)
	}
}

func TestQueue_CallerCancelled(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{})
	before := mustRender(t, p, "/")
	ctx, cancel := context.WithCancel(t.Context())
	busy := blockRenderer(ctx, t, p)
	queued := make(chan error, 1)
	go func() {
		_, err := p.render(ctx, "/", "")
		queued <- err
	}()
	polltest.Until(t, "one caller waits", func() bool { return p.threads.waits() == 1 })
	cancel()
	for name, err := range map[string]error{"rendering": <-busy.err, "waiting": <-queued} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The thread is still busy with the abandoned rendering, so the next caller waits.
	next := make(chan int, 1)
	go func() {
		pid, _ := p.render(t.Context(), "/", "")
		next <- pid
	}()
	polltest.Until(t, "the next caller waits", func() bool { return p.threads.waits() == 1 })
	busy.release(t)
	if after := <-next; after != before {
		t.Error("the process was replaced")
	}
}

// Threads of the built script: each renders one screen at a time. One that hangs is replaced without the others, and
// one whose memory grows never leaves the pool without a thread.
func TestThreads(t *testing.T) {
	t.Parallel()
	p, err := Start(Options{
		Node:         node(t),
		Script:       "../../client/dist/server/threads.js",
		Module:       "testdata/thread.mjs",
		Threads:      2,
		Timeout:      2 * time.Second,
		QueueTimeout: patience,
		StartTimeout: patience,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	if _, err := p.render(t.Context(), "/", ""); err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	before := p.process
	p.mu.Unlock()
	if _, err := p.render(t.Context(), "/fail", ""); err == nil {
		t.Error("a screen that cannot be rendered is no error")
	}
	for range 3 { // more than there are threads
		if _, err := p.render(t.Context(), "/hang", ""); !errors.Is(err, ErrTimeout) {
			t.Errorf("a thread that hangs: %v", err)
		}
		if _, err := p.render(t.Context(), "/", ""); err != nil {
			t.Errorf("after a thread that hangs: %v", err)
		}
	}
	p.mu.Lock()
	after := p.process
	p.mu.Unlock()
	if after != before {
		t.Error("the process was replaced for a thread that hangs")
	}
	// Node usually ends only the thread; V8 may abort the whole process, which the pool replaces.
	if _, err := p.render(t.Context(), "/grow", ""); err == nil {
		t.Error("a screen that fills the memory is no error")
	}
	if _, err := p.render(t.Context(), "/", ""); err != nil {
		t.Errorf("after a thread whose memory has grown: %v", err)
	}
}

// Pages of a caller are admitted in their order, and refused when they have waited too long for the others.
func TestEnter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &Pool{
			options: Options{Logger: slog.New(slog.DiscardHandler)},
			threads: newQueue(1, 1),
			pages:   newQueue(1, 2),
		}
		leave, err := p.Enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		order := make(chan int, 2)
		for i := range 2 {
			go func() {
				next, err := p.Enter(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				order <- i
				next()
			}()
			synctest.Wait()
		}
		if _, err := p.Enter(t.Context()); !errors.Is(err, ErrOverloaded) {
			t.Errorf("with a full queue: %v", err)
		}
		time.Sleep(enterTimeout - time.Millisecond)
		leave()
		if first, second := <-order, <-order; first != 0 || second != 1 {
			t.Errorf("order: %d, %d", first, second)
		}
		leave, err = p.Enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		started := time.Now()
		if _, err := p.Enter(t.Context()); !errors.Is(err, ErrOverloaded) || time.Since(started) != enterTimeout {
			t.Errorf("without a place: %v after %s", err, time.Since(started))
		}
	})
}
