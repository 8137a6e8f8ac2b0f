package identity

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"strand/internal/apperr"
)

// TestVerify_Reasons: a refused token is logged with the reason, once per minute and reason, and without its values.
//
// Rules: ERR-34.
func TestVerify_Reasons(t *testing.T) {
	p := startProvider(t)
	at := func(d time.Duration) int64 { return time.Now().Add(d).Unix() }
	for want, test := range map[string]struct {
		tokenType string
		claims    map[string]any
		raw       string
	}{
		"not_compact":      {raw: "marker"},
		"too_large":        {claims: map[string]any{"more": strings.Repeat("marker", maxToken)}},
		"malformed":        {claims: map[string]any{"exp": "marker"}},
		"type":             {tokenType: "marker+jwt"},
		"no_subject":       {claims: map[string]any{"sub": " "}},
		"logout_token":     {claims: map[string]any{"events": map[string]any{"marker": map[string]any{}}}},
		"other_party":      {claims: map[string]any{"azp": "marker"}},
		"time_missing":     {claims: map[string]any{"iat": nil}},
		"issued_in_future": {claims: map[string]any{"iat": at(time.Hour)}},
		"not_yet_valid":    {claims: map[string]any{"nbf": at(time.Hour)}},
		"too_old":          {claims: map[string]any{"iat": at(-25 * time.Hour)}},
		"expired":          {claims: map[string]any{"iat": at(-2 * time.Hour), "exp": at(-time.Hour)}},
		"issuer":           {claims: map[string]any{"iss": "https://marker.example"}},
		"audience":         {claims: map[string]any{"aud": "marker"}},
		"algorithm":        {raw: "unsigned"},
		"signature":        {raw: "changed"},
		"revoked":          {claims: map[string]any{"sid": "marker"}},
	} {
		t.Run(want, func(t *testing.T) {
			v := newVerifier(t, p)
			var out bytes.Buffer
			v.refusals.log = slog.New(slog.NewJSONHandler(&out, nil))
			raw := compact(t, p.signed(t, test.tokenType, test.claims))
			parts := strings.Split(raw, ".")
			switch test.raw {
			case "":
			case "changed":
				raw = parts[0] + "." + parts[1] + "." + strings.Repeat("A", len(parts[2]))
			case "unsigned":
				raw = "eyJhbGciOiJub25lIn0." + parts[1] + ".AAAA"
			default:
				raw = test.raw
			}
			if want == "revoked" {
				if err := v.o.Revocations.RevokeSession(t.Context(), "marker"); err != nil {
					t.Fatal(err)
				}
			}
			for range 3 {
				if _, err := v.Verify(t.Context(), raw); apperr.CodeOf(err) != apperr.Unauthenticated ||
					strings.Contains(err.Error(), "marker") {
					t.Errorf("%v", err)
				}
			}
			var event struct{ Msg, Reason, Text, Issuer string }
			if err := json.Unmarshal(out.Bytes(), &event); err != nil {
				t.Fatalf("not one event: %v\n%s", err, &out)
			}
			if event.Msg != "token_refused" || event.Reason != want || event.Text == "" || event.Issuer != p.URL ||
				strings.Contains(out.String(), "marker") || strings.Contains(out.String(), parts[1]) {
				t.Errorf("%s", &out)
			}
		})
	}
}

// TestRefusals_Skipped: an event tells how many refusals for its reason were not logged.
func TestRefusals_Skipped(t *testing.T) {
	r := newRefusals(slog.New(slog.DiscardHandler), "")
	for i := range 4 {
		if skipped, isDue := r.next(errExpired); skipped != 0 || isDue != (i == 0) {
			t.Errorf("%d: %d %t", i, skipped, isDue)
		}
	}
	if _, isDue := r.next(errTooOld); !isDue {
		t.Error("another reason is not logged")
	}
	r.logged[errExpired] = time.Now().Add(-repeatRefusal)
	if skipped, isDue := r.next(errExpired); skipped != 3 || !isDue {
		t.Errorf("after a minute: %d %t", skipped, isDue)
	}
}
