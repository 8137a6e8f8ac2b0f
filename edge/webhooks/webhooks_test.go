package webhooks

import (
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"strand/internal/changes"
)

// discard is a logger without output.
var discard = slog.New(slog.DiscardHandler)

func TestWebhook(t *testing.T) {
	now := time.UnixMilli(1_800_000_000_000)
	sign := func(secret, body string, at time.Time) string {
		s, err := signature(secret, []byte(body), "main", at.UnixMilli())
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("sign=%s, env=main, t=%d", base64.StdEncoding.EncodeToString(s), at.UnixMilli())
	}
	const page = `{"operation":"publish","data":{"__typename":"Page","id":"main-about","title":"Wire & <cable>"}}`
	for name, test := range map[string]struct {
		body, signature string
		status          int
		changed         string
	}{
		"a change":           {page, sign("s", page, now), http.StatusNoContent, "cms Page main-about"},
		"no signature":       {page, "", http.StatusUnauthorized, ""},
		"another secret":     {page, sign("x", page, now), http.StatusUnauthorized, ""},
		"another body":       {page + " ", sign("s", page, now), http.StatusUnauthorized, ""},
		"an old signature":   {page, sign("s", page, now.Add(-6*time.Minute)), http.StatusUnauthorized, ""},
		"a future signature": {page, sign("s", page, now.Add(6*time.Minute)), http.StatusUnauthorized, ""},
		"a broken signature": {page, "sign=%%%, env=main, t=1800000000000", http.StatusUnauthorized, ""},
		"no JSON":            {"publish", sign("s", "publish", now), http.StatusBadRequest, ""},
		"no model and id":    {`{"data":{}}`, sign("s", `{"data":{}}`, now), http.StatusBadRequest, ""},
		"more than one MiB":  {strings.Repeat("x", maxWebhook+1), "", http.StatusRequestEntityTooLarge, ""},
		"a changed time": {
			page, strings.Replace(sign("s", page, now), "t=18", "t=19", 1), http.StatusUnauthorized, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			changed := ""
			feed := changes.NewFeed(discard, nil)
			feed.Subscribe("test", func(_ context.Context, e changes.Event) []string {
				changed = e.Source + " " + e.Records[0].Type + " " + e.Records[0].ID
				return nil
			})
			h := webhook("cms", "s", feed, nil, newMetrics(nil, time.Now), func() time.Time { return now }, discard)
			r := httptest.NewRequest(http.MethodPost, "/api/webhooks/cms", strings.NewReader(test.body))
			r.Header.Set("gcms-signature", test.signature)
			w := httptest.NewRecorder()
			h(w, r)
			if w.Code != test.status || changed != test.changed {
				t.Errorf("%d, changed %q; want %d, %q", w.Code, changed, test.status, test.changed)
			}
		})
	}
}

func TestWebhook_Replay(t *testing.T) {
	now := time.UnixMilli(1_800_000_000_000)
	published := 0
	feed := changes.NewFeed(discard, nil)
	feed.Subscribe("test", func(context.Context, changes.Event) []string { published++; return nil })
	h := webhook("cms", "s", feed, nil, newMetrics(nil, time.Now), func() time.Time { return now }, discard)
	const page = `{"operation":"publish","data":{"__typename":"Page","id":"main-about"}}`
	call := func(change func(header string) string, at time.Time) {
		t.Helper()
		header, err := Sign("s", []byte(page), at)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "/api/webhooks/cms", strings.NewReader(page))
		r.Header.Set("gcms-signature", change(header))
		w := httptest.NewRecorder()
		if h(w, r); w.Code != http.StatusNoContent {
			t.Errorf("%d", w.Code)
		}
	}
	same := func(header string) string { return header }
	signed := now
	call(same, signed)
	call(same, signed)
	call(func(header string) string { return "x=1, " + header }, signed)
	now = now.Add(maxAge)
	call(same, signed)
	if published != 1 {
		t.Errorf("a replayed call was published %d times", published)
	}
	call(same, signed.Add(time.Second))
	if published != 2 {
		t.Errorf("%d: the next change was not published", published)
	}
}

// Webhooks of a system without a secret are refused and counted. Not each of them is logged, since unauthenticated
// clients can send them.
// The test is not parallel, since the meter provider is global.
//
// Rules: ERR-31.
func TestMount_WithoutSecret(t *testing.T) {
	reader := sdkmetric.NewManualReader()
	before := otel.GetMeterProvider()
	otel.SetMeterProvider(sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)))
	t.Cleanup(func() { otel.SetMeterProvider(before) })
	var logged strings.Builder
	log := slog.New(slog.NewTextHandler(&logged, nil))
	mux := http.NewServeMux()
	Area{
		Secrets: map[string]string{"cms": "s", "translation": ""}, Changes: changes.NewFeed(log, nil), Log: log,
	}.Mount(mux)
	for range 3 {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/api/webhooks/translation", nil))
		if w.Code != http.StatusNotFound {
			t.Errorf("status %d", w.Code)
		}
	}
	if n := strings.Count(logged.String(), "STRAND_TRANSLATION_WEBHOOK_SECRET"); n != 1 ||
		!strings.Contains(logged.String(), "level=WARN msg=webhook_not_configured") {
		t.Errorf("logged %d times: %s", n, logged.String())
	}
	var found metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &found); err != nil {
		t.Fatal(err)
	}
	calls, ages := int64(0), []string{}
	for _, m := range found.ScopeMetrics[0].Metrics {
		switch data := m.Data.(type) {
		case metricdata.Sum[int64]:
			for _, p := range data.DataPoints {
				calls += p.Value
			}
		case metricdata.Gauge[float64]:
			for _, p := range data.DataPoints {
				ages = append(ages, p.Attributes.Encoded(attribute.DefaultEncoder()))
			}
		}
	}
	if calls != 3 || !slices.Equal(ages, []string{"system=cms"}) {
		t.Errorf("%d calls, ages of %v", calls, ages)
	}
}

// sharedMarks are marks of several servers.
type sharedMarks struct {
	names    map[string]bool
	lifetime time.Duration
	isDown   bool
}

func (m *sharedMarks) Set(_ context.Context, name string, lifetime time.Duration) (isNew, ok bool) {
	if m.isDown {
		return false, false
	}
	isNew = !m.names[name]
	m.names[name], m.lifetime = true, lifetime
	return isNew, true
}

// TestWebhook_Servers: a call is executed once for all servers; while they are not connected, once by each.
func TestWebhook_Servers(t *testing.T) {
	now := time.UnixMilli(1_800_000_000_000)
	marks := &sharedMarks{names: map[string]bool{}}
	published := 0
	server := func(system string) http.HandlerFunc {
		feed := changes.NewFeed(discard, nil)
		feed.Subscribe("test", func(context.Context, changes.Event) []string { published++; return nil })
		return webhook(system, "s", feed, marks, newMetrics(nil, time.Now), func() time.Time { return now }, discard)
	}
	a, b, other := server("cms"), server("cms"), server("pim")
	expect := func(h http.HandlerFunc, id string, want int) {
		t.Helper()
		body := `{"operation":"publish","data":{"__typename":"Page","id":"` + id + `"}}`
		signed, err := Sign("s", []byte(body), now)
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest(http.MethodPost, "/api/webhooks/cms", strings.NewReader(body))
		r.Header.Set("gcms-signature", signed)
		w := httptest.NewRecorder()
		h(w, r)
		if w.Code != http.StatusNoContent || published != want {
			t.Errorf("%s: status %d, %d published, want %d", id, w.Code, published, want)
		}
	}
	expect(a, "1", 1)
	expect(b, "1", 1)
	expect(a, "1", 1)
	expect(b, "2", 2)
	expect(other, "1", 3) // another system with the same secret
	if marks.lifetime != 2*maxAge {
		t.Errorf("marked for %s", marks.lifetime)
	}
	marks.isDown = true
	expect(a, "3", 4)
	expect(a, "3", 4)
	expect(b, "3", 5)
}
