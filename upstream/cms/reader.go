// Package cms reads the content management system: system data, navigation, pages, redirects and editorial lists, in
// batches and through the cache.
package cms

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/site"
	"strand/internal/cache"
	"strand/upstream/contract"
	"strand/upstream/transport"
)

// System is the CMS's name in errors, logs and metrics.
const System = "cms"

// NewClient makes a client of the CMS from the address, token, timeout and log of some options.
func NewClient(o transport.Options) (*transport.Client, error) {
	schema, err := contract.New(Contract)
	if err != nil {
		return nil, err
	}
	o.System, o.Contract, o.AcceptsPartial = System, schema, true
	o.Groups = map[string]string{
		"Stories": "stories", "StoryModules": "stories",
		"MediaReleases": "media releases", "MediaReleaseModules": "media releases",
		"Pages": "pages", "PagePassword": "pages",
		"UpdateTranslationTarget": "translations", "ImportTranslation": "translations",
	}
	return transport.New(o)
}

// Reader answers from the CMS. Its errors wrap a *transport.Error. It is safe for concurrent use.
type Reader struct {
	client    graphql.Client
	cache     *cache.Cache
	snapshots Snapshots
	log       *slog.Logger
	// navigationKeys are the cache keys of the navigations that were read, with the languages that they were read in.
	navigationKeys sync.Map
}

// NewReader makes a reader over a client of the CMS. The snapshots keep system data and navigation for a start without
// the CMS.
func NewReader(client graphql.Client, c *cache.Cache, snapshots Snapshots, log *slog.Logger) *Reader {
	return &Reader{client: client, cache: c, snapshots: snapshots, log: log}
}

// The tags that entries made of CMS content carry, see docs/operations.md.
const (
	// TagSystem is on everything that depends on countries, languages, brands or sites.
	TagSystem = "cms:system"
	// TagNavigation is on everything that depends on a published header or footer.
	TagNavigation = "cms:navigation"
	// TagDraftNavigation is on everything that depends on a header or footer as editors preview it.
	TagDraftNavigation = "cms:navigation:draft"
	// TagRedirects is on answers about redirects.
	TagRedirects = "cms:redirects"
	// TagStories is on everything that depends on stories, their labels or contacts.
	TagStories = "cms:stories"
	// TagMediaReleases is on everything that depends on media releases.
	TagMediaReleases = "cms:media-releases"
	// TagNews is on everything that depends on the news feed.
	TagNews = "cms:news"
	// TagEvents is on everything that depends on events.
	TagEvents = "cms:events"
	// TagLocations is on everything that depends on locations.
	TagLocations = "cms:locations"
)

// PageTag is the tag of a page.
func PageTag(id string) string { return "cms:page:" + id }

func (r *Reader) headers(ctx context.Context, stage site.Stage, languages []string) context.Context {
	return transport.WithHeaders(ctx, http.Header{
		"Gcms-Stage":   {string(stage)},
		"Gcms-Locales": {strings.Join(languages, ", ")},
	})
}

// list reads a list through the cache; an empty one is kept for a short time only.
func list[T any](ctx context.Context, r *Reader, what, key string, tags []string, load func(context.Context) (T, int, error)) (T, error) {
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[T], error) {
		value, n, err := load(ctx)
		if err != nil {
			return cache.Loaded[T]{}, fmt.Errorf("read %s: %w", what, err)
		}
		if n == 0 && cache.IsDegraded(ctx) {
			return cache.Loaded[T]{}, fmt.Errorf("read %s: %w", what, cache.ErrIncomplete)
		}
		return cache.Loaded[T]{Value: value, Tags: tags, Negative: n == 0}, nil
	})
}
