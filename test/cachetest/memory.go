// Package cachetest has a second level of the cache in memory.
package cachetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"strand/internal/cache"
	"strand/test/polltest"
)

// Memory is a second level that several caches of a test share. It is safe for concurrent use.
type Memory struct {
	mu      sync.Mutex
	values  map[string]*cache.Stored
	refused int
}

// Find implements cache.Second.
func (m *Memory) Find(_ context.Context, keys []string) map[string]*cache.Stored {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := map[string]*cache.Stored{}
	for _, key := range keys {
		if s := m.values[key]; s != nil {
			found[key] = s
		}
	}
	return found
}

// Store implements cache.Second.
func (m *Memory) Store(_ context.Context, key string, s *cache.Stored, _ time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.values == nil {
		m.values = map[string]*cache.Stored{}
	}
	m.values[key] = s
}

// Refuse implements cache.Second.
func (m *Memory) Refuse(context.Context, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refused++
}

// Refused returns how many values were refused.
func (m *Memory) Refused() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.refused
}

// Len returns how many values are stored.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.values)
}

// Clear removes all values.
func (m *Memory) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.values)
}

// Change changes the data of all values.
func (m *Memory) Change(change func(data []byte) []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, s := range m.values {
		changed := *s
		changed.Data = change(s.Data)
		m.values[key] = &changed
	}
}

// Await waits until some values are stored: callers do not wait for it.
func (m *Memory) Await(t *testing.T, values int) {
	t.Helper()
	polltest.Until(t, "values are stored", func() bool { return m.Len() == values })
}
