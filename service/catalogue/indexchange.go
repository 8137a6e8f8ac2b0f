package catalogue

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
func (x *Indexes) Change(ctx context.Context, slugs []string) (tags []string) {
	before := x.comparable()
	x.MarkChanged(slugs...)
	var mu sync.Mutex
	var comparisons sync.WaitGroup
	for _, kind := range catalog.Types {
		for _, language := range append([]string{pim.OtherLanguages}, site.LanguageCodes...) {
			old := before[indexKey{kind, language}]
			comparisons.Go(func() {
				listsDiffer, namesDiffer := true, true
				_ = recovery.Do(ctx, x.log, "catalogue_change", func() error { // reports a panic
					listsDiffer, namesDiffer = x.compare(ctx, indexKey{kind, language}, old, slugs)
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
func (x *Indexes) comparable() map[indexKey]*catalog.Index {
	x.mu.Lock()
	defer x.mu.Unlock()
	found := map[indexKey]*catalog.Index{}
	for key, st := range x.indexes {
		if st.isCurrent() && !st.isPartial && !st.isDegraded && !st.isReplaced {
			found[key] = st.index
		}
	}
	return found
}

// compare reads the changes of an index and reports whether lists differ from those of the index before. It reports
// that they do if this is unknown.
func (x *Indexes) compare(
	ctx context.Context, key indexKey, old *catalog.Index, slugs []string,
) (listsDiffer, namesDiffer bool) {
	if old == nil {
		x.mu.Lock()
		defer x.mu.Unlock()
		if st := x.indexes[key]; st != nil {
			st.isReplaced = false // all lists are purged
		}
		return true, true
	}
	ctx, reads := cache.WithReads(ctx)
	index, isComplete, err := x.Index(ctx, key.kind, key.language)
	if err != nil || !isComplete || reads.IsDegraded() {
		return true, true
	}
	x.mu.Lock()
	isReplaced := x.indexes[key].isReplaced
	x.indexes[key].isReplaced = false
	x.mu.Unlock()
	if isReplaced {
		return true, true
	}
	return index.ListsDiffer(old, slugs)
}
