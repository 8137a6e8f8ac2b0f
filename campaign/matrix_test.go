//go:build campaign

package campaign

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
	"golang.org/x/sync/errgroup"

	"strand/upstream/upstreamtest"
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

// faults are in the order of the report. The proxy of a system closes its port for "refused", and changes the answers
// of the system for "cutbody", "hangbody" and "partial".
var faults = []*fault{
	{name: "refused"},
	{name: "hang", toxic: `{"type":"timeout","stream":"upstream"}`},
	{name: "slow:3000", toxic: `{"type":"latency","stream":"upstream","attributes":{"latency":3000}}`},
	{name: "slow:2500", toxic: `{"type":"latency","stream":"upstream","attributes":{"latency":2500}}`, isUsable: true},
	{name: "reset", toxic: `{"type":"reset_peer","stream":"upstream"}`},
	{name: "cutbody"},
	{name: "hangbody"},
	{name: "status:500", answer: withStatus(http.StatusInternalServerError)},
	{name: "status:502", answer: withStatus(http.StatusBadGateway)},
	{name: "html", answer: faultOfAnswers("HTML")},
	{name: "badjson", answer: faultOfAnswers("cut JSON")},
	{name: "gqlerrors", answer: faultOfAnswers("errors")},
	{name: "partial", isUsable: true},
	{name: "nulls", answer: faultOfAnswers("null objects"), isUsable: true, recovery: 45 * time.Second},
	{name: "nullfields", answer: faultOfAnswers("null fields"), isUsable: true},
	{name: "nullitems", answer: faultOfAnswers("null items"), isUsable: true},
	{name: "emptylists", answer: faultOfAnswers("empty lists"), isUsable: true, recovery: 45 * time.Second},
	{name: "429:60", answer: withStatus(http.StatusTooManyRequests), recovery: 90 * time.Second},
	{name: "huge:200", answer: faultOfAnswers("200 MB")},
}

func faultOfAnswers(name string) *upstreamtest.Fault {
	i := slices.IndexFunc(upstreamtest.Faults, func(f upstreamtest.Fault) bool { return f.Name == name })
	return &upstreamtest.Faults[i]
}

func faultNamed(name string) *fault {
	return faults[slices.IndexFunc(faults, func(f *fault) bool { return f.name == name })]
}

func withStatus(status int) *upstreamtest.Fault {
	return &upstreamtest.Fault{Body: func(w http.ResponseWriter) {
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "60")
		}
		http.Error(w, upstreamtest.InternalText, status)
	}}
}

// system is an upstream system behind two proxies: toxiproxy breaks connections, the other one answers.
type system struct {
	// origin is that of the system itself.
	origin  string
	network *toxiproxy.Proxy
	answers *httputil.ReverseProxy
	fault   atomic.Pointer[fault]
	// files is the system with the files whose URLs are in answers; nil for none.
	files *system
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
	u, err := url.Parse(rawURL)
	must(t, err)
	s := &system{origin: u.Scheme + "://" + u.Host, answers: &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: u.Scheme, Host: u.Host})
			r.Out.Header.Del("Accept-Encoding") // so that the transport decompresses
		},
		Transport:     &http.Transport{MaxIdleConnsPerHost: 64},
		FlushInterval: -1,
		ErrorHandler:  func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		ErrorLog:      log.New(io.Discard, "", 0),
	}}
	s.answers.ModifyResponse = s.change
	server := httptest.NewServer(s)
	s.network = toxiproxy.NewProxy(toxiproxyServer, name, "127.0.0.1:0", server.Listener.Addr().String())
	must(t, s.network.Start())
	t.Cleanup(func() {
		s.network.Stop()
		server.CloseClientConnections()
		server.Close()
	})
	return s
}

func (s *system) url() string { return "http://" + s.network.Listen }

// set sets the fault of the system; nil removes it.
func (s *system) set(t testing.TB, f *fault) {
	t.Helper()
	s.fault.Store(f)
	s.network.Toxics.ResetToxics(context.Background())
	if f != nil && f.name == "refused" {
		s.network.Stop()
		return
	}
	if !s.network.Enabled {
		must(t, s.network.Start())
	}
	if f != nil && f.toxic != "" {
		_, err := s.network.Toxics.AddToxicJson(strings.NewReader(f.toxic))
		must(t, err)
	}
}

func (s *system) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f := s.fault.Load(); f != nil && f.answer != nil && f.answer.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
		f.answer.Body(w)
		return
	}
	s.answers.ServeHTTP(w, r)
}

// change applies the fault to an answer of the system.
func (s *system) change(r *http.Response) error {
	body, err := io.ReadAll(r.Body)
	if err != nil || len(body) == 0 {
		return err
	}
	if strings.Contains(r.Header.Get("Content-Type"), "json") && s.files != nil {
		body = bytes.ReplaceAll(body, []byte(s.files.origin), []byte(s.files.url()))
	}
	f := s.fault.Load()
	if f != nil && (f.name == "partial" || f.answer != nil && f.answer.Data != nil) {
		body, r.Header = f.changed(body), http.Header{"Content-Type": {"application/json"}}
	}
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
	r.Body = io.NopCloser(bytes.NewReader(body))
	if f != nil && (f.name == "cutbody" || f.name == "hangbody") {
		end, fail := io.Pipe()
		abort := func() { _ = fail.CloseWithError(io.ErrUnexpectedEOF) }
		if f.name == "cutbody" {
			abort()
		} else {
			context.AfterFunc(r.Request.Context(), abort)
		}
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body[:len(body)/2]), end))
	}
	return nil
}

// changed returns an answer with changed data. An answer that is not JSON, such as a file, is replaced by JSON.
func (f *fault) changed(answer []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	var root map[string]any
	if decoder.Decode(&root) != nil {
		return []byte(`{"data":null}`)
	}
	data, isGraphQL := root["data"].(map[string]any)
	var changed any = root
	switch {
	case f.name == "partial":
		root["errors"] = []any{map[string]any{"message": upstreamtest.InternalText}}
	case isGraphQL:
		root["data"] = f.answer.Data(data)
	default:
		changed = f.answer.Data(root)
	}
	text, _ := json.Marshal(changed)
	return text
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
