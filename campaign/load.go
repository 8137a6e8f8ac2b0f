package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// visitorsAtOnce is the number of concurrent visitors of the class load; samples is the number of resource
	// measurements.
	visitorsAtOnce = 16
	samples        = 20
	// growth is the highest ratio of the resources at the end to those at the middle that counts as flat.
	growth = 1.25
	// maxMemory is the highest memory of the server with the default cache of 256 MiB, in MB: the soft limit of the
	// Go runtime is the cache and 320 MiB, and memory outside of its heap is added.
	maxMemory = 725
)

// runLoad makes random requests and samples the resources of the server.
func runLoad(ctx context.Context, c *campaign) error {
	id := fmt.Sprintf("%d requests", c.requests)
	out, err := openResults(c.results, "load", c.revision)
	if err != nil || out.done[id] || !c.cases.MatchString(id) {
		return err
	}
	r, err := newTestServer(ctx, c, "load")
	if err != nil {
		return err
	}
	defer r.close()
	if err := r.start(ctx, filepath.Join(r.dir, "data")); err != nil {
		return err
	}
	if err := r.createTicket(ctx); err != nil {
		return err
	}
	var rows []row
	var made, fives, broken atomic.Int64
	for sample := range samples {
		end := int64(c.requests * (sample + 1) / samples)
		var load sync.WaitGroup
		for range visitorsAtOnce {
			load.Go(func() {
				for ctx.Err() == nil && made.Add(1) <= end {
					got := r.randomRequest(ctx)
					switch {
					case got.err != nil && ctx.Err() == nil:
						broken.Add(1)
					case got.status >= http.StatusInternalServerError:
						fives.Add(1)
					}
				}
			})
		}
		load.Wait()
		made.Store(end)
		if ctx.Err() != nil {
			id = fmt.Sprintf("%d of %d requests", c.requests*sample/samples, c.requests)
			break
		}
		if err := r.signIn(ctx); err != nil {
			return err
		}
		taken, err := r.resources(ctx)
		if err != nil {
			return err
		}
		taken["requests"] = float64(end)
		taken["status 5xx"] = float64(fives.Load())
		taken["no answer"] = float64(broken.Load())
		rows = append(rows, row{Class: "load", Word: allWell, Figures: taken})
		fmt.Printf("load: %v\n", taken)
	}
	if len(rows) == 0 {
		return nil
	}
	last, middle := &rows[len(rows)-1], rows[len(rows)/2]
	if last.Figures["RSS (MB)"] > maxMemory {
		last.Word = "uses too much memory"
	}
	for _, name := range []string{"RSS (MB)", "goroutines", "handles"} {
		if last.Figures[name] > middle.Figures[name]*growth {
			last.Word, last.Detail = "grows", last.Detail+" "+name
		}
	}
	return out.add(id, rows...)
}

// randomRequest requests a random target: mostly pages, some of them for the first time.
func (r *testServer) randomRequest(ctx context.Context) *response {
	t := &targets[rand.IntN(len(targets))]
	if t.kind == kindWrite && rand.IntN(50) > 0 {
		t = &targets[0]
	}
	path := t.warm
	switch rand.IntN(10) {
	case 0, 1, 2:
		path = t.fresh
	case 3:
		path = withQuery(t.warm, "n="+strconv.Itoa(rand.IntN(1_000_000)))
	}
	return r.ask(ctx, t, path, newKey())
}

// resources returns the memory, the goroutines and the file handles of the server.
func (r *testServer) resources(ctx context.Context) (map[string]float64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+r.admin+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	got := r.do(request)
	if got.err != nil {
		return nil, fmt.Errorf("read the metrics: %w", got.err)
	}
	names := map[string]string{
		"process_resident_memory_bytes": "RSS (MB)",
		"go_goroutines":                 "goroutines",
		"process_open_fds":              "handles",
	}
	found := map[string]float64{}
	lines := bufio.NewScanner(bytes.NewReader(got.body))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if title := names[name]; title != "" {
			n, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return nil, fmt.Errorf("read the metric %s: %w", name, err)
			}
			if title == "RSS (MB)" {
				n = float64(int64(n / 1e6))
			}
			found[title] = n
		}
	}
	found["seconds"] = float64(time.Since(r.started).Round(time.Second) / time.Second)
	return found, nil
}
