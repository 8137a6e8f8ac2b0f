// Package render turns the data of a screen into HTML in a small pool of Node processes, which run the app's server
// bundle (design §5). They are started and supervised here: a rendering has a deadline, a process that fails is started
// again with growing pauses, one that has grown is replaced.
package render

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"time"
)

// ErrUnavailable says that no process can render now; the browser will.
var ErrUnavailable = errors.New("no renderer is available")

// Limits of one process.
const (
	startTimeout = 15 * time.Second
	maxPause     = 30 * time.Second
	maxMemory    = 512 << 20
	maxOutput    = 16 << 20
)

// Options make a pool.
type Options struct {
	// Node is the program, Script the app's server bundle.
	Node, Script string
	// Dir holds the sockets.
	Dir string
	// Processes is how many run at once.
	Processes int
	// Timeout bounds one rendering.
	Timeout time.Duration
	Logger  *slog.Logger
}

// State is what a screen is made of; the browser gets it, too.
type State struct {
	Operation string          `json:"operation"`
	Variables any             `json:"variables"`
	Data      json.RawMessage `json:"data"`
	// Outage is nil where everything is well.
	Outage *Outage `json:"outage,omitempty"`
	// Form is nil where no form was sent.
	Form *Form `json:"form,omitempty"`
	// Partial says that a part of the page could not be read: a notice says so.
	Partial bool `json:"partial,omitempty"`
}

// Outage says that what was asked for cannot be shown now.
type Outage struct {
	// TraceID names the failure in the log.
	TraceID string `json:"traceId,omitempty"`
}

// Form is what became of a form that was sent without scripts. It is the visitor's own: a document with it is nobody else's.
type Form struct {
	// ID is that of the form's module.
	ID string `json:"id"`
	// Values are what was filled in, as it was.
	Values map[string]string `json:"values,omitempty"`
	// Files have come and need not be sent again.
	Files []FormFile `json:"files,omitempty"`
	// Refused are the files that are not taken.
	Refused []RefusedFile `json:"refused,omitempty"`
	// Wrong names the fields that do not fit.
	Wrong []string `json:"wrong,omitempty"`
	// Failure is `limited` or `failed` where nothing is wrong with the form itself; empty for none.
	Failure string `json:"failure,omitempty"`
	// Sent is nil where the form was not taken.
	Sent *SentForm `json:"sent,omitempty"`
}

// FormFile is a file that has come with a form.
type FormFile struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// RefusedFile is a file that is not taken.
type RefusedFile struct {
	Name string `json:"name"`
	// Reason is `type`, `size`, `empty` or `many`.
	Reason string `json:"reason"`
}

// SentForm is a form that was taken.
type SentForm struct {
	Reference string `json:"reference"`
	// File is what is handed out for it; nil for nothing.
	File *HandedOut `json:"file"`
}

// HandedOut is a document that is handed out for a form.
type HandedOut struct {
	URL       string   `json:"url"`
	Extension string   `json:"extension"`
	Size      *float64 `json:"size"`
}

// Input is what a screen is rendered from.
type Input struct {
	State
	// URL is the path with its query.
	URL string `json:"url"`
	// Locale is a code such as `de-CH`.
	Locale string `json:"locale"`
	Theme  string `json:"theme"`
}

// Output is a rendered screen.
type Output struct {
	// Head is what belongs into the document's head, Body what stands in the app's root.
	Head string `json:"head"`
	Body string `json:"body"`
	// Modules are the sources of what was loaded late for this rendering.
	Modules []string `json:"modules"`
}

// Pool renders. It is safe for concurrent use.
type Pool struct {
	options Options
	idle    chan *process
	stop    context.CancelFunc
	done    chan struct{}
	ready   atomic.Int32
}

type process struct {
	client *http.Client
	cancel context.CancelFunc
	gone   chan struct{}
}

// Start starts the processes; they become ready in the background.
func Start(o Options) (*Pool, error) {
	if _, err := os.Stat(o.Script); err != nil {
		return nil, fmt.Errorf("find the app's server bundle: %w (build it with make build)", err)
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder for the renderers' sockets: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	p := &Pool{options: o, idle: make(chan *process, o.Processes), stop: stop, done: make(chan struct{})}
	finished := make(chan struct{}, o.Processes)
	for i := range o.Processes {
		go func() {
			p.supervise(ctx, i)
			finished <- struct{}{}
		}()
	}
	go func() {
		for range o.Processes {
			<-finished
		}
		close(p.done)
	}()
	return p, nil
}

// Close ends the processes.
func (p *Pool) Close() {
	p.stop()
	<-p.done
}

// Ready is how many processes can render now.
func (p *Pool) Ready() int { return int(p.ready.Load()) }

// supervise keeps one process running.
func (p *Pool) supervise(ctx context.Context, index int) {
	pause := 200 * time.Millisecond
	for generation := 0; ctx.Err() == nil; generation++ {
		began := time.Now()
		err := p.run(ctx, filepath.Join(p.options.Dir, fmt.Sprintf("render-%d-%d.sock", index, generation%2)))
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > maxPause {
			pause = 200 * time.Millisecond
		}
		p.options.Logger.Warn("renderer ended and is started again", "renderer", index, "pause", pause, "error", err)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		pause = min(2*pause, maxPause)
	}
}

// run starts a process, offers it while it answers, and returns when it ends.
func (p *Pool) run(ctx context.Context, socket string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	_ = os.Remove(socket) // of a process that was killed
	cmd := exec.CommandContext(ctx, p.options.Node, p.options.Script)
	cmd.Env = append(os.Environ(), "STRAND_RENDER_SOCKET="+socket, "NODE_ENV=production")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	// The process ends when its standard input does, so that none outlives a server that was killed.
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("connect to the renderer: %w", err)
	}
	defer stdin.Close()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the renderer: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	proc := &process{cancel: cancel, gone: make(chan struct{}), client: &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", socket)
		},
		MaxIdleConnsPerHost: 1,
	}}}
	defer close(proc.gone)
	if err := awaitReady(ctx, proc, ended); err != nil {
		cancel()
		return err
	}
	p.ready.Add(1)
	defer p.ready.Add(-1)
	p.idle <- proc
	err = <-ended
	proc.client.CloseIdleConnections()
	return err
}

func awaitReady(ctx context.Context, proc *process, ended chan error) error {
	deadline := time.After(startTimeout)
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://renderer/ready", nil)
		if err != nil {
			return err
		}
		if answer, err := proc.client.Do(r); err == nil {
			answer.Body.Close()
			return nil
		}
		select {
		case err := <-ended:
			ended <- err
			return fmt.Errorf("the renderer ended while it started: %w", err)
		case <-deadline:
			return fmt.Errorf("the renderer did not start within %s", startTimeout)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Render renders a screen. The error is ErrUnavailable where no process is free in time.
func (p *Pool) Render(ctx context.Context, in Input) (*Output, error) {
	ctx, cancel := context.WithTimeout(ctx, p.options.Timeout)
	defer cancel()
	proc, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	out, memory, err := render(ctx, proc, in)
	if errors.Is(err, context.DeadlineExceeded) || memory > maxMemory {
		// A process that hangs or has grown is replaced.
		proc.cancel()
		return out, err
	}
	p.idle <- proc
	return out, err
}

// take waits for a process that is still there.
func (p *Pool) take(ctx context.Context) (*process, error) {
	if p.ready.Load() == 0 {
		return nil, ErrUnavailable
	}
	for {
		select {
		case proc := <-p.idle:
			select {
			case <-proc.gone:
			default:
				return proc, nil
			}
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", ErrUnavailable, context.Cause(ctx))
		}
	}
}

func render(ctx context.Context, proc *process, in Input) (*Output, int64, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return nil, 0, fmt.Errorf("encode what is to be rendered: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://renderer/render", bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	answer, err := proc.client.Do(r)
	if err != nil {
		return nil, 0, fmt.Errorf("render %s: %w", in.URL, err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxOutput))
	if err != nil {
		return nil, 0, fmt.Errorf("render %s: %w", in.URL, err)
	}
	var out struct {
		Output
		Error  string `json:"error"`
		Memory int64  `json:"memory"`
	}
	if err := json.Unmarshal(data, &out); err != nil {
		return nil, 0, fmt.Errorf("render %s: read the answer: %w", in.URL, err)
	}
	if out.Error != "" {
		return nil, out.Memory, fmt.Errorf("render %s: %s", in.URL, out.Error)
	}
	return &out.Output, out.Memory, nil
}
