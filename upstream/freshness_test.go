package upstream_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"strand/domain/catalog"
	"strand/domain/investor"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/test/upstreamtest"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/transport"
)

// cacheWithClock is a cache with a clock that the test moves.
type cacheWithClock struct {
	*cache.Cache
	ahead atomic.Int64
}

func newCacheWithClock(t *testing.T) *cacheWithClock {
	t.Helper()
	a := &cacheWithClock{}
	started := time.Now()
	c, err := cache.New(cache.Options{
		MaxBytes: 64 << 20,
		Now: func() time.Time {
			return started.Add(time.Duration(a.ahead.Load()))
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	a.Cache = c
	return a
}

func (a *cacheWithClock) advance(d time.Duration) { a.ahead.Add(int64(d)) }

// expired is an age at which an entry is stale but still served.
const expired = 31 * time.Minute

// recordCount reads records and returns their number.
type recordCount func(context.Context) (int, error)

// lists counts the records of a list.
func lists[T any](read func(context.Context) ([]T, error)) recordCount {
	return func(ctx context.Context) (int, error) {
		found, err := read(ctx)
		return len(found), err
	}
}

// records counts the records found by their slugs.
func records[T any](read func(context.Context) (map[string]*T, error)) recordCount {
	return func(ctx context.Context) (int, error) {
		found, err := read(ctx)
		n := 0
		for _, record := range found {
			if record != nil {
				n++
			}
		}
		return n, err
	}
}

func cmsReader(t *testing.T, url string, c *cache.Cache) *cms.Reader {
	return cms.NewReader(must[*transport.Client](t)(cms.NewClient(options(url))), c, cms.NewSnapshots(""), nil,
		slog.New(slog.DiscardHandler))
}

func pimReader(t *testing.T, url string, c *cache.Cache) *pim.Reader {
	return pim.NewReader(must[*transport.Client](t)(pim.NewClient(options(url))), c, slog.New(slog.DiscardHandler))
}

// pages counts the pages found by their ids.
func pages(t *testing.T, r *cms.Reader, ids ...string) recordCount {
	siteCtx := newSiteContext(t)
	return func(ctx context.Context) (int, error) {
		found, err := r.Pages(ctx, siteCtx, ids)
		n := 0
		for _, p := range found {
			if p != nil {
				n++
			}
		}
		return n, err
	}
}

// counts returns the countable reads of a system by name.
func counts(t *testing.T, system, url string, c *cache.Cache) map[string]recordCount {
	siteCtx := newSiteContext(t)
	switch system {
	case "cms":
		r := cmsReader(t, url, c)
		return map[string]recordCount{
			"Stories": func(ctx context.Context) (int, error) {
				stories, err := r.Stories(ctx, siteCtx)
				if err != nil {
					return 0, err
				}
				return len(stories.All), nil
			},
			"MediaReleases": func(ctx context.Context) (int, error) {
				releases, err := r.MediaReleases(ctx, siteCtx)
				return len(releases), err
			},
			"NewsFeed": func(ctx context.Context) (int, error) {
				feed, err := r.NewsFeed(ctx, siteCtx, 10, "", time.Now())
				if err != nil {
					return 0, err
				}
				return len(feed.Items), nil
			},
			"Events": func(ctx context.Context) (int, error) {
				events, err := r.Events(ctx, siteCtx)
				return len(events), err
			},
			"Locations": func(ctx context.Context) (int, error) {
				locations, err := r.Locations(ctx, siteCtx)
				return len(locations), err
			},
			"Pages, one": pages(t, r, "a"),
			"Pages, two": pages(t, r, "a", "b"),
		}
	case "pim":
		r := pimReader(t, url, c)
		return map[string]recordCount{
			"Products, two": records(func(ctx context.Context) (map[string]*catalog.Product, error) {
				return r.Products(ctx, "en", []string{"a", "b"})
			}),
			"Details, one": records(func(ctx context.Context) (map[string]*catalog.DetailedProduct, error) {
				return r.Details(ctx, "en", []string{"a"})
			}),
			"Details, two": records(func(ctx context.Context) (map[string]*catalog.DetailedProduct, error) {
				return r.Details(ctx, "en", []string{"a", "b"})
			}),
			"ServiceDetails": records(func(ctx context.Context) (map[string]*catalog.DetailedProduct, error) {
				return r.ServiceDetails(ctx, "en", []string{"a"})
			}),
			"ProductSlugs": lists(func(ctx context.Context) ([]catalog.FiledProduct, error) {
				return r.ProductSlugs(ctx, catalog.TypeProduct, "en", 10)
			}),
			"Capabilities": lists(func(ctx context.Context) ([]*catalog.Capability, error) {
				return r.Capabilities(ctx, "en")
			}),
			"ByCapabilities": func(ctx context.Context) (int, error) {
				found, err := r.ByCapabilities(ctx, "en", []string{"a"})
				if found[0] == nil {
					return 0, err
				}
				return len(found[0].Products), err
			},
		}
	}
	r := sis.NewReader(must[*transport.Client](t)(sis.NewClient(options(url))), c)
	return map[string]recordCount{
		"Table": func(ctx context.Context) (int, error) {
			table, err := r.Table(ctx, investor.Kinds[0], "en-US")
			if table == nil {
				return 0, err
			}
			return len(table.Rows), err
		},
		"Calendar": lists(func(ctx context.Context) ([]*investor.Date, error) { return r.Calendar(ctx, "en-US") }),
	}
}

var contracts = map[string]string{"cms": cms.Contract, "pim": pim.Contract, "sis": sis.Contract}

// withRequestedRecords returns a record per requested id or slug, whereas upstreamtest returns a single one.
func withRequestedRecords(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var request struct {
			Variables struct {
				IDs   []string `json:"ids"`
				Slugs string   `json:"slugs"`
				Slug  string   `json:"slug"`
			} `json:"variables"`
		}
		_ = json.Unmarshal(body, &request) // variables of other operations request no records
		r.Body = io.NopCloser(bytes.NewReader(body))
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		text := answer.Body.Bytes()
		var content struct {
			Data map[string]any `json:"data"`
		}
		if err := json.Unmarshal(text, &content); err == nil && content.Data != nil {
			v := request.Variables
			multiply(content.Data, "pages", "id", v.IDs)
			if v.Slugs != "" {
				multiply(content.Data, "products", "slug", strings.Split(v.Slugs, ","))
			}
			if product, ok := content.Data["product"].(map[string]any); ok {
				product["slug"] = v.Slug
			}
			if text, err = json.Marshal(content); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
		}
		w.Header().Set("Content-Type", answer.Header().Get("Content-Type"))
		w.WriteHeader(answer.Code)
		_, _ = w.Write(text)
	})
}

// multiply replaces a list by copies of its first record, one per name.
func multiply(data map[string]any, field, key string, names []string) {
	list, _ := data[field].([]any)
	if len(list) == 0 || names == nil {
		return
	}
	first, ok := list[0].(map[string]any)
	if !ok {
		return
	}
	var all []any
	for _, name := range names {
		one := map[string]any{}
		for k, v := range first {
			one[k] = v
		}
		one[key] = name
		all = append(all, one)
	}
	data[field] = all
}

// startBatches starts a system that returns every requested record.
func startBatches(t *testing.T, system string) (server *upstreamtest.Server, url string) {
	t.Helper()
	server = upstreamtest.Start(t, contracts[system])
	front := httptest.NewServer(withRequestedRecords(server))
	t.Cleanup(front.Close)
	return server, front.URL
}

// with returns a fault that replaces fields at every level of the response.
func with(fields map[string]any) *upstreamtest.Fault {
	var walk func(any)
	walk = func(value any) {
		switch v := value.(type) {
		case map[string]any:
			for key := range v {
				if other, ok := fields[key]; ok {
					v[key] = other
				} else {
					walk(v[key])
				}
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	return &upstreamtest.Fault{Data: func(data map[string]any) any {
		walk(data)
		return data
	}}
}

// TestReaders_EmptyListsExpireEarly: an empty list may be a temporary error: it is cached for half a minute at most
// and then read again.
//
// Rules: ERR-17.
func TestReaders_EmptyListsExpireEarly(t *testing.T) {
	none := []any{}
	empty := map[string]map[string]map[string]any{
		"cms": {
			"Stories": {"stories": none}, "MediaReleases": {"mediaReleases": none}, "NewsFeed": {"edges": none},
			"Events": {"events": none}, "Locations": {"locations": none}, "Pages, one": {"pages": none},
			"Pages, two": {"pages": none},
		},
		"pim": {
			"Products, two": {"products": none}, "Details, one": {"product": nil}, "Details, two": {"products": none},
			"ServiceDetails": {"service_product_detail": nil},
			"ProductSlugs":   {"products": none}, "Capabilities": {"capabilities": none},
			"ByCapabilities": {"products_by_capability": none},
		},
		"sis": {"Table": {"rows": none}, "Calendar": {"financialCalendar": none}},
	}
	for system, reads := range empty {
		for read, fields := range reads {
			t.Run(system+" "+read, func(t *testing.T) {
				t.Parallel()
				server, url := startBatches(t, system)
				c := newCacheWithClock(t)
				get := counts(t, system, url, c.Cache)[read]
				server.Break(with(fields))
				if n, err := get(t.Context()); n != 0 || err != nil {
					t.Fatalf("empty: %d records, %v", n, err)
				}
				server.Break(nil)
				calls := server.Calls()
				c.advance(cache.NegativeFor - time.Second)
				if n, err := get(t.Context()); n != 0 || err != nil || server.Calls() != calls {
					t.Errorf("while the entry is fresh: %d records, %v", n, err)
				}
				c.advance(2 * time.Second)
				if n, err := get(t.Context()); n == 0 || err != nil {
					t.Errorf("after the entry has expired: %d records, %v", n, err)
				}
			})
		}
	}
}

// TestReaders_ListsThatCannotBeEmpty: an empty list that must not be empty is an error: it is not cached and does
// not replace the cached list.
//
// Rules: ERR-17.
func TestReaders_ListsThatCannotBeEmpty(t *testing.T) {
	for name, test := range map[string]struct {
		system, field string
		read          func(t *testing.T, url string, c *cache.Cache) recordCount
	}{
		"sites":           {"cms", "sites", directory(func(d *site.Directory) int { return len(d.Sites) })},
		"languages":       {"cms", "languages", directory(func(d *site.Directory) int { return len(d.Languages) })},
		"countries":       {"cms", "countries", directory(func(d *site.Directory) int { return len(d.Countries) })},
		"navigations":     {"cms", "sites", navigation},
		"home pages":      {"cms", "homeItems", navigation},
		"classifications": {"pim", "classifications", tree},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := upstreamtest.Start(t, contracts[test.system])
			c := newCacheWithClock(t)
			get := test.read(t, server.URL, c.Cache)
			// upstreamtest makes every classification its own parent.
			good := with(map[string]any{"parent_id": nil})
			empty := with(map[string]any{"parent_id": nil, test.field: []any{}})

			server.Break(empty)
			if n, err := get(t.Context()); err == nil {
				t.Errorf("nothing cached: %d records and no error", n)
			}
			server.Break(good)
			if n, err := get(t.Context()); n == 0 || err != nil {
				t.Fatalf("after a valid response: %d records, %v", n, err)
			}
			server.Break(empty)
			for _, age := range []struct {
				what  string
				begin func()
			}{
				{"expired", func() { c.advance(expired) }},
				// The read waits for the load that the previous read started.
				{"loaded again", c.PurgeAll},
			} {
				age.begin()
				if n, err := get(t.Context()); n == 0 || err != nil {
					t.Errorf("%s: %d records, %v", age.what, n, err)
				}
			}
		})
	}
}

func directory(count func(*site.Directory) int) func(*testing.T, string, *cache.Cache) recordCount {
	return func(t *testing.T, url string, c *cache.Cache) recordCount {
		r := cmsReader(t, url, c)
		return func(ctx context.Context) (int, error) {
			d, err := r.Directory(ctx, site.Published)
			if err != nil {
				return 0, err
			}
			return count(d), nil
		}
	}
}

func navigation(t *testing.T, url string, c *cache.Cache) recordCount {
	r, siteCtx := cmsReader(t, url, c), newSiteContext(t)
	return func(ctx context.Context) (int, error) {
		found, err := r.Navigations(ctx, siteCtx.Directory, site.Published, []string{"en"})
		if err != nil {
			return 0, err
		}
		return len(found["a"].Home), nil
	}
}

func tree(t *testing.T, url string, c *cache.Cache) recordCount {
	r := pimReader(t, url, c)
	return func(ctx context.Context) (int, error) {
		found, err := r.Tree(ctx, catalog.TypeProduct, "en", site.CountryAll)
		if err != nil {
			return 0, err
		}
		return len(found.Roots), nil
	}
}
