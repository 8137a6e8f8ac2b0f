package search

import (
	"context"
	"sync"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/internal/recovery"
	"strand/upstream/pim"
)

// Change reports changed products like MarkChanged, reads them, and returns the tags of the lists that may differ. For
// indexes that cannot be compared, because they were not read or lack earlier changes, these are all lists.
func (c *Catalogue) Change(ctx context.Context, slugs []string) (tags []string) {
	before := c.comparable()
	c.MarkChanged(slugs...)
	var mu sync.Mutex
	var comparisons sync.WaitGroup
	for _, kind := range catalog.Types {
		for _, language := range append([]string{pim.OtherLanguages}, site.LanguageCodes...) {
			old := before[indexKey{kind, language}]
			comparisons.Go(func() {
				listsDiffer, namesDiffer := true, true
				_ = recovery.Do(ctx, c.log, "catalogue_change", func() error { // reports a panic
					listsDiffer, namesDiffer = c.compare(ctx, indexKey{kind, language}, old, slugs)
					return nil
				})
				mu.Lock()
				defer mu.Unlock()
				if listsDiffer {
					tags = append(tags, pim.ListsTag(kind, language))
				}
				if listsDiffer || namesDiffer {
					tags = append(tags, pim.NamesTag(kind, language))
				}
			})
		}
	}
	comparisons.Wait()
	return tags
}

// comparable returns the indexes that contain all products and all reported changes.
func (c *Catalogue) comparable() map[indexKey]*catalog.Index {
	c.mu.Lock()
	defer c.mu.Unlock()
	found := map[indexKey]*catalog.Index{}
	for key, st := range c.indexes {
		if st.isCurrent() && !st.isPartial && !st.isDegraded && !st.isReplaced {
			found[key] = st.index
		}
	}
	return found
}

// compare reads the changes of an index and reports whether lists differ from those of the index before. It reports
// that they do if this is unknown.
func (c *Catalogue) compare(
	ctx context.Context, key indexKey, old *catalog.Index, slugs []string,
) (listsDiffer, namesDiffer bool) {
	if old == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if st := c.indexes[key]; st != nil {
			st.isReplaced = false // all lists are purged
		}
		return true, true
	}
	ctx, reads := cache.WithReads(ctx)
	index, isComplete, err := c.Index(ctx, key.kind, key.language)
	if err != nil || !isComplete || reads.IsDegraded() {
		return true, true
	}
	c.mu.Lock()
	isReplaced := c.indexes[key].isReplaced
	c.indexes[key].isReplaced = false
	c.mu.Unlock()
	if isReplaced {
		return true, true
	}
	return index.ListsDiffer(old, slugs)
}
