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
	// leaseWait is how long a request waits for one of the same upload at another server, and leasePoll how often both
	// ask for the lease.
	leaseWait = time.Second
	leasePoll = 200 * time.Millisecond
	// leasePrefix precedes the id of an upload in the name of its lease.
	leasePrefix = "upload:"
)

// Leases reserve names for one of several servers with the same files.
type Leases interface {
	Acquire(ctx context.Context, name string) bool
	Renew(ctx context.Context, name string) (held, wanted bool)
	Release(ctx context.Context, name string)
	IsHeld(ctx context.Context, name string) bool
}

// locks let one request at a time use an upload, at this server and those with which it shares leases. A second one is
// refused (423) and does not interrupt the first, as long as that sends data. It is safe for concurrent use.
type locks struct {
	yieldAfter time.Duration
	// leases is nil for a single server.
	leases Leases

	mu   sync.Mutex
	held map[string]*heldLock
}

func newLocks(leases Leases) *locks {
	return &locks{yieldAfter: yieldAfter, leases: leases, held: map[string]*heldLock{}}
}

// heldLock is the lock of an upload by a request.
type heldLock struct {
	// interrupt ends the request.
	interrupt func()
	released  chan struct{}
	// active is the time of the last received data.
	active time.Time
	// stopRenewal ends the renewal of the lease and waits for its end; nil without a lease.
	stopRenewal func()
}

// NewLock returns the lock of an upload.
func (l *locks) NewLock(id string) (tus.Lock, error) { return lock{l, id}, nil }

// isHeld reports whether a request uses an upload.
func (l *locks) isHeld(ctx context.Context, id string) bool {
	l.mu.Lock()
	isHeld := l.held[id] != nil
	l.mu.Unlock()
	return isHeld || l.leases != nil && l.leases.IsHeld(ctx, leasePrefix+id)
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
	l.held[id] = &heldLock{interrupt: interrupt, released: make(chan struct{}), active: time.Now()}
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
			return l.lockElsewhere(ctx)
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

// lockElsewhere locks the upload, which this server has locked, at the other servers too.
func (l lock) lockElsewhere(ctx context.Context) error {
	leases := l.locks.leases
	if leases == nil {
		return nil
	}
	for end := time.Now().Add(leaseWait); !leases.Acquire(ctx, leasePrefix+l.id); {
		select {
		case <-time.After(leasePoll):
		case <-ctx.Done():
		}
		if ctx.Err() != nil || time.Now().After(end) {
			l.unlockHere()
			return tus.ErrFileLocked
		}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	l.locks.mu.Lock()
	defer l.locks.mu.Unlock()
	held := l.locks.held[l.id]
	held.stopRenewal = func() { close(stop); <-stopped }
	go func() {
		defer close(stopped)
		l.keepLease(held, stop)
	}()
	return nil
}

// keepLease renews the lease until it is stopped. It interrupts the request if another server has the lease, or
// wants it while the request sends nothing.
func (l lock) keepLease(held *heldLock, stop <-chan struct{}) {
	ticks := time.NewTicker(leasePoll)
	defer ticks.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticks.C:
		}
		isHeld, isWanted := l.locks.leases.Renew(context.Background(), leasePrefix+l.id)
		l.locks.mu.Lock()
		isIdle := time.Since(held.active) > l.locks.yieldAfter
		l.locks.mu.Unlock()
		if !isHeld || isWanted && isIdle {
			held.interrupt()
		}
	}
}

// Unlock unlocks the upload.
func (l lock) Unlock() error {
	l.locks.mu.Lock()
	held := l.locks.held[l.id]
	l.locks.mu.Unlock()
	if held != nil && held.stopRenewal != nil {
		held.stopRenewal()
		// Before the upload is unlocked here: the next request of this server gets the lease anew.
		l.locks.leases.Release(context.Background(), leasePrefix+l.id)
	}
	l.unlockHere()
	return nil
}

func (l lock) unlockHere() {
	l.locks.mu.Lock()
	defer l.locks.mu.Unlock()
	if h := l.locks.held[l.id]; h != nil {
		delete(l.locks.held, l.id)
		close(h.released)
	}
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
