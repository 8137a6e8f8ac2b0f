package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"strand/internal/recovery"
)

const (
	// maxOutput bounds an answer of a process in bytes.
	maxOutput = 64 << 20
	// endTimeout is how long a process may take to end by itself.
	endTimeout = 2 * time.Second
	// readyInterval is the interval of the readiness checks of a starting process.
	readyInterval = 10 * time.Millisecond
)

// lostError reports that a process was lost during a rendering: it ended, or its socket was removed.
type lostError struct {
	// isUnsent reports that the process never got the request.
	isUnsent bool
	err      error
}

func (e *lostError) Error() string { return "the renderer was lost: " + e.err.Error() }
func (e *lostError) Unwrap() error { return e.err }

func (e *lostError) reason() string {
	if e.isUnsent {
		return "socket_lost"
	}
	return "crashed"
}

// process is one running renderer.
type process struct {
	cmd     *exec.Cmd
	stdin   io.Closer
	client  *http.Client
	log     *slog.Logger
	readyAt time.Time
	// ended is closed when the process has ended, with exit as its error.
	ended chan struct{}
	exit  error
	// replaceRequested is closed when the process must be replaced.
	replaceRequested chan struct{}
	replaceOnce      sync.Once
	endOnce          sync.Once
	killedFor        atomic.Pointer[string]
	// isRetired reports that the replacement is ready: the process ends after its current rendering. The pool's lock
	// guards it.
	isRetired bool
	// hasRendered reports that the process has rendered a screen. The pool's lock guards it.
	hasRendered bool
}

// startProcess starts a process that listens on a socket; it is not ready yet. done is called when it has ended.
func startProcess(o Options, socket string, done func()) (*process, error) {
	cmd := exec.Command(o.Node, o.Script) // both are settings
	cmd.Env = []string{"STRAND_RENDER_SOCKET=" + socket, "NODE_ENV=production"}
	for _, pair := range os.Environ() {
		// The renderer does not get the settings of the server, since they contain secrets.
		if !strings.HasPrefix(pair, "STRAND_") && !strings.HasPrefix(pair, "NODE_ENV=") {
			cmd.Env = append(cmd.Env, pair)
		}
	}
	output := &lineLog{log: o.Logger}
	cmd.Stdout, cmd.Stderr = output, output
	cmd.WaitDelay = time.Second
	// An interrupt from the keyboard goes to the server only, which finishes running requests first.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// The process ends when its standard input is closed, so that it does not outlive a killed server.
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("connect to the renderer: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the renderer: %w", err)
	}
	proc := &process{
		cmd:              cmd,
		stdin:            stdin,
		log:              o.Logger,
		ended:            make(chan struct{}),
		replaceRequested: make(chan struct{}),
		client: &http.Client{Transport: &http.Transport{
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, "unix", socket)
			},
			// Each rendering has its own connection, so that none is used that the process is about to close.
			DisableKeepAlives: true,
		}},
	}
	recovery.Go(context.Background(), o.Logger, "renderer_process", func() {
		defer done()
		defer close(proc.ended)
		proc.exit = cmd.Wait()
		_ = os.Remove(socket)
	})
	return proc, nil
}

// awaitReady waits until the process answers.
func (proc *process) awaitReady(ctx context.Context, timeout time.Duration) error {
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("it did not answer within %s", timeout))
	defer cancel()
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://renderer/ready", nil)
		if err != nil {
			return err
		}
		if answer, err := proc.client.Do(r); err == nil {
			_ = answer.Body.Close()
			proc.readyAt = time.Now()
			return nil
		}
		select {
		case <-proc.ended:
			return fmt.Errorf("the renderer ended while it started: %w", proc.exitError())
		case <-ctx.Done():
			return fmt.Errorf("wait for the renderer: %w", context.Cause(ctx))
		case <-time.After(readyInterval):
		}
	}
}

// exitError returns how the process ended. Exiting without a failure is an error too.
func (proc *process) exitError() error {
	if proc.exit == nil {
		return errors.New("exit status 0")
	}
	return proc.exit
}

// usable reports whether the process may get a rendering. The caller holds the pool's lock.
func (proc *process) usable() bool {
	select {
	case <-proc.ended:
		return false
	default:
		return proc.killedFor.Load() == nil && !proc.isRetired
	}
}

// kill ends the process at once. Its supervisor starts another one.
func (proc *process) kill(reason string) {
	if !proc.killedFor.CompareAndSwap(nil, &reason) {
		return
	}
	select {
	case <-proc.ended:
	default:
		_ = syscall.Kill(-proc.cmd.Process.Pid, syscall.SIGKILL) // it may have ended already
	}
}

// reason returns why the process ended, as an attribute of logs and metrics.
func (proc *process) reason() string {
	if reason := proc.killedFor.Load(); reason != nil {
		return *reason
	}
	return "crashed"
}

// replace requests a replacement from the supervisor.
func (proc *process) replace() { proc.replaceOnce.Do(func() { close(proc.replaceRequested) }) }

// end lets the process exit, and kills it after endTimeout.
func (proc *process) end() {
	proc.endOnce.Do(func() {
		_ = proc.stdin.Close()
		recovery.Go(context.Background(), proc.log, "renderer_end", func() {
			select {
			case <-proc.ended:
			case <-time.After(endTimeout):
				proc.kill("not_ended")
			}
		})
	})
}

// statusError is an answer of a process with a status other than 200.
type statusError struct {
	status int
	text   string
}

func (e *statusError) Error() string { return "the renderer failed: " + e.text }

// send sends a request to the process and returns the body of its answer. Memory is the resident memory of the process
// in bytes; 0 if it is unknown.
func (proc *process) send(ctx context.Context, path string, body []byte) (data []byte, memory int64, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://renderer"+path, bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	answer, err := proc.client.Do(r)
	if err != nil {
		return nil, 0, lost(ctx, err)
	}
	defer answer.Body.Close()
	data, err = io.ReadAll(io.LimitReader(answer.Body, maxOutput+1))
	if err != nil {
		return nil, 0, lost(ctx, err)
	}
	memory, _ = strconv.ParseInt(answer.Header.Get("X-Memory"), 10, 64)
	switch {
	case answer.StatusCode != http.StatusOK:
		return nil, memory, &statusError{answer.StatusCode, string(data)}
	case len(data) > maxOutput:
		return nil, memory, fmt.Errorf("the renderer's answer is larger than %d bytes", maxOutput)
	}
	return data, memory, nil
}

// lost returns the error of a broken connection or an exceeded deadline.
func lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var operation *net.OpError
	return &lostError{isUnsent: errors.As(err, &operation) && operation.Op == "dial", err: err}
}

// lineLog logs the output of a process line by line.
type lineLog struct {
	log  *slog.Logger
	rest []byte
}

// maxLine bounds a logged line in bytes.
const maxLine = 4 << 10

func (l *lineLog) Write(text []byte) (int, error) {
	l.rest = append(l.rest, text...)
	for {
		line, rest, ok := bytes.Cut(l.rest, []byte("\n"))
		if !ok && len(l.rest) < maxLine {
			return len(text), nil
		}
		if len(bytes.TrimSpace(line)) > 0 {
			l.log.Warn("renderer_output", "text", string(line[:min(len(line), maxLine)]))
		}
		l.rest = rest
	}
}
