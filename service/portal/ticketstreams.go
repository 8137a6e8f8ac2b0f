package portal

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/internal/apperr"
	"strand/internal/pubsub"
	"strand/internal/recovery"
)

const (
	// PollInterval is the polling interval of a watched ticket, once for all its streams, in case sis sends no
	// webhook.
	PollInterval = 20 * time.Second
	// retryDelay is the retry delay after a failed read.
	retryDelay = time.Second
	// VerifyInterval is the interval at which a stream verifies that its user may still see the ticket; changed rights
	// trigger it at once.
	VerifyInterval = 5 * time.Minute
)

// TicketStreams contains the tickets that streams follow. A change is read once for all streams of a ticket. It is
// safe for concurrent use.
type TicketStreams struct {
	reader ticketReader
	topics *pubsub.Hub
	log    *slog.Logger

	mu   sync.Mutex
	byID map[string]*watchedTicket
}

// ticketReader reads a ticket in the name of a user; nil if the user may not see it.
type ticketReader interface {
	Ticket(ctx context.Context, idToken, id string) (*ticketing.Ticket, error)
}

// NewTicketStreams returns the tickets that streams follow; there are none yet.
func NewTicketStreams(reader ticketReader, topics *pubsub.Hub, log *slog.Logger) *TicketStreams {
	return &TicketStreams{reader: reader, topics: topics, log: log, byID: map[string]*watchedTicket{}}
}

// StreamUser is the user of a stream.
type StreamUser struct {
	ID      string
	IDToken string
	// Roles are the user's roles when the stream begins.
	Roles []string
	// Verify returns the user with current roles, or an error if the session has ended.
	Verify func(context.Context) (*portal.User, error)
}

// watchedTicket is a ticket with the streams that follow it.
type watchedTicket struct {
	streams map[*ticketStream]struct{}
	// end ends the watch when its last stream leaves.
	end context.CancelFunc
}

// ticketStream is a user's subscription to a ticket.
type ticketStream struct {
	ctx  context.Context
	user StreamUser
	// updates contains at most the latest reading; it is closed when the server shuts down.
	updates chan *ticketing.Ticket
	// roles are the user's roles at the time of the last read from sis in the user's name.
	roles []string
	// mustRecheckAccess is true if the user may have lost access: the ticket must be read in the user's name before
	// anything is sent.
	mustRecheckAccess atomic.Bool
}

// join adds a stream to a ticket's watch. The stream leaves it by calling leave.
func (w *TicketStreams) join(id string, s *ticketStream) (leave func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	watched := w.byID[id]
	if watched == nil {
		ctx, end := context.WithCancel(context.WithoutCancel(s.ctx))
		watched = &watchedTicket{streams: map[*ticketStream]struct{}{}, end: end}
		w.byID[id] = watched
		// Subscribe before the stream reads the ticket, so that no change is missed in between.
		changed, done := w.topics.Subscribe(TicketTopic(id))
		recovery.Go(ctx, w.log, "watched_ticket", func() {
			defer done()
			defer w.release(id, watched)
			w.watchTicket(ctx, watched, id, changed)
		})
	}
	watched.streams[s] = struct{}{}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(watched.streams, s)
		if len(watched.streams) == 0 && w.byID[id] == watched {
			watched.end()
			delete(w.byID, id)
		}
	}
}

// watchTicket reads a ticket after each change and at the polling interval, for all streams that follow it.
func (w *TicketStreams) watchTicket(ctx context.Context, watched *watchedTicket, id string, changed <-chan struct{}) {
	timer := time.NewTimer(PollInterval)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case _, ok := <-changed:
			if !ok {
				return
			}
		case <-timer.C:
		}
		next := PollInterval
		if !w.readAndDistribute(ctx, watched, id) {
			next = retryDelay
		}
		timer.Reset(next)
	}
}

// release ends the watch of a ticket and closes the remaining streams.
func (w *TicketStreams) release(id string, watched *watchedTicket) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := range watched.streams {
		close(s.updates)
	}
	clear(watched.streams)
	watched.end()
	if w.byID[id] == watched {
		delete(w.byID, id)
	}
}

// readAndDistribute reads a ticket in the name of one stream's user and sends it to all streams; false if that failed.
// A stream whose user may not read the ticket any more reads it itself.
func (w *TicketStreams) readAndDistribute(ctx context.Context, watched *watchedTicket, id string) bool {
	for _, s := range w.streamsOf(watched) {
		t, err := w.reader.Ticket(ctx, s.user.IDToken, id)
		if err != nil && !isRefusal(err) {
			if ctx.Err() == nil {
				// The read is retried soon, so that clients need no error.
				w.log.WarnContext(ctx, "watched_ticket_read_failed", "ticket", id, "error", err)
			}
			return false
		}
		if err != nil || t == nil {
			s.mustRecheckAccess.Store(true)
			s.send(nil)
			continue
		}
		for _, s := range w.streamsOf(watched) {
			s.send(t)
		}
		return true
	}
	return true
}

// isRefusal reports whether sis denies a user the ticket.
func isRefusal(err error) bool {
	switch apperr.CodeOf(err) {
	case apperr.Unauthenticated, apperr.Forbidden, apperr.NotFound:
		return true
	}
	return false
}

func (w *TicketStreams) streamsOf(watched *watchedTicket) []*ticketStream {
	w.mu.Lock()
	defer w.mu.Unlock()
	streams := make([]*ticketStream, 0, len(watched.streams))
	for s := range watched.streams {
		streams = append(streams, s)
	}
	return streams
}

// send sends a reading to a stream without blocking and replaces an older one. Nil makes the stream read the ticket
// in the name of its own user.
func (s *ticketStream) send(t *ticketing.Ticket) {
	select {
	case <-s.updates:
	default:
	}
	select {
	case s.updates <- t:
	default:
	}
}

// Follow returns a ticket and its changes, as long as a user may see it and the context lasts. The error is NOT_FOUND
// if there is no such ticket for the user.
func (w *TicketStreams) Follow(ctx context.Context, user StreamUser, id string) (<-chan *ticketing.Ticket, error) {
	stream := &ticketStream{ctx: ctx, user: user, updates: make(chan *ticketing.Ticket, 1), roles: user.Roles}
	leave := w.join(id, stream)
	t, err := w.reader.Ticket(ctx, user.IDToken, id)
	if err == nil && t == nil {
		err = apperr.New(apperr.NotFound, "the ticket does not exist or you may not read it")
	}
	if err != nil {
		leave()
		return nil, err
	}
	changes := make(chan *ticketing.Ticket)
	recovery.Go(ctx, w.log, "ticket_changes", func() {
		defer close(changes)
		defer leave()
		w.followTicket(stream, t, changes)
	})
	return changes, nil
}

// followTicket sends a ticket and its changes to a stream until it ends.
func (w *TicketStreams) followTicket(s *ticketStream, t *ticketing.Ticket, changes chan<- *ticketing.Ticket) {
	rights, done := w.topics.Subscribe(UserTopic(s.user.ID))
	defer done()
	verifyTicker := time.NewTicker(VerifyInterval)
	defer verifyTicker.Stop()
	for {
		select {
		case changes <- t.WithoutViewer(): // it may have been read in the name of another user
		case <-s.ctx.Done():
			return
		}
		if t = w.nextTicket(s, t, rights, verifyTicker.C); t == nil {
			return
		}
	}
}

// nextTicket waits for a reading that is newer than the one last sent; nil ends the stream.
func (w *TicketStreams) nextTicket(
	s *ticketStream, seen *ticketing.Ticket, rights <-chan struct{}, verifyTicks <-chan time.Time,
) *ticketing.Ticket {
	for {
		var update *ticketing.Ticket
		ok := true
		select {
		case <-s.ctx.Done():
			return nil
		case update, ok = <-s.updates:
			if update != nil && !update.UpdatedAt.After(seen.UpdatedAt) {
				continue
			}
		case _, ok = <-rights:
			s.mustRecheckAccess.Store(true)
		case <-verifyTicks:
			s.mustRecheckAccess.Store(true)
		}
		if len(rights) > 0 {
			// A change of rights that is already published applies to this reading.
			s.mustRecheckAccess.Store(true)
		}
		if ok {
			update, ok = w.visibleTicket(s, seen.ID, update)
		}
		if !ok {
			return nil
		}
		if update != nil && update.UpdatedAt.After(seen.UpdatedAt) {
			return update
		}
	}
}

// visibleTicket returns the reading if the stream's user may see it; false ends the stream. It verifies the user's
// session and roles. Without a reading, or if the user may have lost access, it reads the ticket in the user's
// name.
func (w *TicketStreams) visibleTicket(s *ticketStream, id string, update *ticketing.Ticket) (*ticketing.Ticket, bool) {
	user, err := s.user.Verify(s.ctx)
	if apperr.CodeOf(err) == apperr.Unauthenticated || err == nil && !user.IsInAudience(portal.TicketHolder) {
		return nil, false
	}
	if err == nil && update != nil && !s.mustRecheckAccess.Load() && slices.Equal(user.Roles, s.roles) {
		return update, true
	}
	s.mustRecheckAccess.Store(false)
	t, failure := w.reader.Ticket(s.ctx, s.user.IDToken, id)
	switch {
	case failure != nil && !isRefusal(failure):
		// Nothing is sent without permission. A later reading contains the missed changes.
		s.mustRecheckAccess.Store(true)
		w.log.WarnContext(s.ctx, "watched_ticket_read_failed", "ticket", id, "error", failure)
		return nil, true
	case failure != nil || t == nil:
		return nil, false
	case err == nil:
		s.roles = user.Roles
	}
	return t, true
}
