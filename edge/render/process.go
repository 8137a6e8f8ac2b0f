package render

import (
	"bytes"
	"cmp"
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

// errBroken reports that the connection to a process was refused or ended without an answer.
var errBroken = errors.New("no answer")

// lostError reports that a process or thread ended during a rendering.
type lostError struct{ err error }

func (e *lostError) Error() string { return "the renderer was lost: " + e.err.Error() }
func (e *lostError) Unwrap() error { return e.err }

// process is a running Node process.
type process struct {
	cmd    *exec.Cmd
	stdin  io.Closer
	client *http.Client
	// ended is closed when the process has ended, with exit as its error.
	ended chan struct{}
	exit  error
	// killed contains why the process was killed.
	killed chan error
}

// startProcess starts a process that listens on a socket; it is not ready yet.
func startProcess(o Options, socket string) (*process, error) {
	_ = os.Remove(socket)                           // of a killed process
	cmd := exec.Command(o.Node, o.Script, o.Module) // all of them are settings
	cmd.Env = []string{
		"NODE_ENV=production",
		"STRAND_RENDER_SOCKET=" + socket,
		"STRAND_RENDER_THREADS=" + strconv.Itoa(o.Threads),
		"STRAND_RENDER_LIMIT=" + strconv.FormatInt((threadLimit*o.Timeout).Milliseconds(), 10),
	}
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
	p := &process{
		cmd:    cmd,
		stdin:  stdin,
		ended:  make(chan struct{}),
		killed: make(chan error, 1),
		client: &http.Client{Transport: &http.Transport{
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, "unix", socket)
			},
			// The process never closes an idle connection (client/src/app/serve.ts).
			MaxIdleConnsPerHost: o.Threads,
		}},
	}
	recovery.Go(context.Background(), o.Logger, "renderer_process", func() {
		defer close(p.ended)
		p.exit = cmd.Wait()
	})
	return p, nil
}

// awaitReady waits until the process answers.
func (p *process) awaitReady(ctx context.Context, timeout time.Duration) error {
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("it did not answer within %s", timeout))
	defer cancel()
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://renderer/ready", nil)
		if err != nil {
			return err
		}
		if answer, err := p.client.Do(r); err == nil {
			_ = answer.Body.Close()
			return nil
		}
		select {
		case <-p.ended:
			return fmt.Errorf("the renderer ended while it started: %w", p.exitError())
		case <-ctx.Done():
			return fmt.Errorf("wait for the renderer: %w", context.Cause(ctx))
		case <-time.After(readyInterval):
		}
	}
}

// exitError returns why the process has ended. Exiting without a failure is an error too.
func (p *process) exitError() error {
	select {
	case reason := <-p.killed:
		return reason
	default:
		return cmp.Or(p.exit, errors.New("exit status 0"))
	}
}

// kill ends the process at once, for a reason. The pool starts another one.
func (p *process) kill(reason error) {
	select {
	case p.killed <- reason:
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // it may have ended already
	default: // it is being killed
	}
}

// end lets the process exit, and kills it after endTimeout. It returns when it has ended.
func (p *process) end() {
	_ = p.stdin.Close()
	p.client.CloseIdleConnections()
	select {
	case <-p.ended:
	case <-time.After(endTimeout):
		p.kill(errors.New("it did not end by itself"))
		<-p.ended
	}
}

// statusError is an answer of a process with a status other than 200.
type statusError struct {
	status int
	text   string
}

func (e *statusError) Error() string { return "the renderer failed: " + e.text }

// send sends a request to the process and returns the body of its answer.
func (p *process) send(ctx context.Context, path string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://renderer"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	answer, err := p.client.Do(r)
	if err != nil {
		return nil, brokenConnection(ctx, err)
	}
	defer answer.Body.Close()
	// Node states the length of an answer, so that its buffer need not grow.
	size := min(max(answer.ContentLength, 0), maxOutput)
	read := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if _, err := read.ReadFrom(io.LimitReader(answer.Body, maxOutput+1)); err != nil {
		return nil, brokenConnection(ctx, err)
	}
	data := read.Bytes()
	switch {
	case answer.StatusCode == http.StatusGatewayTimeout:
		return nil, ErrTimeout // the thread was ended
	case answer.StatusCode == http.StatusServiceUnavailable:
		return nil, &lostError{&statusError{answer.StatusCode, string(data)}}
	case answer.StatusCode != http.StatusOK:
		return nil, &statusError{answer.StatusCode, string(data)}
	case len(data) > maxOutput:
		return nil, fmt.Errorf("the renderer's answer is larger than %d bytes", maxOutput)
	}
	return data, nil
}

// brokenConnection returns the error of a broken connection or an exceeded deadline.
func brokenConnection(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return &lostError{fmt.Errorf("%w: %w", errBroken, err)}
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
