package catalog

import "time"

// clockDifference is how far the clock of the PIM may be ahead.
const clockDifference = time.Minute

// IsChangeTime reports whether the time of the last change of a record is possible: it is neither in the future nor
// before the time of computers, which systems write for an unknown time (CAT-65). The zero time is none.
func IsChangeTime(at, now time.Time) bool {
	return at.IsZero() || at.Unix() > 0 && !at.After(now.Add(clockDifference))
}

// ListsUpdatedAt returns the last change of the lists of the classifications of a tree, by slug: the newest one of the
// classification, of those below it, and of their products (CAT-65). Those of which no change is known are left out.
func ListsUpdatedAt(tree *Tree, products []FiledProduct) map[string]time.Time {
	latest := map[string]time.Time{}
	note := func(of *Classification, at time.Time) {
		if of == nil {
			return
		}
		for _, c := range of.Lineage {
			if at.After(latest[c.Slug]) {
				latest[c.Slug] = at
			}
		}
	}
	for _, c := range tree.All() {
		note(c, c.UpdatedAt)
	}
	for _, p := range products {
		note(tree.Find(p.ClassificationSlug), p.UpdatedAt)
	}
	return latest
}
