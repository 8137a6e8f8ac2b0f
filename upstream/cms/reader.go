// Package cms reads the content management system: system data, navigation, pages and redirects, in batches and through
// the cache (spec §7, design §4 and §6).
package cms

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/Khan/genqlient/graphql"

	"strand/internal/cache"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/upstream/transport"
)

// Reader answers from the CMS. It is safe for concurrent use.
type Reader struct {
	client graphql.Client
	cache  *cache.Cache
	log    *slog.Logger
}

// NewReader makes a reader over a client of the CMS.
func NewReader(client graphql.Client, c *cache.Cache, log *slog.Logger) *Reader {
	return &Reader{client: tolerant{client, log}, cache: c, log: log}
}

// The tags that entries made of CMS content carry, see docs/operations.md.
const (
	// TagSystem is on everything that depends on countries, languages, brands or sites.
	TagSystem = "cms:system"
	// TagNavigation is on everything that depends on a header or footer.
	TagNavigation = "cms:navigation"
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

// Directory reads the system data: one call.
func (r *Reader) Directory(ctx context.Context, stage site.Stage) (*site.Directory, error) {
	return cache.Load(ctx, r.cache, "cms:directory:"+string(stage), func(ctx context.Context) (cache.Loaded[*site.Directory], error) {
		data, err := SystemData(r.headers(ctx, stage, []string{"en"}), r.client)
		if err != nil {
			return cache.Loaded[*site.Directory]{}, r.failed(ctx, "system data", err)
		}
		dir, err := directory(data, r.log)
		if err != nil {
			return cache.Loaded[*site.Directory]{}, fmt.Errorf("read system data: %w", err)
		}
		return cache.Loaded[*site.Directory]{Value: dir, Tags: []string{TagSystem}, Size: int64(len(dir.Countries)) * 2048}, nil
	})
}

// Navigations reads header and footer of every site, by site id, in the best of some languages: one call.
func (r *Reader) Navigations(ctx context.Context, dir *site.Directory, stage site.Stage, languages []string) (map[string]*site.Navigation, error) {
	key := "cms:navigations:" + string(stage) + ":" + strings.Join(languages, ",")
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[map[string]*site.Navigation], error) {
		data, err := Navigations(r.headers(ctx, stage, everyLanguage(dir, languages)), r.client)
		if err != nil {
			return cache.Loaded[map[string]*site.Navigation]{}, r.failed(ctx, "navigation", err)
		}
		return cache.Loaded[map[string]*site.Navigation]{
			Value: navigations(data, dir),
			Tags:  []string{TagSystem, TagNavigation},
			Size:  int64(len(data.Sites)) * 32 << 10,
		}, nil
	})
}

// everyLanguage appends the languages that are not wanted but better than nothing: a page that exists in none of the
// wanted ones is shown in one of its own, and says so.
func everyLanguage(dir *site.Directory, wanted []string) []string {
	all := slices.Clone(wanted)
	for _, l := range dir.Languages {
		if !slices.Contains(all, l.LanguageCode) {
			all = append(all, l.LanguageCode)
		}
	}
	return all
}

func pagePrefix(view *site.View) string {
	return "cms:page:" + string(view.Stage) + ":" + strings.Join(view.Languages(), ",") + ":"
}

// CachedPage is a page of a view that need not be asked for: nil for one that is known not to be there. The second result
// says whether anything is known.
func (r *Reader) CachedPage(ctx context.Context, view *site.View, id string) (*editorial.Page, bool) {
	p, isFresh, ok := cache.Get[*PageFields](r.cache, pagePrefix(view)+id)
	if !ok || !isFresh {
		return nil, false
	}
	return r.mapped(ctx, view, p), true
}

// Pages reads pages by their ids into a view, in the order of the ids; nil for a page that is not there. What is not
// cached takes one call.
func (r *Reader) Pages(ctx context.Context, view *site.View, ids []string) ([]*editorial.Page, error) {
	prefix := pagePrefix(view)
	raw := make(map[string]*PageFields, len(ids))
	var missing []string
	for _, id := range ids {
		if p, isFresh, ok := cache.Get[*PageFields](r.cache, prefix+id); ok && isFresh {
			raw[id] = p
		} else if !slices.Contains(missing, id) {
			missing = append(missing, id)
		}
	}
	if len(missing) == 1 {
		p, err := cache.Load(ctx, r.cache, prefix+missing[0], func(ctx context.Context) (cache.Loaded[*PageFields], error) {
			pages, err := r.fetchPages(ctx, view, missing)
			if err != nil {
				return cache.Loaded[*PageFields]{}, err
			}
			return loadedPage(missing[0], pages[missing[0]]), nil
		})
		if err != nil {
			return nil, err
		}
		raw[missing[0]] = p
	} else if len(missing) > 1 {
		begun := r.cache.Begin()
		pages, err := r.fetchPages(ctx, view, missing)
		if err != nil {
			return nil, err
		}
		for _, id := range missing {
			raw[id] = pages[id]
			cache.Put(r.cache, prefix+id, begun, loadedPage(id, pages[id]))
		}
	}
	mapped := make([]*editorial.Page, len(ids))
	for i, id := range ids {
		mapped[i] = r.mapped(ctx, view, raw[id])
	}
	return mapped, nil
}

// mapped is a page of the CMS in a view; nil where there is none, or none that may be shown.
func (r *Reader) mapped(ctx context.Context, view *site.View, raw *PageFields) *editorial.Page {
	if raw == nil {
		return nil
	}
	p, ok := mapper{view: view, pageID: raw.Id}.page(raw)
	if !ok {
		r.log.ErrorContext(ctx, "page has no language that the country supports", "page", raw.Id, "country", view.Locale.Country())
		return nil
	}
	return p
}

func (r *Reader) fetchPages(ctx context.Context, view *site.View, ids []string) (map[string]*PageFields, error) {
	data, err := Pages(r.headers(ctx, view.Stage, everyLanguage(view.Directory, view.Languages())), r.client, ids)
	if err != nil {
		return nil, r.failed(ctx, "pages "+strings.Join(ids, ", "), err)
	}
	pages := make(map[string]*PageFields, len(data.Pages))
	for _, p := range data.Pages {
		pages[p.Id] = &p.PageFields
	}
	return pages, nil
}

func loadedPage(id string, p *PageFields) cache.Loaded[*PageFields] {
	size := int64(256)
	if p != nil {
		size = int64(2048 * (1 + len(p.Modules)))
	}
	return cache.Loaded[*PageFields]{Value: p, Tags: []string{PageTag(id)}, Size: size}
}

// Password is what opens a page that is protected by one: empty where the page has none, and nobody gets in.
func (r *Reader) Password(ctx context.Context, view *site.View, id string) (string, error) {
	return cache.Load(ctx, r.cache, "cms:password:"+string(view.Stage)+":"+id, func(ctx context.Context) (cache.Loaded[string], error) {
		data, err := PagePassword(r.headers(ctx, view.Stage, everyLanguage(view.Directory, view.Languages())), r.client, id)
		if err != nil {
			return cache.Loaded[string]{}, r.failed(ctx, "password of page "+id, err)
		}
		password := ""
		for _, p := range data.Pages {
			password = p.Password
		}
		return cache.Loaded[string]{Value: password, Tags: []string{PageTag(id)}, Size: 64}, nil
	})
}

// Redirect finds the system redirect that best matches some candidate paths; nil for none.
func (r *Reader) Redirect(ctx context.Context, stage site.Stage, languages, candidates []string) (*site.SystemRedirect, error) {
	// Answers are not kept by path: whoever asks for random paths would fill the cache.
	data, err := Redirects(r.headers(ctx, stage, languages), r.client, candidates)
	if err != nil {
		return nil, r.failed(ctx, "redirects", err)
	}
	var redirects []*site.SystemRedirect
	for _, f := range data.SystemRedirects {
		if target := linkRef(f.Target); !target.IsEmpty() {
			redirects = append(redirects, &site.SystemRedirect{ID: f.Id, PreviousURL: f.PreviousUrl, Target: target})
		}
	}
	return site.ChooseRedirect(redirects, candidates), nil
}

// failed logs what could not be read; the caller may still have a stale answer.
func (r *Reader) failed(ctx context.Context, what string, err error) error {
	r.log.ErrorContext(ctx, "could not read the CMS", "what", what, "error", err)
	return fmt.Errorf("read %s: %w", what, err)
}
