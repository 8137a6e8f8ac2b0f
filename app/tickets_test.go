package app_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"strand/demo/identity/identitytest"
	"strand/domain/ticketing"
)

// smallPicture starts with the header of a PNG file.
var smallPicture = append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 100)...)

// uploadedBy uploads an image as a browser with a cookie does, and returns its id; empty is no cookie.
func (s *strand) uploadedBy(t *testing.T, cookie string) string {
	t.Helper()
	send := func(method, url string, body []byte, headers ...string) *http.Response {
		r, err := http.NewRequest(method, url, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Tus-Resumable", "1.0.0")
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		response, _ := s.do(t, r)
		return response
	}
	made := send(
		http.MethodPost,
		s.URL+"/api/uploads/",
		nil,
		"Upload-Length",
		fmt.Sprint(len(smallPicture)),
		"Upload-Metadata",
		"filename aHVtLnBuZw==,owner eA==",
		"Cookie",
		cookie,
	)
	location := made.Header.Get("Location")
	if sent := send(
		http.MethodPatch, location, smallPicture, "Upload-Offset", "0", "Content-Type",
		"application/offset+octet-stream",
	); sent.StatusCode != http.StatusNoContent {
		t.Fatalf("%d", sent.StatusCode)
	}
	return location[strings.LastIndexByte(location, '/')+1:]
}

// uploaded uploads an image of an anonymous user.
func (s *strand) uploaded(t *testing.T) string {
	t.Helper()
	return s.uploadedBy(t, "")
}

// create creates a ticket at a location and returns the response.
func (s *strand) create(t *testing.T, token, key, location string, attachments ...string) string {
	t.Helper()
	ids, _ := json.Marshal(append([]string{}, attachments...))
	_, got := s.as(
		t,
		token,
		fmt.Sprintf(
			`mutation { createTicket(input: {idempotencyKey: %q, location: %q, type: MALFUNCTION, concern: CRIMPING, subject: "Whistle", description: "It whistles.", attachments: %s}) { ticket { id number status contact { fullName } location { name organization } attachments { fileName mediaType size } } userErrors { field code message } } }`,
			key,
			location,
			ids,
		),
	)
	return got
}

// createdTicket returns the id of the ticket in the response to create. The test ends if there is none.
func createdTicket(t *testing.T, response string) string {
	t.Helper()
	return textAt(t, response, "data.createTicket.ticket.id")
}

const locationOfCustomer = "loc-nordkabel-winterthur"

var ticketNumber = regexp.MustCompile(`^T-[0-9]{7}$`)

// Rules: ROLE-3, TICK-6, TICK-11.
func TestTickets(t *testing.T) {
	s, key := portalSite(t), newKey()
	customer := identitytest.IDToken(s.browser(t).SignIn("customer@example.com"))
	internal := identitytest.IDToken(s.browser(t).SignIn("internal@example.com"))
	stranger := identitytest.IDToken(s.browser(t).SignIn("other@example.com"))
	newcomer := identitytest.IDToken(s.browser(t).SignIn("new@example.com"))

	file := s.uploaded(t)
	made := s.create(t, customer, key, locationOfCustomer, file)
	id, number := createdTicket(t, made), textAt(t, made, "data.createTicket.ticket.number")
	if !ticketNumber.MatchString(number) {
		t.Errorf("the number is %s", number)
	}
	checkAt(t, made, "data.createTicket", `{"ticket": {"id": "`+id+`", "number": "`+number+`", "status": "OPEN",
		"contact": {"fullName": "Carla Muster"},
		"location": {"name": "Nordkabel Winterthur", "organization": "Nordkabel Systeme AG"},
		"attachments": [{"fileName": "hum.png", "mediaType": "image/png", "size": 108}]}, "userErrors": []}`)
	if again := s.create(t, customer, key, locationOfCustomer, file); again != made {
		t.Errorf("repeated: %s", again)
	}

	_, got := s.as(
		t,
		internal,
		`mutation { addTicketComment(input: {idempotencyKey: "`+newKey()+`", ticket: "`+id+
			`", comment: " Is it loud? "}) { ticket { status replies comments { text author { fullName isProvider } } } userErrors { field } } }`,
	)
	if got != `{"data":{"addTicketComment":{"ticket":{"status":"WAITING","replies":1,"comments":[{"text":"Is it loud?","author":{"fullName":"Ines Model","isProvider":true}}]},"userErrors":[]}}}` {
		t.Error(got)
	}
	_, got = s.as(
		t,
		customer,
		`mutation { addTicketComment(input: {idempotencyKey: "`+newKey()+`", ticket: "`+id+
			`", comment: " "}) { ticket { id } userErrors { field code message } } }`,
	)
	if got != `{"data":{"addTicketComment":{"ticket":null,"userErrors":[{"field":"comment","code":"REQUIRED","message":"Please enter a comment"}]}}}` {
		t.Error(got)
	}
	const closeTicket = `mutation { closeTicket(input: {ticket: %q, reason: SOLVED_BY_PROVIDER, comment: ""}) { ticket { status closeReason comments { text } } userErrors { field } } }`
	_, got = s.as(t, customer, fmt.Sprintf(closeTicket, id))
	if got != `{"data":{"closeTicket":{"ticket":{"status":"CLOSED","closeReason":"SOLVED_BY_PROVIDER","comments":[{"text":"Is it loud?"}]},"userErrors":[]}}}` {
		t.Error(got)
	}
	list := `{ tickets(filter: {text: "` + number + `", statuses: [CLOSED]}, first: 5) { totalCount edges { node { number } } pageInfo { hasNextPage } } }`
	if _, got := s.as(t, customer, list); got != `{"data":{"tickets":{"totalCount":1,"edges":[{"node":{"number":"`+
		number+`"}}],"pageInfo":{"hasNextPage":false}}}}` {
		t.Error(got)
	}

	// Tickets of another organization can be neither read nor changed, guessed or counted.
	for name, token := range map[string]string{"stranger": stranger} {
		if _, got := s.as(t, token, list); got != `{"data":{"tickets":{"totalCount":0,"edges":[],"pageInfo":{"hasNextPage":false}}}}` {
			t.Errorf("%s: %s", name, got)
		}
		_, there := s.as(t, token, `{ ticket(id: "`+id+`") { id } }`)
		_, missing := s.as(t, token, `{ ticket(id: "nothing") { id } }`)
		if there != missing || there != `{"data":{"ticket":null}}` {
			t.Errorf("%s: %s, an unknown ticket: %s", name, there, missing)
		}
		for _, mutation := range []string{
			fmt.Sprintf(closeTicket, id),
			`mutation { addTicketComment(input: {idempotencyKey: "` + newKey() +
				`", ticket: "` + id +
				`", comment: "x"}) { ticket { id } } }`,
		} {
			if _, got := s.as(t, token, mutation); !failsWith(t, got, "NOT_FOUND") {
				t.Errorf("%s: %s", name, got)
			}
		}
		var refused graphAnswer[struct {
			CreateTicket struct {
				Ticket     *struct{ Number string }
				UserErrors []struct{ Field string }
			}
		}]
		got := s.create(t, token, key, locationOfCustomer)
		if err := json.Unmarshal([]byte(got), &refused); err != nil {
			t.Fatal(err)
		}
		if payload := refused.Data.CreateTicket; payload.Ticket != nil ||
			len(refused.Errors) == 0 && (len(payload.UserErrors) != 1 || payload.UserErrors[0].Field != "location") {
			t.Errorf("%s: %s", name, got)
		}
	}
	for _, query := range []string{list, `{ ticket(id: "` + id + `") { id } }`, fmt.Sprintf(closeTicket, id)} {
		if _, got := s.as(t, newcomer, query); !failsWith(t, got, "FORBIDDEN") {
			t.Errorf("without service tickets: %s", got)
		}
		if _, got := s.as(t, "", query); !failsWith(t, got, "UNAUTHENTICATED") {
			t.Errorf("anonymous user: %s", got)
		}
	}
}

// TestTickets_Export: the list is a file as it is filtered, for its user only.
//
// Rules: SEC-28, TICK-37.
func TestTickets_Export(t *testing.T) {
	s := portalSite(t)
	customer := identitytest.IDToken(s.browser(t).SignIn("customer@example.com"))
	newcomer := identitytest.IDToken(s.browser(t).SignIn("new@example.com"))
	type page struct {
		Resolve struct {
			Portal struct {
				TicketList struct {
					ExportURL string `json:"exportUrl"`
					Total     int
				}
			}
		}
	}
	_, text := s.as(t, customer, `{ resolve(url: "http://localhost:8080/de/mykomax/tickets/list?status=CLOSED") {
		... on PageResolution { portal { ticketList { total exportUrl } } } } }`)
	list, _ := answer[page](t, text)
	url := list.Resolve.Portal.TicketList.ExportURL
	response, body := s.get(t, "", url, "Cookie", s.fileCookie(t, customer))
	file := csv.NewReader(strings.NewReader(strings.TrimPrefix(body, "\ufeff")))
	file.Comma = ';'
	lines, err := file.ReadAll()
	if err != nil || response.StatusCode != http.StatusOK || len(lines) != list.Resolve.Portal.TicketList.Total+1 ||
		len(lines) < 2 || lines[0][0] != "Nummer" {
		t.Fatalf("%d %v: %s", response.StatusCode, err, body)
	}
	for _, line := range lines[1:] {
		if !ticketNumber.MatchString(line[0]) || line[3] != "Geschlossen" {
			t.Errorf("%q", line)
		}
	}
	for name, refused := range map[string]struct{ url, cookie string }{
		"without the cookie":      {url, ""},
		"a user without the role": {url, s.fileCookie(t, newcomer)},
		"another token":           {strings.Replace(url, "pass=", "pass=x", 1), s.fileCookie(t, customer)},
		"no token":                {"/api/tickets/export", s.fileCookie(t, customer)},
	} {
		response, _ := s.get(t, "", refused.url, "Cookie", refused.cookie)
		if response.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d", name, response.StatusCode)
		}
	}
}

// TestTickets_OldURL: a URL with an outdated pagination cursor shows the first page of the list.
//
// Rules: TICK-12.
func TestTickets_OldURL(t *testing.T) {
	s := testSite(t)
	customer := identitytest.IDToken(s.browser(t).SignIn("customer@example.com"))
	list := func(query string) string {
		_, got := s.as(
			t,
			customer,
			`{ resolve(url: "http://localhost:8080/en/mykomax/tickets/list`+query+
				`") { ... on PageResolution { portal { ticketList { tickets { number } } } } } }`,
		)
		return got
	}
	first := list("")
	textAt(t, first, "data.resolve.portal.ticketList.tickets.0.number")
	// An invalid cursor, one of another order, and those before and after all tickets.
	for _, query := range []string{
		"?after=nonsense",
		"?sort=UPDATED&after=eyJvIjoiU1VCSkVDVCIsInYiOlsieCIsIngiXX0",
		"?after=eyJvIjoiVVBEQVRFRCIsInYiOlsxLCIiXX0",
		"?before=eyJvIjoiVVBEQVRFRCIsInYiOls5MDAwMDAwMDAwMDAwMDAwLCIiXX0",
	} {
		if got := list(query); got != first {
			t.Errorf("%s: %s", query, got)
		}
	}
}

// TestTickets_ForeignUpload: a user cannot attach an upload of another one, whose own ticket is not affected (TICK-5).
//
// Rules: TICK-5.
func TestTickets_ForeignUpload(t *testing.T) {
	s := portalSite(t)
	customer, other := s.signedIn(t, "customer"), s.signedIn(t, "other")
	file := s.uploadedBy(t, s.fileCookie(t, customer))
	var head *http.Response
	r, err := http.NewRequest(http.MethodHead, s.URL+"/api/uploads/"+file, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Tus-Resumable", "1.0.0")
	if head, _ = s.do(t, r); head.StatusCode != http.StatusOK ||
		strings.Contains(head.Header.Get("Upload-Metadata"), "owner") {
		t.Errorf("%d %v", head.StatusCode, head.Header)
	}
	type ticket struct {
		CreateTicket struct {
			Ticket     *struct{ Attachments []struct{ FileName string } }
			UserErrors []struct{ Field, Code string }
		}
	}
	foreign, codes := answer[ticket](t, s.create(t, other, newKey(), "loc-helia-ingolstadt", file))
	if got := foreign.CreateTicket; len(codes) > 0 || got.Ticket != nil || len(got.UserErrors) != 1 ||
		got.UserErrors[0].Field != "attachments" {
		t.Errorf("%+v %v", got, codes)
	}
	own, codes := answer[ticket](t, s.create(t, customer, newKey(), locationOfCustomer, file))
	if got := own.CreateTicket; len(codes) > 0 || got.Ticket == nil || len(got.Ticket.Attachments) != 1 {
		t.Errorf("%+v %v", got, codes)
	}
}

// TestTickets_Limit: a user can create a limited number of tickets per hour; other users are not affected (TICK-5).
//
// Rules: TICK-5.
func TestTickets_Limit(t *testing.T) {
	s := portalSite(t)
	customer, colleague := s.signedIn(t, "declined"), s.signedIn(t, "invited")
	made := 0
	var codes []string
	for ; made < 200 && len(codes) == 0; made++ {
		codes = errorCodes(t, s.create(t, customer, newKey(), locationOfCustomer))
	}
	if made != 61 || !slices.Equal(codes, []string{"RATE_LIMITED"}) {
		t.Errorf("the ticket %d: %v", made, codes)
	}
	if codes := errorCodes(t, s.create(t, colleague, newKey(), locationOfCustomer)); len(codes) > 0 {
		t.Errorf("a colleague: %v", codes)
	}
	r, err := http.NewRequest(http.MethodPost, s.URL+ticketing.TicketsProxyPath, strings.NewReader(
		`{"documentId": "CreateTicket", "variables": {"input": {}}}`,
	))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+customer)
	response, body := s.do(t, r)
	if codes := errorCodes(t, body); response.StatusCode != http.StatusTooManyRequests ||
		!slices.Equal(codes, []string{"RATE_LIMITED"}) {
		t.Errorf("through the proxy: %d %v", response.StatusCode, codes)
	}
}
