package httpserver

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Pace is the lowest speed at which a client may send a request body and read its response. Only the time that the
// server waits for the client counts, not the time of a handler: an idle stream stays open.
type Pace struct {
	// Grace is how long a client may take before the rate applies.
	Grace time.Duration
	// Rate is the least number of bytes per further second.
	Rate int64
}

// DefaultPace accepts slow mobile connections.
var DefaultPace = Pace{Grace: 20 * time.Second, Rate: 1 << 10}

// Handler closes the connections of clients that are slower.
func (p Pace) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		sent := &pacedWriter{ResponseWriter: w, control: control, client: allowance{pace: p}}
		var body *pacedBody
		if r.Body != nil && r.Body != http.NoBody {
			body = &pacedBody{ReadCloser: r.Body, control: control, client: allowance{pace: p}}
			// net/http itself reads the part of the body that a handler has not read.
			body.renew()
			copied := *r
			copied.Body = body
			r = &copied
		}
		// This removes the deadline of the previous request on the connection.
		_ = control.SetWriteDeadline(time.Time{})
		sent.body = body
		next.ServeHTTP(sent, r)
		// Afterwards net/http flushes its buffer and reads the rest of the body.
		sent.renew(0)
		if body != nil && !body.isRead.Load() {
			body.renew()
		}
	})
}

// allowance computes the remaining time of a client. It is safe for concurrent use: a handler may read the body in
// another goroutine.
type allowance struct {
	pace Pace

	mu sync.Mutex
	// bytes were transferred, and spent is how long the server waited for that.
	bytes int64
	spent time.Duration
}

// until returns the deadline for transferring more bytes from now on.
func (a *allowance) until(now time.Time, more int) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	earned := time.Duration(float64(a.bytes+int64(more)) / float64(a.pace.Rate) * float64(time.Second))
	return now.Add(a.pace.Grace + earned - a.spent)
}

// took counts the bytes that were transferred since a time.
func (a *allowance) took(n int, since time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.bytes += int64(n)
	a.spent += time.Since(since)
}

// pacedBody is the body of a request with a read deadline.
type pacedBody struct {
	io.ReadCloser
	control *http.ResponseController
	client  allowance
	isRead  atomic.Bool
}

func (b *pacedBody) renew() { _ = b.control.SetReadDeadline(b.client.until(time.Now(), 0)) }

func (b *pacedBody) Read(p []byte) (int, error) {
	if b.isRead.Load() {
		return b.ReadCloser.Read(p)
	}
	begun := time.Now()
	_ = b.control.SetReadDeadline(b.client.until(begun, 0))
	n, err := b.ReadCloser.Read(p)
	b.client.took(n, begun)
	if errors.Is(err, io.EOF) {
		b.isRead.Store(true)
		b.forget()
	}
	return n, err
}

// forget removes the deadline. After the end of a body net/http waits for the client to close the connection, and
// would take a deadline for that.
func (b *pacedBody) forget() { _ = b.control.SetReadDeadline(time.Time{}) }

// pacedWriter is a response writer with a write deadline.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	client  allowance
	// body is the body of the request; nil for none.
	body *pacedBody
	// hasBegun reports that the header was sent; net/http reads the rest of a short body before it.
	hasBegun bool
}

func (w *pacedWriter) renew(more int) {
	_ = w.control.SetWriteDeadline(w.client.until(time.Now(), more))
}

func (w *pacedWriter) Write(p []byte) (int, error) {
	begun := time.Now()
	w.renew(len(p))
	n, err := w.ResponseWriter.Write(p)
	w.client.took(n, begun)
	w.begin()
	return n, err
}

// FlushError flushes the buffer.
func (w *pacedWriter) FlushError() error {
	begun := time.Now()
	w.renew(0)
	err := w.control.Flush()
	w.client.took(0, begun)
	w.begin()
	return err
}

func (w *pacedWriter) begin() {
	if !w.hasBegun && w.body != nil {
		w.body.forget()
	}
	w.hasBegun = true
}

// Unwrap gives http.ResponseController access to the server's ResponseWriter.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
