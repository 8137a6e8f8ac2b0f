package cache

// Purge marks every entry with one of the tags as outdated. It is effective when it returns: a later caller waits for
// a load that begins after it, and gets the outdated value only if that load fails.
//
// It returns the number of purges.
func (c *Cache) Purge(tags ...string) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, sequence := c.now(), c.sequence.Load()+1
	for _, tag := range tags {
		c.purges[tag] = purge{sequence, now}
	}
	c.sequence.Store(sequence)
	if len(c.purges) > maxPurges {
		for tag, p := range c.purges {
			if now.Sub(p.at) > maxLifetime {
				delete(c.purges, tag)
			}
		}
	}
	return sequence
}

// maxPurges is the number of stored tags above which those older than every entry are dropped.
const maxPurges = 10_000

// PurgeAll marks every entry as outdated.
func (c *Cache) PurgeAll() { c.Purge(Everything) }

// isPurged reports whether one of an entry's tags was purged since its load began.
func (c *Cache) isPurged(e *entry) bool {
	current := c.sequence.Load()
	if e.checked.Load() == current {
		return false
	}
	if c.purgedSince(e.tags, e.sequence) || c.purgedSince(e.ownTags, e.sequence) {
		return true
	}
	e.checked.Store(current)
	return false
}

// purgedSince reports whether one of some tags was purged after a sequence number.
func (c *Cache) purgedSince(tags []string, sequence uint64) bool {
	if c.sequence.Load() == sequence {
		return false
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, tag := range tags {
		if c.purges[tag].sequence > sequence {
			return true
		}
	}
	return c.purges[Everything].sequence > sequence
}
