package edge

import (
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

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
		purged          string
	}{
		"a change":                {page, sign("s", page, now), http.StatusNoContent, "Page main-about"},
		"no signature":            {page, "", http.StatusUnauthorized, ""},
		"another secret":          {page, sign("x", page, now), http.StatusUnauthorized, ""},
		"another body":            {page + " ", sign("s", page, now), http.StatusUnauthorized, ""},
		"an old signature":        {page, sign("s", page, now.Add(-6*time.Minute)), http.StatusUnauthorized, ""},
		"one of the future":       {page, sign("s", page, now.Add(6*time.Minute)), http.StatusUnauthorized, ""},
		"a broken signature":      {page, "sign=%%%, env=main, t=1800000000000", http.StatusUnauthorized, ""},
		"no JSON":                 {"publish", sign("s", "publish", now), http.StatusBadRequest, ""},
		"nothing named":           {`{"data":{}}`, sign("s", `{"data":{}}`, now), http.StatusBadRequest, ""},
		"more than one MiB":       {strings.Repeat("x", maxWebhook+1), "", http.StatusRequestEntityTooLarge, ""},
		"a signature of the time": {page, strings.Replace(sign("s", page, now), "t=18", "t=19", 1), http.StatusUnauthorized, ""},
	} {
		t.Run(name, func(t *testing.T) {
			purged := ""
			h := webhook(Webhook{Secret: "s", Changed: func(model, id string) { purged = model + " " + id }}, func() time.Time { return now },
				slog.New(slog.NewTextHandler(io.Discard, nil)))
			r := httptest.NewRequest(http.MethodPost, "/api/webhooks/cms", strings.NewReader(test.body))
			r.Header.Set("gcms-signature", test.signature)
			w := httptest.NewRecorder()
			h(w, r)
			if w.Code != test.status || purged != test.purged {
				t.Errorf("%d, purged %q; want %d, %q", w.Code, purged, test.status, test.purged)
			}
		})
	}
}
