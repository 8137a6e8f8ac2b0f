package serve

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
)

const (
	// logInterval is how long events of requests are collected before they are written: one system call for each took
	// an eighth of the time of a cached page.
	logInterval = 100 * time.Millisecond
	logBuffer   = 64 << 10
)

// logWriter writes what it has collected after logInterval. It is safe for concurrent use.
type logWriter struct {
	mu          sync.Mutex
	out         *bufio.Writer
	isScheduled bool
}

func newLogWriter(out io.Writer) *logWriter {
	return &logWriter{out: bufio.NewWriterSize(out, logBuffer)}
}

func (w *logWriter) Write(event []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.isScheduled {
		w.isScheduled = true
		time.AfterFunc(logInterval, w.flush)
	}
	return w.out.Write(event)
}

func (w *logWriter) flush() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.isScheduled = false
	_ = w.out.Flush() // there is no other place for the error
}

// bufferedHandler writes all events at once, with those that were collected before, except the events of requests that
// did not fail.
type bufferedHandler struct {
	slog.Handler
	writer *logWriter
}

func (h bufferedHandler) Handle(ctx context.Context, event slog.Record) error {
	err := h.Handler.Handle(ctx, event)
	if event.Level > slog.LevelInfo || event.Message != "request" {
		h.writer.flush()
	}
	return err
}

func (h bufferedHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return bufferedHandler{h.Handler.WithAttrs(attrs), h.writer}
}

func (h bufferedHandler) WithGroup(name string) slog.Handler {
	return bufferedHandler{h.Handler.WithGroup(name), h.writer}
}
