package cache

import (
	"container/list"
	"strconv"
	"strings"
	"sync"
)

// Key returns the key of an entry from its kind and the parts that distinguish it within its kind. Each part is
// prefixed with its length, so that different parts never have the same key.
func Key(kind string, parts ...string) string {
	size := len(kind)
	for _, part := range parts {
		size += len(part) + len("(1234:)")
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(kind)
	for _, part := range parts {
		b.WriteByte('(')
		b.WriteString(strconv.Itoa(len(part)))
		b.WriteByte(':')
		b.WriteString(part)
		b.WriteByte(')')
	}
	return b.String()
}

// MaxUnconfirmed is the number of entries whose keys contain text that callers choose freely. A further one replaces
// the oldest, so that invented values neither fill the memory nor evict the entries of real pages.
const MaxUnconfirmed = 1000

// unconfirmed are the keys of unconfirmed entries, oldest first.
type unconfirmed struct {
	mu       sync.Mutex
	keys     list.List
	elements map[string]*list.Element
}

// bound records an entry that is about to be stored, and deletes the oldest unconfirmed one above the limit.
func (c *Cache) bound(key string, e *entry) {
	u := &c.unconfirmed
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.elements == nil {
		u.elements = map[string]*list.Element{}
	}
	at := u.elements[key]
	switch {
	case !e.isUnconfirmed && at != nil:
		u.keys.Remove(at)
		delete(u.elements, key)
	case e.isUnconfirmed && at != nil:
		u.keys.MoveToBack(at)
	case e.isUnconfirmed:
		u.elements[key] = u.keys.PushBack(key)
	}
	for u.keys.Len() > MaxUnconfirmed {
		oldest := u.keys.Remove(u.keys.Front()).(string) //nolint:forcetypeassert // the list contains only keys
		delete(u.elements, oldest)
		c.store.Del(oldest)
	}
}

// Unconfirmed returns the current number of unconfirmed entries.
func (c *Cache) Unconfirmed() int {
	c.unconfirmed.mu.Lock()
	defer c.unconfirmed.mu.Unlock()
	return c.unconfirmed.keys.Len()
}
