package webhooks

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"strand/internal/changes"
)

// FuzzWebhook: a call publishes a change only if it is signed, and only once.
func FuzzWebhook(f *testing.F) {
	const page = `{"operation":"publish","data":{"__typename":"Page","id":"main-about"}}`
	now := time.UnixMilli(1_800_000_000_000)
	header, err := Sign("s", []byte(page), now)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][2]string{
		{page, header}, {page, ""}, {`{"data":{"__typename":"x","id":1}}`, "sign=, env=, t=1800000000000"},
		{page + "\n", header}, {`{"data":null}`, "t=9223372036854775807, sign=AAAA"},
		{"\xff", "t=-9223372036854775808"},
	} {
		f.Add(seed[0], seed[1])
	}
	counted := newMetrics(nil, time.Now)
	f.Fuzz(func(t *testing.T, body, header string) {
		published := 0
		feed := changes.NewFeed(slog.New(slog.DiscardHandler), nil)
		feed.Subscribe("test", func(context.Context, changes.Event) []string { published++; return nil })
		h := webhook(
			"cms", "s", feed, nil, counted, func() time.Time { return now }, slog.New(slog.DiscardHandler),
		)
		call := func(body, header string) int {
			r := httptest.NewRequest(http.MethodPost, "/api/webhooks/cms", strings.NewReader(body))
			r.Header["Gcms-Signature"] = []string{header}
			w := httptest.NewRecorder()
			h(w, r)
			return w.Code
		}
		if status := call(body, header); status == http.StatusNoContent && body != page ||
			status >= http.StatusInternalServerError {
			t.Errorf("%q with %q: %d", body, header, status)
		}
		if published > 1 || published == 1 && body != page {
			t.Errorf("%q with %q was published", body, header)
		}
		signed, err := Sign("s", []byte(body), now)
		if err != nil {
			t.Fatal(err)
		}
		before := published
		first, second := call(body, signed), call(body, signed)
		if first == http.StatusUnauthorized || first != second || published > before+1 {
			t.Errorf("%q, signed: %d, then %d, published %d times", body, first, second, published-before)
		}
	})
}
