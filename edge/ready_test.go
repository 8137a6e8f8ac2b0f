package edge

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	embedded "strand/demo/cms"
	"strand/domain/site"
	"strand/edge/render"
	"strand/edge/visitor"
	"strand/internal/cache"
	"strand/internal/health"
	"strand/upstream/cms"
	"strand/upstream/transport"
)

// testSites returns a reader of the sites of the test content.
func testSites(t *testing.T) *cms.Reader {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	server, err := embedded.New(embedded.Options{Dir: "../demo/testcontent/cms", Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	remote := httptest.NewServer(server.Handler())
	t.Cleanup(remote.Close)
	client, err := cms.NewClient(transport.Options{URL: remote.URL, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	store, err := cache.New(cache.Options{MaxBytes: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	return cms.NewReader(client, store, cms.NewSnapshots(t.TempDir()), nil, log)
}

type noStores struct{}

func (noStores) Reasons(context.Context) map[string]string { return nil }

// A panicking check counts as failed; it ends neither the process nor the other checks.
func TestReady_PanickingCheck(t *testing.T) {
	isUp := health.Of(func() bool { return true }, "")
	h := Health{
		Sites:   testSites(t),
		Release: "1",
		Systems: health.NewMonitor(map[string]health.Check{
			"cms": isUp,
			"pim": func(context.Context) health.State { panic("broken") },
			"sis": isUp,
		}, slog.New(slog.DiscardHandler)),
		Stores:    noStores{},
		Preparing: func() string { return "" },
	}
	for range 2 {
		w := httptest.NewRecorder()
		h.ready(w, httptest.NewRequest(http.MethodGet, "/readyz", nil), false)
		var got readiness
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatalf("%v in %s", err, w.Body)
		}
		if w.Code != http.StatusOK || got.Status != "degraded" {
			t.Errorf("%d %s, want a degraded server", w.Code, got.Status)
		}
		for name, want := range map[string]health.Status{"cms": health.Up, "pim": health.Down, "sis": health.Up} {
			if got.Upstreams[name] != want {
				t.Errorf("%s is %q, want %q", name, got.Upstreams[name], want)
			}
		}
		if len(got.Reasons) != 1 || got.Reasons["pim"] != "the check failed" {
			t.Errorf("reasons %v", got.Reasons)
		}
	}
}

// TestReady_NotReady: a server that cannot serve a page is not ready and says why; a lost system takes no server out.
//
// Rules: ERR-36.
func TestReady_NotReady(t *testing.T) {
	sites := testSites(t)
	down := func(context.Context) health.State { return health.State{Status: health.Down, Reason: "timeout"} }
	for name, test := range map[string]struct {
		change         func(*Health)
		status         int
		word, contains string
	}{
		"complete":         {func(*Health) {}, http.StatusOK, "ready", ""},
		"a system is down": {func(h *Health) { h.Systems = states{"pim": down} }, http.StatusOK, "degraded", ""},
		"without a build": {
			func(h *Health) { h.Defect = errors.New("the client is not built") },
			http.StatusServiceUnavailable, "not ready", "the client is not built",
		},
		"still reading": {
			func(h *Health) { h.Preparing = func() string { return "the products" } },
			http.StatusServiceUnavailable, "not ready", "the products",
		},
		"never rendered": {
			func(h *Health) { h.Renderer = new(render.Pool) },
			http.StatusServiceUnavailable, "not ready", "no page has been rendered yet",
		},
		"without sites": {
			func(h *Health) { h.Sites = noSites{} },
			http.StatusServiceUnavailable, "not ready", "the sites cannot be read",
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := Health{Sites: sites, Systems: states{}, Stores: noStores{}, Preparing: func() string { return "" }}
			test.change(&h)
			mux := http.NewServeMux()
			h.Mount(mux)
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
			var got readiness
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
				t.Fatalf("%v in %s", err, w.Body)
			}
			if w.Code != test.status || got.Status != test.word || !strings.Contains(got.Reason, test.contains) {
				t.Errorf("%d %s", w.Code, w.Body)
			}
			alive := httptest.NewRecorder()
			mux.ServeHTTP(alive, httptest.NewRequest(http.MethodGet, "/healthz", nil))
			if alive.Code != http.StatusOK {
				t.Errorf("/healthz: %d", alive.Code)
			}
		})
	}
}

// states are the checks of systems.
type states map[string]health.Check

func (s states) States(ctx context.Context) map[string]health.State {
	all := map[string]health.State{}
	for name, check := range s {
		all[name] = check(ctx)
	}
	return all
}

type noSites struct{ visitor.SiteReader }

func (noSites) Directory(context.Context, site.Stage) (*site.Directory, error) {
	return nil, errors.New("down")
}

// TestReady_Causes: the error behind a reason is shown at the admin port alone.
//
// Rules: ERR-35.
func TestReady_Causes(t *testing.T) {
	h := Health{
		Sites: testSites(t),
		Systems: states{"pim": func(context.Context) health.State {
			return health.State{Status: health.Down, Reason: "unreachable", Cause: "lookup pim.invalid: no such host"}
		}},
		Stores:    noStores{},
		Preparing: func() string { return "" },
	}
	for name, test := range map[string]struct {
		isOperator bool
		want       string
	}{
		"a visitor":   {false, "unreachable"},
		"an operator": {true, "unreachable (lookup pim.invalid: no such host)"},
	} {
		w := httptest.NewRecorder()
		h.ready(w, httptest.NewRequest(http.MethodGet, "/readyz", nil), test.isOperator)
		var got readiness
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Reasons["pim"] != test.want {
			t.Errorf("%s: %v %s", name, err, w.Body)
		}
	}
}
