package httpserver

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Pace is how slowly a client may send the body of a request and read its response. The time that the server waits for
// the client counts, and not the time that a handler takes: a stream that has nothing to say goes on.
type Pace struct {
	// Grace is how long a client may take before any byte counts.
	Grace time.Duration
	// Rate is how many bytes each further second takes at least.
	Rate int64
}

// DefaultPace lets slow mobile connections through.
var DefaultPace = Pace{Grace: 20 * time.Second, Rate: 1 << 10}

// maxPart is how much of a response is written under one deadline, in bytes: a client that reads nothing of a large one
// must not have the time that the whole of it may take.
const maxPart = 16 << 10

// Handler ends the connections of clients that are slower.
func (p Pace) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		sent := &pacedWriter{ResponseWriter: w, control: control, client: p.allowance()}
		var body *pacedBody
		if r.Body != nil && r.Body != http.NoBody {
			body = &pacedBody{ReadCloser: r.Body, control: control, client: p.allowance()}
			// net/http reads what a handler leaves of a body by itself.
			body.renew()
			copied := *r
			copied.Body = body
			r = &copied
		}
		// The deadline of the request before this one on the connection.
		_ = control.SetWriteDeadline(time.Time{})
		sent.body = body
		next.ServeHTTP(sent, r)
		// net/http sends what it has buffered and reads the rest of the body after this.
		sent.renew(0)
		if body != nil && !body.isRead.Load() {
			body.renew()
		}
	})
}

// allowance is the time that a client has left, which is never more than at the beginning: who was fast before may not stop
// for longer. It is safe for concurrent use: a handler may have others read a body.
type allowance struct {
	pace Pace

	mu   sync.Mutex
	left time.Duration
}

func (p Pace) allowance() allowance { return allowance{pace: p, left: p.Grace} }

// earned is the time that so many bytes may take.
func (p Pace) earned(bytes int) time.Duration {
	return time.Duration(float64(bytes) / float64(p.Rate) * float64(time.Second))
}

// until is the deadline of taking so many bytes, beginning now.
func (a *allowance) until(now time.Time, bytes int) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return now.Add(a.left + a.pace.earned(bytes))
}

// took counts bytes for which the server has waited since a moment.
func (a *allowance) took(bytes int, since time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.left = min(a.pace.Grace, a.left+a.pace.earned(bytes)-time.Since(since))
}

// pacedBody is the body of a request.
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

// forget removes the deadline. From the end of a body on net/http waits for the connection to break, and would take a
// deadline for that.
func (b *pacedBody) forget() { _ = b.control.SetReadDeadline(time.Time{}) }

// pacedWriter takes a response.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	client  allowance
	// body is that of the request; nil for none.
	body *pacedBody
	// hasBegun says that the header was sent, with which net/http reads the rest of a body that is short.
	hasBegun bool
}

func (w *pacedWriter) renew(more int) {
	_ = w.control.SetWriteDeadline(w.client.until(time.Now(), more))
}

func (w *pacedWriter) Write(p []byte) (int, error) {
	written := 0
	for {
		part := p[written:min(len(p), written+maxPart)]
		begun := time.Now()
		w.renew(len(part))
		n, err := w.ResponseWriter.Write(part)
		w.client.took(n, begun)
		w.begin()
		if written += n; err != nil || written == len(p) {
			return written, err
		}
	}
}

// FlushError sends what is buffered.
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

// Unwrap lets http.ResponseController reach what the server offers.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
