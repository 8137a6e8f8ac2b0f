package app_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"strand/demo/identity/identitytest"
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

// TestPortalBreadcrumb: the breadcrumb of a ticket ends with its number; only users who may read the ticket get it.
//
// Rules: NAV-19.
func TestPortalBreadcrumb(t *testing.T) {
	s := startWith(t, testContent, "STRAND_CONTENT_DIR=../demo/content")
	customer := identitytest.IDToken(s.browser(t).SignIn("customer@example.com"))
	other := identitytest.IDToken(s.browser(t).SignIn("other@example.com"))
	var created struct {
		Data struct {
			CreateTicket struct{ Ticket struct{ ID, Number string } }
		}
	}
	if err := json.Unmarshal([]byte(s.create(t, customer, key, locationOfCustomer)), &created); err != nil {
		t.Fatal(err)
	}
	ticket := created.Data.CreateTicket.Ticket
	const above = "Home /en > MyKomax /en/mykomax HOME > Service tickets /en/mykomax/tickets/list TICKETS > "
	for _, test := range []struct{ name, token, want string }{
		{"its customer", customer, above + ticket.Number},
		{"another customer", other, above + "Service ticket  TICKET"},
	} {
		_, got := s.as(
			t,
			test.token,
			`{ resolve(url: "http://localhost:8080/en/mykomax/tickets/`+ticket.ID+
				`") { ... on PageResolution { portal { breadcrumb { title url portalPage } } } } }`,
		)
		var answer struct {
			Data struct {
				Resolve struct {
					Portal struct{ Breadcrumb breadcrumb }
				}
			}
		}
		if err := json.Unmarshal([]byte(got), &answer); err != nil {
			t.Fatal(err)
		}
		if got := answer.Data.Resolve.Portal.Breadcrumb.String(); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.name, got, test.want)
		}
	}
}

// TestTickets_Unsaved: a repeated mutation returns the changed values that were not saved, because its key was used
// before.
//
// Rules: TICK-6.
func TestTickets_Unsaved(t *testing.T) {
	s := startWith(t, testContent, "STRAND_CONTENT_DIR=../demo/content")
	customer := identitytest.IDToken(s.browser(t).SignIn("customer@example.com"))
	type payload struct {
		Ticket  struct{ ID string }
		Unsaved []struct{ Name, Value string }
	}
	send := func(mutation string) payload {
		_, got := s.as(t, customer, "mutation { saved: "+mutation+" { ticket { id } unsaved { name value } } }")
		var answer struct{ Data struct{ Saved payload } }
		if err := json.Unmarshal([]byte(got), &answer); err != nil || answer.Data.Saved.Ticket.ID == "" {
			t.Fatal(err, got)
		}
		return answer.Data.Saved
	}
	create := func(subject string) payload {
		return send(`createTicket(input: {idempotencyKey: "` + key + `", location: "` + locationOfCustomer +
			`", type: QUESTION, concern: OTHER, subject: "` + subject + `", description: "It hums."})`)
	}
	first := create(" Hum ")
	if len(first.Unsaved) > 0 || len(create("Hum").Unsaved) > 0 {
		t.Error("something was not saved")
	}
	edited := create("Smell")
	if edited.Ticket != first.Ticket || len(edited.Unsaved) != 1 || edited.Unsaved[0].Name != "subject" ||
		edited.Unsaved[0].Value != "Smell" {
		t.Errorf("%+v", edited)
	}
	comment := func(text string) payload {
		return send(`addTicketComment(input: {idempotencyKey: "comment-0123456789", ticket: "` + first.Ticket.ID +
			`", comment: "` + text + `"})`)
	}
	if len(comment("It is loud.").Unsaved) > 0 || len(comment(" It is loud. ").Unsaved) > 0 {
		t.Error("a comment was not saved")
	}
	if got := comment("It is very loud.").Unsaved; !slices.Contains(got,
		struct{ Name, Value string }{"comment", "It is very loud."}) {
		t.Errorf("%v", got)
	}
}
