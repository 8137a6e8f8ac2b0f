package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"strand/demo/identity/identitytest"
	"strand/domain/portal"
	"strand/upstream/sisportal"
)

// watch subscribes to an operation with an ID token. Each call of the returned function returns the data of the
// next event, or the name of an event without data.
func (s *strand) watch(t *testing.T, token, query string, headers ...string) func() string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(
		ctx,
		http.MethodPost,
		s.URL+"/graphql",
		strings.NewReader(fmt.Sprintf(`{"query":%q}`, query)),
	)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	if media := response.Header.Get("Content-Type"); media != "text/event-stream" {
		body, _ := io.ReadAll(response.Body)
		t.Fatalf("%d %s: %s", response.StatusCode, media, body)
	}
	lines := bufio.NewReader(response.Body)
	return func() string {
		t.Helper()
		var name, data string
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatalf("the stream was interrupted: %v", err)
			}
			switch line = strings.TrimSuffix(line, "\n"); {
			case strings.HasPrefix(line, "event: "):
				name = line[len("event: "):]
			case strings.HasPrefix(line, "data: "):
				data = line[len("data: "):]
			case line == "" && name != "":
				if data == "" {
					return name
				}
				return withoutCost(data)
			}
		}
	}
}

const watchedTicket = `subscription { ticketChanged(id: %q) { status replies comments { text } } }`

// TestTicketChanged: a subscriber of a ticket gets the changes of other users, and a user without access does not.
//
// Rules: TICK-25.
func TestTicketChanged(t *testing.T) {
	s := portalSite(t)
	customer := identitytest.IDToken(s.browser(t).SignIn("customer@example.com"))
	internal := identitytest.IDToken(s.browser(t).SignIn("internal@example.com"))
	stranger := identitytest.IDToken(s.browser(t).SignIn("other@example.com"))
	id := createdTicket(t, s.create(t, customer, newKey(), locationOfCustomer))

	next := s.watch(t, customer, fmt.Sprintf(watchedTicket, id))
	if got := next(); got != `{"data":{"ticketChanged":{"status":"OPEN","replies":0,"comments":[]}}}` {
		t.Errorf("at first: %s", got)
	}
	s.as(
		t,
		internal,
		`mutation { addTicketComment(input: {idempotencyKey: "`+newKey()+`", ticket: "`+id+
			`", comment: "Is it loud?"}) { ticket { id } } }`,
	)
	if got := next(); got != `{"data":{"ticketChanged":{"status":"WAITING","replies":1,"comments":[{"text":"Is it loud?"}]}}}` {
		t.Errorf("answered: %s", got)
	}

	next = s.watch(t, stranger, fmt.Sprintf(watchedTicket, id))
	if got := next(); !failsWith(t, got, "NOT_FOUND") || valueAt(t, got, "data") != nil {
		t.Errorf("a foreign user: %s", got)
	}
	if got := next(); got != "complete" {
		t.Errorf("a foreign user receives: %s", got)
	}
	next = s.watch(t, "", fmt.Sprintf(watchedTicket, id))
	if got := next(); !failsWith(t, got, "UNAUTHENTICATED") {
		t.Errorf("anonymous user: %s", got)
	}
	next = s.watch(t, "", `subscription { nothing }`)
	if got := next(); !failsWith(t, got, "GRAPHQL_VALIDATION_FAILED") || valueAt(t, got, "data") != nil {
		t.Errorf("no such field: %s", got)
	}
	next = s.watch(t, customer, `{ me { id } }`)
	if got := next(); got != `{"data":{"me":{"id":"user-customer"}}}` {
		t.Errorf("a query: %s", got)
	}
	if got := next(); got != "complete" {
		t.Errorf("after a query: %s", got)
	}
	// A subscription without a stream returns an error that names the required media type.
	if _, got := s.as(t, customer, fmt.Sprintf(watchedTicket, id)); !strings.Contains(
		got,
		"Accept: text/event-stream",
	) {
		t.Errorf("without a stream: %s", got)
	}

	// The number of streams of a user is limited.
	var got string
	for range 25 {
		next = s.watch(t, internal, fmt.Sprintf(watchedTicket, id))
		got = next()
	}
	if !failsWith(t, got, "RATE_LIMITED") {
		t.Errorf("many streams: %s", got)
	}
}

// TestTicketChanged_RightsEnd: the stream of a user whose access is withdrawn ends, and receives no further change.
//
// Rules: SEC-35, SEC-36.
func TestTicketChanged_RightsEnd(t *testing.T) {
	s := portalSite(t)
	customer, withdrawn := s.signedIn(t, "customer"), s.signedIn(t, "expired")
	id := createdTicket(t, s.create(t, customer, newKey(), locationOfCustomer))
	// The user who loses the access has opened the first stream, in whose name the ticket is read.
	ending := s.watch(t, withdrawn, fmt.Sprintf(watchedTicket, id))
	ending()
	next := s.watch(t, customer, fmt.Sprintf(watchedTicket, id))
	next()
	got := s.changeUser(
		t, s.signedIn(t, "admin"), newKey(), "user-expired", "WITHDRAW_ACCESS",
		map[string]any{"application": "TICKETING"},
	)
	if got.code() != "" {
		t.Fatalf("%+v", got)
	}
	s.as(t, customer, `mutation { addTicketComment(input: {idempotencyKey: "`+newKey()+`", ticket: "`+id+`",
		comment: "It is loud."}) { ticket { id } } }`)
	if got := ending(); got != "complete" {
		t.Errorf("without access: %s", got)
	}
	checkAt(t, next(), "data.ticketChanged.comments", `[{"text": "It is loud."}]`)
}

// fileCookie returns the Cookie header that opens the user's file URLs.
func (s *strand) fileCookie(t *testing.T, token string) string {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.URL+portal.FileAccessPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	response, body := s.do(t, r)
	if response.StatusCode != http.StatusNoContent || len(response.Cookies()) != 1 {
		t.Fatalf("%d %s", response.StatusCode, body)
	}
	c := response.Cookies()[0]
	return c.Name + "=" + c.Value
}

// TestTicketFiles: a file's URL returns the file, or a range of it, only in the browser of the user who got it from
// the graph.
//
// Rules: SEC-27, SEC-28.
func TestTicketFiles(t *testing.T) {
	s := portalSite(t)
	customer := identitytest.IDToken(s.browser(t).SignIn("customer@example.com"))
	made := s.create(t, customer, newKey(), locationOfCustomer, s.uploaded(t))
	id := createdTicket(t, made)
	_, got := s.as(t, customer, `{ ticket(id: "`+id+`") { attachments { url } } }`)
	url := textAt(t, got, "data.ticket.attachments.0.url")
	if strings.Contains(url, customer) {
		t.Error("the URL contains the ID token in plain text")
	}
	own := s.fileCookie(t, customer)
	response, body := s.get(t, "", url, "Cookie", own)
	if response.StatusCode != http.StatusOK || len(body) != 108 || response.Header.Get("Content-Type") != "image/png" ||
		response.Header.Get("X-Content-Type-Options") != "nosniff" ||
		!strings.Contains(response.Header.Get("Content-Security-Policy"), "sandbox") ||
		response.Header.Get("Cache-Control") != "private, no-cache" {
		t.Errorf("%d %d bytes %v", response.StatusCode, len(body), response.Header)
	}
	if response, body := s.get(
		t, "", url, "Range", "bytes=1-3", "Cookie", own,
	); response.StatusCode != http.StatusPartialContent ||
		body != "PNG" {
		t.Errorf("a range: %d %q", response.StatusCode, body)
	}
	if response, _ := s.get(
		t, "", url, "If-Modified-Since", response.Header.Get("Last-Modified"), "Cookie", own,
	); response.StatusCode != http.StatusNotModified {
		t.Errorf("a conditional request: %d", response.StatusCode)
	}
	path, query, _ := strings.Cut(url, "?")
	for name, url := range map[string]string{
		"without a signed token": path, "with the signed token of another file": path + "x?" + query,
		"with a damaged signed token": path + "?pass=x" + query,
	} {
		response, body := s.get(t, "", url, "Cookie", own)
		if response.StatusCode != http.StatusForbidden || strings.Contains(body, "PNG") {
			t.Errorf("%s: %d", name, response.StatusCode)
		}
	}
	// A copied URL is useless without the cookie, even to a user who may read the file by another URL.
	name, value, _ := strings.Cut(own, "=")
	for who, header := range map[string]string{
		"without a cookie":                  "",
		"with another user's cookie":        s.fileCookie(t, s.signedIn(t, "other")),
		"with a colleague's cookie":         s.fileCookie(t, s.signedIn(t, "internal")),
		"with a changed cookie":             name + "=9" + value,
		"with the signed token as a cookie": name + "=" + strings.TrimPrefix(query, "pass="),
		"with the ID token":                 name + "=" + customer,
	} {
		response, body := s.get(t, "", url, "Cookie", header)
		if response.StatusCode != http.StatusForbidden || strings.Contains(body, "PNG") {
			t.Errorf("%s: %d", who, response.StatusCode)
		}
	}
}

// TestFileCookie: the response that contains file URLs sets the cookie for them, invisible to scripts and other
// sites, and renews it after half of its lifetime.
//
// Rules: SEC-28.
func TestFileCookie(t *testing.T) {
	s := portalSite(t)
	customer := s.signedIn(t, "customer")
	post := func(path, token string, headers ...string) *http.Response {
		t.Helper()
		r, err := http.NewRequest(http.MethodPost, s.URL+path, strings.NewReader(`{"query":"{ me { id } }"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		response, _ := s.do(t, r)
		return response
	}
	for _, path := range []string{"/graphql", portal.FileAccessPath} {
		for _, scheme := range []string{"http", "https"} {
			cookies := post(path, customer, "X-Forwarded-Proto", scheme).Cookies()
			if len(cookies) != 1 || cookies[0].Name != portal.FileCookie || !cookies[0].HttpOnly ||
				cookies[0].SameSite != http.SameSiteStrictMode || cookies[0].MaxAge != 600 ||
				cookies[0].Secure != (scheme == "https") || cookies[0].Path != "/api/" {
				t.Errorf("%s, %s: %+v", path, scheme, cookies)
			}
		}
		if cookies := post(path, customer, "Cookie", s.fileCookie(t, customer)).Cookies(); len(cookies) != 0 {
			t.Errorf("%s: a new cookie is replaced", path)
		}
		if cookies := post(path, customer, "Cookie", s.fileCookie(t, s.signedIn(t, "other"))).Cookies(); len(
			cookies,
		) != 1 {
			t.Errorf("%s: the cookie of another user is not replaced", path)
		}
		if cookies := post(path, "").Cookies(); len(cookies) != 0 {
			t.Errorf("%s: an anonymous caller gets %v", path, cookies)
		}
	}
	if answer := post(portal.FileAccessPath, ""); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("an anonymous caller: %d", answer.StatusCode)
	}
	if answer := post(portal.FileAccessPath, "nonsense"); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("a bad token: %d", answer.StatusCode)
	}
	foreign := post(portal.FileAccessPath, customer, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site")
	if foreign.StatusCode != http.StatusForbidden {
		t.Errorf("another site: %d", foreign.StatusCode)
	}
}

// TestTicketsProxy: the proxy forwards the operations on tickets to sis with the user's token (CALL-9), and no
// others.
//
// Rules: CALL-9.
func TestTicketsProxy(t *testing.T) {
	s := testSite(t)
	call := func(token, body string) (int, string) {
		r, err := http.NewRequest(http.MethodPost, s.URL+"/api/tickets-proxy", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+token)
		response, body := s.do(t, r)
		return response.StatusCode, body
	}
	other := s.signedIn(t, "other")
	const places = `{"documentId":"GetPlaces"}`
	byText, err := json.Marshal(map[string]string{"query": sisportal.GetPlaces_Operation})
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{places, string(byText)} {
		status, text := call(other, body)
		data, codes := answer[struct{ Locations []struct{ ID string } }](t, text)
		if status != http.StatusOK || len(codes) > 0 || len(data.Locations) != 2 ||
			data.Locations[0].ID != "loc-helia-ingolstadt" {
			t.Errorf("%d %s", status, text)
		}
	}
	if status, _ := call("nonsense", places); status != http.StatusUnauthorized {
		t.Errorf("a bad token: %d", status)
	}
	if status, _ := call(s.signedIn(t, "new"), places); status != http.StatusForbidden {
		t.Errorf("without service tickets: %d", status)
	}
	for name, test := range map[string]struct {
		body   string
		status int
		code   string
	}{
		"an operation that is not allowed": {
			`{"query":"{ locations { id } }"}`, http.StatusBadRequest, "PERSISTED_QUERY_ONLY",
		},
		"an operation on machines": {
			`{"documentId":"AddMachine","variables":{"key":"k","serialNumber":"x","locationId":"y"}}`,
			http.StatusBadRequest, "PERSISTED_QUERY_NOT_FOUND",
		},
		"users": {
			`{"documentId":"GetManagedUsers"}`, http.StatusBadRequest, "PERSISTED_QUERY_NOT_FOUND",
		},
		"an id and an operation": {
			`{"documentId":"none","query":"{ locations { id } }"}`, http.StatusBadRequest, "PERSISTED_QUERY_NOT_FOUND",
		},
		"too large a page": {
			`{"documentId":"GetTickets","variables":{"filter":{},"order":"UPDATED","first":101,"withLocations":false}}`,
			http.StatusBadRequest, "BAD_USER_INPUT",
		},
		"a page size that is not a number": {
			`{"documentId":"GetTickets","variables":{"filter":{},"order":"UPDATED","first":"101","withLocations":false}}`,
			http.StatusBadRequest, "BAD_USER_INPUT",
		},
		"several operations":    {`[{"documentId":"GetPlaces"}]`, http.StatusBadRequest, "BAD_USER_INPUT"},
		"not a GraphQL request": {`nothing`, http.StatusBadRequest, "BAD_USER_INPUT"},
		"nothing":               {`{}`, http.StatusBadRequest, "PERSISTED_QUERY_ONLY"},
	} {
		status, text := call(other, test.body)
		if _, codes := answer[any](t, text); status != test.status || len(codes) != 1 || codes[0] != test.code {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	if status, _ := call(
		other, `{"documentId":"`+strings.Repeat("x", 1<<20)+`"}`,
	); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a body that is too large: %d", status)
	}
}
