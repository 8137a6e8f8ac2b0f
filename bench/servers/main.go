// Servers measures several servers of one website with a shared Redis, against one: calls of upstream systems for the
// same traffic with empty caches and after a change of everything, the time until a change is visible on every server,
// and the first page of a server that starts. It starts everything itself, on loopback; it needs redis-server.
//
//	go run ./bench/servers
//	go run ./bench/servers -load
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"strand/app"
	"strand/demo"
	"strand/demo/cms"
	"strand/demo/pim"
	"strand/internal/changes"
)

const (
	content = "demo/content"
	fleet   = 4
	// views are the requests of the traffic, visitors how many are sent concurrently.
	views    = 3000
	visitors = 8
	changed  = 200
	// rate is the number of requests per second while changes are measured.
	rate = 100
	poll = 5 * time.Millisecond
	lost = 30 * time.Second
	// marker is a text of the home page in the CMS's answers, which changes replace.
	marker = "Cut, strip, crimp, test"
)

func main() {
	count := flag.Int("changes", changed, "the number of measured changes")
	load := flag.Bool("load", false, "measure how many documents one, two and four servers answer in a second")
	flag.Parse()
	measure := func() error { return run(*count) }
	if *load {
		measure = runLoad
	}
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, "servers:", err)
		os.Exit(1)
	}
}

func runLoad() error {
	u, err := newUpstreams()
	if err != nil {
		return err
	}
	defer u.close()
	for _, n := range []int{1, 2, fleet} {
		if err := u.measureLoad(n); err != nil {
			return err
		}
	}
	return nil
}

func run(count int) error {
	u, err := newUpstreams()
	if err != nil {
		return err
	}
	defer u.close()
	one, err := u.measureCalls(1)
	if err != nil {
		return err
	}
	all, err := u.measureCalls(fleet)
	if err != nil {
		return err
	}
	for i, phase := range all {
		before, after := sum(one[i].calls), sum(phase.calls)
		fmt.Printf("%s, %d views: %d calls of upstream systems by one server, %d by %d, ratio %.2f\n",
			phase.name, views, before, after, fleet, float64(after)/float64(before))
		for _, operation := range slices.Sorted(maps.Keys(phase.calls)) {
			if further := phase.calls[operation] - one[i].calls[operation]; further > 0 {
				fmt.Printf("  %s: %d further calls beside %d\n", operation, further, one[i].calls[operation])
			}
		}
	}
	return u.measureFleet(count)
}

// upstreams are the CMS and the PIM of all servers.
type upstreams struct {
	cms, pim *httptest.Server
	mu       sync.Mutex
	// calls are the numbers of calls by operation.
	calls map[string]int
	// version is the text that replaces the marker.
	version atomic.Pointer[string]
	close   func()
}

func newUpstreams() (*upstreams, error) {
	log := slog.New(slog.DiscardHandler)
	u := &upstreams{calls: map[string]int{}}
	contents, err := cms.New(cms.Options{Dir: content + "/cms", Token: "t", Logger: log})
	if err != nil {
		return nil, err
	}
	u.cms = httptest.NewServer(u.count(contents.Handler()))
	products, err := pim.New(pim.Options{Dir: content + "/pim", AssetBaseURL: u.cms.URL + "/assets/", Logger: log})
	if err != nil {
		return nil, err
	}
	u.pim = httptest.NewServer(u.count(products.Handler()))
	u.close = func() {
		u.cms.Close()
		u.pim.Close()
		_, _ = contents.Close(), products.Close()
	}
	return u, nil
}

// count counts the calls of a system, and puts the present version in place of the marker.
func (u *upstreams) count(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			h.ServeHTTP(w, r)
			return
		}
		u.countOperation(r)
		r.Header.Del("Accept-Encoding")
		recorded := httptest.NewRecorder()
		h.ServeHTTP(recorded, r)
		body := recorded.Body.Bytes()
		if version := u.version.Load(); version != nil {
			body = bytes.ReplaceAll(body, []byte(marker), []byte(*version))
		}
		w.Header().Set("Content-Type", recorded.Header().Get("Content-Type"))
		w.WriteHeader(recorded.Code)
		_, _ = w.Write(body)
	})
}

// countOperation counts a call.
func (u *upstreams) countOperation(r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	var call struct{ OperationName string }
	_ = json.Unmarshal(body, &call)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.calls[call.OperationName]++
}

// takeCalls returns the calls since the last time.
func (u *upstreams) takeCalls() map[string]int {
	u.mu.Lock()
	defer u.mu.Unlock()
	taken := u.calls
	u.calls = map[string]int{}
	return taken
}

func sum(calls map[string]int) (n int) {
	for _, of := range calls {
		n += of
	}
	return n
}

// server is a server of the website.
type server struct {
	*httptest.Server
	app *app.App
}

func (u *upstreams) start(redis string) (*server, error) {
	data, err := os.MkdirTemp("", "strand-bench")
	if err != nil {
		return nil, err
	}
	c, own, err := demo.Load("", slices.Concat(os.Environ(), []string{
		"STRAND_DATA_DIR=" + data, "STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
		"STRAND_CMS_URL=" + u.cms.URL, "STRAND_CMS_TOKEN=t", "STRAND_PIM_URL=" + u.pim.URL, "STRAND_RENDERERS=1",
		"STRAND_SECRET=" + strings.Repeat("s", 32), "STRAND_LOG_LEVEL=error", "STRAND_REDIS_URL=" + redis,
	}))
	if err != nil {
		return nil, err
	}
	a, err := demo.New(c, own, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	if err := a.AwaitRenderer(context.Background()); err != nil {
		return nil, err
	}
	return &server{httptest.NewServer(a.Handler), a}, nil
}

func (s *server) stop() {
	s.Close()
	_ = s.app.Close(context.Background())
}

func (u *upstreams) startAll(n int) (servers []*server, stop func(), err error) {
	redis, stopRedis, err := startRedis()
	if err != nil {
		return nil, nil, err
	}
	for range n {
		s, err := u.start(redis)
		if err != nil {
			return nil, nil, err
		}
		servers = append(servers, s)
	}
	return servers, func() {
		for _, s := range servers {
			s.stop()
		}
		stopRedis()
	}, nil
}

// startRedis starts a Redis without persistence.
func startRedis() (url string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	port := l.Addr().(*net.TCPAddr).Port
	_ = l.Close()
	process := exec.Command("redis-server", "--port", strconv.Itoa(port), "--save", "", "--appendonly", "no")
	if err := process.Start(); err != nil {
		return "", nil, fmt.Errorf("start redis-server: %w", err)
	}
	for range 200 {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = c.Close()
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Sprintf("redis://127.0.0.1:%d", port), func() {
		_ = process.Process.Kill()
		_ = process.Wait()
	}, nil
}

// phase are the calls of upstream systems for the traffic in a state of the caches, by operation.
type phase struct {
	name  string
	calls map[string]int
}

// measureCalls returns the calls for the same traffic over a number of servers: pages of the sitemap, of which few are
// requested often.
func (u *upstreams) measureCalls(n int) (phases []phase, err error) {
	servers, stop, err := u.startAll(n)
	if err != nil {
		return nil, err
	}
	defer stop()
	paths, err := servers[0].paths()
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	zipf := rand.NewZipf(random, 1.1, 4, uint64(len(paths)-1))
	requested := make([]string, views)
	for i := range requested {
		requested[i] = paths[zipf.Uint64()]
	}
	u.takeCalls()
	measure := func(name string) error {
		_, err := requestAll(servers, requested)
		u.awaitCalls()
		phases = append(phases, phase{name, u.takeCalls()})
		return err
	}
	if err := measure("with empty caches"); err != nil {
		return nil, err
	}
	for _, system := range []string{"cms", "pim"} {
		servers[0].app.RecordsChanged(system)
	}
	return phases, measure("after a change of everything")
}

// awaitCalls waits until no further call is made in the background.
func (u *upstreams) awaitCalls() {
	for before := -1; ; {
		u.mu.Lock()
		now := sum(u.calls)
		u.mu.Unlock()
		if now == before {
			return
		}
		before = now
		time.Sleep(time.Second)
	}
}

// paths returns the paths of the sitemap.
func (s *server) paths() ([]string, error) {
	var paths []string
	files := []string{"/sitemap.xml"}
	for i := 0; i < len(files); i++ {
		body, err := s.get(files[i])
		if err != nil {
			return nil, err
		}
		var list struct {
			Sitemaps []string `xml:"sitemap>loc"`
			Pages    []string `xml:"url>loc"`
		}
		if err := xml.Unmarshal(body, &list); err != nil {
			return nil, err
		}
		for _, loc := range list.Sitemaps {
			files = append(files, pathOf(loc))
		}
		for _, loc := range list.Pages {
			paths = append(paths, pathOf(loc))
		}
	}
	if len(paths) < 100 {
		return nil, errors.New("the sitemap has few pages")
	}
	return paths, nil
}

func pathOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	_, path, _ := strings.Cut(rest, "/")
	return "/" + path
}

func (s *server) get(path string, headers ...string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodGet, s.URL+path, nil)
	if err != nil {
		return nil, err
	}
	request.Host = "localhost:8080"
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusInternalServerError {
		err = fmt.Errorf("%s: status %d", path, response.StatusCode)
	}
	return body, err
}

// measureFleet measures changes under load, and the start of a further server.
func (u *upstreams) measureFleet(count int) error {
	redis, stopRedis, err := startRedis()
	if err != nil {
		return err
	}
	defer stopRedis()
	var servers []*server
	defer func() {
		for _, s := range servers {
			s.stop()
		}
	}()
	for range fleet {
		s, err := u.start(redis)
		if err != nil {
			return err
		}
		servers = append(servers, s)
	}
	if err := u.measureChanges(servers, count); err != nil {
		return err
	}
	for range 5 {
		began := time.Now()
		s, err := u.start(redis)
		if err != nil {
			return err
		}
		ready := time.Now()
		u.takeCalls()
		if _, err := s.get("/en"); err != nil {
			return err
		}
		fmt.Printf("a further server: ready after %v, first home page after %v more, %d calls\n",
			ready.Sub(began).Round(time.Millisecond), time.Since(ready).Round(time.Millisecond), sum(u.takeCalls()))
		s.stop()
	}
	return nil
}

// measureChanges changes the home page, sends the webhook to the first server, and waits until all show it.
func (u *upstreams) measureChanges(servers []*server, count int) error {
	ctx, stop := context.WithCancel(context.Background())
	var load errgroup.Group
	load.Go(func() error {
		ticks := time.NewTicker(time.Second / rate)
		defer ticks.Stop()
		pages := []string{"/en", "/de", "/en/about", "/en/products", "/en/stories", "/en/careers"}
		for i := 0; ; i++ {
			select {
			case <-ctx.Done():
				return nil
			case <-ticks.C:
				load.Go(func() error {
					_, err := servers[i%len(servers)].get(pages[i%len(pages)])
					return err
				})
			}
		}
	})
	var times []time.Duration
	var err error
	for i := range count {
		version := fmt.Sprintf("Version %d of the text", i)
		u.version.Store(&version)
		changedAt := time.Now()
		servers[0].app.RecordsChanged("cms", changes.Record{Type: "Page", ID: "main-home"})
		for _, s := range servers {
			for {
				var body []byte
				if body, err = s.get("/en"); err != nil || bytes.Contains(body, []byte(version)) {
					break
				}
				if time.Since(changedAt) > lost {
					err = fmt.Errorf("change %d is not visible", i)
					break
				}
				time.Sleep(poll)
			}
			if err != nil {
				break
			}
		}
		if err != nil {
			break
		}
		times = append(times, time.Since(changedAt))
	}
	stop()
	if err = errors.Join(err, load.Wait()); err != nil {
		return err
	}
	slices.Sort(times)
	fmt.Printf("%d changes, visible on all %d servers after: median %v, p99 %v, at most %v\n", len(times), len(servers),
		times[len(times)/2].Round(time.Millisecond), times[len(times)*99/100].Round(time.Millisecond),
		times[len(times)-1].Round(time.Millisecond))
	return nil
}
