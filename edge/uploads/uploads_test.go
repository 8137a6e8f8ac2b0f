package uploads

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"strand/internal/ratelimit"
	"strand/internal/uploads"
)

// TestArea: an address may begin a number of uploads, and continue all of them; pages of other origins may not.
func TestArea(t *testing.T) {
	served := 0
	mux := http.NewServeMux()
	Area{
		Files:   http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }),
		Limiter: NewLimiter(ratelimit.Limits{}),
	}.Mount(mux)
	send := func(method, origin string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "http://localhost"+uploads.BasePath, nil)
		r.Header.Set("Origin", origin)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		return w
	}
	if w := send(http.MethodPost, "http://other.example"); w.Code != http.StatusForbidden || served != 0 {
		t.Errorf("another origin: %d", w.Code)
	}
	for range maxUploads {
		if w := send(http.MethodPost, "http://localhost"); w.Code != http.StatusOK {
			t.Fatalf("%d after %d", w.Code, served)
		}
	}
	if w := send(http.MethodPost, "http://localhost"); w.Code != http.StatusTooManyRequests ||
		w.Header().Get("Retry-After") == "" {
		t.Errorf("too many: %d %v", w.Code, w.Header())
	}
	if w := send(http.MethodPatch, "http://localhost"); w.Code != http.StatusOK || served != maxUploads+1 {
		t.Errorf("continued: %d", w.Code)
	}
}
