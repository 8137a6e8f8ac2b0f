// Package render renders the data of a screen as HTML in a small pool of Node processes, which run the app's server
// bundle.
//
// Callers wait for a process in a bounded queue. Waiting and rendering have separate deadlines: a process is replaced
// only if a rendering exceeds its deadline, if it ends, or if its memory has grown. A caller that disconnects does
// not cause a replacement.
package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"strand/internal/recovery"
)

// Errors of a rendering that was not executed.
var (
	// ErrUnavailable reports that no process is running or starting.
	ErrUnavailable = errors.New("no renderer is available")
	// ErrOverloaded reports that the queue is full, or that waiting in it took too long.
	ErrOverloaded = errors.New("the renderers are overloaded")
	// ErrTimeout reports that a rendering exceeded its deadline.
	ErrTimeout = errors.New("rendering took too long")
)

// Defaults of Options.
const (
	// DefaultQueueTimeout leaves time for the rendering itself within the budget of a document.
	DefaultQueueTimeout = 4 * time.Second
	// queuedPerProcess is as many pages as a process renders within the queue's deadline, at 30 ms per page.
	queuedPerProcess = 128
	defaultTimeout   = 2 * time.Second
	defaultMemory    = 512 << 20
	defaultStart     = 15 * time.Second
	// defaultHealthy is how long a process must run until its earlier failures are forgotten.
	defaultHealthy  = 10 * time.Second
	defaultMinPause = 200 * time.Millisecond
	defaultMaxPause = 10 * time.Second
)

// Options configure a pool. The zero value of a limit means its default.
type Options struct {
	// Name distinguishes the pools in metrics.
	Name string
	// Node is the path of the program, Script that of the app's server bundle.
	Node, Script string
	// Dir is the folder in which the pool creates a directory for its sockets; several servers may share it.
	Dir string
	// Processes is the number of processes.
	Processes int
	// Timeout is the deadline of a rendering, QueueTimeout that of waiting for a process before it. A process that
	// exceeds Timeout is replaced, unless it is new or all renderings of the pool are slow (limit).
	Timeout, QueueTimeout time.Duration
	// QueueLength is the number of callers that may wait.
	QueueLength int
	// MaxMemory is the resident memory in bytes above which a process is replaced.
	MaxMemory int64
	// StartTimeout bounds the start of a process.
	StartTimeout time.Duration
	// HealthyAfter is how long a process must run until its earlier failures are forgotten. MinPause and MaxPause
	// bound the pause before the next start of a process that fails repeatedly.
	HealthyAfter, MinPause, MaxPause time.Duration
	Logger                           *slog.Logger
}

func (o *Options) setDefaults() {
	for _, d := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&o.Timeout, defaultTimeout},
		{&o.QueueTimeout, DefaultQueueTimeout},
		{&o.StartTimeout, defaultStart},
		{&o.HealthyAfter, defaultHealthy},
		{&o.MinPause, defaultMinPause},
		{&o.MaxPause, defaultMaxPause},
	} {
		if *d.value == 0 {
			*d.value = d.standard
		}
	}
	if o.QueueLength == 0 {
		o.QueueLength = queuedPerProcess * o.Processes
	}
	if o.MaxMemory == 0 {
		o.MaxMemory = defaultMemory
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
}

// Pool renders screens. It is safe for concurrent use.
type Pool struct {
	options Options
	sockets *socketDir
	metrics *metrics
	stop    context.CancelFunc
	workers sync.WaitGroup

	mu sync.Mutex
	// idle are the idle processes, the longest idle first.
	idle []*process
	// queue are the callers that wait for a process, first come first served.
	queue []*waiter
	// ready counts the processes that can render, busy ones included.
	ready int
	// starting counts the supervisors without a ready process that are about to start one without a pause.
	starting int
	// changed is closed and replaced when a process becomes ready.
	changed chan struct{}
	// timeouts counts the consecutive renderings that exceeded their deadlines.
	timeouts int
	// refused counts the callers that were refused since the queue was last empty.
	refused int
	closed  bool
}

// Start starts the processes; they become ready in the background.
func Start(o Options) (*Pool, error) {
	if _, err := os.Stat(o.Script); err != nil {
		return nil, fmt.Errorf("find the app's server bundle: %w (build it with make build)", err)
	}
	if o.Processes < 1 {
		return nil, fmt.Errorf("start renderers: %d processes are not enough", o.Processes)
	}
	o.setDefaults()
	sockets, err := newSocketDir(o.Dir)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	p := &Pool{
		options:  o,
		sockets:  sockets,
		stop:     stop,
		changed:  make(chan struct{}),
		starting: o.Processes,
	}
	if p.metrics, err = newMetrics(p); err != nil {
		stop()
		return nil, errors.Join(err, sockets.remove())
	}
	for i := range o.Processes {
		p.workers.Add(1)
		recovery.Go(ctx, o.Logger, "renderer_supervisor", func() {
			defer p.workers.Done()
			p.keepRunning(ctx, i)
		})
	}
	return p, nil
}

// keepRunning runs the supervisor of one process until the context ends, and restarts it after a panic.
func (p *Pool) keepRunning(ctx context.Context, index int) {
	s := &supervisor{pool: p, index: index, isStarting: true}
	for ctx.Err() == nil {
		err := recovery.Do(ctx, p.options.Logger, "renderer_supervisor", func() error {
			s.run(ctx)
			return nil
		})
		if err != nil {
			sleep(ctx, p.options.MinPause)
		}
	}
}

// Close ends the processes. Waiting callers get ErrUnavailable.
func (p *Pool) Close() {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return
	}
	p.closed = true
	p.dismiss(ErrUnavailable)
	p.mu.Unlock()
	p.stop()
	p.workers.Wait()
	p.metrics.close()
	if err := p.sockets.remove(); err != nil {
		p.options.Logger.Warn("renderer_sockets_not_removed", "folder", p.sockets.path, "error", err)
	}
}

// Ready returns the number of processes that can render.
func (p *Pool) Ready() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ready
}

// AwaitReady waits until a process can render.
func (p *Pool) AwaitReady(ctx context.Context) error {
	for {
		p.mu.Lock()
		ready, changed := p.ready > 0, p.changed
		p.mu.Unlock()
		if ready {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("wait for a renderer: %w", context.Cause(ctx))
		}
	}
}

// Render renders a screen. The errors are those of call.
func (p *Pool) Render(ctx context.Context, in Input) (*Output, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return nil, fmt.Errorf("render %s: encode the screen: %w", in.URL, err)
	}
	data, err := p.call(ctx, "/render", in.URL, body)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", in.URL, err)
	}
	out := new(Output)
	if err := json.Unmarshal(data, out); err != nil {
		return nil, fmt.Errorf("render %s: read the renderer's answer: %w", in.URL, err)
	}
	return out, nil
}

// call sends a request to a process of the pool. The error is ErrOverloaded or ErrUnavailable if no process was free
// in time, ErrTimeout if the answer took too long, and that of the context if it ended first. Log events have the
// subject of the request, such as the URL of the page.
func (p *Pool) call(ctx context.Context, path, subject string, body []byte) ([]byte, error) {
	started := time.Now()
	wait, stopWaiting := context.WithTimeoutCause(ctx, p.options.QueueTimeout, ErrOverloaded)
	defer stopWaiting()
	for isRetry := false; ; isRetry = true {
		proc, err := p.acquire(wait, isRetry)
		p.metrics.waited(ctx, time.Since(started), err)
		if errors.Is(err, ErrOverloaded) {
			p.refuse()
		}
		if err != nil {
			return nil, err
		}
		data, err := p.callOn(ctx, proc, path, body)
		if err == nil {
			return data, nil
		}
		var lost *lostError
		if !errors.As(err, &lost) || isRetry && !lost.isUnsent || ctx.Err() != nil {
			return nil, err
		}
		p.options.Logger.WarnContext(ctx, "rendering_retried", "subject", subject, "error", err)
	}
}

// callOn sends a request to a process that the caller has acquired, and releases it. The rendering continues if the
// caller disconnects: only the pool's own deadline ends a process.
func (p *Pool) callOn(ctx context.Context, proc *process, path string, body []byte) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	results := make(chan result, 1)
	limit := p.limit(proc)
	recovery.Go(ctx, p.options.Logger, "rendering", func() {
		r := result{err: errors.New("the rendering was aborted")}
		defer func() {
			p.release(proc)
			results <- r
		}()
		started := time.Now()
		bounded, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), limit, ErrTimeout)
		defer cancel()
		var memory int64
		r.data, memory, r.err = proc.send(bounded, path, body)
		var lost *lostError
		switch {
		case errors.Is(r.err, ErrTimeout):
			proc.kill("render_timeout")
		case errors.As(r.err, &lost):
			proc.kill(lost.reason())
		case memory > p.options.MaxMemory:
			proc.replace()
		}
		p.recordResult(proc, r.err)
		p.metrics.rendered(ctx, time.Since(started), r.err)
	})
	timeout := time.NewTimer(p.options.Timeout)
	defer timeout.Stop()
	select {
	case r := <-results:
		return r.data, r.err
	case <-timeout.C:
		return nil, ErrTimeout
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

const (
	// newcomerShift and maxShift are the numbers of times that the deadline of a process is doubled.
	newcomerShift, maxShift = 2, 3
)

// limit returns how long a rendering may take before its process is replaced. The first rendering of a process takes
// longer, since no code is compiled yet. If consecutive renderings are late, the machine is short of CPU time, and
// starting more processes would make that worse.
func (p *Pool) limit(proc *process) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	shift := min(p.timeouts, maxShift)
	if !proc.hasRendered {
		shift = max(shift, newcomerShift)
	}
	return p.options.Timeout << shift
}

// recordResult records the result of a rendering.
func (p *Pool) recordResult(proc *process, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case err == nil:
		proc.hasRendered, p.timeouts = true, 0
	case errors.Is(err, ErrTimeout):
		p.timeouts++
	}
}
