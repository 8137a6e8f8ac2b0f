package app_test

import (
	"strings"
	"testing"
)

// An address below the portal that names none of its pages is a 404. An anonymous user cannot find out whether a ticket
// exists.
func TestPortalOutcomes(t *testing.T) {
	s := startWith(t, "../content", screenOperations(t)...)
	for _, test := range []struct {
		name, path string
		status     int
		trail      string
	}{
		{"the portal", "/en/mykomax", 200, `"breadcrumb":[{"title":"Home","url":"/en"}]`},
		{"a page", "/en/MyKomax/Account", 200, `"breadcrumb":[{"title":"Home","url":"/en"}]`},
		{"a ticket, or none", "/en/mykomax/tickets/nobody-knows", 200, `"breadcrumb":[{"title":"Home","url":"/en"}]`},
		{"no page", "/en/mykomax/nope", 404, `"breadcrumb":[{"title":"Home","url":"/en"},{"title":"404","url":"/en"}]`},
		{"a folder", "/de/mykomax/tickets", 404, `[{"title":"Start","url":"/de"},{"title":"404","url":"/de"}]`},
		{"below a page", "/en/mykomax/account/more", 404, `{"title":"404","url":"/en"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer, body := s.get(t, "localhost", test.path, "Accept-Language", "en")
			if answer.StatusCode != test.status {
				t.Errorf("got %d, want %d", answer.StatusCode, test.status)
			}
			body = strings.ReplaceAll(body, `"__typename":"BreadcrumbEntry",`, "")
			if !strings.Contains(body, test.trail) {
				i := max(0, strings.Index(body, `"breadcrumb"`))
				t.Errorf("%q is missing, there is %q", test.trail, body[i:min(len(body), i+300)])
			}
			control := answer.Header.Get("Cache-Control")
			if !strings.Contains(control, "no-store") && !strings.Contains(control, "private") {
				t.Errorf("it may be shared: %q", control)
			}
		})
	}
}
