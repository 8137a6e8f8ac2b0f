package uploads

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	tus "github.com/tus/tusd/v2/pkg/handler"

	"strand/domain/form"
)

// promiseLife is how long the space of a file is kept for a visitor who sends nothing of it.
const promiseLife = time.Hour

// errShare is the answer to an address that has more than its share.
var errShare = tus.NewError(
	"ERR_SHARE", "too many files from here wait for their form: send it first, or try again later", http.StatusTooManyRequests,
)

type addressKey struct{}

// WithAddress says from which address a file comes.
func WithAddress(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

func addressOf(ctx context.Context) string {
	address, _ := ctx.Value(addressKey{}).(string)
	return address
}

// promise is the space of a file that was begun.
type promise struct {
	// size is what it takes when it is whole.
	size int64
	// address is where it comes from; empty for a file of an earlier process.
	address string
}

// promises are the files that were begun and are still there, by their ids. There are never more than files in the
// folder. It is safe for concurrent use.
type promises struct {
	mu   sync.Mutex
	byID map[string]promise
	// isRead says that those of an earlier process are known.
	isRead bool
}

// share is how much of the space the files of one address may take: a quarter, and those of one form in any case.
func (s *Store) share() int64 {
	oneForm := int64(form.Attachments.MaxCount * form.Attachments.MaxSize)
	return max(s.space/4, min(s.space, oneForm))
}

// reserve begins a file of a size, if there is space for the whole of it.
func (s *Store) reserve(ctx context.Context, size int64, begin func() (id string, err error)) error {
	s.promised.mu.Lock()
	defer s.promised.mu.Unlock()
	if err := s.makeDir(); err != nil {
		return s.failed("create", err)
	}
	address := addressOf(ctx)
	all, ofAddress, err := s.taken(address, time.Now(), nil)
	switch {
	case err != nil:
		return s.failed("list", err)
	case all+size > s.space:
		return errSpace
	case address != "" && ofAddress+size > s.share():
		return errShare
	}
	id, err := begin()
	if err != nil {
		return s.failed("create", err)
	}
	s.promised.byID[id] = promise{size, address}
	return nil
}

// taken is the space that all files take or were promised, and that of an address. Promises that are no longer used are
// removed, but for those of needed files.
func (s *Store) taken(address string, now time.Time, needed map[string]bool) (all, ofAddress int64, err error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return 0, 0, err
	}
	if !s.promised.isRead {
		s.readPromises(entries)
		s.promised.isRead = true
	}
	isThere := make(map[string]bool, len(s.promised.byID))
	for _, e := range entries {
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // it is gone by now
		}
		if err != nil {
			return 0, 0, err
		}
		p, isPromised := s.promised.byID[e.Name()]
		if isPromised && !needed[e.Name()] && s.isExpired(e.Name(), info, now) {
			s.Remove(e.Name())
			continue
		}
		isThere[e.Name()] = isPromised
		size := max(info.Size(), p.size)
		all += size
		if isPromised && p.address == address {
			ofAddress += size
		}
	}
	for id := range s.promised.byID {
		if !isThere[id] {
			delete(s.promised.byID, id)
		}
	}
	return all, ofAddress, nil
}

// isExpired says whether a file was promised that nobody sends.
func (s *Store) isExpired(id string, info fs.FileInfo, now time.Time) bool {
	return info.Size() < s.promised.byID[id].size && now.Sub(info.ModTime()) > promiseLife && !s.locks.isHeld(id)
}

// readPromises finds the files that an earlier process has begun.
func (s *Store) readPromises(entries []fs.DirEntry) {
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".info")
		if !ok || !isID(id) {
			continue
		}
		var info tus.FileInfo
		data, err := os.ReadFile(filepath.Join(s.dir, e.Name()))
		if err != nil || json.Unmarshal(data, &info) != nil {
			continue // it takes the space that it has
		}
		if info.SizeIsDeferred {
			info.Size = int64(form.Attachments.MaxSize)
		}
		s.promised.byID[id] = promise{size: info.Size}
	}
}

// settle says that a file is whole.
func (s *Store) settle(id string, size int64) {
	s.promised.mu.Lock()
	defer s.promised.mu.Unlock()
	if p, ok := s.promised.byID[id]; ok {
		p.size = size
		s.promised.byID[id] = p
	}
}
