// Package render renders the data of a screen as HTML in a Node process, whose threads run the app's server bundle, and
// transforms pictures in another one.
//
// Callers wait in a bounded queue, and take turns. Waiting and rendering have separate deadlines. A caller that
// disconnects does not end the rendering.
package render

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"strand/internal/recovery"
	"strand/internal/telemetry"
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
	// queuedPerThread is as many pages as a thread renders within the queue's deadline, at 30 ms per page.
	queuedPerThread = 128
	// pagesPerThread is the number of pages that are made at the same time: enough to keep a thread busy while others
	// wait for their data.
	pagesPerThread = 32
	// maxQueuedPages bounds the memory of the requests that wait for Enter.
	maxQueuedPages = 4096
	// enterTimeout leaves one second of three for making a page after it has waited.
	enterTimeout    = 2 * time.Second
	defaultTimeout  = 2 * time.Second
	defaultStart    = 15 * time.Second
	defaultMinPause = 200 * time.Millisecond
	// maxWait is the pause before a start up to which callers wait for it.
	maxWait         = time.Second
	defaultMaxPause = 10 * time.Second
)

// A thread whose rendering takes threadLimit times as long as its caller waits is ended, and the process at
// processLimit times: the first rendering of a thread takes longer, since no code is compiled yet, and on a machine
// that is short of CPU time another start would make that worse.
const (
	threadLimit  = 3
	processLimit = 4
)

// Options configure a pool. The zero value of a limit means its default.
type Options struct {
	// Name distinguishes the pools in metrics.
	Name string
	// Node is the path of the program, Script that of its script, Module that of the module which the script's threads
	// run; empty for a script without threads.
	Node, Script, Module string
	// Threads is the number of concurrent requests.
	Threads int
	// Timeout is the deadline of a rendering, QueueTimeout that of waiting for a thread before it.
	Timeout, QueueTimeout time.Duration
	// QueueLength is the number of requests that may wait.
	QueueLength int
	// StartTimeout bounds the start of the process.
	StartTimeout time.Duration
	// MinPause and MaxPause bound the pause before the next start of a process that fails repeatedly.
	MinPause, MaxPause time.Duration
	Logger             *slog.Logger
}

func (o *Options) setDefaults() {
	for _, d := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&o.Timeout, defaultTimeout},
		{&o.QueueTimeout, DefaultQueueTimeout},
		{&o.StartTimeout, defaultStart},
		{&o.MinPause, defaultMinPause},
		{&o.MaxPause, defaultMaxPause},
	} {
		if *d.value == 0 {
			*d.value = d.standard
		}
	}
	if o.QueueLength == 0 {
		o.QueueLength = queuedPerThread * o.Threads
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
}

// Pool sends requests to the threads of a Node process, which it starts again when it ends. It is safe for concurrent
// use.
type Pool struct {
	options Options
	// dir contains the socket of the process.
	dir     string
	metrics *metrics
	stop    context.CancelFunc
	ended   chan struct{}
	// threads limits the concurrent requests, pages the pages that are made at the same time (Enter).
	threads, pages *queue
	// refused counts the callers that were refused since the last one that was not.
	refused atomic.Int64
	// hasRendered is true when a screen was rendered.
	hasRendered atomic.Bool

	mu sync.Mutex
	// process is nil if none is ready.
	process *process
	// isStarting reports that a process is starting, or starts soon.
	isStarting bool
	// changed is closed and replaced when one of these changes.
	changed chan struct{}
}

// Start starts the process; it becomes ready in the background.
func Start(o Options) (*Pool, error) {
	for _, file := range []string{o.Script, o.Module} {
		if _, err := os.Stat(file); file != "" && err != nil {
			return nil, fmt.Errorf("find the app's server bundle: %w (build it with make build)", err)
		}
	}
	if o.Threads < 1 {
		return nil, fmt.Errorf("start renderers: %d threads are not enough", o.Threads)
	}
	o.setDefaults()
	dir, err := os.MkdirTemp("", "strand-render-")
	if err != nil {
		return nil, fmt.Errorf("create the folder of the renderer's socket: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	p := &Pool{
		options:    o,
		dir:        dir,
		stop:       stop,
		ended:      make(chan struct{}),
		threads:    newQueue(o.Threads, o.QueueLength),
		pages:      newQueue(pagesPerThread*o.Threads, maxQueuedPages),
		isStarting: true,
		changed:    make(chan struct{}),
	}
	p.metrics = newMetrics(p)
	recovery.Go(ctx, o.Logger, "renderer_supervisor", func() {
		defer close(p.ended)
		for ctx.Err() == nil {
			_ = recovery.Do(ctx, o.Logger, "renderer_supervisor", func() error { p.supervise(ctx); return nil })
		}
	})
	return p, nil
}

// Close ends the process. Waiting callers get ErrUnavailable.
func (p *Pool) Close() {
	p.stop()
	<-p.ended
	p.metrics.close()
	if err := os.RemoveAll(p.dir); err != nil {
		p.options.Logger.Warn("renderer_socket_not_removed", "folder", p.dir, "error", err)
	}
}

// set sets the state of the process.
func (p *Pool) set(process *process, isStarting bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.setLocked(process, isStarting)
}

// setLocked is set for a caller that holds the lock.
func (p *Pool) setLocked(process *process, isStarting bool) {
	p.process, p.isStarting = process, isStarting
	close(p.changed)
	p.changed = make(chan struct{})
}

// abandon ends a process that does not answer. Callers wait for the next one.
func (p *Pool) abandon(process *process, reason error) {
	p.mu.Lock()
	if p.process == process {
		p.setLocked(nil, true)
	}
	p.mu.Unlock()
	process.kill(reason)
}

// Ready returns the number of threads that can render.
func (p *Pool) Ready() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.process == nil {
		return 0
	}
	return p.options.Threads
}

// AwaitReady waits until a page can be rendered.
func (p *Pool) AwaitReady(ctx context.Context) error {
	for {
		p.mu.Lock()
		isReady, changed := p.process != nil, p.changed
		p.mu.Unlock()
		if isReady {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("wait for a renderer: %w", context.Cause(ctx))
		}
	}
}

// await returns the process as soon as it is ready. The error is ErrUnavailable if none is starting.
func (p *Pool) await(ctx context.Context) (*process, error) {
	for {
		p.mu.Lock()
		process, isStarting, changed := p.process, p.isStarting, p.changed
		p.mu.Unlock()
		switch {
		case process != nil:
			return process, nil
		case !isStarting:
			return nil, ErrUnavailable
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// supervise starts processes one after the other until the context ends.
func (p *Pool) supervise(ctx context.Context) {
	defer p.set(nil, false)
	for failures := 0; ctx.Err() == nil; {
		p.set(nil, true)
		startedAt := time.Now()
		err := p.run(ctx)
		if ctx.Err() != nil {
			return
		}
		// The failures before a process that ran for a while are forgotten.
		if time.Since(startedAt) > p.options.MaxPause {
			failures = 0
		}
		pause := time.Duration(0)
		if failures++; failures > 1 {
			pause = min(p.options.MinPause<<min(failures-2, 16), p.options.MaxPause)
		}
		p.set(nil, pause < maxWait)
		p.metrics.restarted(ctx, err)
		p.options.Logger.WarnContext(ctx, "renderer_restarted", "pause", pause, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// run runs a process until it or the context ends, and returns why it has ended.
func (p *Pool) run(ctx context.Context) error {
	process, err := startProcess(p.options, filepath.Join(p.dir, "socket"))
	if err != nil {
		return err
	}
	defer process.end()
	if err := process.awaitReady(ctx, p.options.StartTimeout); err != nil {
		return err
	}
	p.set(process, false)
	p.options.Logger.Debug("renderer_ready")
	select {
	case <-process.ended:
		return process.exitError()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Render renders a screen. The errors are those of call.
func (p *Pool) Render(ctx context.Context, in Input) (out *Output, err error) {
	ctx, span := p.startSpan(ctx)
	defer func() { telemetry.EndSpan(span, err) }()
	span.SetAttributes(attribute.String("strand.render.screen", in.Screen))
	body, err := in.JSON()
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", in.URL, err)
	}
	data, err := p.call(ctx, "/render", in.URL, body)
	if err != nil {
		return nil, fmt.Errorf("render %s: %w", in.URL, err)
	}
	if out, err = readOutput(data); err != nil {
		return nil, fmt.Errorf("render %s: read the renderer's answer: %w", in.URL, err)
	}
	return out, nil
}

// startSpan begins the span of a rendering, with the time that it waits.
func (p *Pool) startSpan(ctx context.Context) (context.Context, trace.Span) {
	return telemetry.StartSpan(
		ctx, trace.SpanKindInternal, "render "+p.options.Name, attribute.String("strand.render.pool", p.options.Name),
	)
}

// HasRendered reports whether a screen was rendered since the start: Node, the build and its modules fit together.
func (p *Pool) HasRendered() bool { return p.hasRendered.Load() }

// proveEvery is the pause between attempts of Prove.
const proveEvery = time.Second

// Prove renders the error page, which needs no data of other systems, until it has succeeded once.
func (p *Pool) Prove(ctx context.Context) {
	page := Input{Locale: "en", ScreenData: ScreenData{
		Screen: "ContentScreen", URL: "http://localhost/", Outage: &Outage{},
	}}
	for isFirst := true; ; isFirst = false {
		if p.AwaitReady(ctx) != nil || p.HasRendered() {
			return
		}
		_, err := p.Render(ctx, page)
		if err == nil || ctx.Err() != nil {
			return
		}
		if isFirst {
			p.options.Logger.ErrorContext(ctx, "renderer_unproven", "error", err, "effect", "the server is not ready")
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(proveEvery):
		}
	}
}

// call sends a request to a thread. The error is ErrOverloaded or ErrUnavailable if none was free in time, ErrTimeout
// if the answer took too long, and that of the context if it ended first. A request whose process or thread ends is
// sent once more. Log events have the subject of the request, such as the URL of the page.
func (p *Pool) call(ctx context.Context, path, subject string, body []byte) ([]byte, error) {
	started := time.Now()
	wait, stopWaiting := context.WithTimeoutCause(ctx, p.options.QueueTimeout, ErrOverloaded)
	defer stopWaiting()
	for isRetry := false; ; isRetry = true {
		process, leave, err := p.enter(wait)
		p.metrics.waited(ctx, time.Since(started), err)
		trace.SpanFromContext(ctx).AddEvent("turn")
		p.countRefused(err)
		if err != nil {
			return nil, err
		}
		data, err := p.callOn(ctx, process, leave, path, body)
		if lost := new(lostError); isRetry || !errors.As(err, &lost) || ctx.Err() != nil {
			return data, err
		}
		p.options.Logger.WarnContext(ctx, "rendering_retried", "subject", subject, "error", err)
	}
}

// Enter waits until a page may be made: before its data is read, so that a page that cannot be rendered in time costs
// nothing. Callers take turns, each in the order of its pages. The caller calls leave when the page is made. The error
// is ErrOverloaded after enterTimeout, and that of the context if it ended first.
func (p *Pool) Enter(ctx context.Context) (leave func(), err error) {
	wait, stopWaiting := context.WithTimeoutCause(ctx, enterTimeout, ErrOverloaded)
	defer stopWaiting()
	started := time.Now()
	leave, err = p.pages.enter(wait)
	telemetry.RecordSpan(ctx, "wait to make a page", started)
	p.countRefused(err)
	return leave, err
}

// enter waits for a free thread, and returns its process. The caller calls leave when the thread is free again.
func (p *Pool) enter(ctx context.Context) (process *process, leave func(), err error) {
	if leave, err = p.threads.enter(ctx); err != nil {
		return nil, nil, err
	}
	if process, err = p.await(ctx); err != nil {
		leave()
		return nil, nil, err
	}
	return process, leave, nil
}

// waiting returns how much work waits for a thread, or to be admitted.
func (p *Pool) waiting() int64 { return int64(p.threads.waits() + p.pages.waits()) }

// callOn sends a request to the process and calls leave when it has answered, also if the caller disconnects.
func (p *Pool) callOn(
	ctx context.Context, process *process, leave func(), path string, body []byte,
) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	results := make(chan result, 1)
	recovery.Go(ctx, p.options.Logger, "rendering", func() {
		r := result{err: errors.New("the rendering was aborted")}
		defer func() {
			leave()
			results <- r
		}()
		started := time.Now()
		limit := processLimit * p.options.Timeout
		bounded, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), limit, ErrTimeout)
		defer cancel()
		r.data, r.err = process.send(bounded, path, body)
		if r.err == nil {
			p.hasRendered.Store(true) // also if the caller did not wait for it
		}
		if errors.Is(r.err, errBroken) || context.Cause(bounded) != nil {
			p.abandon(process, r.err)
		}
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

// countRefused logs an overload once when it begins and once when it ends.
func (p *Pool) countRefused(err error) {
	if errors.Is(err, ErrOverloaded) {
		if p.refused.Add(1) == 1 {
			p.options.Logger.Warn("renderers_overloaded", "queue", p.waiting())
		}
		return
	}
	if err == nil && p.waiting() == 0 && p.refused.Load() > 0 {
		if refused := p.refused.Swap(0); refused > 0 {
			p.options.Logger.Info("renderers_recovered", "refused", refused)
		}
	}
}
