// Zipf replays a day of ten million views over the server's own cache, without a network, and prints which share of
// the views waits for a page to be made, by the size of the cache, the number of servers, the shared cache, the
// freshness and the changes. Time is simulated: making a page takes none.
//
//	go run ./bench/zipf
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/errgroup"

	"strand/internal/cache"
)

const (
	// pages are the pages of ten sites in eleven languages, an assumption. Each has a document for each country.
	pages     = 529
	countries = 240
	day       = 24 * time.Hour
	// A few pages and countries have most views. The exponents are assumptions; that of pages is the one of
	// bench/servers.
	pageExponent, pageOffset       = 1.1, 4
	countryExponent, countryOffset = 1.3, 2
)

// setup is what a row of the result differs in.
type setup struct {
	servers  int
	isShared bool
	// documents is how many documents fit into the cache of a server.
	documents int64
	fresh     time.Duration
	// affected is the share of the pages that a change concerns, one every minute; 0 for no changes.
	affected float64
	// countries is the number of documents of a page.
	countries int
	// isRemade means that the latest pages are made again after a change, before visitors ask (CACHE-15).
	isRemade bool
}

var usual = setup{
	servers: 1, documents: 12_500, fresh: cache.DefaultFreshness.Fresh, affected: 0.01, countries: countries,
}

// rows are the usual setup with one property changed at a time.
func rows() (all []setup) {
	add := func(change func(*setup)) {
		s := usual
		change(&s)
		all = append(all, s)
	}
	for _, documents := range []int64{3_000, 12_500, 50_000} {
		add(func(s *setup) { s.documents = documents })
		add(func(s *setup) { s.documents, s.servers = documents, 4 })
		add(func(s *setup) { s.documents, s.servers, s.isShared = documents, 4, true })
	}
	add(func(s *setup) { s.servers = 2 })
	add(func(s *setup) { s.servers, s.isShared = 2, true })
	for _, fresh := range []time.Duration{time.Minute, 4 * time.Hour} {
		add(func(s *setup) { s.servers, s.isShared, s.fresh = 4, true, fresh })
	}
	for _, isRemade := range []bool{false, true} {
		add(func(s *setup) { s.countries, s.isRemade = 1, isRemade })
	}
	for _, affected := range []float64{0, 0.5} {
		add(func(s *setup) { s.affected = affected })
		add(func(s *setup) { s.servers, s.isShared, s.affected = 4, true, affected })
	}
	return all
}

func main() {
	views := flag.Int("views", 10_000_000, "the number of views of the day")
	size := flag.Int64("size", 82<<10, "the size of a document in bytes")
	flag.Parse()
	fmt.Println("servers  shared  documents   fresh  affected  countries  remade |   fresh   stale  taken over    made")
	all := rows()
	results := make([]chan result, len(all))
	var group errgroup.Group
	// Each leaves a processor for its loads in the background, which would take simulated minutes otherwise.
	group.SetLimit(max(1, runtime.GOMAXPROCS(0)/2))
	for i := range all {
		results[i] = make(chan result, 1)
	}
	go func() {
		for i, s := range all {
			group.Go(func() error {
				got, err := s.replay(*views, *size)
				if err != nil {
					fmt.Fprintln(os.Stderr, "zipf:", err)
					os.Exit(1)
				}
				results[i] <- got
				return nil
			})
		}
	}()
	for i, s := range all {
		got := <-results[i]
		share := func(n int) float64 { return 100 * float64(n) / float64(*views) }
		fmt.Printf("%7d  %6t  %9d  %6s  %7.0f%%  %9d  %6t | %6.2f%%  %5.2f%%  %9.2f%%  %5.2f%%"+
			"  (%.2f loads for 100 views)\n",
			s.servers, s.isShared, s.documents, s.fresh, 100*s.affected, s.countries, s.isRemade,
			share(got.fresh), share(got.stale), share(got.taken), share(got.made), share(int(got.loads)))
	}
}

// result counts views: those with a fresh document, with a stale one that is made again in the background, with one
// that another server has made, and those that wait for it to be made.
type result struct {
	fresh, stale, taken, made int
	// loads are how often a document was made.
	loads int64
}

// document is a cached document: the view that it was loaded for, and whether another server had made it.
type document struct {
	view    int
	isTaken bool
}

// replay replays the views of a day, which begins with empty caches.
func (s setup) replay(views int, size int64) (result, error) {
	var now, loads atomic.Int64
	clock := func() time.Time { return time.Unix(0, now.Load()) }
	second := &memory{records: map[string]*cache.Record{}, loading: map[string]bool{}}
	servers := make([]*cache.Cache, s.servers)
	for i := range servers {
		c, err := cache.New(cache.Options{MaxBytes: s.documents * size, Now: clock})
		if err != nil {
			return result{}, err
		}
		defer c.Close()
		if s.isShared {
			c.SetSecond(second)
		}
		servers[i] = c
	}
	random := rand.New(rand.NewPCG(1, 2))
	pageOf := rand.NewZipf(random, pageExponent, pageOffset, pages-1)
	countryOf := rand.NewZipf(random, countryExponent, countryOffset, uint64(s.countries-1))
	groups := 1
	if s.affected > 0 {
		groups = int(1 / s.affected)
	}
	freshness := cache.Freshness{Fresh: s.fresh, Stale: cache.DefaultFreshness.Stale}
	step, began := int64(day)/int64(views), int64(time.Hour)
	var counted result
	recent, err := lru.New[page, struct{}](maxRecent)
	if err != nil {
		return result{}, err
	}
	loadOf := func(view int, at page) func(context.Context) (cache.Loaded[document], error) {
		return func(ctx context.Context) (cache.Loaded[document], error) {
			_, isTaken := cache.ExchangesOf(ctx).Replay("page")
			if !isTaken {
				loads.Add(1)
				cache.ExchangesOf(ctx).Record("page", nil)
			}
			return cache.Loaded[document]{
				Value: document{view, isTaken}, Tags: []string{groupTag(at.number % groups)}, Size: size,
				Freshness: freshness,
			}, nil
		}
	}
	for view, nextChange := 0, began; view < views; view++ {
		now.Store(began + int64(view)*step)
		for ; s.affected > 0 && nextChange < now.Load(); nextChange += int64(time.Minute) {
			changed := random.IntN(groups)
			for _, c := range servers {
				c.Purge(groupTag(changed))
			}
			if !s.isRemade {
				continue
			}
			for _, at := range slices.Backward(recent.Keys()) {
				if at.number%groups != changed {
					continue
				}
				for _, c := range servers {
					if _, err := cache.Load(context.Background(), c, at.key(), loadOf(view, at)); err != nil {
						return result{}, err
					}
				}
			}
		}
		at := page{int(pageOf.Uint64()), int(countryOf.Uint64())}
		recent.Add(at, struct{}{})
		key := at.key()
		c := servers[view%len(servers)]
		if _, ok := cache.Get[document](context.Background(), c, key); ok {
			counted.fresh++
			continue
		}
		found, err := cache.Load(context.Background(), c, key, loadOf(view, at))
		switch {
		case err != nil:
			return result{}, err
		case found.view < view:
			counted.stale++
		case found.isTaken:
			counted.taken++
		default:
			counted.made++
		}
	}
	counted.loads = loads.Load()
	return counted, nil
}

// page is a page in a country.
type page struct{ number, country int }

func (p page) key() string { return "page " + strconv.Itoa(p.number) + " " + strconv.Itoa(p.country) }

// maxRecent is how many of the latest pages a server makes again after a change.
const maxRecent = 1000

func groupTag(group int) string { return "group " + strconv.Itoa(group) }

// memory is a shared cache without limits. All servers count purges alike, so that records need no translation.
type memory struct {
	mu      sync.Mutex
	records map[string]*cache.Record
	loading map[string]bool
}

// Fetch returns the records of keys, and the keys that are being loaded.
func (m *memory) Fetch(_ context.Context, keys []string) (map[string]*cache.Record, []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := map[string]*cache.Record{}
	var loading []string
	for _, key := range keys {
		if r := m.records[key]; r != nil {
			found[key] = r
		}
		if m.loading[key] {
			loading = append(loading, key)
		}
	}
	return found, loading
}

// Reserve marks keys as being loaded, and returns those that already are.
func (m *memory) Reserve(_ context.Context, keys []string) (loading []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range keys {
		if m.loading[key] {
			loading = append(loading, key)
		}
		m.loading[key] = true
	}
	return loading
}

// Release stores a record.
func (m *memory) Release(_ context.Context, reserved []string, r *cache.Record, keys []string, _ time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range keys {
		if r != nil {
			m.records[key] = r
		}
	}
	for _, key := range reserved {
		delete(m.loading, key)
	}
}
