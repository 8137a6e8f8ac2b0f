// Compare measures the built server against its peers, with every server as a process of its own: React Router and
// Next.js render the same product pages from the data of a gateway in front of the same PIM, gateways answer the same
// queries, and a bare net/http handler writes the same bytes. Servers are measured in turn, in three rounds, by the CPU
// time of an answer, with the rate beside it. It needs wrk and what `make build` and the peers' builds have made.
//
//	make bench
//
// It fails if a result is worse than the committed one (bench/compare.json) by more than its spread; -update replaces
// the committed ones. Both write the table into bench/README.md. -quick starts and measures everything once with few
// requests, without a comparison. -cosmo names a built router of Cosmo, which is left out without it.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// routerSecret lets the bench send operations that the client does not have, as a federation router may.
const routerSecret = "the-secret-of-the-router-in-this-benchmark"

// bench is what all measurements share.
type bench struct {
	ctx     context.Context
	dir     string
	rounds  int
	seconds int
	// warmUp is the number of pages before the first measurement, pages that of a round, views that of a replay.
	warmUp, pages, views int
	// cosmo is the program of Cosmo's router; empty for none.
	cosmo string
	// host is the Host header of all requests: all servers of the website have the same port, so that documents are
	// equal in every round.
	host string
	port int
	// upstreams are the sample systems, and settings what servers need to use them.
	upstreams *program
	settings  []string
	results   results
}

func main() {
	serveBare := flag.String("bare", "", "only serve the answers of a file, at -port")
	port := flag.Int("port", 0, "the port of -bare")
	quick := flag.Bool("quick", false, "measure everything once for two seconds, without a comparison")
	update := flag.Bool("update", false, "replace the committed results")
	cosmo := flag.String("cosmo", "", "the program of Cosmo's router")
	flag.Parse()
	work := func() error { return compare(*quick, *update, *cosmo) }
	if *serveBare != "" {
		work = func() error { return bareHandler(*serveBare, *port) }
	}
	if err := work(); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

const withoutCosmo = `Cosmo's router is left out. Build it from github.com/wundergraph/cosmo (in "router": ` +
	"`go build ./cmd/router`), and name the program with -cosmo."

func compare(quick, update bool, cosmo string) error {
	// Started processes end with the thread that has started them.
	runtime.LockOSThread()
	dir, err := os.MkdirTemp("", "strand-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	port := freePort()
	b := &bench{
		ctx: ctx, dir: dir, rounds: 3, seconds: 4, warmUp: 4000, pages: 500, views: 20_000, cosmo: cosmo, port: port,
		host: net.JoinHostPort("localhost", strconv.Itoa(port)), results: results{},
	}
	if quick {
		b.rounds, b.seconds, b.warmUp, b.pages, b.views = 1, 2, 200, 50, 400
	}
	if cosmo == "" {
		fmt.Println(withoutCosmo)
	}
	// Connections are kept, as those of browsers and of proxies.
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = few
	if b.upstreams, err = b.startUpstreams(); err != nil {
		return err
	}
	defer b.upstreams.stop()
	if err := b.comparePages(); err != nil {
		return err
	}
	if err := b.compareQueries(); err != nil {
		return err
	}
	if quick {
		fmt.Println(b.results.text())
		return nil
	}
	return b.results.report(update)
}

// startUpstreams starts the sample systems as a process of their own, whose CPU time is not measured.
func (b *bench) startUpstreams() (*program, error) {
	cms := freePort()
	p, err := b.start("upstreams", cms, "/healthz", []string{
		"STRAND_DATA_DIR=" + filepath.Join(b.dir, "upstreams"), "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
		"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
		fmt.Sprintf("STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:%d", cms),
	}, "bin/strand-demo", "upstreams")
	if err != nil {
		return nil, err
	}
	// The settings are written when all systems have started.
	last := regexp.MustCompile(`(?m)^export STRAND_MAIL_FROM=.*\n`)
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(50 * time.Millisecond) {
		text, err := os.ReadFile(p.log)
		if err != nil || !last.Match(text) {
			continue
		}
		for _, match := range regexp.MustCompile(`(?m)^export (\w+)='(.*)'$`).FindAllStringSubmatch(string(text), -1) {
			b.settings = append(b.settings, match[1]+"="+match[2])
		}
		return p, nil
	}
	p.stop()
	return nil, fmt.Errorf("the sample systems do not start, see %s", p.log)
}

// strand is a server of the website.
type strand struct {
	*program
	admin string
}

// startStrand starts the built server in production mode over its own data.
func (b *bench) startStrand(data string, settings ...string) (*strand, error) {
	admin := freePort()
	p, err := b.start("strand", b.port, "/readyz", slices.Concat(b.settings, []string{
		"STRAND_PRODUCTION=true", "STRAND_DRAIN_DELAY=0s", "STRAND_ROUTER_SECRET=" + routerSecret,
		fmt.Sprintf("STRAND_ADDR=127.0.0.1:%d", b.port), fmt.Sprintf("STRAND_ADMIN_ADDR=127.0.0.1:%d", admin),
		"STRAND_DATA_DIR=" + filepath.Join(b.dir, data),
	}, settings), "bin/strand")
	if err != nil {
		return nil, err
	}
	return &strand{p, fmt.Sprintf("http://127.0.0.1:%d", admin)}, nil
}

// startPeer starts a server of bench/peers as two processes, as many as Strand has threads that render.
func (b *bench) startPeer(name, module, ready string, env ...string) (*program, error) {
	port := freePort()
	return b.start(name, port, ready, append(env, "NODE_ENV=production", "NEXT_TELEMETRY_DISABLED=1"),
		node, "bench/peers/cluster.js", module, strconv.Itoa(port))
}

// node is the Node that renders pages, of package.json.
const node = "node_modules/.bin/node"

// build builds a program of this repository for the bench.
func (b *bench) build(pkg string) (string, error) {
	file := filepath.Join(b.dir, filepath.Base(pkg))
	command := exec.CommandContext(b.ctx, "go", "build", "-o", file, pkg)
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w: %s", pkg, err, out)
	}
	return file, nil
}

// stopAll stops programs in the order of their names; nil is one that did not start.
func stopAll(programs map[string]*program) {
	for _, name := range slices.Sorted(maps.Keys(programs)) {
		if p := programs[name]; p != nil {
			p.stop()
		}
	}
}
