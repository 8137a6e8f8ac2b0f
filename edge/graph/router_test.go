package graph

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestIsRouter: only the configured secret proves a router.
func TestIsRouter(t *testing.T) {
	for name, test := range map[string]struct {
		secret, sent string
		want         bool
	}{
		"the secret":              {"secret", "secret", true},
		"another secret":          {"secret", "secrets", false},
		"none":                    {"secret", "", false},
		"no secret is configured": {"", "secret", false},
		"no secret is configured, and none is sent": {"", "", false},
	} {
		r := httptest.NewRequest(http.MethodPost, "/graphql", nil)
		if test.sent != "" {
			r.Header.Set(RouterHeader, test.sent)
		}
		if got := (&Executor{routerSecret: test.secret}).isRouter(r); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
