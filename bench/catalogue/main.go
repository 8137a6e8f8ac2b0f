// Catalogue compares pages of a large catalogue with those of a small one: the same kinds of page alternating, cold
// (first request) and warm (cached), with the ratio of their medians. It starts everything itself, on loopback.
//
//	go run ./bench/catalogue -sizes 1000,100000
//
// With -profile and a folder, it writes profiles of the larger one there: of the CPU until all products are found, and
// of the memory that they need.
//
// With -serve and a listen address, it serves the smaller one there until it is stopped, for bench/longtasks.mjs. With
// -pim, it serves only a PIM, which bench/compare uses, too.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"strand/app/serve"
	"strand/demo"
	"strand/demo/pim"
	"strand/edge/webhooks"
)

// sizes are the numbers of products of the catalogues.
var sizes = [2]int{1_000, 20_000}

// profiles is the folder for profiles; empty for none.
var profiles string

func main() {
	addr := flag.String("serve", "", "serve the smaller catalogue, or the PIM of -pim, at an address")
	generated := flag.Int("pim", 0, "serve only the PIM, with a number of products, and print its address")
	flag.Func("sizes", "the numbers of products of the small and the large catalogue (default 1000,20000)", setSizes)
	flag.StringVar(&profiles, "profile", "", "the folder for profiles of the larger catalogue")
	flag.Parse()
	work := run
	switch {
	case *generated > 0:
		work = func() error { return servePIM(*generated, cmp.Or(*addr, "127.0.0.1:0")) }
	case *addr != "":
		work = func() error { return serveSmaller(*addr) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "catalogue:", err)
		os.Exit(1)
	}
}

func setSizes(flag string) (err error) {
	small, large, _ := strings.Cut(flag, ",")
	if sizes[0], err = strconv.Atoi(small); err == nil {
		sizes[1], err = strconv.Atoi(large)
	}
	return err
}

func run() error {
	var servers, pims [2]string
	rendered := newRenderings()
	for i, n := range sizes {
		handler, upstream, stop, err := start(n)
		if err != nil {
			return fmt.Errorf("serve %d products: %w", n, err)
		}
		defer stop()
		if servers[i], err = listen("127.0.0.1:0", handler); err != nil {
			return err
		}
		pims[i] = upstream
	}
	// Data that every page needs is loaded before the measurement.
	for i, server := range servers {
		measure := func() error { return index(server, sizes[i]) }
		if i > 0 && profiles != "" {
			measure = profiled(measure)
		}
		if err := measure(); err != nil {
			return err
		}
	}
	if err := importProducts(servers[1], pims[1], rendered); err != nil {
		return err
	}
	for _, kind := range []struct {
		name  string
		paths []string
	}{{"area", areas()}, {"area, filtered", filtered()}, {"area, three figures", figures()}, {"product", products()}} {
		for _, state := range []string{"cold", "warm"} {
			if err := compare(kind.name+", "+state, servers, kind.paths); err != nil {
				return err
			}
		}
	}
	return nil
}

// profiled returns a function that writes profiles of the CPU and, afterwards, of the memory.
func profiled(measure func() error) func() error {
	return func() error {
		cpu, err := os.Create(filepath.Join(profiles, "cpu.pprof"))
		if err != nil {
			return err
		}
		defer cpu.Close()
		if err := pprof.StartCPUProfile(cpu); err != nil {
			return err
		}
		err = measure()
		pprof.StopCPUProfile()
		if err != nil {
			return err
		}
		heap, err := os.Create(filepath.Join(profiles, "heap.pprof"))
		if err != nil {
			return err
		}
		defer heap.Close()
		return pprof.WriteHeapProfile(heap)
	}
}

// index waits until all products can be listed and found, and prints how long that takes and the memory it needs.
func index(server string, products int) error {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var peak atomic.Uint64
	done := make(chan struct{})
	go func() {
		for m := new(runtime.MemStats); ; time.Sleep(100 * time.Millisecond) {
			select {
			case <-done:
				return
			default:
				runtime.ReadMemStats(m)
				peak.Store(max(peak.Load(), m.HeapAlloc))
			}
		}
	}()
	started, used := time.Now(), cpuTime()
	limit := time.Minute + time.Duration(products)*5*time.Millisecond
	var listed, found time.Duration
	var waits errgroup.Group
	waits.Go(func() error {
		defer func() { listed = time.Since(started) }()
		return await(server, `{ classification(slug: "area-0", type: PRODUCT, locale: "en") {
			products { isIncomplete } } }`, limit, func(a answer) bool {
			return !a.Data.Classification.Products.IsIncomplete
		})
	})
	waits.Go(func() error {
		defer func() { found = time.Since(started) }()
		// Each product is found with its data sheet.
		return await(server, `{ resolve(url: "http://localhost/en/search?q=machine") {
			... on PageResolution { search { total } } } }`, limit, func(a answer) bool {
			return a.Data.Resolve.Search.Total >= 2*products
		})
	})
	if err := waits.Wait(); err != nil {
		return err
	}
	spent := cpuTime() - used
	close(done)
	runtime.GC()
	runtime.ReadMemStats(&after)
	const mib = 1 << 20
	fmt.Printf("%d products: all listed after %s, all found after %s, ratio %.2f, CPU %s; "+
		"%d MiB more (%.1f KiB a product), %d MiB at most, with the garbage\n",
		products, listed.Round(10*time.Millisecond), found.Round(10*time.Millisecond), float64(found)/float64(listed),
		spent.Round(10*time.Millisecond), (int64(after.HeapAlloc)-int64(before.HeapAlloc))/mib,
		float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/float64(products)/1024,
		(int64(peak.Load())-int64(before.HeapAlloc))/mib)
	return nil
}

// cpuTime returns the CPU time of this process, which has the servers but not the PIM.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

const (
	// imported is the number of products of an import.
	imported      = 1000
	webhookSecret = "secret-of-the-webhooks-of-the-benchmark"
)

// importProducts changes products of the PIM, sends its webhooks, four at a time, and prints how long it takes until
// the last one is answered and until all products are found by their new names, and how many of the pages that were
// made before are rendered again.
func importProducts(server, upstream string, rendered renderings) error {
	pages := slices.Concat(productPages(0, visited), productPages(imported, imported+visited))
	if err := visitAll(server, pages); err != nil {
		return err
	}
	before, err := rendered.count()
	if err != nil {
		return err
	}
	response, err := http.Post("http://"+upstream+"/import", "", nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var slugs []string
	if err := json.NewDecoder(response.Body).Decode(&slugs); err != nil {
		return err
	}
	started, used := time.Now(), cpuTime()
	var calls errgroup.Group
	calls.SetLimit(4)
	for _, slug := range slugs {
		calls.Go(func() error { return sendWebhook(server, slug) })
	}
	if err := calls.Wait(); err != nil {
		return err
	}
	answered := time.Since(started)
	err = await(server, `{ resolve(url: "http://localhost/en/search?q=imported") {
		... on PageResolution { search { total } } } }`, time.Minute, func(a answer) bool {
		return a.Data.Resolve.Search.Total >= 2*len(slugs)
	})
	fmt.Printf("%d of them changed: all webhooks answered after %s, all found after %s, CPU %s\n", len(slugs),
		answered.Round(10*time.Millisecond), time.Since(started).Round(10*time.Millisecond),
		(cpuTime() - used).Round(10*time.Millisecond))
	if err != nil {
		return err
	}
	if err := visitAll(server, pages); err != nil {
		return err
	}
	time.Sleep(time.Second) // outdated pages are rendered in the background
	after, err := rendered.count()
	fmt.Printf("pages of %d changed and %d other products, requested before and after: %d rendered again\n",
		visited, visited, after-before)
	return err
}

func sendWebhook(server, slug string) error {
	body := fmt.Appendf(nil, `{"operation":"publish","data":{"__typename":"Product","id":%q}}`, slug)
	signature, err := webhooks.Sign(webhookSecret, body, time.Now())
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, "http://"+server+"/api/webhooks/pim", bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("gcms-signature", signature)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		return fmt.Errorf("webhook: %s", response.Status)
	}
	return nil
}

// answer is the answer of a query of index.
type answer struct {
	Data struct {
		Classification struct {
			Products struct{ IsIncomplete bool }
		}
		Resolve struct {
			Search struct{ Total int }
		}
	}
}

// await repeats a query until its answer is complete. Searches are limited to one in two seconds.
func await(server, query string, limit time.Duration, isComplete func(answer) bool) error {
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		return err
	}
	var text []byte
	for started := time.Now(); time.Since(started) < limit; time.Sleep(2 * time.Second) {
		response, err := http.Post("http://"+server+"/graphql", "application/json", bytes.NewReader(body))
		if err != nil {
			return err
		}
		text, err = io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil {
			return err
		}
		var a answer
		if err := json.Unmarshal(text, &a); err == nil && response.StatusCode == http.StatusOK && isComplete(a) {
			return nil
		}
	}
	return fmt.Errorf("not complete within %s: %s", limit, text)
}

// serveSmaller serves the smaller catalogue until it is stopped.
func serveSmaller(addr string) error {
	handler, _, stop, err := start(sizes[0])
	if err != nil {
		return err
	}
	defer stop()
	fmt.Println("serving at", addr)
	return (&http.Server{Addr: addr, Handler: handler, ReadHeaderTimeout: time.Second}).ListenAndServe()
}

// start starts Strand over a generated catalogue.
func start(products int) (handler http.Handler, upstream string, stop func(), err error) {
	log := slog.New(slog.DiscardHandler)
	upstream, stopPIM, err := startPIM(products)
	if err != nil {
		return nil, "", nil, err
	}
	data, err := os.MkdirTemp("", "strand-bench")
	if err != nil {
		return nil, "", nil, err
	}
	c, own, err := demo.Load("", append(os.Environ(), "STRAND_DATA_DIR="+data, "STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
		"STRAND_PIM_URL=http://"+upstream, "STRAND_PIM_WEBHOOK_SECRET="+webhookSecret))
	if err != nil {
		return nil, "", nil, err
	}
	serve.LimitMemory(c)
	strand, err := demo.New(c, own, log)
	if err != nil {
		return nil, "", nil, err
	}
	return strand.Handler, upstream, func() {
		_ = strand.Close(context.Background())
		_ = os.RemoveAll(data)
		stopPIM()
	}, nil
}

// startPIM starts a PIM with generated products in a process of its own, so that its memory is not measured.
func startPIM(products int) (addr string, stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	process := exec.Command(self, "-pim", strconv.Itoa(products))
	process.Stderr = os.Stderr
	// The process ends when the pipe is closed, also after this program was killed.
	input, err := process.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := process.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = input.Close()
		_ = process.Wait()
	}
	if addr, err = bufio.NewReader(output).ReadString('\n'); err != nil {
		stop()
		return "", nil, fmt.Errorf("the PIM did not start: %w", err)
	}
	return strings.TrimSpace(addr), stop, nil
}

// servePIM serves a PIM until the standard input ends.
func servePIM(products int, at string) error {
	server, err := pim.New(pim.Options{Generate: products, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	handler := http.NewServeMux()
	handler.Handle("/", server.Handler())
	handler.HandleFunc("POST /import", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(server.Import(imported))
	})
	addr, err := listen(at, handler)
	if err != nil {
		return err
	}
	fmt.Println(addr)
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func listen(addr string, h http.Handler) (string, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return "", err
	}
	go func() { _ = (&http.Server{Handler: h, ReadHeaderTimeout: time.Second}).Serve(l) }()
	return l.Addr().String(), nil
}

// compare visits the same pages of both, alternating.
func compare(name string, servers [2]string, paths []string) error {
	var times [2][]time.Duration
	for n, path := range paths {
		for turn := range servers {
			// The order alternates.
			i := (turn + n) % len(servers)
			spent, err := visit(servers[i], path)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			times[i] = append(times[i], spent)
		}
	}
	small, large := median(times[0]), median(times[1])
	fmt.Printf("%-28s %9v of %7d products, %9v of %7d, ratio %.2f\n", name, small.Round(10*time.Microsecond), sizes[0],
		large.Round(10*time.Microsecond), sizes[1], float64(large)/float64(small))
	return nil
}

func visitAll(server string, paths []string) error {
	for _, path := range paths {
		if _, err := visit(server, path); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

func visit(server, path string) (time.Duration, error) {
	started := time.Now()
	response, err := http.Get("http://" + server + path)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0, err
	}
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("status %d", response.StatusCode)
	}
	return time.Since(started), nil
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// areas returns full pages with as many products as one page shows, in both catalogues.
func areas() []string {
	var paths []string
	for page := 1; page <= 3; page++ {
		for a := range 5 {
			paths = append(paths, fmt.Sprintf("/en/products/area-%d?page=%d", a, page))
		}
	}
	return paths
}

// filtered returns pages that are full in both catalogues, each of another list.
func filtered() []string {
	var paths []string
	for _, capability := range []string{"cut", "strip", "crimp", "test", "mark", "twist"} {
		for a := range 5 {
			paths = append(paths, fmt.Sprintf("/en/products/area-%d?capability=%s", a, capability))
		}
	}
	return paths
}

// figures returns pages with three filters of figures that many products of both catalogues match.
func figures() []string {
	var paths []string
	for from := range 6 {
		for a := range 5 {
			paths = append(paths, fmt.Sprintf(
				"/en/products/area-%d?min.property-1=%d&max.property-3=990&max.property-5=995&units=metric", a, from))
		}
	}
	return paths
}

// products returns the first products of both catalogues.
func products() []string { return productPages(0, 60) }

// productPages returns the pages of products by their places in the catalogue.
func productPages(from, to int) []string {
	var paths []string
	var leaves []string
	for a := range 5 {
		for g := range 3 {
			for l := range 2 {
				leaves = append(leaves, fmt.Sprintf("/en/products/area-%d/area-%d-%d/area-%d-%d-%d", a, a, g, a, g, l))
			}
		}
	}
	for i := from; i < to; i++ {
		paths = append(paths, fmt.Sprintf("%s/machine-%d", leaves[i%len(leaves)], i))
	}
	return paths
}
