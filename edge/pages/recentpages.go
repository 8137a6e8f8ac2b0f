package pages

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"strand/domain/site"
	"strand/internal/budget"
	"strand/service/website/visit"
)

const (
	// maxRecent is the number of remembered pages.
	maxRecent = 1000
	// saveEvery is the interval at which they are written to the file.
	saveEvery = time.Minute
	// maxFailures is the number of failures in a row after which the rest waits for the next change.
	maxFailures = 3
)

// RecentPages remembers the most recently requested pages, and makes them again after a change and after a start, one
// at a time, before visitors ask for them (CACHE-15). It contains only pages without a query.
type RecentPages struct {
	pages *Handler
	// file keeps the URLs over a restart; empty for none.
	file string
	// changed receives a value after a change.
	changed chan struct{}

	latest *lru.Cache[string, struct{}]
}

func newRecentPages(p *Handler, file string) *RecentPages {
	latest, _ := lru.New[string, struct{}](maxRecent) // the only error is that of a size below one
	r := &RecentPages{pages: p, file: file, changed: make(chan struct{}, 1), latest: latest}
	var urls []string
	if data, err := os.ReadFile(file); err == nil && json.Unmarshal(data, &urls) == nil { // else it begins empty
		for i := min(len(urls), maxRecent) - 1; i >= 0; i-- {
			r.add(urls[i])
		}
	}
	return r
}

// add remembers a page as the latest one.
func (r *RecentPages) add(url string) { r.latest.Add(url, struct{}{}) }

// urls returns the pages, the latest first.
func (r *RecentPages) urls() []string {
	urls := r.latest.Keys()
	slices.Reverse(urls)
	return urls
}

// MarkChanged reports that entries of the cache were purged.
func (r *RecentPages) MarkChanged() {
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// Run makes pages until the context ends.
func (r *RecentPages) Run(ctx context.Context) {
	saves := time.NewTicker(saveEvery)
	defer saves.Stop()
	defer r.save(context.WithoutCancel(ctx))
	r.makeAll(ctx)
	for {
		select {
		case <-r.changed:
			r.makeAll(ctx)
		case <-saves.C:
			r.save(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// makeAll makes the pages that are purged or missing. It begins again with the latest page after a further change.
func (r *RecentPages) makeAll(ctx context.Context) {
	failures, urls := 0, r.urls()
	for _, url := range urls {
		if ctx.Err() != nil || len(r.changed) > 0 {
			return
		}
		if err := r.makePage(ctx, url); err == nil {
			failures = 0
		} else if failures++; failures == maxFailures {
			r.pages.log.WarnContext(ctx, "recent_pages_failed", "url", url, "error", err)
			return
		}
	}
	r.pages.log.DebugContext(ctx, "recent_pages_made", "pages", len(urls))
}

// makePage makes a page for anonymous visitors, unless the cache has it.
func (r *RecentPages) makePage(ctx context.Context, url string) error {
	dir, err := r.pages.Directory(ctx)
	if err != nil {
		return err
	}
	address, err := dir.Parse(url)
	if err != nil || !isRemembered(dir, address) {
		return nil //nolint:nilerr // an older server has written it to the file
	}
	req := &visit.Request{Scheme: address.Scheme, Host: address.Host}
	if entry, ok := r.pages.cache.Inspect(pageKey(req, url)); ok && entry.State != "outdated" {
		return nil
	}
	_, err = r.pages.cached(budget.With(ctx, r.pages.Budget), req, targetOf(dir, address, url))
	return err
}

// isRemembered reports whether a page is public, and its URL contains nothing that a visitor chose.
func isRemembered(dir *site.Directory, address site.URL) bool {
	return IsPublic(dir, address) && address.RawQuery == ""
}

// IsPublic reports whether a page is the same for all anonymous visitors and in no area for users or editors.
func IsPublic(dir *site.Directory, address site.URL) bool {
	shown := site.ScreenOf(address)
	return dir.HasLocale(address) && shown != site.ScreenPortal && shown != site.ScreenEditor
}

// save writes the file.
func (r *RecentPages) save(ctx context.Context) {
	urls := r.urls()
	if r.file == "" || len(urls) == 0 {
		return
	}
	data, err := json.Marshal(urls)
	if err == nil {
		written := filepath.Clean(r.file) + ".new"
		if err = os.WriteFile(written, data, 0o600); err == nil {
			err = os.Rename(written, r.file)
		}
	}
	if err != nil {
		r.pages.log.WarnContext(ctx, "recent_pages_not_written", "file", r.file, "error", err)
	}
}
