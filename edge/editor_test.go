package edge

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"strand/domain/editor"
	"strand/domain/signedtoken"
	"strand/internal/apperr"
)

// After 100 attempts per minute of all addresses, every further attempt is delayed, then answered.
func TestEditorLogin_Slowed(t *testing.T) {
	sessions := editor.NewLogin("open", signedtoken.Key("0123456789abcdef"))
	l := newEditorLogin(visitors{editors: sessions}, slog.New(slog.DiscardHandler))
	var delays []time.Duration
	l.delay = func(_ context.Context, d time.Duration) { delays = append(delays, d) }
	attempt := func(address int, password string) error {
		r := httptest.NewRequest(http.MethodPost, "/api/editor-area-autentication", nil)
		r.RemoteAddr = fmt.Sprintf("192.0.2.%d:4000", address)
		_, err := l.check(r, editorAttempt{Input: &password})
		return err
	}
	for address := range 100 {
		if err := attempt(address, "guess"); apperr.CodeOf(err) != apperr.Unauthenticated {
			t.Fatalf("attempt %d: %v", address, err)
		}
	}
	if len(delays) > 0 {
		t.Errorf("delays of the first attempts: %v", delays)
	}
	if err := attempt(100, "open"); err != nil || !slices.Equal(delays, []time.Duration{2 * time.Second}) {
		t.Errorf("the right password after 100 attempts: %v, delays %v", err, delays)
	}
}
