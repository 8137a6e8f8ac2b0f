package shared

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/redis/rueidis"

	"strand/internal/cache"
	"strand/internal/changes"
)

const (
	// maxStream is the approximate number of events in the stream. An answer older than the first is not used.
	maxStream = 10_000
	// maxEvent limits an event in bytes; a larger one becomes one that concerns everything.
	maxEvent = 1 << 20
	// maxEpoch limits the id of the stream.
	maxEpoch = 128
	// maxUnsent is the number of events that are kept while Redis does not answer; more become one that concerns
	// everything.
	maxUnsent = 1000
	// readWait is how long a read waits for events. After it, the connection and the epoch are checked.
	readWait = 500 * time.Millisecond
	// minRetryWait is the pause after a failed read. It doubles up to maxRetryWait while reading fails.
	minRetryWait = 250 * time.Millisecond
	maxRetryWait = time.Second
)

// Stream distributes change events to all servers, in one order. It is a stream of Redis: a server that was
// disconnected reads what it missed. If the stream was lost, it reports that anything may have changed.
//
// A position in the stream says which changes an answer contains, whichever server stored it.
type Stream struct {
	redis *Redis
	// purge purges the cache entries with some tags and returns the number of purges.
	purge func(tags ...string) uint64
	// receive handles an event of another server.
	receive func(context.Context, changes.Event)

	// sending is held while events are sent, so that their order is kept.
	sending sync.Mutex

	mu sync.Mutex
	// epoch is the id of the stream: another one is a stream that lacks events of this one.
	epoch string
	// applied are the handled events in order, each with the number of purges after it. Of positions before the
	// first, it is unknown which changes they contain.
	applied []appliedEvent
	// purged are the numbers of purges after events that were handled and not read from the stream yet.
	purged map[string]uint64
	unsent []changes.Event
}

type appliedEvent struct {
	at       position
	sequence uint64
}

// position is a place in the stream: the id of an entry.
type position struct{ Time, Number uint64 }

func (p position) compare(other position) int {
	return cmp.Or(cmp.Compare(p.Time, other.Time), cmp.Compare(p.Number, other.Number))
}

func (p position) String() string {
	return strconv.FormatUint(p.Time, 10) + "-" + strconv.FormatUint(p.Number, 10)
}

func parsePosition(id string) (p position, err error) {
	first, second, _ := strings.Cut(id, "-")
	if p.Time, err = strconv.ParseUint(first, 10, 64); err != nil {
		return p, fmt.Errorf("the stream has the id %q: %w", id, err)
	}
	p.Number, err = strconv.ParseUint(second, 10, 64)
	return p, err
}

// errLost means that the stream is not the one that was read before.
var errLost = errors.New("the stream of changes was lost")

// NewStream returns a stream. Listen begins to use it.
func NewStream(
	redis *Redis, purge func(tags ...string) uint64, receive func(context.Context, changes.Event),
) *Stream {
	return &Stream{redis: redis, purge: purge, receive: receive, purged: map[string]uint64{}}
}

// Listen reads the history of the stream, so that answers of other servers can be used.
func (s *Stream) Listen(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	return s.begin(ctx)
}

// begin reads the epoch and the history of the stream.
func (s *Stream) begin(ctx context.Context) error {
	c := s.redis.client
	// The epoch exists before the first event.
	set := c.B().Set().Key(s.epochKey()).Value(rand.Text()).Nx().Build()
	if err := c.Do(ctx, set).Error(); err != nil && !rueidis.IsRedisNil(err) {
		return fmt.Errorf("write the epoch of the changes: %w", err)
	}
	epoch, err := c.Do(ctx, s.redis.get(s.epochKey(), maxEpoch)).ToString()
	if err != nil {
		return fmt.Errorf("read the epoch of the changes: %w", err)
	}
	added, err := s.info(ctx, "entries-added")
	if err != nil {
		return err
	}
	entries, err := c.Do(ctx, c.B().Xrevrange().Key(s.key()).End("+").Start("-").Count(2*maxStream).Build()).AsXRange()
	if err != nil {
		return fmt.Errorf("read the changes: %w", err)
	}
	slices.Reverse(entries)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.epoch, s.applied = epoch, nil
	clear(s.purged)
	if base := s.purge(cache.Everything); added == "" || added == strconv.Itoa(len(entries)) {
		// No event was removed from the stream.
		s.applied = append(s.applied, appliedEvent{sequence: base})
	}
	for _, entry := range entries {
		at, e, _, err := s.parseEntry(ctx, entry)
		if err != nil {
			return err
		}
		s.applied = append(s.applied, appliedEvent{at, s.purge(e.Tags...)})
	}
	return nil
}

func (s *Stream) key() string      { return s.redis.key("changes") }
func (s *Stream) epochKey() string { return s.redis.key("epoch") }

// info returns a property of the stream; empty if the stream or the property does not exist.
func (s *Stream) info(ctx context.Context, property string) (string, error) {
	c := s.redis.client
	values, err := c.Do(ctx, c.B().XinfoStream().Key(s.key()).Build()).AsMap()
	if _, isAnswer := rueidis.IsRedisErr(err); isAnswer {
		return "", nil // the stream does not exist
	}
	if err != nil {
		return "", fmt.Errorf("read the state of the changes: %w", err)
	}
	value := values[property]
	if n, err := value.AsInt64(); err == nil {
		return strconv.FormatInt(n, 10), nil
	}
	text, _ := value.ToString()
	return text, nil
}

// parseEntry returns the event of an entry. One that is refused concerns everything, since another release may have
// written it.
func (s *Stream) parseEntry(
	ctx context.Context, entry rueidis.XRangeEntry,
) (at position, e changes.Event, isRefused bool, err error) {
	at, err = parsePosition(entry.ID)
	e, reason := s.openEvent(entry.FieldValues)
	if reason != nil {
		s.redis.refuse(ctx, kindEvent, reason)
		e = anything()
	}
	return at, e, reason != nil, err
}

// The fields of an entry.
const (
	serverField = "server"
	eventField  = "event"
	codeField   = "code"
)

// encodeEvent returns the encoded form of an event.
func encodeEvent(e changes.Event) ([]byte, error) {
	data, err := json.Marshal(e)
	if err == nil && len(data) > maxEvent {
		whole := anything()
		whole.ID = e.ID
		data, err = json.Marshal(whole)
	}
	return data, err
}

// openEvent returns the event of an entry's fields, or why it is refused.
func (s *Stream) openEvent(fields map[string]string) (e changes.Event, reason error) {
	data := []byte(fields[eventField])
	switch {
	case len(data) > maxEvent:
		return e, errSize
	case fields[codeField] == "":
		return e, errFormat
	case !s.redis.macs.Valid([]byte(fields[codeField]), s.eventName(fields[serverField]), data):
		return e, errCode
	case json.Unmarshal(data, &e) != nil:
		return e, errContent
	}
	return e, nil
}

// eventName is the name under which events of a server are authenticated.
func (s *Stream) eventName(server string) string { return format + s.key() + " " + server }

// anything returns the event that any record may have changed.
func anything() changes.Event {
	return changes.Event{ID: rand.Text(), At: time.Now(), Tags: []string{cache.Everything}}
}

// sequenceAt returns how many purges of this server the data of a position contains; ok is false if that is unknown.
func (s *Stream) sequenceAt(epoch string, at position) (sequence uint64, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, isExact := slices.BinarySearchFunc(s.applied, at, func(e appliedEvent, p position) int {
		return e.at.compare(p)
	})
	if !isExact {
		i--
	}
	if epoch != s.epoch || i < 0 {
		return 0, false
	}
	return s.applied[i].sequence, true
}

// positionOf returns the last position that data contains which was loaded after a number of purges.
func (s *Stream) positionOf(sequence uint64) (epoch string, at position, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range slices.Backward(s.applied) {
		if e.sequence <= sequence {
			return s.epoch, e.at, true
		}
	}
	return "", at, false
}

// Purged reports the number of purges after an event, by its id.
func (s *Stream) Purged(id string, sequence uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.purged[id] = sequence
}

// Send distributes an event that this server has handled. Without an answer of Redis it is sent when the connection
// returns.
func (s *Stream) Send(ctx context.Context, e changes.Event) {
	s.mu.Lock()
	s.unsent = append(s.unsent, e)
	if len(s.unsent) > maxUnsent {
		s.unsent = []changes.Event{anything()}
	}
	s.mu.Unlock()
	if err := s.flush(ctx); err != nil {
		s.redis.log.WarnContext(ctx, "change_not_shared", "id", e.ID, "error", err)
	}
}

// flush sends what was not sent yet.
func (s *Stream) flush(ctx context.Context) error {
	s.sending.Lock()
	defer s.sending.Unlock()
	for {
		s.mu.Lock()
		if len(s.unsent) == 0 {
			s.mu.Unlock()
			return nil
		}
		e := s.unsent[0]
		s.mu.Unlock()
		data, err := encodeEvent(e)
		if err == nil {
			b, server := s.redis.client.B(), s.redis.server
			code := s.redis.macs.Make(s.eventName(server), data)
			var results []rueidis.RedisResult
			results, err = s.redis.do(ctx, b.Xadd().Key(s.key()).Maxlen().Almost().
				Threshold(strconv.Itoa(maxStream)).Id("*").FieldValue().FieldValue(serverField, server).
				FieldValue(eventField, string(data)).FieldValue(codeField, string(code)).Build())
			if err == nil {
				err = results[0].Error()
			}
		}
		if err != nil {
			return err
		}
		s.mu.Lock()
		if len(s.unsent) > 0 && s.unsent[0].ID == e.ID {
			s.unsent = s.unsent[1:]
		}
		s.mu.Unlock()
	}
}

// Run receives the events of other servers until the context ends.
func (s *Stream) Run(ctx context.Context) {
	for wait := minRetryWait; ctx.Err() == nil; {
		_ = s.flush(ctx) // the event was logged by Send, and the failure is one of read as well
		err := s.read(ctx)
		if errors.Is(err, errLost) {
			s.redis.log.WarnContext(ctx, "changes_lost", "effect", "all cache entries are reloaded")
			s.receive(ctx, anything())
			err = s.Listen(ctx)
		}
		if err == nil {
			s.redis.loss.Works(ctx)
			wait = minRetryWait
			continue
		}
		if ctx.Err() != nil {
			return
		}
		s.redis.loss.Failed(ctx, "error", err, "effect", "changes of other servers are received later")
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, maxRetryWait)
	}
}

// read waits for events and handles them.
func (s *Stream) read(ctx context.Context) error {
	c := s.redis.client
	s.mu.Lock()
	epoch, last := s.epoch, position{}
	if n := len(s.applied); n > 0 {
		last = s.applied[n-1].at
	}
	s.mu.Unlock()
	limited, cancel := context.WithTimeout(ctx, readWait+connectTimeout)
	defer cancel()
	found, err := c.Do(limited, c.B().Xread().Count(100).Block(readWait.Milliseconds()).Streams().Key(s.key()).
		Id(last.String()).Build()).AsXRead()
	if err != nil && !rueidis.IsRedisNil(err) {
		return fmt.Errorf("read the changes: %w", err)
	}
	wasRefused := false
	for _, entry := range found[s.key()] {
		at, e, isRefused, err := s.parseEntry(ctx, entry)
		if err != nil {
			return err
		}
		switch server := entry.FieldValues[serverField]; {
		case isRefused && wasRefused: // everything was reloaded after both were added
		case isRefused || server != s.redis.server: // this server has handled its own events before
			s.receive(ctx, e)
		}
		wasRefused = isRefused
		s.apply(at, e)
	}
	now, err := c.Do(limited, s.redis.get(s.epochKey(), maxEpoch)).ToString()
	if err != nil {
		return fmt.Errorf("read the epoch of the changes: %w", err)
	}
	if now != epoch {
		return errLost
	}
	return s.checkEnd(limited, last)
}

// checkEnd fails if the stream ends before a position, which an older copy of the data does after a restart. It then
// begins another epoch, since other servers may not have read what is missing.
func (s *Stream) checkEnd(ctx context.Context, last position) error {
	id, err := s.info(ctx, "last-generated-id")
	if err != nil {
		return err
	}
	end := position{}
	if id != "" {
		if end, err = parsePosition(id); err != nil {
			return err
		}
	}
	if end.compare(last) >= 0 {
		return nil
	}
	c := s.redis.client
	if err := c.Do(ctx, c.B().Set().Key(s.epochKey()).Value(rand.Text()).Build()).Error(); err != nil {
		return fmt.Errorf("write the epoch of the changes: %w", err)
	}
	return errLost
}

// apply notes that an event was handled.
func (s *Stream) apply(at position, e changes.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sequence := s.purged[e.ID]
	delete(s.purged, e.ID)
	if n := len(s.applied); n > 0 {
		sequence = max(sequence, s.applied[n-1].sequence)
	}
	s.applied = append(s.applied, appliedEvent{at, sequence})
	if len(s.applied) > 2*maxStream {
		s.applied = slices.Delete(s.applied, 0, maxStream)
	}
}
