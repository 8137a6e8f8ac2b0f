package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// breadcrumb is a breadcrumb in a response: title, URL and portal page of each entry.
type breadcrumb []struct {
	Title, PortalPage string
	URL               string `json:"url"`
}

func (b breadcrumb) String() string {
	entries := make([]string, len(b))
	for i, e := range b {
		entries[i] = strings.TrimSpace(fmt.Sprint(e.Title, " ", e.URL, " ", e.PortalPage))
	}
	return strings.Join(entries, " > ")
}

// TestPortalResolutions: an unknown page below the portal is a 404. An anonymous user cannot find out whether a ticket
// exists.
//
// Rules: NAV-18, NAV-19, PAGE-4, PAGE-5, URL-19, URL-29.
func TestPortalResolutions(t *testing.T) {
	s := sampleSite(t)
	portal, tickets := "Home /en > MyKomax /en/mykomax HOME", "Service tickets /en/mykomax/tickets/list TICKETS"
	for _, test := range []struct {
		name, path string
		status     int
		breadcrumb string
	}{
		{"the portal", "/en/mykomax", 200, "Home /en > MyKomax  HOME"},
		{"a page", "/en/MyKomax/Account", 200, portal + " > Account settings  ACCOUNT"},
		{"the list of tickets", "/en/mykomax/tickets/list", 200, portal + " > Service tickets  TICKETS"},
		{"a new ticket", "/en/mykomax/tickets/newticket", 200, portal + " > " + tickets +
			" > Create a ticket  NEW_TICKET"},
		{"a ticket, existing or not", "/en/mykomax/tickets/unknown", 200, portal + " > " + tickets +
			" > Service ticket  TICKET"},
		{"signing out", "/en/mykomax/logout", 200, "Home /en > MyKomax  LOGOUT"},
		{"no page", "/en/mykomax/nope", 404, "Home /en > 404 /en"},
		{"a folder", "/de/mykomax/tickets", 404, "Start /de > 404 /de"},
		{"below a page", "/en/mykomax/account/more", 404, "Home /en > 404 /en"},
		{"below the editor area", "/en/editor/nope", 404, "Home /en > 404 /en"},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer, body := s.get(t, "localhost", test.path, "Accept-Language", "en")
			if answer.StatusCode != test.status {
				t.Errorf("got %d, want %d", answer.StatusCode, test.status)
			}
			var data struct {
				Resolve struct{ Breadcrumb breadcrumb }
			}
			if err := json.Unmarshal(stateOf(t, body).Data, &data); err != nil {
				t.Fatal(err)
			}
			if got := data.Resolve.Breadcrumb.String(); got != test.breadcrumb {
				t.Errorf("got  %s\nwant %s", got, test.breadcrumb)
			}
			control := answer.Header.Get("Cache-Control")
			if !strings.Contains(control, "no-store") && !strings.Contains(control, "private") {
				t.Errorf("the response may be shared: %q", control)
			}
		})
	}
}
