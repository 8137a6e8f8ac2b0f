package serve

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"strand/config"
)

// TestAdminHandler: the index of the admin port lists what it serves, for local callers only.
func TestAdminHandler(t *testing.T) {
	named := func(name string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(name)) })
	}
	h := adminHandler(&config.Config{}, named("metrics"), named("site"), named("inspection"))
	get := func(host, path string) (int, string) {
		r := httptest.NewRequest(http.MethodGet, "http://"+host+path, nil)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	status, index := get("localhost", "/")
	links := regexp.MustCompile(`href="([^"]+)"`).FindAllStringSubmatch(index, -1)
	if status != http.StatusOK || len(links) != len(adminPages) {
		t.Fatalf("%d %s", status, index)
	}
	for _, link := range links {
		if status, _ := get("localhost", link[1]); status != http.StatusOK {
			t.Errorf("%s: %d", link[1], status)
		}
	}
	for path, want := range map[string]string{
		"/metrics": "metrics", "/readyz": "inspection", "/healthz": "site", "/changes": "inspection",
		"/debug/pprof/": "profile",
	} {
		if _, body := get("localhost", path); !strings.Contains(body, want) {
			t.Errorf("%s is not served by %s", path, want)
		}
	}
	if status, _ := get("localhost", "/none"); status != http.StatusNotFound {
		t.Errorf("another path: %d", status)
	}
	if status, _ := get("www.example.com", "/"); status != http.StatusMisdirectedRequest {
		t.Errorf("another host: %d", status)
	}
}
