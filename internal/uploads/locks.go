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
	// yieldAfter is how long a request that sends nothing keeps its upload locked: its connection may be broken
	// without the server noticing.
	yieldAfter = 3 * time.Second
)

// locks let one request at a time use an upload. A second one is refused (423) and does not interrupt the first, as
// long as that sends data. It is safe for concurrent use.
type locks struct {
	yieldAfter time.Duration

	mu   sync.Mutex
	held map[string]*heldLock
}

func newLocks() *locks { return &locks{yieldAfter: yieldAfter, held: map[string]*heldLock{}} }

// heldLock is the lock of an upload by a request.
type heldLock struct {
	// interrupt ends the request.
	interrupt func()
	released  chan struct{}
	// active is the time of the last received data.
	active time.Time
}

// NewLock returns the lock of an upload.
func (l *locks) NewLock(id string) (tus.Lock, error) { return lock{l, id}, nil }

// isHeld reports whether a request uses an upload.
func (l *locks) isHeld(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.held[id] != nil
}

// progressed records that data of an upload was received.
func (l *locks) progressed(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.held[id]; h != nil {
		h.active = time.Now()
	}
}

// acquire locks an upload. If another request has locked it, acquire returns that and whether it may be interrupted.
func (l *locks) acquire(id string, interrupt func()) (other *heldLock, mayInterrupt bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h := l.held[id]; h != nil {
		return h, time.Since(h.active) > l.yieldAfter
	}
	l.held[id] = &heldLock{interrupt, make(chan struct{}), time.Now()}
	return nil, false
}

type lock struct {
	locks *locks
	id    string
}

// Lock locks the upload for a request. The error is tus.ErrFileLocked if another request uses it.
func (l lock) Lock(ctx context.Context, interrupt func()) error {
	wait := time.NewTimer(lockWait)
	defer wait.Stop()
	expired := wait.C
	for {
		other, mayInterrupt := l.locks.acquire(l.id, interrupt)
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

// Unlock unlocks the upload.
func (l lock) Unlock() error {
	l.locks.mu.Lock()
	defer l.locks.mu.Unlock()
	if h := l.locks.held[l.id]; h != nil {
		delete(l.locks.held, l.id)
		close(h.released)
	}
	return nil
}

// watchedReader is a reader that reports each read.
type watchedReader struct {
	io.Reader
	progressed func()
}

func (w watchedReader) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n > 0 {
		w.progressed()
	}
	return n, err
}
