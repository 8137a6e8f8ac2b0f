package cms

import (
	"context"
	"fmt"
	"strings"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/cache"
)

// pagePrefix returns the part of a page's cache key before its id.
func pagePrefix(view *site.View) string {
	return cache.Key("cms:page", string(view.Stage), strings.Join(view.Languages(), ","))
}

// CachedPage returns a page from the cache; nil for a negative entry, and false for a cache miss.
func (r *Reader) CachedPage(ctx context.Context, view *site.View, id string) (*editorial.Page, bool) {
	p, ok := cache.Get[*PageFields](ctx, r.cache, pagePrefix(view)+id)
	if !ok {
		return nil, false
	}
	return r.mapped(ctx, view, p), true
}

// Pages reads pages into a site context, in the order of the ids; nil for a page that does not exist. Pages that
// are not cached are read by one call. If it fails, Pages returns the cached pages and an error.
func (r *Reader) Pages(ctx context.Context, view *site.View, ids []string) ([]*editorial.Page, error) {
	prefix := pagePrefix(view)
	keys := make([]string, len(ids))
	for i, id := range ids {
		keys[i] = prefix + id
	}
	found, err := cache.LoadMany(ctx, r.cache, keys, func(ctx context.Context, keys []string) (map[string]cache.Loaded[*PageFields], error) {
		missing := make([]string, len(keys))
		loaded := make(map[string]cache.Loaded[*PageFields], len(keys))
		for i, key := range keys {
			missing[i] = strings.TrimPrefix(key, prefix)
			loaded[key] = cache.Loaded[*PageFields]{Tags: []string{PageTag(missing[i])}, Document: missing[i], Negative: true}
		}
		data, err := Pages(r.headers(ctx, view.Stage, everyLanguage(view.Directory, view.Languages())), r.client, missing)
		if err != nil {
			return nil, fmt.Errorf("read the pages %s: %w", strings.Join(missing, ", "), err)
		}
		for _, p := range data.Pages {
			loaded[prefix+p.Id] = cache.Loaded[*PageFields]{Value: &p.PageFields, Document: p.Id, Tags: []string{PageTag(p.Id)}}
		}
		return loaded, nil
	})
	pages := make([]*editorial.Page, len(ids))
	for i, key := range keys {
		pages[i] = r.mapped(ctx, view, found[key])
	}
	return pages, err
}

// mapped maps a page into a site context; nil for nil, and for a page without a language that the country supports.
func (r *Reader) mapped(ctx context.Context, view *site.View, raw *PageFields) *editorial.Page {
	if raw == nil {
		return nil
	}
	p, ok := mapper{view: view, pageID: raw.Id, document: raw.Id, found: finder(ctx)}.page(raw)
	if !ok {
		r.log.ErrorContext(ctx, "page_without_supported_language", "page", raw.Id, "country", view.Locale.Country())
		return nil
	}
	return p
}

// Password reads the password of a protected page; empty for a page without one, which no visitor can open.
func (r *Reader) Password(ctx context.Context, view *site.View, id string) (string, error) {
	key := cache.Key("cms:password", string(view.Stage), id)
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[string], error) {
		data, err := PagePassword(r.headers(ctx, view.Stage, everyLanguage(view.Directory, view.Languages())), r.client, id)
		if err != nil {
			return cache.Loaded[string]{}, fmt.Errorf("read the password of page %s: %w", id, err)
		}
		password := ""
		for _, p := range data.Pages {
			password = p.Password
		}
		return cache.Loaded[string]{Value: password, Tags: []string{PageTag(id)}, Negative: len(data.Pages) == 0}, nil
	})
}
