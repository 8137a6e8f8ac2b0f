package uploads

import (
	"context"
	"crypto/rand"
	"io"
	"sync"
	"sync/atomic"
	"time"

	tus "github.com/tus/tusd/v2/pkg/handler"
)

const (
	// lockedFor is how long an upload stays locked after the server of the request has been killed. Until then the
	// request prolongs the lock every renewEvery.
	lockedFor  = 5 * time.Second
	renewEvery = time.Second
	// lockWait is how long a request waits for another one of the same upload, which may be about to end, and lockPoll
	// how often it tries. wantedFor is how long the other one sees that it waits.
	lockWait  = 2 * time.Second
	lockPoll  = 100 * time.Millisecond
	wantedFor = lockWait + renewEvery
	// yieldAfter is how long a request that sends nothing keeps its upload locked: its connection may be broken
	// without the server noticing.
	yieldAfter = 3 * time.Second
)

// locks let one request at a time use an upload, at all servers that share a database. A second one is refused (423)
// and does not interrupt the first, as long as that sends data. It is safe for concurrent use.
type locks struct {
	store *Store
	// lockWait, renewEvery and yieldAfter are the constants of these names, but in tests.
	lockWait, renewEvery, yieldAfter time.Duration
	// held has the *lock of each upload that a request of this server uses.
	held sync.Map
}

func newLocks(s *Store) *locks {
	return &locks{store: s, lockWait: lockWait, renewEvery: renewEvery, yieldAfter: yieldAfter}
}

// NewLock returns the lock of an upload.
func (l *locks) NewLock(id string) (tus.Lock, error) {
	return &lock{locks: l, id: id, request: rand.Text()}, nil
}

// watch reports received data to the lock of an upload.
func (l *locks) watch(id string, src io.Reader) io.Reader {
	if held, ok := l.held.Load(id); ok {
		return watchedReader{src, held.(*lock)}
	}
	return src
}

// lock is the lock of an upload by a request.
type lock struct {
	locks       *locks
	id, request string
	// lastData is the time of the last received data, or of the lock, in milliseconds.
	lastData atomic.Int64
	// hasReceived is true if data was received that the row does not know of.
	hasReceived atomic.Bool
	// stop ends the renewal of the lock, and waits for its end.
	stop func()
}

// Lock locks the upload for a request. The error is tus.ErrFileLocked if another request uses it.
func (l *lock) Lock(ctx context.Context, interrupt func()) error {
	if !isID(l.id) {
		return tus.ErrNotFound
	}
	isWaiting := false
	for end := time.Now().Add(l.locks.lockWait); ; {
		began := time.Now()
		isLocked, err := l.locks.store.rows.lock(ctx, l.id, l.request)
		if err != nil {
			return l.locks.store.publicError("lock", err)
		}
		if isLocked {
			l.keep(began, interrupt)
			return nil
		}
		if !isWaiting {
			if err := l.want(ctx); err != nil {
				return err
			}
			isWaiting = true
		}
		select {
		case <-time.After(lockPoll):
		case <-ctx.Done():
		}
		if ctx.Err() != nil || time.Now().After(end) {
			return tus.ErrFileLocked
		}
	}
}

// want tells the other request that this one waits. The error is tus.ErrNotFound if there is no such upload.
func (l *lock) want(ctx context.Context) error {
	s := l.locks.store
	exists, err := s.rows.want(ctx, l.id)
	if err == nil && !exists {
		if exists, err = s.record(ctx, l.id); err == nil && !exists {
			return tus.ErrNotFound
		}
	}
	if err != nil {
		return s.publicError("lock", err)
	}
	return nil
}

// keep renews the lock, which was taken at a time at the earliest, until it is stopped.
func (l *lock) keep(began time.Time, interrupt func()) {
	l.received()
	l.hasReceived.Store(false)
	stop, stopped := make(chan struct{}), make(chan struct{})
	l.stop = func() { close(stop); <-stopped }
	l.locks.held.Store(l.id, l)
	go func() {
		defer close(stopped)
		ticks := time.NewTicker(l.locks.renewEvery)
		defer ticks.Stop()
		for {
			select {
			case <-stop:
				return
			case <-ticks.C:
			}
			now := time.Now()
			isHeld, isWanted, err := l.renew(lockedFor)
			isIdle := now.Sub(time.UnixMilli(l.lastData.Load())) > l.locks.yieldAfter
			switch {
			case err == nil && !isHeld, isWanted && isIdle, now.Sub(began) > lockedFor-2*renewEvery:
				interrupt()
			case err == nil:
				began = now
			}
		}
	}()
}

// renew prolongs the lock by a time. It takes no longer than the lock lasts.
func (l *lock) renew(by time.Duration) (isHeld, isWanted bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), renewEvery)
	defer cancel()
	return l.locks.store.rows.renew(ctx, l.id, l.request, by, l.hasReceived.Swap(false))
}

// Unlock unlocks the upload. Without the database, the lock ends by itself.
func (l *lock) Unlock() error {
	l.stop()
	l.locks.held.CompareAndDelete(l.id, l)
	_, _, err := l.renew(0)
	return err
}

func (l *lock) received() {
	l.lastData.Store(time.Now().UnixMilli())
	l.hasReceived.Store(true)
}

// watchedReader is a reader that reports each read to a lock.
type watchedReader struct {
	io.Reader
	lock *lock
}

func (w watchedReader) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n > 0 {
		w.lock.received()
	}
	return n, err
}
