package portal

import (
	"slices"
	"strings"
	"testing"

	"strand/domain/site"
	"strand/test/portaltest"
)

// TestBreadcrumb: the pages above a page, and the title of its object.
func TestBreadcrumb(t *testing.T) {
	siteCtx := portaltest.Context(t)
	home := []site.BreadcrumbEntry{{Title: "Home", URL: "/de-ch"}}
	for _, test := range []struct {
		page PageKind
		own  string
		want string
	}{
		{PageHome, "", "Home /de-ch, MyKomax HOME"},
		{PageTicket, "T-1", "Home /de-ch, MyKomax HOME /de-ch/mykomax, " +
			"Service tickets TICKETS /de-ch/mykomax/tickets/list, T-1"},
		{PageTicket, "", "Home /de-ch, MyKomax HOME /de-ch/mykomax, " +
			"Service tickets TICKETS /de-ch/mykomax/tickets/list, Service ticket TICKET"},
		{PageNone, "", "Home /de-ch,  NONE"},
	} {
		var entries []string
		for _, e := range Breadcrumb(siteCtx, slices.Clone(home), test.page, test.own) {
			entry := e.Title
			if e.PortalPage != "" {
				entry += " " + e.PortalPage
			}
			if e.URL != "" {
				entry += " " + e.URL
			}
			entries = append(entries, entry)
		}
		if got := strings.Join(entries, ", "); got != test.want {
			t.Errorf("%s: %s, want %s", test.page, got, test.want)
		}
	}
}
