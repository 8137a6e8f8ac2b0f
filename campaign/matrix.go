package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// The states of the server when a fault begins.
const (
	// stateCold: it has just started with empty caches.
	stateCold = "cold start"
	// stateWarm: the same address was read before; stateUnread: other addresses of the site were.
	stateWarm   = "warm, same URL"
	stateUnread = "warm, never read"
	// statePurged: a webhook reports that everything has changed, after the fault has begun.
	statePurged = "after a purge"
	// stateExpired: cached entries are not fresh any more; stateExpiredQuery: the same with another query string.
	stateExpired      = "expired, same URL"
	stateExpiredQuery = "expired, other query"
)

var stateNames = []string{stateCold, stateWarm, stateUnread, statePurged, stateExpired, stateExpiredQuery}

const (
	// concurrentRequests is the number of targets that are requested at the same time.
	concurrentRequests = 6
	// normalRecovery is how long the server may take to recover. It is pausedRecovery if the system has sent
	// Retry-After of a minute, after which search reads its sources again within 20 s.
	normalRecovery = 20 * time.Second
	pausedRecovery = 90 * time.Second
	// emptyRecovery is the limit after negative answers, which are cached for half a minute.
	emptyRecovery = 45 * time.Second
)

// otherQuery is the query of a URL that differs from a cached one by its query only.
const otherQuery = "utm_source=campaign"

// recoveryLimit returns how long the server may take to recover after the fault.
func (f *fault) recoveryLimit() time.Duration {
	switch f.kind {
	case "429":
		return pausedRecovery
	case "emptylists", "nulls":
		return emptyRecovery
	}
	return normalRecovery
}

// runMatrix applies each fault to each system in each state, and requests all targets.
func runMatrix(ctx context.Context, c *campaign) error {
	r, err := openResults(c.results, "matrix", c.revision)
	if err != nil {
		return err
	}
	type unit struct {
		system string
		fault  *fault
	}
	units := make(chan unit)
	go func() {
		defer close(units)
		for _, system := range systemNames {
			for _, name := range faultNames {
				f, err := parseFault(name)
				if err != nil {
					panic(err)
				}
				if id := system + "/" + name; r.done[id] || !c.cases.MatchString(id) {
					continue
				}
				select {
				case units <- unit{system, f}:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	var lanes sync.WaitGroup
	var mu sync.Mutex
	var failures []error
	for n := range c.lanes {
		lanes.Go(func() {
			server, err := newTestServer(ctx, c, fmt.Sprintf("lane-%d", n))
			if err == nil {
				defer server.close()
			}
			for u := range units {
				if err != nil {
					break
				}
				started := time.Now()
				m := &matrixUnit{server: server, system: u.system, fault: u.fault}
				if err = m.run(ctx); err != nil {
					err = fmt.Errorf("%s/%s: %w", u.system, u.fault.name, err)
					break
				}
				err = r.add(u.system+"/"+u.fault.name, m.rows...)
				fmt.Printf(
					"%s/%s: %s, %s\n",
					u.system,
					u.fault.name,
					time.Since(started).Round(100*time.Millisecond),
					tally(m.rows),
				)
			}
			if err != nil && ctx.Err() == nil {
				mu.Lock()
				defer mu.Unlock()
				failures = append(failures, err)
				for range units { // other units continue; the rest is for the next run
				}
			}
		})
	}
	lanes.Wait()
	return errors.Join(failures...)
}

// tally counts results.
func tally(rows []row) string {
	counts := map[string]int{}
	var order []string
	for _, one := range rows {
		if counts[one.Word]++; counts[one.Word] == 1 {
			order = append(order, one.Word)
		}
	}
	parts := make([]string, len(order))
	for i, word := range order {
		parts[i] = fmt.Sprintf("%d %s", counts[word], word)
	}
	return strings.Join(parts, ", ")
}

// matrixUnit applies one fault to one system, in all states consecutively.
type matrixUnit struct {
	server *testServer
	system string
	fault  *fault
	rows   []row
}

func (m *matrixUnit) proxy() *proxy { return m.server.proxies[m.system] }

func (m *matrixUnit) run(ctx context.Context) error {
	r := m.server
	if err := r.signIn(ctx); err != nil {
		return err
	}
	if isSearch := m.system == "search"; r.hasSearch != isSearch {
		r.hasSearch, r.references = isSearch, map[string]*reference{}
	}
	if err := m.prepare(ctx); err != nil {
		return err
	}
	data := filepath.Join(r.dir, "data")
	if err := os.RemoveAll(data); err != nil {
		return err
	}
	defer func() {
		_ = m.proxy().set(nil)
		if r.process != nil {
			r.process.kill()
		}
	}()
	if err := m.proxy().set(m.fault); err != nil {
		return err
	}
	if err := r.start(ctx, data); err != nil {
		if r.process == nil || r.process.isAlive() {
			return err
		}
		m.died(stateCold)
	} else {
		m.phase(ctx, stateCold, "", func(t *target) string { return t.warm })
	}
	for _, p := range []struct {
		state, query string
		path         func(*target) string
		before       func() error
	}{
		{stateWarm, "", func(t *target) string { return t.warm }, nil},
		{stateUnread, "", func(t *target) string { return t.fresh }, nil},
		{statePurged, "", func(t *target) string { return t.warm }, func() error { return m.purge(ctx) }},
		{stateExpired, "", func(t *target) string { return t.warm }, func() error { return m.expire(ctx) }},
		{stateExpiredQuery, otherQuery, func(t *target) string { return withQuery(t.warm, otherQuery) }, nil},
	} {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := m.ensureRecovered(ctx, data); err != nil {
			return err
		}
		if err := m.proxy().set(m.fault); err != nil {
			return err
		}
		if p.before != nil {
			if err := p.before(); err != nil && r.process.isAlive() {
				return err
			}
		}
		m.phase(ctx, p.state, p.query, p.path)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// prepare requests all targets from a server without faults, once per kind of search.
func (m *matrixUnit) prepare(ctx context.Context) error {
	r := m.server
	if len(r.references) > 0 {
		return nil
	}
	if err := r.start(ctx, filepath.Join(r.dir, "reference")); err != nil {
		return err
	}
	defer r.process.kill()
	if err := r.createTicket(ctx); err != nil {
		return err
	}
	for round := range 2 {
		for i := range targets {
			t := &targets[i]
			for _, path := range []string{t.warm, t.fresh, withQuery(t.warm, otherQuery)} {
				var got *response
				var found *reference
				var v checkResult
				err := await(ctx, time.Minute, 200*time.Millisecond, func() bool { // the first search is slow
					if got = r.ask(ctx, t, path, newKey()); got.err == nil {
						found = referenceOf(t.kind, r.address, got)
						v = checkAnswer(t.kind, r.address, got, found)
					}
					return v.result == allWell && got.status < 500
				})
				if err != nil {
					return fmt.Errorf(
						"without faults, %s is %s %s: %w %.300s",
						t.name,
						v.result,
						v.detail,
						err,
						got.body,
					)
				}
				before := r.references[path]
				found.isVolatile = round == 1 && (before.isVolatile || before.content != found.content)
				r.references[path] = found
			}
		}
		if err := await(ctx, time.Minute, 100*time.Millisecond, func() bool {
			answer, _ := r.readiness(ctx)
			return answer.Status == "ready"
		}); err != nil {
			return fmt.Errorf("without faults, the server is not ready: %w", err)
		}
	}
	return nil
}

func withQuery(path, query string) string {
	if strings.Contains(path, "?") {
		return path + "&" + query
	}
	return path + "?" + query
}

// ensureRecovered starts or reuses a server that has recovered and has read all addresses of the state warm.
func (m *matrixUnit) ensureRecovered(ctx context.Context, data string) error {
	r := m.server
	if err := m.proxy().set(nil); err != nil {
		return err
	}
	if !r.process.isAlive() {
		if err := r.start(ctx, data); err != nil {
			return err
		}
	}
	// Targets that have not recovered by now are in the results.
	_ = await(ctx, m.fault.recoveryLimit(), 200*time.Millisecond, func() bool {
		r.get(ctx, alsoWarm)
		bad := 0
		for _, cell := range m.all(ctx, func(t *target) string { return t.warm }) {
			if cell.verdict.result != allWell {
				bad++
			}
		}
		return bad == 0 || !r.process.isAlive()
	})
	return nil
}

// cell is an answer with its result.
type cell struct {
	target  *target
	got     *response
	verdict checkResult
	took    time.Duration
}

// all requests all targets.
func (m *matrixUnit) all(ctx context.Context, path func(*target) string) []cell {
	some := make([]*target, len(targets))
	for i := range targets {
		some[i] = &targets[i]
	}
	return m.ask(ctx, some, path)
}

func (m *matrixUnit) ask(ctx context.Context, some []*target, path func(*target) string) []cell {
	cells := make([]cell, len(some))
	slots := make(chan struct{}, concurrentRequests)
	var pending sync.WaitGroup
	for i, t := range some {
		pending.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			started, address := time.Now(), path(t)
			got := m.server.ask(ctx, t, address, newKey())
			want := m.server.references[address]
			if want == nil {
				want = m.server.references[t.warm]
			}
			cells[i] = cell{t, got, checkAnswer(t.kind, m.server.address, got, want), time.Since(started)}
		})
	}
	pending.Wait()
	return cells
}

// phase requests all targets during the fault, ends it, and waits for the recovery.
func (m *matrixUnit) phase(ctx context.Context, state, query string, path func(*target) string) {
	if ctx.Err() != nil {
		return
	}
	some := make([]*target, 0, len(targets))
	for i := range targets {
		if t := &targets[i]; query == "" || t.kind == kindPage {
			some = append(some, t)
		}
	}
	cells := m.ask(ctx, some, path)
	if state == stateExpired && m.server.process.isAlive() {
		// The first round begins the reloads, the second one comes after they have failed.
		time.Sleep(time.Second)
		for i, again := range m.ask(ctx, some, path) {
			if cells[i].verdict.result == allWell || cells[i].verdict.result == stale {
				cells[i] = again
			}
		}
	}
	ready, readyStatus := m.readiness(ctx)
	isAlive := m.server.process.isAlive()
	first := len(m.rows)
	for _, one := range cells {
		result := row{
			Class:        "matrix",
			System:       m.system,
			Fault:        m.fault.name,
			State:        state,
			Target:       one.target.name,
			Word:         one.verdict.result,
			Detail:       one.verdict.detail,
			Status:       one.got.status,
			Milliseconds: one.took.Milliseconds(),
			CacheControl: one.got.header.Get("Cache-Control"),
		}
		m.rows = append(m.rows, result)
	}
	if !isAlive {
		m.died(state)
		return
	}
	upstreams, _ := json.Marshal(ready.Upstreams)
	m.rows = append(m.rows, row{
		Class:  "matrix",
		System: m.system,
		Fault:  m.fault.name,
		State:  state,
		Target: "/readyz",
		Word:   ready.Status,
		Detail: string(upstreams),
		Status: readyStatus,
	})
	m.recover(ctx, m.rows[first:first+len(cells)], cells, path)
}

// readiness returns the answer of /readyz. It does not call a system that was called a moment ago.
func (m *matrixUnit) readiness(ctx context.Context) (answer readiness, status int) {
	const callsAgain = 4 * time.Second
	_ = await(ctx, callsAgain, 500*time.Millisecond, func() bool {
		answer, status = m.server.readiness(ctx)
		return !m.fault.isTotal() || answer.Upstreams[m.system] != "up" || !m.server.process.isAlive()
	})
	return answer, status
}

// died records that the server has ended.
func (m *matrixUnit) died(state string) {
	m.rows = append(m.rows, row{
		Class:  "matrix",
		System: m.system,
		Fault:  m.fault.name,
		State:  state,
		Target: "process",
		Word:   processDies,
		Detail: m.server.process.panicText() + m.server.process.tail(1000),
	})
}

// recover ends the fault and records how long each target takes to recover.
func (m *matrixUnit) recover(ctx context.Context, rows []row, cells []cell, path func(*target) string) {
	if err := m.proxy().set(nil); err != nil {
		return
	}
	started := time.Now()
	waiting := map[*target]*row{}
	last := map[*target]checkResult{}
	var some []*target
	for i := range cells {
		if rows[i].Word != allWell {
			rows[i].WellAfter = -1
			waiting[cells[i].target] = &rows[i]
			some = append(some, cells[i].target)
		}
	}
	for len(some) > 0 && time.Since(started) < m.fault.recoveryLimit() && ctx.Err() == nil {
		var left []*target
		for _, one := range m.ask(ctx, some, path) {
			if one.verdict.result == allWell {
				waiting[one.target].WellAfter = max(time.Since(started).Milliseconds(), 1)
				continue
			}
			left = append(left, one.target)
			last[one.target] = one.verdict
		}
		if some = left; len(some) > 0 {
			time.Sleep(300 * time.Millisecond)
		}
	}
	for _, t := range some {
		waiting[t].Detail = strings.TrimSpace(
			waiting[t].Detail + " (finally: " + last[t].result + " " + last[t].detail + ")",
		)
		fmt.Printf(
			"%s/%s, %s: %s has not recovered: %s %s\n",
			m.system,
			m.fault.name,
			waiting[t].State,
			t.name,
			last[t].result,
			last[t].detail,
		)
	}
}

// purge reports changes of everything, as the systems do.
func (m *matrixUnit) purge(ctx context.Context) error {
	for _, change := range [][3]string{
		{"cms", "Page", "about"}, {"cms", "HeaderNavigation", "main"}, {"cms", "Story", "orange-cables"},
		{"cms", "MediaRelease", "any"},
		{"cms", "SystemRedirect", "any"}, {"cms", "Site", "main"}, {"cms", "Asset", "any"}, {"pim", "Product", "h-20"},
	} {
		if err := m.server.webhook(ctx, change[0], change[1], change[2]); err != nil {
			return err
		}
	}
	return nil
}

// expire advances the clock of the cache.
func (m *matrixUnit) expire(ctx context.Context) error {
	before := strings.Count(m.server.process.tail(1<<20), "cache_clock_set_ahead")
	m.server.setAhead()
	return await(ctx, 10*time.Second, 20*time.Millisecond, func() bool {
		return strings.Count(m.server.process.tail(1<<20), "cache_clock_set_ahead") > before
	})
}
