package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// warmViews are the requests of a warm measurement.
const warmViews = 20_000

// measureLoad measures how many documents some servers answer in a second: each page of the sitemap once, which has to
// be made, then views of pages that were made.
func (u *upstreams) measureLoad(n int) error {
	servers, stop, err := u.startAll(n)
	if err != nil {
		return err
	}
	defer stop()
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = visitors //nolint:forcetypeassert // it is documented
	paths, err := servers[0].paths()
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	cold, err := requestAll(servers, paths)
	if err != nil {
		return err
	}
	// Every server has every page in memory.
	if _, err := requestAll(servers, slices.Repeat(paths, n+1)); err != nil {
		return err
	}
	zipf := rand.NewZipf(random, 1.1, 4, uint64(len(paths)-1))
	views := make([]string, warmViews)
	for i := range views {
		views[i] = paths[zipf.Uint64()]
	}
	warm, err := requestAll(servers, views)
	if err != nil {
		return err
	}
	fmt.Printf("%d servers: %d pages, cold %s; warm %s\n", n, len(paths), cold, warm)
	return nil
}

// pace is the result of some requests.
type pace struct {
	perSecond   float64
	median, p99 time.Duration
}

func (r pace) String() string {
	return fmt.Sprintf("%.0f a second, median %v, p99 %v",
		r.perSecond, r.median.Round(100*time.Microsecond), r.p99.Round(100*time.Microsecond))
}

// requestAll requests paths from servers in turn.
func requestAll(servers []*server, paths []string) (pace, error) {
	next := make(chan int, len(paths))
	for i := range paths {
		next <- i
	}
	close(next)
	began := time.Now()
	var mu sync.Mutex
	times := make([]time.Duration, 0, len(paths))
	var group errgroup.Group
	for range visitors {
		group.Go(func() error {
			for i := range next {
				sent := time.Now()
				if _, err := servers[i%len(servers)].get(paths[i], "Accept-Encoding", "br"); err != nil {
					return err
				}
				mu.Lock()
				times = append(times, time.Since(sent))
				mu.Unlock()
			}
			return nil
		})
	}
	err := group.Wait()
	took := time.Since(began)
	slices.Sort(times)
	if err != nil {
		return pace{}, err
	}
	return pace{
		float64(len(paths)) / took.Seconds(), times[len(times)/2], times[len(times)*99/100],
	}, nil
}
