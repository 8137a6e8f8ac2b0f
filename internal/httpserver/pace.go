package httpserver

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Pace limits how slowly a client may send a request body and read the response. Only the time that the server waits
// for the client counts, not the time that a handler takes: an idle stream stays open.
type Pace struct {
	// Grace is the time that a client may take without transferring anything.
	Grace time.Duration
	// Rate is the minimum transfer rate after that, in bytes per second.
	Rate int64
}

// DefaultPace accepts slow mobile connections.
var DefaultPace = Pace{Grace: 20 * time.Second, Rate: 1 << 10}

// maxPart is the number of bytes of a response that share one write deadline: otherwise a client that reads nothing
// would get the time allowed for the whole of a large response.
const maxPart = 16 << 10

// Handler closes the connections of slower clients.
func (p Pace) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		sent := &pacedWriter{ResponseWriter: w, control: control, client: p.allowance()}
		var body *pacedBody
		if r.Body != nil && r.Body != http.NoBody {
			body = &pacedBody{ReadCloser: r.Body, control: control, client: p.allowance()}
			// net/http itself reads the part of the body that a handler has not read.
			body.extendDeadline()
			copied := *r
			copied.Body = body
			r = &copied
		}
		sent.body = body
		next.ServeHTTP(sent, r)
		// Afterwards net/http flushes its buffer and reads the rest of the body.
		sent.extendDeadline(0)
		if body != nil && !body.isRead.Load() {
			body.extendDeadline()
		}
	})
}

// allowance is the remaining time of a client. It never exceeds Grace, so that a fast start gives no extra time
// later. It is safe for concurrent use: a handler may read the body in another goroutine.
type allowance struct {
	pace Pace

	mu   sync.Mutex
	left time.Duration
}

func (p Pace) allowance() allowance { return allowance{pace: p, left: p.Grace} }

// timeFor returns the time that a number of bytes may take.
func (p Pace) timeFor(bytes int) time.Duration {
	return time.Duration(float64(bytes) / float64(p.Rate) * float64(time.Second))
}

// deadline returns the deadline for transferring a number of bytes from now on.
func (a *allowance) deadline(now time.Time, bytes int) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return now.Add(a.left + a.pace.timeFor(bytes))
}

// add records that the server has waited for a number of bytes since a time.
func (a *allowance) add(bytes int, since time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left = min(a.pace.Grace, a.left+a.pace.timeFor(bytes)-time.Since(since))
}

// pacedBody is the body of a request.
type pacedBody struct {
	io.ReadCloser
	control *http.ResponseController
	client  allowance
	isRead  atomic.Bool
}

func (b *pacedBody) extendDeadline() { _ = b.control.SetReadDeadline(b.client.deadline(time.Now(), 0)) }

func (b *pacedBody) Read(p []byte) (int, error) {
	if b.isRead.Load() {
		return b.ReadCloser.Read(p)
	}
	started := time.Now()
	_ = b.control.SetReadDeadline(b.client.deadline(started, 0))
	n, err := b.ReadCloser.Read(p)
	b.client.add(n, started)
	if errors.Is(err, io.EOF) {
		b.isRead.Store(true)
		b.clearDeadline()
	}
	return n, err
}

// clearDeadline removes the deadline. After the end of a body net/http waits for the client to close the connection,
// and would take a deadline for that.
func (b *pacedBody) clearDeadline() { _ = b.control.SetReadDeadline(time.Time{}) }

// pacedWriter writes a response.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	client  allowance
	// deadline is the last one that was set.
	deadline time.Time
	// body is that of the request; nil for none.
	body *pacedBody
	// hasBegun is true once the header was sent. With the header, net/http reads the rest of a short request body.
	hasBegun bool
}

// extendDeadline keeps a deadline that is only a little too early: setting one costs as much as a small response. The
// first one replaces that of the request before this one on the connection, which may have passed.
func (w *pacedWriter) extendDeadline(more int) {
	deadline := w.client.deadline(time.Now(), more)
	if deadline.Sub(w.deadline) > w.client.pace.Grace/20 {
		w.deadline = deadline
		_ = w.control.SetWriteDeadline(deadline)
	}
}

func (w *pacedWriter) Write(p []byte) (int, error) {
	written := 0
	for {
		part := p[written:min(len(p), written+maxPart)]
		started := time.Now()
		w.extendDeadline(len(part))
		n, err := w.ResponseWriter.Write(part)
		w.client.add(n, started)
		w.begin()
		if written += n; err != nil || written == len(p) {
			return written, err
		}
	}
}

// FlushError sends the buffered part of the response.
func (w *pacedWriter) FlushError() error {
	started := time.Now()
	w.extendDeadline(0)
	err := w.control.Flush()
	w.client.add(0, started)
	w.begin()
	return err
}

func (w *pacedWriter) begin() {
	if !w.hasBegun && w.body != nil {
		w.body.clearDeadline()
	}
	w.hasBegun = true
}

// Unwrap gives http.ResponseController access to the underlying writer.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
