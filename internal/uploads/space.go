package uploads

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	tus "github.com/tus/tusd/v2/pkg/handler"

	"strand/domain/form"
)

// reservationLifetime is how long the space of a file is reserved for a visitor who sends nothing of it.
const reservationLifetime = time.Hour

// errShare is the error for an IP address that exceeds its share.
var errShare = tus.NewError(
	"ERR_SHARE",
	"too many files from your address wait for their form: submit the form first, or try again later",
	http.StatusTooManyRequests,
)

type clientIPKey struct{}

// WithClientIP returns a context with the client IP of an upload.
func WithClientIP(ctx context.Context, clientIP string) context.Context {
	return context.WithValue(ctx, clientIPKey{}, clientIP)
}

type originKey struct{}

// origin is a scheme and a host.
type origin struct{ scheme, host string }

// WithOrigin returns a context with the scheme and host of the URLs of uploads that are begun.
func WithOrigin(ctx context.Context, scheme, host string) context.Context {
	return context.WithValue(ctx, originKey{}, origin{scheme, host})
}

type ownerKey struct{}

// ownerData is the name of an upload's metadata that contains its owner.
const ownerData = "owner"

// WithOwner returns a context with the owner of an upload that is begun: a text that identifies a user.
func WithOwner(ctx context.Context, owner string) context.Context {
	return context.WithValue(ctx, ownerKey{}, owner)
}

// withoutOwner returns a copy of metadata without the owner.
func withoutOwner(from tus.MetaData) tus.MetaData {
	data := maps.Clone(from)
	if data == nil {
		data = tus.MetaData{}
	}
	delete(data, ownerData)
	return data
}

func clientIPOf(ctx context.Context) string {
	clientIP, _ := ctx.Value(clientIPKey{}).(string)
	return clientIP
}

// reservation is the reserved space of a file.
type reservation struct {
	// size is the size of the complete file, in bytes.
	size int64
	// clientIP is empty for a file that another process has begun.
	clientIP string
}

// reservations are the reservations of existing files by id. There are never more than files. It is safe
// for concurrent use.
type reservations struct {
	mu   sync.Mutex
	byID map[string]reservation
}

// share returns the space of one IP address: a quarter of all, but at least that of one form.
func (s *Store) share() int64 {
	oneForm := int64(form.Attachments.MaxCount * form.Attachments.MaxSize)
	return max(s.space/4, min(s.space, oneForm))
}

// reserve begins a file of a size if there is space for all of it.
func (s *Store) reserve(ctx context.Context, size int64, begin func() (id string, err error)) error {
	s.reservations.mu.Lock()
	defer s.reservations.mu.Unlock()
	clientIP := clientIPOf(ctx)
	all, ofClient, err := s.usedSpace(ctx, clientIP, time.Now(), nil)
	switch {
	case err != nil:
		return s.publicError("list", err)
	case all+size > s.space:
		return errSpace
	case clientIP != "" && ofClient+size > s.share():
		return errShare
	}
	id, err := begin()
	if err != nil {
		return s.publicError("create", err)
	}
	s.reservations.byID[id] = reservation{size, clientIP}
	return nil
}

// usedSpace returns the space of all existing and reserved files, and that of an IP address. It removes expired
// reservations, except those of needed files.
func (s *Store) usedSpace(
	ctx context.Context, clientIP string, now time.Time, needed map[string]bool,
) (all, ofClient int64, err error) {
	entries, err := s.files.list(ctx)
	if err != nil {
		return 0, 0, err
	}
	s.readReservations(ctx, entries)
	exists := make(map[string]bool, len(s.reservations.byID))
	for _, e := range entries {
		r, isReserved := s.reservations.byID[e.name]
		if isReserved && !needed[e.name] && s.isExpired(ctx, e, now) {
			s.Remove(e.name)
			continue
		}
		exists[e.name] = isReserved
		size := max(e.size, r.size)
		all += size
		if isReserved && r.clientIP == clientIP {
			ofClient += size
		}
	}
	for id := range s.reservations.byID {
		if !exists[id] {
			delete(s.reservations.byID, id)
		}
	}
	return all, ofClient, nil
}

// isExpired reports whether a reserved file was abandoned.
func (s *Store) isExpired(ctx context.Context, e entry, now time.Time) bool {
	return e.size < s.reservations.byID[e.name].size && now.Sub(e.modified) > reservationLifetime &&
		!s.locks.isHeld(ctx, e.name)
}

// readReservations finds the files that other processes have begun: earlier ones, and servers with the same files.
func (s *Store) readReservations(ctx context.Context, entries []entry) {
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.name, ".info")
		if _, isKnown := s.reservations.byID[id]; !ok || isKnown || !isID(id) {
			continue
		}
		info, err := s.files.info(ctx, id)
		if err != nil {
			continue // its current size counts
		}
		if info.SizeIsDeferred {
			info.Size = int64(form.Attachments.MaxSize)
		}
		s.reservations.byID[id] = reservation{size: info.Size}
	}
}

// completeReservation records that a file is complete.
func (s *Store) completeReservation(id string, size int64) {
	s.reservations.mu.Lock()
	defer s.reservations.mu.Unlock()
	if r, ok := s.reservations.byID[id]; ok {
		r.size = size
		s.reservations.byID[id] = r
	}
}
