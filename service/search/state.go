package search

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"time"

	"strand/domain/convert"
	"strand/domain/optional"
	"strand/domain/search"
	"strand/internal/cache"
)

// state contains the documents of a scope.
type state struct {
	// parts are the latest documents by source. A source that fails keeps its previous documents.
	parts map[string][]*search.Document
	// incomplete are the sources that were never read completely.
	incomplete map[string]bool
	// needsRetry is true if a source failed, or if its result will expire soon, so that it must be read again soon.
	needsRetry bool
	// isLost is true if the search engine has no index of the scope any more.
	isLost bool
	// changesAt is when the documents change by themselves, since content is published; zero for never.
	changesAt time.Time
	// vocabulary contains the words of the indexed documents. It is never changed, only replaced. words builds it, from
	// the documents in counted.
	vocabulary *search.Vocabulary
	words      *search.VocabularyBuilder
	counted    []*search.Document
	// seen is the value of Service.changes that the index contains.
	seen uint64
	used time.Time
}

func newState() *state {
	return &state{parts: map[string][]*search.Document{}, incomplete: map[string]bool{}}
}

// store stores the documents of a source. degraded means that some may be missing; such a result does not replace a
// complete one.
func (st *state) store(source string, docs []*search.Document, degraded bool) {
	_, isStored := st.parts[source]
	if degraded && isStored && !st.incomplete[source] {
		return
	}
	st.replace(source, docs, degraded)
}

func (st *state) replace(source string, docs []*search.Document, isIncomplete bool) {
	st.parts[source], st.incomplete[source] = withEarlier(docs, st.parts[source]), isIncomplete
}

// withEarlier returns documents with the earlier ones in place of those that are equal, so that the words of these are
// not counted again. A document whose text is made when it is needed may have another one.
func withEarlier(docs, earlier []*search.Document) []*search.Document {
	byID := make(map[string]*search.Document, len(earlier))
	for _, d := range earlier {
		if d.Source == nil {
			byID[d.ID] = d
		}
	}
	return convert.All(docs, func(d *search.Document) *search.Document {
		if same := byID[d.ID]; same != nil && reflect.DeepEqual(same, d) {
			return same
		}
		return d
	})
}

// add adds what a source has returned.
func (st *state) add(g gathered) {
	st.changesAt = optional.Earlier(st.changesAt, g.changesAt)
	if g.err != nil {
		st.needsRetry = true
		_, isStored := st.parts[g.source]
		switch {
		case errors.Is(g.err, errOutdated) && !g.isDegraded:
			st.replace(g.source, g.docs, errors.Is(g.err, cache.ErrIncomplete))
		case !isStored || len(g.docs) > 0:
			st.store(g.source, g.docs, true)
		}
		return
	}
	// A negative cache entry, such as that of an empty list, expires soon, so the source must be read again.
	st.needsRetry = st.needsRetry || g.isDegraded || g.isShortLived
	st.store(g.source, g.docs, g.isDegraded)
}

func (st *state) size() int {
	n := 0
	for _, docs := range st.parts {
		n += len(docs)
	}
	return n
}

func (st *state) isIncomplete() bool {
	return slices.Contains(slices.Collect(maps.Values(st.incomplete)), true)
}

// hasChanged reports whether the time has come at which the documents change by themselves.
func (st *state) hasChanged() bool { return !st.changesAt.IsZero() && !time.Now().Before(st.changesAt) }

// maxAdded is the share of changed documents, one in so many, from which the words of all are read again.
const maxAdded = 4

// countWords updates the vocabulary with the documents of the index. While few documents have changed, the words of the
// changed ones are added only: reading all of a large catalogue again takes seconds.
func (st *state) countWords(docs []*search.Document) {
	isCounted := make(map[*search.Document]bool, len(st.counted))
	for _, d := range st.counted {
		isCounted[d] = true
	}
	added := slices.DeleteFunc(slices.Clone(docs), func(d *search.Document) bool { return isCounted[d] })
	if st.words == nil || st.words.Len()+len(added) > len(docs)+len(docs)/maxAdded {
		st.words, added = search.NewVocabularyBuilder(), docs
	}
	st.words.Add(added)
	st.counted, st.vocabulary = docs, st.words.Vocabulary()
}
