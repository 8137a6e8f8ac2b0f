package upstream_test

import (
	"context"
	"testing"
	"time"

	"strand/domain/catalog"
	"strand/internal/cache"
	"strand/test/upstreamtest"
)

// isNullable contains the reads for which null means that the record does not exist.
var isNullable = map[string]bool{"Details, one": true, "ServiceDetails": true, "Table": true}

// TestReaders_ExpiredValueIsServed: while a system fails, stale entries are served.
//
// Rules: ERR-9.
func TestReaders_ExpiredValueIsServed(t *testing.T) {
	for system := range contracts {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			server, url := startBatches(t, system)
			for read := range counts(t, system, url, newCache(t)) {
				for _, fault := range upstreamtest.Faults {
					if fault.IsAnswer || fault.Name == "200 MB" || fault.Name == "null objects" && isNullable[read] {
						continue
					}
					c := newCacheWithClock(t)
					get := counts(t, system, url, c.Cache)[read]
					server.Break(nil)
					before, err := get(t.Context())
					if err != nil || before == 0 {
						t.Fatalf("%s: %d records, %v", read, before, err)
					}
					server.Break(&fault)
					c.advance(expired)
					if n, err := get(t.Context()); n != before || err != nil {
						t.Errorf("%s, %s: %d of %d records, %v", read, fault.Name, n, before, err)
					}
					c.PurgeAll() // so that the next read waits for the load
					if n, err := get(t.Context()); n != before || err != nil {
						t.Errorf("%s, %s, loaded again: %d of %d records, %v", read, fault.Name, n, before, err)
					}
				}
			}
		})
	}
}

// TestReaders_StaleBatches: while a system fails, a batch contains all records that were read before,
// whatever batches they were read in.
//
// Rules: ERR-9.
func TestReaders_StaleBatches(t *testing.T) {
	batches := map[string]struct {
		system string
		read   func(t *testing.T, url string, c *cache.Cache, keys ...string) recordCount
	}{
		"pages": {"cms", func(t *testing.T, url string, c *cache.Cache, keys ...string) recordCount {
			return pages(t, cmsReader(t, url, c), keys...)
		}},
		"products": {"pim", func(t *testing.T, url string, c *cache.Cache, keys ...string) recordCount {
			r := pimReader(t, url, c)
			return records(func(ctx context.Context) (map[string]*catalog.Product, error) {
				return r.Products(ctx, "en", keys)
			})
		}},
		"details": {"pim", func(t *testing.T, url string, c *cache.Cache, keys ...string) recordCount {
			r := pimReader(t, url, c)
			return records(func(ctx context.Context) (map[string]*catalog.DetailedProduct, error) {
				return r.Details(ctx, "en", keys)
			})
		}},
	}
	for name, batch := range batches {
		for what, test := range map[string]struct {
			// first and later are read with an interval of twenty minutes.
			first, later, asked []string
			want                int
			isError             bool
		}{
			"one of two is expired":            {[]string{"a"}, []string{"b"}, []string{"a", "b"}, 2, false},
			"one of a batch":                   {[]string{"a", "b"}, []string{"c"}, []string{"a"}, 1, false},
			"two batches":                      {[]string{"a", "b"}, []string{"c", "d"}, []string{"b", "c"}, 2, false},
			"one is expired, one never read":   {[]string{"a"}, []string{"b"}, []string{"a", "z"}, 1, true},
			"one is fresh, another never read": {[]string{"a"}, []string{"b"}, []string{"b", "z"}, 1, true},
		} {
			t.Run(name+", "+what, func(t *testing.T) {
				t.Parallel()
				server, url := startBatches(t, batch.system)
				c := newCacheWithClock(t)
				read := func(keys []string) (int, error) {
					return batch.read(t, url, c.Cache, keys...)(t.Context())
				}
				for _, keys := range [][]string{test.first, test.later} {
					if n, err := read(keys); n != len(keys) || err != nil {
						t.Fatalf("%v: %d records, %v", keys, n, err)
					}
					c.advance(20 * time.Minute)
				}
				server.Break(&upstreamtest.Faults[0])
				for _, again := range []string{"at once", "loaded again"} {
					if n, err := read(test.asked); n != test.want || (err != nil) != test.isError {
						t.Errorf("%s: %d records, %v", again, n, err)
					}
					c.PurgeAll() // so that the next read waits for the load
				}
			})
		}
	}
}
