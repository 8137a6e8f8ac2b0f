package cms

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/cache"
)

// bodyModules are the modules of a document as the CMS returns them.
type bodyModules struct {
	id      string
	modules []ModuleFields
}

func bodyPrefix(siteCtx *site.Context, kind editorial.BodyKind) string {
	return editorialKey(string(kind), siteCtx)
}

// CachedBody returns the body of a document from the cache, and false for a cache miss.
func (r *Reader) CachedBody(
	ctx context.Context, siteCtx *site.Context, kind editorial.BodyKind, id string,
) (*editorial.Body, bool) {
	found, ok := cache.Get[bySystem[[]ModuleFields]](ctx, r.cache, bodyPrefix(siteCtx, kind)+id)
	if !ok {
		return nil, false
	}
	return r.mapBody(ctx, siteCtx, id, found), true
}

// Bodies reads the bodies of stories or media releases in the order of their ids: those that are not cached with one
// call per 100. A body that could not be read is nil.
func (r *Reader) Bodies(
	ctx context.Context, siteCtx *site.Context, kind editorial.BodyKind, ids []string,
) ([]*editorial.Body, error) {
	prefix := bodyPrefix(siteCtx, kind)
	keys := convert.All(ids, func(id string) string { return prefix + id })
	found, err := cache.LoadMany(
		ctx, r.cache, keys,
		func(ctx context.Context, keys []string) (map[string]cache.Loaded[bySystem[[]ModuleFields]], error) {
			missing := convert.All(keys, func(key string) string { return strings.TrimPrefix(key, prefix) })
			loaded := make(map[string]cache.Loaded[bySystem[[]ModuleFields]], len(keys))
			for i, key := range keys {
				loaded[key] = cache.Loaded[bySystem[[]ModuleFields]]{
					Tags: bodyTags(kind, missing[i]), Document: missing[i], Negative: true,
				}
			}
			for chunk := range slices.Chunk(missing, maxIDs) {
				bodies, err := r.fetchBodies(ctx, siteCtx, kind, chunk)
				if err != nil {
					return nil, fmt.Errorf("read the modules of %s %s: %w", kind, strings.Join(chunk, ", "), err)
				}
				for _, b := range bodies {
					loaded[prefix+b.id] = cache.Loaded[bySystem[[]ModuleFields]]{
						Value: resolveFigures(ctx, r, siteCtx, &b.modules, func(m *[]ModuleFields) []ModuleFields {
							return *m
						}),
						Tags: bodyTags(kind, b.id), Document: b.id,
					}
				}
			}
			return loaded, nil
		},
	)
	bodies := make([]*editorial.Body, len(ids))
	for i, id := range ids {
		if raw, ok := found[prefix+id]; ok {
			bodies[i] = r.mapBody(ctx, siteCtx, id, raw)
		}
	}
	return bodies, err
}

func bodyTags(kind editorial.BodyKind, id string) []string {
	if kind == editorial.StoryBody {
		return []string{TagStories, StoryTag(id)}
	}
	return []string{TagMediaReleases}
}

func (r *Reader) mapBody(
	ctx context.Context, siteCtx *site.Context, id string, raw bySystem[[]ModuleFields],
) *editorial.Body {
	m := mapper{siteContext: siteCtx, document: id, addFinding: findingCollector(ctx, r.log)}
	return &editorial.Body{Modules: m.modules(raw.in(siteCtx.MeasurementSystem()))}
}

func (r *Reader) fetchBodies(
	ctx context.Context, siteCtx *site.Context, kind editorial.BodyKind, ids []string,
) (bodies []bodyModules, err error) {
	ctx = r.headers(ctx, siteCtx.Stage, siteCtx.Languages())
	if kind == editorial.StoryBody {
		data, err := StoryModules(ctx, r.client, ids)
		if err != nil {
			return nil, err
		}
		return convert.All(data.Stories, func(s *StoryModulesStoriesStory) bodyModules {
			return bodyModules{s.Id, s.Modules}
		}), nil
	}
	data, err := MediaReleaseModules(ctx, r.client, ids)
	if err != nil {
		return nil, err
	}
	return convert.All(data.MediaReleases, func(m *MediaReleaseModulesMediaReleasesMediaRelease) bodyModules {
		return bodyModules{m.Id, m.Modules}
	}), nil
}
