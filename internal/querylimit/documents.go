package querylimit

import (
	"context"
	"sync"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

const (
	// maxCachedBytes is the total length of the cached documents' texts, in bytes, and maxDocuments their number. A
	// parsed document takes some forty times the memory of its text, so that gqlgen's cache, which limits their number
	// alone, could take gigabytes.
	maxCachedBytes = 2 << 20
	maxDocuments   = 1000
)

// documents caches valid documents. Pinned documents are never evicted, so that no caller slows down others.
type documents struct {
	isPinned func(text string) bool
	pinned   sync.Map
	others   *lru.Cache[string, *ast.QueryDocument]
	// bytes is the length of the texts in others.
	bytes atomic.Int64
}

func newDocuments(isPinned func(text string) bool) *documents {
	d := &documents{isPinned: isPinned}
	var err error
	d.others, err = lru.NewWithEvict(maxDocuments, func(text string, _ *ast.QueryDocument) {
		d.bytes.Add(-int64(len(text)))
	})
	if err != nil {
		panic(err) // maxDocuments is positive
	}
	return d
}

// Get returns the parsed document of a text.
func (d *documents) Get(_ context.Context, text string) (*ast.QueryDocument, bool) {
	if pinned, ok := d.pinned.Load(text); ok {
		return pinned.(*ast.QueryDocument), true
	}
	return d.others.Get(text)
}

// Add stores a valid document.
func (d *documents) Add(_ context.Context, text string, parsed *ast.QueryDocument) {
	if d.isPinned != nil && d.isPinned(text) {
		d.pinned.Store(text, parsed)
		return
	}
	if isCached, _ := d.others.ContainsOrAdd(text, parsed); isCached {
		return
	}
	d.bytes.Add(int64(len(text)))
	for d.bytes.Load() > maxCachedBytes {
		d.others.RemoveOldest()
	}
}
