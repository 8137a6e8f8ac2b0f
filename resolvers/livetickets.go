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
	// lookAgain is how often a ticket is read of which no change was heard, once for all its streams: sis may be unable
	// to tell.
	lookAgain = 20 * time.Second
	// readAgain is how soon a ticket is read again after a failure.
	readAgain = time.Second
	// askAgain is how often a stream makes sure that its user may still see the ticket, beside when rights change.
	askAgain = 5 * time.Minute
)

// LiveTicket is the key under which those wait who see a ticket.
func LiveTicket(id string) string { return "ticket:" + id }

// LiveUser is the topic of the rights of a user.
func LiveUser(id string) string { return "user:" + id }

// LiveOrganization is the topic of the users of an organization.
func LiveOrganization(id string) string { return "organization:" + id }

// watchedTickets are the tickets that streams follow. A change is read once for all streams of a ticket (SEC-33).
// It is safe for concurrent use; the zero value is ready.
type watchedTickets struct {
	mu   sync.Mutex
	byID map[string]*watchedTicket
}

// watchedTicket is a ticket with the streams that follow it.
type watchedTicket struct {
	streams map[*ticketStream]struct{}
	// end ends the watch with its last stream.
	end context.CancelFunc
}

// ticketStream is a stream of a user.
type ticketStream struct {
	ctx context.Context
	req *Request
	// news has the latest reading, and nothing older; it is closed when the server lets everybody go.
	news chan *portal.Ticket
	// roles are those with which sis was asked last in the name of the user.
	roles []string
	// mustAsk says that the user may not see the ticket any more: nothing is sent before sis was asked.
	mustAsk atomic.Bool
}

// join has a stream follow a ticket until leave is called.
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
		// A change from now on wakes the watch: none is missed before the stream reads the ticket.
		woken, done := r.Live.Subscribe(LiveTicket(id))
		recovery.Go(ctx, r.Log, "watched_ticket", func() {
			defer done()
			defer r.release(id, watched)
			r.watchTicket(ctx, watched, id, woken)
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

// watchTicket reads a ticket when it has changed, and now and then, for all streams that follow it.
func (r *Resolver) watchTicket(ctx context.Context, watched *watchedTicket, id string, woken <-chan struct{}) {
	timer := time.NewTimer(lookAgain)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case _, goesOn := <-woken:
			if !goesOn {
				return
			}
		case <-timer.C:
		}
		next := lookAgain
		if !r.readForAll(ctx, watched, id) {
			next = readAgain
		}
		timer.Reset(next)
	}
}

// release ends the watch of a ticket and lets the streams go that still follow it.
func (r *Resolver) release(id string, watched *watchedTicket) {
	r.watched.mu.Lock()
	defer r.watched.mu.Unlock()
	for s := range watched.streams {
		close(s.news)
	}
	clear(watched.streams)
	watched.end()
	if r.watched.byID[id] == watched {
		delete(r.watched.byID, id)
	}
}

// readForAll reads a ticket in the name of one stream and hands it to all; false where that failed. A stream in whose name
// it cannot be read any more asks by itself.
func (r *Resolver) readForAll(ctx context.Context, watched *watchedTicket, id string) bool {
	for _, s := range r.streamsOf(watched) {
		t, err := r.Portal.Ticket(ctx, s.req.IDToken, id)
		if err != nil && !isRefusal(err) {
			if ctx.Err() == nil {
				// It may be well again soon: who waits need not know.
				r.Log.WarnContext(ctx, "a ticket that is watched cannot be read", "ticket", id, "error", err)
			}
			return false
		}
		if err != nil || t == nil {
			s.mustAsk.Store(true)
			s.tell(nil)
			continue
		}
		for _, s := range r.streamsOf(watched) {
			s.tell(t)
		}
		return true
	}
	return true
}

// isRefusal says that sis does not show a ticket to a user any more.
func isRefusal(err error) bool {
	switch apperr.CodeOf(ofSIS(err)) {
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

// tell hands a reading to a stream without waiting for it. Nil has it read the ticket in the name of its own user.
func (s *ticketStream) tell(t *portal.Ticket) {
	select {
	case <-s.news:
	default:
	}
	select {
	case s.news <- t:
	default:
	}
}

// followTicket sends a ticket and its changes to a stream until it ends.
func (r *Resolver) followTicket(s *ticketStream, t *portal.Ticket, changes chan<- *portal.Ticket) {
	rights, done := r.Live.Subscribe(LiveUser(s.req.User.ID))
	defer done()
	ask := time.NewTicker(askAgain)
	defer ask.Stop()
	for {
		select {
		case changes <- t:
		case <-s.ctx.Done():
			return
		}
		if t = r.nextReading(s, t, rights, ask.C); t == nil {
			return
		}
	}
}

// nextReading waits for a reading of a ticket that is newer than the one that the user has seen; nil ends the stream.
func (r *Resolver) nextReading(
	s *ticketStream, seen *portal.Ticket, rights <-chan struct{}, ask <-chan time.Time,
) *portal.Ticket {
	for {
		var news *portal.Ticket
		goesOn := true
		select {
		case <-s.ctx.Done():
			return nil
		case news, goesOn = <-s.news:
			if news != nil && !news.UpdatedAt.After(seen.UpdatedAt) {
				continue
			}
		case _, goesOn = <-rights:
			s.mustAsk.Store(true)
		case <-ask:
			s.mustAsk.Store(true)
		}
		if len(rights) > 0 {
			// Rights that changed before the ticket count for it.
			s.mustAsk.Store(true)
		}
		if goesOn {
			news, goesOn = r.permitted(s, seen.ID, news)
		}
		if !goesOn {
			return nil
		}
		if news != nil && news.UpdatedAt.After(seen.UpdatedAt) {
			return news
		}
	}
}

// permitted returns a reading for a stream whose user may see it; false ends the stream. The user's session and roles are
// verified; where there is no reading, or the user may have lost the ticket, sis is asked in their name.
func (r *Resolver) permitted(s *ticketStream, id string, news *portal.Ticket) (*portal.Ticket, bool) {
	user, err := s.req.Verify(s.ctx)
	if apperr.CodeOf(err) == apperr.Unauthenticated || err == nil && !user.Belongs(portal.TicketHolder) {
		return nil, false
	}
	if err == nil && news != nil && !s.mustAsk.Load() && slices.Equal(user.Roles, s.roles) {
		return news, true
	}
	s.mustAsk.Store(false)
	t, failure := r.Portal.Ticket(s.ctx, s.req.IDToken, id)
	switch {
	case failure != nil && !isRefusal(failure):
		// Nothing is sent that may not be seen any more. What is missed comes with a later reading.
		s.mustAsk.Store(true)
		r.Log.WarnContext(s.ctx, "a ticket that is watched cannot be read", "ticket", id, "error", failure)
		return nil, true
	case failure != nil || t == nil:
		return nil, false
	case err == nil:
		s.roles = user.Roles
	}
	return t, true
}
