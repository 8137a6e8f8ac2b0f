// Package cms reads the content management system: system data, navigation, pages, redirects and editorial lists,
// in batches and through the cache.
package cms

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/upstream/contract"
	"strand/upstream/transport"
)

// System is the name of the CMS in errors, logs and metrics.
const System = "cms"

// NewClient returns a client of the CMS with the URL, token, timeout and log of the options.
func NewClient(o transport.Options) (*transport.Client, error) {
	schema, err := contract.New(Contract)
	if err != nil {
		return nil, err
	}
	pager, err := newPager(o.PageSize)
	if err != nil {
		return nil, err
	}
	o.System, o.Contract, o.AcceptsPartial, o.Pager = System, schema, true, pager
	o.SharedFor = map[string]time.Duration{"PagePassword": 0}
	o.Groups = map[string]string{
		"Stories":                 "stories",
		"StoryModules":            "stories",
		"MediaReleases":           "media releases",
		"MediaReleaseModules":     "media releases",
		"Pages":                   "pages",
		"PagePassword":            "pages",
		"UpdateTranslationTarget": "translations",
		"ImportTranslation":       "translations",
	}
	return transport.New(o), nil
}

// Reader reads the CMS. Its errors wrap a *transport.Error. It is safe for concurrent use.
type Reader struct {
	// Missing are the parts that this installation does not have. Set it before the first read.
	Missing []site.Part

	client    graphql.Client
	cache     *cache.Cache
	snapshots Snapshots
	products  Products
	log       *slog.Logger
	// navigationKeys maps the cache keys of the navigations that were read to their languages.
	navigationKeys sync.Map
	stories        storyChanges
}

// NewReader returns a reader that uses a client of the CMS. The snapshots contain system data and navigation for a
// start without the CMS. Texts refer to figures of the products; nil for a reader whose texts are not shown.
func NewReader(
	client graphql.Client, c *cache.Cache, snapshots Snapshots, products Products, log *slog.Logger,
) *Reader {
	return &Reader{client: client, cache: c, snapshots: snapshots, products: products, log: log}
}

// Tags of the cache entries that depend on CMS content, see docs/operations.md.
const (
	// TagSystem marks entries that depend on countries, languages, brands or sites.
	TagSystem = "cms:system"
	// TagNavigation marks entries that depend on a published header or footer.
	TagNavigation = "cms:navigation"
	// TagDraftNavigation marks entries that depend on a draft header or footer.
	TagDraftNavigation = "cms:navigation:draft"
	// TagRedirects marks entries that depend on redirects.
	TagRedirects = "cms:redirects"
	// TagStories marks entries that depend on which stories exist, on what lists select them by, or on their labels and
	// contacts. Values that show a story also have its StoryTag.
	TagStories = "cms:stories"
	// TagStoryTexts marks entries that depend on the texts of all stories.
	TagStoryTexts = "cms:stories:texts"
	// TagMediaReleases marks entries that depend on media releases.
	TagMediaReleases = "cms:media-releases"
	// TagNews marks entries that depend on the news feed.
	TagNews = "cms:news"
	// TagEvents marks entries that depend on events.
	TagEvents = "cms:events"
	// TagLocations marks entries that depend on locations.
	TagLocations = "cms:locations"
)

// StoryTag returns the tag of a story. Requests have it for each story that they show (visit.Request.SiteContext).
func StoryTag(id string) string { return "cms:" + editorial.KindStory + ":" + id }

// PageTag returns the tag of a page.
func PageTag(id string) string { return "cms:page:" + id }

func (r *Reader) headers(ctx context.Context, stage site.Stage, languages []string) context.Context {
	return transport.WithHeaders(ctx, http.Header{
		"Gcms-Stage":   {string(stage)},
		"Gcms-Locales": {strings.Join(languages, ", ")},
	})
}

// loadList reads a list through the cache; an empty list is cached for a short time only.
func loadList[T any](
	ctx context.Context,
	r *Reader,
	what, key string,
	tags, ownTags []string,
	load func(context.Context) (T, int, error),
) (T, error) {
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[T], error) {
		value, n, err := load(ctx)
		if err != nil {
			return cache.Loaded[T]{}, fmt.Errorf("read %s: %w", what, err)
		}
		if n == 0 && cache.IsDegraded(ctx) {
			return cache.Loaded[T]{}, fmt.Errorf("read %s: %w", what, cache.ErrIncomplete)
		}
		return cache.Loaded[T]{Value: value, Tags: tags, OwnTags: ownTags, Negative: n == 0}, nil
	})
}

// loadTexts is loadList for a value that is built from an answer with texts. Build may be called twice.
func loadTexts[A, T any](
	ctx context.Context,
	r *Reader,
	siteCtx *site.Context,
	what, key string,
	tags, ownTags []string,
	load func(context.Context) (A, int, error),
	build func(context.Context, A) T,
) (T, error) {
	v, err := loadList(ctx, r, what, key, tags, ownTags, func(ctx context.Context) (bySystem[T], int, error) {
		answer, n, err := load(ctx)
		if err != nil {
			return bySystem[T]{}, 0, err
		}
		return resolveFigures(ctx, r, siteCtx, answer, func(a A) T { return build(ctx, a) }), n, nil
	})
	return v.in(siteCtx.MeasurementSystem()), err
}
