package feeds

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Rules: URL-47.
func TestSecurityText(t *testing.T) {
	get := func(contact string) *httptest.ResponseRecorder {
		mux, w := http.NewServeMux(), httptest.NewRecorder()
		Area{SecurityContact: contact}.Mount(mux)
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost:8080"+securityTextPath, nil))
		return w
	}
	if w := get(""); w.Code != http.StatusNotFound {
		t.Errorf("without a contact: %d %s", w.Code, w.Body)
	}
	fields := map[string]string{}
	for line := range strings.Lines(get("security+web@example.com").Body.String()) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		fields[name] = value
	}
	if fields["Contact"] != "mailto:security+web@example.com" ||
		fields["Canonical"] != "http://localhost:8080/.well-known/security.txt" {
		t.Errorf("%q", fields)
	}
	expires, err := time.Parse(time.RFC3339, fields["Expires"])
	if left := time.Until(expires); err != nil || left < 90*24*time.Hour || left > 365*24*time.Hour {
		t.Errorf("expires %q: %v", fields["Expires"], err)
	}
}
