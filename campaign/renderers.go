package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	// rendererLoad is how long visitors request pages; the signal is sent after rendererHit.
	rendererLoad = 20 * time.Second
	rendererHit  = 5 * time.Second
)

// runRenderers kills and stops renderer processes while a number of visitors request uncached pages.
func runRenderers(ctx context.Context, c *campaign) error {
	out, err := openResults(c.results, "renderers", c.revision)
	if err != nil {
		return err
	}
	r, err := newTestServer(ctx, c, "renderers")
	if err != nil {
		return err
	}
	defer r.close()
	r.renderTimeout = "2s" // the default, which detects stopped processes
	for _, visitors := range []int{16, 64} {
		for _, hit := range []struct {
			name   string
			signal syscall.Signal
			all    bool
		}{
			{"kill one", syscall.SIGKILL, false}, {"kill all", syscall.SIGKILL, true},
			{"stop one", syscall.SIGSTOP, false}, {"stop all", syscall.SIGSTOP, true},
		} {
			id := fmt.Sprintf("%s, %d visitors", hit.name, visitors)
			if ctx.Err() != nil || out.done[id] || !c.cases.MatchString(id) {
				continue
			}
			found, err := r.hitRenderers(ctx, visitors, hit.signal, hit.all)
			if err != nil {
				return fmt.Errorf("%s: %w", id, err)
			}
			found.Class = "renderers"
			if err := out.add(id, *found); err != nil {
				return err
			}
			fmt.Printf("renderers, %s: %s %v\n", id, found.Word, found.Figures)
		}
	}
	return nil
}

// hitRenderers sends a signal to one or all renderers under load.
func (r *testServer) hitRenderers(ctx context.Context, visitors int, signal syscall.Signal, all bool) (*row, error) {
	if err := r.start(ctx, filepath.Join(r.dir, "data")); err != nil {
		return nil, err
	}
	defer r.process.kill()
	var blanks, refused, failures, rendered, n atomic.Int64
	var mu sync.Mutex
	var lastFailure time.Time
	ctx, cancel := context.WithTimeout(ctx, rendererLoad)
	defer cancel()
	var load sync.WaitGroup
	for range visitors {
		load.Go(func() {
			for ctx.Err() == nil {
				got := r.get(ctx, fmt.Sprintf("/en/about?n=%d", n.Add(1)))
				switch {
				case got.err != nil && ctx.Err() != nil:
					return
				case got.err == nil && bytes.Contains(got.body, []byte(`<div id="strand"></div>`)):
					blanks.Add(1)
				case got.err == nil && got.status == 200:
					rendered.Add(1)
					continue
				case got.err == nil && got.status == 503:
					refused.Add(1)
				default:
					failures.Add(1)
				}
				mu.Lock()
				lastFailure = time.Now()
				mu.Unlock()
				time.Sleep(50 * time.Millisecond)
			}
		})
	}
	time.Sleep(rendererHit)
	before := refused.Load() + failures.Load() + blanks.Load()
	targets := r.renderers()
	if !all && len(targets) > 1 {
		targets = targets[:1]
	}
	started := time.Now()
	for _, pid := range targets {
		_ = syscall.Kill(pid, signal)
	}
	load.Wait()
	found := &row{
		Word: allWell,
		Figures: map[string]float64{
			"hit": float64(
				len(targets),
			), "rendered": float64(rendered.Load()), "refused with 503": float64(refused.Load()),
			"refused before": float64(before),
			"blank":          float64(blanks.Load()), "other failures": float64(failures.Load()),
		},
	}
	if lastFailure.After(started) {
		found.Figures["last failure after (s)"] = lastFailure.Sub(started).Seconds()
	}
	switch {
	case !r.process.isAlive():
		found.Word, found.Detail = processDies, r.process.tail(1000)
	case blanks.Load() > 0:
		found.Word = blank
	case failures.Load() > 0:
		found.Word = noAnswer
	case refused.Load() > 0:
		found.Word = statusWord(503)
	}
	ready, _ := r.readiness(context.WithoutCancel(ctx))
	found.Figures["renderers afterwards"] = float64(ready.Renderers)
	return found, nil
}

// renderers returns the process ids of the server's renderers.
func (r *testServer) renderers() []int {
	var found []int
	entries, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range entries {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		// The name of a process is in parentheses and may contain any character.
		end := strings.LastIndexByte(string(text), ')')
		fields := strings.Fields(string(text[end+1:]))
		if len(fields) < 2 ||
			!strings.Contains(string(text[:end]), "node") && !strings.Contains(string(text[:end]), "MainThread") {
			continue
		}
		if parent, err := strconv.Atoi(fields[1]); err != nil || parent != r.process.command.Process.Pid {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			found = append(found, pid)
		}
	}
	return found
}
