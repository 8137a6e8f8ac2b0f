package resolvers

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"strand/domain/portal"
	"strand/internal/apperr"
	"strand/internal/recovery"
)

const (
	// pollInterval is the polling interval of a watched ticket, once for all its streams, in case sis sends no
	// webhook.
	pollInterval = 20 * time.Second
	// retryDelay is the retry delay after a failed read.
	retryDelay = time.Second
	// verifyInterval is the interval at which a stream verifies that its user may still see the ticket; changed rights
	// trigger it at once.
	verifyInterval = 5 * time.Minute
)

// TicketTopic returns the topic of a ticket's changes.
func TicketTopic(id string) string { return "ticket:" + id }

// UserTopic returns the topic of a user's rights.
func UserTopic(id string) string { return "user:" + id }

// OrganizationTopic returns the topic of an organization's users.
func OrganizationTopic(id string) string { return "organization:" + id }

// watchedTickets contains the tickets that streams follow. A change is read once for all streams of a ticket
// (SEC-33). It is safe for concurrent use; the zero value is ready to use.
type watchedTickets struct {
	mu   sync.Mutex
	byID map[string]*watchedTicket
}

// watchedTicket is a ticket with the streams that follow it.
type watchedTicket struct {
	streams map[*ticketStream]struct{}
	// end ends the watch when its last stream leaves.
	end context.CancelFunc
}

// ticketStream is a user's subscription to a ticket.
type ticketStream struct {
	ctx context.Context
	req *Request
	// updates contains at most the latest reading; it is closed when the server shuts down.
	updates chan *portal.Ticket
	// roles are the user's roles at the time of the last read from sis in the user's name.
	roles []string
	// mustRecheckAccess is true if the user may have lost access: the ticket must be read in the user's name before
	// anything is sent.
	mustRecheckAccess atomic.Bool
}

// join adds a stream to a ticket's watch. The stream leaves it by calling leave.
func (r *Resolver) join(id string, s *ticketStream) (leave func()) {
	w := &r.watched
	w.mu.Lock()
	defer w.mu.Unlock()
	watched := w.byID[id]
	if watched == nil {
		if w.byID == nil {
			w.byID = map[string]*watchedTicket{}
		}
		ctx, end := context.WithCancel(context.WithoutCancel(s.ctx))
		watched = &watchedTicket{streams: map[*ticketStream]struct{}{}, end: end}
		w.byID[id] = watched
		// Subscribe before the stream reads the ticket, so that no change is missed in between.
		changed, done := r.Topics.Subscribe(TicketTopic(id))
		recovery.Go(ctx, r.Log, "watched_ticket", func() {
			defer done()
			defer r.release(id, watched)
			r.watchTicket(ctx, watched, id, changed)
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
func (r *Resolver) watchTicket(ctx context.Context, watched *watchedTicket, id string, changed <-chan struct{}) {
	timer := time.NewTimer(pollInterval)
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
		next := pollInterval
		if !r.readAndDistribute(ctx, watched, id) {
			next = retryDelay
		}
		timer.Reset(next)
	}
}

// release ends the watch of a ticket and closes the remaining streams.
func (r *Resolver) release(id string, watched *watchedTicket) {
	r.watched.mu.Lock()
	defer r.watched.mu.Unlock()
	for s := range watched.streams {
		close(s.updates)
	}
	clear(watched.streams)
	watched.end()
	if r.watched.byID[id] == watched {
		delete(r.watched.byID, id)
	}
}

// readAndDistribute reads a ticket in the name of one stream's user and sends it to all streams; false if that failed.
// A stream whose user may not read the ticket any more reads it itself.
func (r *Resolver) readAndDistribute(ctx context.Context, watched *watchedTicket, id string) bool {
	for _, s := range r.streamsOf(watched) {
		t, err := r.Portal.Ticket(ctx, s.req.IDToken, id)
		if err != nil && !isRefusal(err) {
			if ctx.Err() == nil {
				// The read is retried soon, so that clients need no error.
				r.Log.WarnContext(ctx, "watched_ticket_read_failed", "ticket", id, "error", err)
			}
			return false
		}
		if err != nil || t == nil {
			s.mustRecheckAccess.Store(true)
			s.send(nil)
			continue
		}
		for _, s := range r.streamsOf(watched) {
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

func (r *Resolver) streamsOf(watched *watchedTicket) []*ticketStream {
	r.watched.mu.Lock()
	defer r.watched.mu.Unlock()
	streams := make([]*ticketStream, 0, len(watched.streams))
	for s := range watched.streams {
		streams = append(streams, s)
	}
	return streams
}

// send sends a reading to a stream without blocking and replaces an older one. Nil makes the stream read the ticket
// in the name of its own user.
func (s *ticketStream) send(t *portal.Ticket) {
	select {
	case <-s.updates:
	default:
	}
	select {
	case s.updates <- t:
	default:
	}
}

// followTicket sends a ticket and its changes to a stream until it ends.
func (r *Resolver) followTicket(s *ticketStream, t *portal.Ticket, changes chan<- *portal.Ticket) {
	rights, done := r.Topics.Subscribe(UserTopic(s.req.User.ID))
	defer done()
	verifyTicker := time.NewTicker(verifyInterval)
	defer verifyTicker.Stop()
	for {
		select {
		case changes <- t:
		case <-s.ctx.Done():
			return
		}
		if t = r.nextTicket(s, t, rights, verifyTicker.C); t == nil {
			return
		}
	}
}

// nextTicket waits for a reading that is newer than the one last sent; nil ends the stream.
func (r *Resolver) nextTicket(
	s *ticketStream, seen *portal.Ticket, rights <-chan struct{}, verifyTicks <-chan time.Time,
) *portal.Ticket {
	for {
		var update *portal.Ticket
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
			update, ok = r.visibleTicket(s, seen.ID, update)
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
func (r *Resolver) visibleTicket(s *ticketStream, id string, update *portal.Ticket) (*portal.Ticket, bool) {
	user, err := s.req.Verify(s.ctx)
	if apperr.CodeOf(err) == apperr.Unauthenticated || err == nil && !user.IsInAudience(portal.TicketHolder) {
		return nil, false
	}
	if err == nil && update != nil && !s.mustRecheckAccess.Load() && slices.Equal(user.Roles, s.roles) {
		return update, true
	}
	s.mustRecheckAccess.Store(false)
	t, failure := r.Portal.Ticket(s.ctx, s.req.IDToken, id)
	switch {
	case failure != nil && !isRefusal(failure):
		// Nothing is sent without permission. A later reading contains the missed changes.
		s.mustRecheckAccess.Store(true)
		r.Log.WarnContext(s.ctx, "watched_ticket_read_failed", "ticket", id, "error", failure)
		return nil, true
	case failure != nil || t == nil:
		return nil, false
	case err == nil:
		s.roles = user.Roles
	}
	return t, true
}
