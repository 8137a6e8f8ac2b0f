package edge

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	embedded "strand/demo/cms"
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
		Checks: map[string]health.Check{
			"cms": isUp,
			"pim": func(context.Context) health.State { panic("broken") },
			"sis": isUp,
		},
		Stores: noStores{},
		Log:    slog.New(slog.DiscardHandler),
	}
	for range 2 {
		w := httptest.NewRecorder()
		h.ready(w, httptest.NewRequest(http.MethodGet, "/readyz", nil))
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

// TestReady_Causes: the error behind a reason is shown at the admin port alone.
//
// Rules: ERR-35.
func TestReady_Causes(t *testing.T) {
	h := Health{
		Sites: testSites(t),
		Checks: map[string]health.Check{"pim": func(context.Context) health.State {
			return health.State{Status: health.Down, Reason: "unreachable", Cause: "lookup pim.invalid: no such host"}
		}},
		Stores: noStores{},
		Log:    slog.New(slog.DiscardHandler),
	}
	for name, test := range map[string]struct {
		ctx  context.Context
		want string
	}{
		"a visitor":   {t.Context(), "unreachable"},
		"an operator": {health.WithOperator(t.Context()), "unreachable (lookup pim.invalid: no such host)"},
	} {
		w := httptest.NewRecorder()
		h.ready(w, httptest.NewRequestWithContext(test.ctx, http.MethodGet, "/readyz", nil))
		var got readiness
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Reasons["pim"] != test.want {
			t.Errorf("%s: %v %s", name, err, w.Body)
		}
	}
}
