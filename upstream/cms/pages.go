package cms

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/cache"
)

// pagePrefix returns the part of a page's cache key before its id.
func pagePrefix(siteCtx *site.Context) string {
	return cache.Key("cms:page", string(siteCtx.Stage), strings.Join(siteCtx.Languages(), ","))
}

// CachedPage returns a page from the cache; nil for a negative entry, and false for a cache miss.
func (r *Reader) CachedPage(ctx context.Context, siteCtx *site.Context, id string) (*editorial.Page, bool) {
	p, ok := cache.Get[bySystem[*PageFields]](ctx, r.cache, pagePrefix(siteCtx)+id)
	if !ok {
		return nil, false
	}
	return r.mapPage(ctx, siteCtx, p.in(siteCtx.MeasurementSystem())), true
}

// Pages reads pages into a site context, in the order of the ids; nil for a page that does not exist. Pages that
// are not cached are read by one call per 100. If it fails, Pages returns the cached pages and an error.
func (r *Reader) Pages(ctx context.Context, siteCtx *site.Context, ids []string) ([]*editorial.Page, error) {
	prefix := pagePrefix(siteCtx)
	keys := make([]string, len(ids))
	for i, id := range ids {
		keys[i] = prefix + id
	}
	found, err := cache.LoadMany(
		ctx,
		r.cache,
		keys,
		func(ctx context.Context, keys []string) (map[string]cache.Loaded[bySystem[*PageFields]], error) {
			missing := make([]string, len(keys))
			loaded := make(map[string]cache.Loaded[bySystem[*PageFields]], len(keys))
			for i, key := range keys {
				missing[i] = strings.TrimPrefix(key, prefix)
				loaded[key] = cache.Loaded[bySystem[*PageFields]]{
					Tags:     []string{PageTag(missing[i])},
					Document: missing[i],
					Negative: true,
				}
			}
			languages := everyLanguage(siteCtx.Directory, siteCtx.Languages())
			for chunk := range slices.Chunk(missing, maxIDs) {
				data, err := Pages(r.headers(ctx, siteCtx.Stage, languages), r.client, chunk)
				if err != nil {
					return nil, fmt.Errorf("read the pages %s: %w", strings.Join(chunk, ", "), err)
				}
				for _, p := range data.Pages {
					loaded[prefix+p.Id] = cache.Loaded[bySystem[*PageFields]]{
						Value:    resolveFigures(ctx, r, siteCtx, &p.PageFields, same),
						Document: p.Id,
						Tags:     []string{PageTag(p.Id)},
					}
				}
			}
			return loaded, nil
		},
	)
	pages := make([]*editorial.Page, len(ids))
	for i, key := range keys {
		pages[i] = r.mapPage(ctx, siteCtx, found[key].in(siteCtx.MeasurementSystem()))
	}
	return pages, err
}

func same[T any](v T) T { return v }

// mapPage maps a page into a site context; nil for nil, and for a page without a language that the country supports.
func (r *Reader) mapPage(ctx context.Context, siteCtx *site.Context, raw *PageFields) *editorial.Page {
	if raw == nil {
		return nil
	}
	m := mapper{siteContext: siteCtx, pageID: raw.Id, document: raw.Id, addFinding: findingCollector(ctx, r.log)}
	p, ok := m.page(raw)
	if !ok {
		r.log.ErrorContext(ctx, "page_without_supported_language", "page", raw.Id, "country", siteCtx.Locale.Country())
		return nil
	}
	return p
}

// Password reads the password of a protected page; empty for a page without one, which no visitor can open.
func (r *Reader) Password(ctx context.Context, siteCtx *site.Context, id string) (string, error) {
	key := cache.Key("cms:password", string(siteCtx.Stage), id)
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[string], error) {
		data, err := PagePassword(
			r.headers(ctx, siteCtx.Stage, everyLanguage(siteCtx.Directory, siteCtx.Languages())),
			r.client,
			id,
		)
		if err != nil {
			return cache.Loaded[string]{}, fmt.Errorf("read the password of page %s: %w", id, err)
		}
		password := ""
		for _, p := range data.Pages {
			password = p.Password
		}
		return cache.Loaded[string]{
			Value:    password,
			Tags:     []string{PageTag(id)},
			Negative: len(data.Pages) == 0,
		}, nil
	})
}
