package editing

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"strand/domain/editor"
)

// maxStoredPresences bounds what this server stores: only authenticated editors can add presences.
const maxStoredPresences = 1000

// PresenceBoard stores presences for all servers.
type PresenceBoard interface {
	// Post stores a value under an id for a time and returns the values of all ids; ok is false without an answer.
	Post(ctx context.Context, id string, value []byte, lifetime time.Duration) (values [][]byte, ok bool)
}

// Presences are the editors who have the editor area open (EDIT-26). It is safe for concurrent use.
type Presences struct {
	// board is nil for a single server.
	board PresenceBoard
	now   func() time.Time

	mu    sync.Mutex
	byTab map[string]editor.Presence
}

// NewPresences returns an empty collection. Without a board, the presences are those at this server.
func NewPresences(board PresenceBoard, now func() time.Time) *Presences {
	return &Presences{board: board, now: now, byTab: map[string]editor.Presence{}}
}

// Mark stores that a cleaned presence is current, and returns the others.
func (s *Presences) Mark(ctx context.Context, p editor.Presence) []editor.Presence {
	p.At = s.now()
	all := s.store(p)
	if shared, ok := s.post(ctx, p); ok {
		all = shared
	}
	return editor.OtherPresences(all, p, s.now())
}

// store stores a presence at this server and returns all.
func (s *Presences) store(p editor.Presence) []editor.Presence {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []editor.Presence{p}
	for tab, other := range s.byTab {
		if p.At.Sub(other.At) >= editor.PresenceLifetime {
			delete(s.byTab, tab)
		} else if tab != p.Tab {
			all = append(all, other)
		}
	}
	if _, isKnown := s.byTab[p.Tab]; isKnown || len(s.byTab) < maxStoredPresences {
		s.byTab[p.Tab] = p
	}
	return all
}

// post stores a presence for all servers and returns the valid ones of all.
func (s *Presences) post(ctx context.Context, p editor.Presence) (all []editor.Presence, ok bool) {
	if s.board == nil {
		return nil, false
	}
	value, err := json.Marshal(p)
	if err != nil {
		return nil, false
	}
	values, ok := s.board.Post(ctx, p.Tab, value, editor.PresenceLifetime)
	for _, value := range values {
		var other editor.Presence
		if json.Unmarshal(value, &other) != nil {
			continue
		}
		if cleaned, problem := other.Clean(); problem == "" {
			all = append(all, cleaned)
		}
	}
	return all, ok
}
