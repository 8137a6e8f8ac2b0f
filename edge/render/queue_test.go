package render

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestQueue_ManyCallers(t *testing.T) {
	t.Parallel()
	p := ready(t, Options{Processes: 2, Timeout: 5 * time.Second})
	var mu sync.Mutex
	seen := map[int]bool{}
	var callers sync.WaitGroup
	for range 128 {
		callers.Go(func() {
			pid, err := p.render(t.Context(), "/slow", "")
			mu.Lock()
			defer mu.Unlock()
			seen[pid] = true
			if err != nil {
				t.Error(err)
			}
		})
	}
	callers.Wait()
	if len(seen) != 2 {
		t.Errorf("%d processes rendered, want the 2 that were started", len(seen))
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
	eventually(t, "the process renders again", func() bool {
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
	eventually(t, "one caller waits", func() bool { return p.queueLength() == 1 })
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
	eventually(t, "one caller waits", func() bool { return p.queueLength() == 1 })
	cancel()
	for name, err := range map[string]error{"rendering": <-busy.err, "waiting": <-queued} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := p.queueLength(); n != 0 {
		t.Errorf("%d cancelled callers are still queued", n)
	}
	// The process is still busy with the abandoned rendering, so the next caller waits.
	next := make(chan int, 1)
	go func() {
		pid, _ := p.render(t.Context(), "/", "")
		next <- pid
	}()
	eventually(t, "the next caller waits", func() bool { return p.queueLength() == 1 })
	busy.release(t)
	if after := <-next; after != before {
		t.Error("the process was replaced")
	}
}
