//go:build campaign

package campaign

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"strand/test/upstreamtest"
)

// systemNames are the systems under fault, in the order of the report.
var systemNames = []string{"cms", "pim", "sis", "sis-portal", "identity", "search"}

// fault is a fault of a system.
type fault struct {
	name string
	// toxic is the toxic of toxiproxy that breaks the connections; empty for none. Requests do not reach the system.
	toxic string
	// answer breaks the answers of the system; nil for none.
	answer *upstreamtest.Fault
	// isUsable reports that the system returns usable answers in spite of the fault.
	isUsable bool
	// recovery is how long the server may take to recover afterwards; 0 for 20 s. It does not call a system that has
	// sent Retry-After for a minute, and caches negative answers for half a minute.
	recovery time.Duration
}

// faults are in the order of the report. The proxy of a system closes its port for "refused".
var faults = []*fault{
	{name: "refused"},
	{name: "hang", toxic: `{"type":"timeout","stream":"upstream"}`},
	{name: "slow:3000", toxic: `{"type":"latency","stream":"upstream","attributes":{"latency":3000}}`},
	{name: "slow:2500", toxic: `{"type":"latency","stream":"upstream","attributes":{"latency":2500}}`, isUsable: true},
	{name: "reset", toxic: `{"type":"reset_peer","stream":"upstream"}`},
	{name: "cutbody", answer: upstreamtest.FaultNamed("half a body")},
	// A read for the index of the catalogue ends after 30 s.
	{name: "hangbody", answer: upstreamtest.FaultNamed("half a body, then nothing"), recovery: 45 * time.Second},
	{name: "status:500", answer: upstreamtest.FaultNamed("status 500")},
	{name: "status:502", answer: upstreamtest.FaultNamed("status 502")},
	{name: "html", answer: upstreamtest.FaultNamed("HTML")},
	{name: "badjson", answer: upstreamtest.FaultNamed("cut JSON")},
	{name: "gqlerrors", answer: upstreamtest.FaultNamed("errors")},
	{name: "partial", answer: upstreamtest.FaultNamed("an error beside the data"), isUsable: true},
	{name: "nulls", answer: upstreamtest.FaultNamed("null objects"), isUsable: true, recovery: 45 * time.Second},
	{name: "nullfields", answer: upstreamtest.FaultNamed("null fields"), isUsable: true},
	{name: "nullitems", answer: upstreamtest.FaultNamed("null items"), isUsable: true},
	{name: "emptylists", answer: upstreamtest.FaultNamed("empty lists"), isUsable: true, recovery: 45 * time.Second},
	{name: "429:60", answer: upstreamtest.FaultNamed("status 429"), recovery: 90 * time.Second},
	{name: "huge:200", answer: upstreamtest.FaultNamed("200 MB")},
}

func faultNamed(name string) *fault {
	return faults[slices.IndexFunc(faults, func(f *fault) bool { return f.name == name })]
}

// system is an upstream system behind two proxies: toxiproxy breaks connections, the other one answers.
type system struct {
	*upstreamtest.Proxy
	network *toxiproxy.Proxy
}

var toxiproxyServer = toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())

// serveSystem starts a system and its proxies.
func serveSystem(t testing.TB, name string, handler http.Handler) *system {
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return startSystem(t, name, server.URL)
}

// startSystem starts the proxies of a system at a URL.
func startSystem(t testing.TB, name, rawURL string) *system {
	t.Helper()
	s := &system{Proxy: upstreamtest.NewProxy(t, rawURL)}
	s.network = toxiproxy.NewProxy(toxiproxyServer, name, "127.0.0.1:0", s.Listener.Addr().String())
	must(t, s.network.Start())
	t.Cleanup(s.network.Stop)
	return s
}

func (s *system) url() string { return "http://" + s.network.Listen }

// set sets the fault of the system; nil removes it.
func (s *system) set(t testing.TB, f *fault) {
	t.Helper()
	s.network.Toxics.ResetToxics(context.Background())
	if f == nil {
		f = &fault{}
	}
	s.Break(f.answer)
	if f.name == "refused" {
		s.network.Stop()
		return
	}
	if !s.network.Enabled {
		must(t, s.network.Start())
	}
	if f.toxic != "" {
		_, err := s.network.Toxics.AddToxicJson(strings.NewReader(f.toxic))
		must(t, err)
	}
}

// The states of the server when a fault begins. After a purge, a webhook reports that everything has changed, after the
// fault has begun.
const (
	stateCold         = "cold start"
	stateWarm         = "warm, same URL"
	stateUnread       = "warm, never read"
	statePurged       = "after a purge"
	stateExpired      = "expired, same URL"
	stateExpiredQuery = "expired, other query"
)

var states = []string{stateCold, stateWarm, stateUnread, statePurged, stateExpired, stateExpiredQuery}

// lanes is the number of concurrent servers of the matrix, concurrentRequests that of requests of each.
const lanes, concurrentRequests = 2, 6

// TestMatrix applies each fault to each system in each state of the server, and requests all targets.
func TestMatrix(t *testing.T) {
	servers := make(chan *testServer, lanes)
	for range lanes {
		servers <- newTestServer(t)
	}
	for _, system := range systemNames {
		t.Run(system, func(t *testing.T) {
			for _, f := range faults {
				t.Run(f.name, func(t *testing.T) {
					t.Parallel()
					m := &matrixCase{testServer: <-servers, system: system, fault: f, data: t.TempDir()}
					defer func() { servers <- m.testServer }()
					m.hasSearch = system == "search"
					m.prepare(t)
					defer m.kill()
					defer m.systems[system].set(t, nil)
					for _, state := range states {
						t.Run(state, func(t *testing.T) { m.run(t, state) })
					}
				})
			}
		})
	}
}

// prepare requests all targets from a server without faults, once per kind of search.
func (s *testServer) prepare(t testing.TB) {
	t.Helper()
	if s.references[s.referenceKey(targets[0], warm)] != nil {
		return
	}
	s.start(t, t.TempDir())
	defer s.kill()
	s.createTicket(t)
	for _, one := range targets {
		for _, path := range []func(*target) string{warm, fresh, otherQuery} {
			var got *response
			if !await(time.Minute, 200*time.Millisecond, func() bool { // the search begins after the start
				got = s.ask(one, path(one), newKey())
				word, _ := checkAnswer(one.kind, got, got)
				return got.status < 500 && word == allWell
			}) {
				t.Fatalf("without faults, %s: status %d, %v, %.300s", one.name, got.status, got.err, got.body)
			}
			s.references[s.referenceKey(one, path)] = got
		}
	}
}

// referenceKey returns the key of the answer of a target.
func (s *testServer) referenceKey(t *target, path func(*target) string) string {
	return fmt.Sprint(s.hasSearch, t.name, path(t))
}

// requestAll requests targets concurrently. The results are in their order.
func (s *testServer) requestAll(some []*target, path func(*target) string) []row {
	rows := make([]row, len(some))
	var pending errgroup.Group
	pending.SetLimit(concurrentRequests)
	for i, target := range some {
		pending.Go(func() error {
			started := time.Now()
			got := s.ask(target, path(target), newKey())
			took := time.Since(started).Milliseconds()
			want := cmp.Or(s.references[s.referenceKey(target, path)], s.references[s.referenceKey(target, warm)])
			word, detail := checkAnswer(target.kind, got, want)
			rows[i] = row{Target: target.name, Word: word, Detail: detail, Status: got.status, Milliseconds: took,
				CacheControl: got.header.Get("Cache-Control")}
			return nil
		})
	}
	_ = pending.Wait()
	return rows
}

// awaitRecovery waits until all targets are well, and writes how long each takes into its row.
func (m *matrixCase) awaitRecovery(rows []row, path func(*target) string) {
	started := time.Now()
	last := map[string]string{}
	for i := range rows {
		if rows[i].Word != allWell {
			rows[i].WellAfter = -1
		}
	}
	pause := max(300*time.Millisecond, m.fault.recovery/10) // a user may create 60 tickets an hour
	await(cmp.Or(m.fault.recovery, 20*time.Second), pause, func() bool {
		var some []*target
		for _, r := range rows {
			if r.WellAfter < 0 {
				some = append(some, targetNamed(r.Target))
			}
		}
		for _, again := range m.requestAll(some, path) {
			last[again.Target] = again.Word + " " + again.Detail
			if again.Word == allWell {
				i := slices.IndexFunc(rows, func(r row) bool { return r.Target == again.Target })
				rows[i].WellAfter = max(time.Since(started).Milliseconds(), 1)
			}
		}
		return !slices.ContainsFunc(rows, func(r row) bool { return r.WellAfter < 0 })
	})
	for i := range rows {
		if rows[i].WellAfter < 0 {
			rows[i].Detail += " (finally: " + last[rows[i].Target] + ")"
		}
	}
}

// matrixCase applies one fault to one system, in all states consecutively.
type matrixCase struct {
	*testServer
	system    string
	fault     *fault
	data      string
	isExpired bool
}

// run requests all targets during the fault in a state, ends the fault, and waits for the recovery.
func (m *matrixCase) run(t *testing.T, state string) {
	system, some, path := m.systems[m.system], targets, warm
	if state != stateCold { // all URLs are read before the fault
		system.set(t, nil)
		if !m.isAlive() {
			m.start(t, m.data)
		}
		m.get(alsoWarm)
		// Targets that do not recover are in the results.
		m.awaitRecovery(m.requestAll(targets, warm), warm)
	}
	system.set(t, m.fault)
	switch state {
	case stateCold:
		m.start(t, m.data)
	case stateUnread:
		path = fresh
	case statePurged:
		m.purge(t)
	case stateExpired, stateExpiredQuery:
		if !m.isExpired {
			m.expire(t)
			m.isExpired = true
		}
	}
	if state == stateExpiredQuery {
		path = otherQuery
		some = slices.DeleteFunc(slices.Clone(targets), func(t *target) bool { return t.kind != page })
	}
	rows := m.requestAll(some, path)
	if state == stateExpired {
		// The first round begins the reloads, the second one comes after they have failed.
		time.Sleep(time.Second)
		for i, again := range m.requestAll(some, path) {
			if rows[i].Word == allWell || rows[i].Word == stale {
				rows[i] = again
			}
		}
	}
	var ready row
	await(4*time.Second, 500*time.Millisecond, func() bool { // it does not call a system that was called a moment ago
		answer := m.readiness()
		upstreams, _ := json.Marshal(answer.Upstreams)
		ready = row{Target: "/readyz", Word: answer.Status, Detail: string(upstreams)}
		return m.fault.isUsable || answer.Upstreams[m.system] != "up" || !m.isAlive()
	})
	if m.isAlive() {
		system.set(t, nil)
		m.awaitRecovery(rows, path)
	} else {
		ready = row{Target: "process", Word: processDies, Detail: m.tail()}
	}
	rows = append(rows, ready)
	for i := range rows {
		r := &rows[i]
		r.System, r.Fault, r.State, r.Revision = m.system, m.fault.name, state, revision
	}
	record(t, rows)
}
