package sisportal_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"strand/demo/sisportal"
	"strand/demo/sisusers"
	"strand/domain/account"
	"strand/domain/portal"
)

// testServer is an endpoint whose tokens consist of a user id and the age of the login: `user-customer@10m`.
type testServer struct {
	*httptest.Server
	users  *sisusers.Store
	portal *sisportal.Server
	mu     sync.Mutex
	clock  time.Time
	// ended contains the ended sessions.
	ended []string
}

// currentTime returns the time of the clock that tests move.
func (d *testServer) currentTime() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.clock
}

func (d *testServer) now() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clock = d.clock.Add(time.Second)
	return d.clock
}

func start(t *testing.T) *testServer {
	t.Helper()
	d := &testServer{clock: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	var err error
	if d.users, err = sisusers.Open(sisusers.Options{
		Dir:        t.TempDir(),
		ContentDir: "../content/identity",
		Logger:     log,
	}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.users.Close() })
	s, err := sisportal.New(
		sisportal.Options{
			Dir:    t.TempDir(),
			Users:  d.users,
			Now:    d.now,
			Logger: log,
			Verify: func(_ context.Context, token string) (*portal.User, error) {
				if !strings.HasPrefix(token, "user-") {
					return nil, errors.New("no such token")
				}
				id, minutes, _ := strings.Cut(token, "@")
				ago, _ := time.ParseDuration(minutes)
				return &portal.User{ID: id, SessionID: "sid-" + id, SignedInAt: d.currentTime().Add(-ago)}, nil
			},
			Sessions: d,
		},
	)
	if err != nil {
		t.Fatal(err)
	}
	d.portal = s
	d.serve(t, s)
	return d
}

// SignOutOthers records the sessions that end.
func (d *testServer) SignOutOthers(_ context.Context, userID, exceptSID string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ended = append(d.ended, userID+" but "+exceptSID)
	return nil
}

// EndSession records the session that ends.
func (d *testServer) EndSession(_ context.Context, userID, id string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ended = append(d.ended, userID+" "+id)
	return nil
}

// Sessions returns a session of the user.
func (d *testServer) Sessions(_ context.Context, userID, sid string) ([]*account.Session, error) {
	return []*account.Session{{ID: "session-of-" + userID, Browser: "Firefox", IsCurrent: sid == "sid-"+userID}}, nil
}

func (d *testServer) serve(t *testing.T, s *sisportal.Server) {
	d.Server = httptest.NewServer(s.Handler())
	t.Cleanup(d.Close)
}

// as sends a request as a user, decodes the data, and returns the error codes.
func (d *testServer) as(t *testing.T, user, query string, variables map[string]any, into any) (codes []string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Data   json.RawMessage
		Errors []struct{ Extensions struct{ Code string } }
	}
	if err := json.Unmarshal(d.send(t, user, http.MethodPost, "", body, http.StatusOK), &answer); err != nil {
		t.Fatal(err)
	}
	for _, e := range answer.Errors {
		codes = append(codes, e.Extensions.Code)
	}
	if into != nil && len(answer.Data) > 0 {
		if err := json.Unmarshal(answer.Data, into); err != nil {
			t.Fatal(err)
		}
	}
	return codes
}

func (d *testServer) send(t *testing.T, user, method, path string, body []byte, status int) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, d.URL+sisportal.Path+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if user != "" {
		r.Header.Set("Authorization", "Bearer "+user)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != status {
		t.Errorf("%s %s as %q: %d %s", method, path, user, response.StatusCode, text)
	}
	return text
}

var isNumber = regexp.MustCompile(`^T-[1-9][0-9]{6}$`)

type ticket struct {
	ID, Number, Status, Subject string
	CloseReason                 *string
	Replies                     int
	Contact                     struct{ ID string }
	Location                    struct{ ID string }
	Attachments                 []struct{ ID string }
	Comments                    []struct {
		Text        string
		Author      struct{ IsProvider bool }
		Attachments []struct{ ID string }
	}
}

const create = `mutation($input: TicketInput!) { createTicket(input: $input) { id number status subject contact { id } location { id } attachments { id } } }`

// file creates a ticket of a user.
func (d *testServer) file(t *testing.T, user, location, key, subject string, more ...string) (ticket, []string) {
	t.Helper()
	attachments := []map[string]any{}
	for _, id := range more {
		attachments = append(
			attachments,
			map[string]any{"id": id, "fileName": "hum.mp4", "mediaType": "video/mp4", "size": 3},
		)
	}
	var made struct{ CreateTicket ticket }
	codes := d.as(
		t,
		user,
		create,
		map[string]any{
			"input": map[string]any{
				"key":          key,
				"locationId":   location,
				"type":         "MALFUNCTION",
				"concern":      "CRIMPING",
				"subject":      subject,
				"description":  "It hums.",
				"machine":      "Alpha 530",
				"serialNumber": "A530-20417",
				"attachments":  attachments,
			},
		},
		&made,
	)
	return made.CreateTicket, codes
}

const list = `query($filter: TicketFilter!, $order: TicketOrder!, $first: Int!, $after: String, $before: String) { tickets(filter: $filter, order: $order, first: $first, after: $after, before: $before) { total totalIsExact hasNextPage hasPreviousPage edges { cursor node { id number subject status } } } }`

type ticketPage struct {
	Tickets struct {
		Total                        int
		TotalIsExact                 bool
		HasNextPage, HasPreviousPage bool
		Edges                        []struct {
			Cursor string
			Node   ticket
		}
	}
}

func (d *testServer) list(
	t *testing.T,
	user string,
	filter map[string]any,
	order string,
	first int,
	after *string,
) ticketPage {
	t.Helper()
	return d.ticketPage(t, user, map[string]any{"filter": filter, "order": order, "first": first, "after": after})
}

func (d *testServer) ticketPage(t *testing.T, user string, variables map[string]any) ticketPage {
	t.Helper()
	var p ticketPage
	if codes := d.as(t, user, list, variables, &p); len(codes) > 0 {
		t.Errorf("%s: %v", user, codes)
	}
	return p
}

func (p ticketPage) subjects() string {
	var all []string
	for _, n := range p.Tickets.Edges {
		all = append(all, n.Node.Subject)
	}
	return strings.Join(all, " ")
}

const (
	winterthur = "loc-nordkabel-winterthur"
	ingolstadt = "loc-helia-ingolstadt"
	customer   = "user-customer"
	colleague  = "user-colleague"
	stranger   = "user-other"
	technician = "user-internal"
	newcomer   = "user-new"
)

// joinHelia makes a user a member of Helia with access to tickets.
func (d *testServer) joinHelia(t *testing.T, userID string) {
	t.Helper()
	for _, query := range []string{
		`INSERT INTO rights (user_id, organization_id, application) VALUES (?, 'org-helia', '')`,
		`INSERT INTO rights (user_id, organization_id, application, status)
			VALUES (?, 'org-helia', 'TICKETING', 'ACTIVE')`,
	} {
		if _, err := d.users.DB().Exec(query, userID); err != nil {
			t.Fatal(err)
		}
	}
}
