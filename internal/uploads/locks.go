package uploads

import (
	"context"
	"io"
	"sync"
	"time"

	tus "github.com/tus/tusd/v2/pkg/handler"
)

const (
	// lockWait is how long a request waits for another one of the same upload, which may be about to end.
	lockWait = 250 * time.Millisecond
	// yieldAfter is how long a request that sends nothing keeps its upload from the next one: the connection of the
	// first one may be broken without that the server knows.
	yieldAfter = 3 * time.Second
)

// locks let one request at a time use an upload. A second one is refused (423) and does not interrupt the first one, as
// long as that sends something. It is safe for concurrent use.
type locks struct {
	yieldAfter time.Duration

	mu   sync.Mutex
	held map[string]*hold
}

func newLocks() *locks { return &locks{yieldAfter: yieldAfter, held: map[string]*hold{}} }

// hold is the use of an upload by a request.
type hold struct {
	// interrupt has the request end.
	interrupt func()
	released  chan struct{}
	// active is when something was sent last.
	active time.Time
}

// NewLock makes the lock of an upload.
func (l *locks) NewLock(id string) (tus.Lock, error) { return lock{l, id}, nil }

// isHeld says whether a request uses an upload.
func (l *locks) isHeld(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.held[id] != nil
}

// progressed says that something of an upload was sent.
func (l *locks) progressed(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.held[id]; h != nil {
		h.active = time.Now()
	}
}

// take takes an upload; where another request has it, it returns that and whether it may be interrupted.
func (l *locks) take(id string, interrupt func()) (other *hold, mayInterrupt bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.held[id]; h != nil {
		return h, time.Since(h.active) > l.yieldAfter
	}
	l.held[id] = &hold{interrupt, make(chan struct{}), time.Now()}
	return nil, false
}

type lock struct {
	locks *locks
	id    string
}

// Lock takes the upload for a request. The error is tus.ErrFileLocked where another request uses it.
func (l lock) Lock(ctx context.Context, interrupt func()) error {
	wait := time.NewTimer(lockWait)
	defer wait.Stop()
	expired := wait.C
	for {
		other, mayInterrupt := l.locks.take(l.id, interrupt)
		if other == nil {
			return nil
		}
		if mayInterrupt {
			other.interrupt()
			expired = nil
		}
		select {
		case <-other.released:
		case <-expired:
			return tus.ErrFileLocked
		case <-ctx.Done():
			return tus.ErrFileLocked
		}
	}
}

// Unlock gives the upload back.
func (l lock) Unlock() error {
	l.locks.mu.Lock()
	defer l.locks.mu.Unlock()
	if h := l.locks.held[l.id]; h != nil {
		delete(l.locks.held, l.id)
		close(h.released)
	}
	return nil
}

// watched reports whatever is read.
type watched struct {
	io.Reader
	progressed func()
}

func (w watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n > 0 {
		w.progressed()
	}
	return n, err
}
