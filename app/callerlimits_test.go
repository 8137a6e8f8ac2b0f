package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"strand/domain/ticketing"
)

const trustsLoopback = "STRAND_TRUSTED_PROXIES=127.0.0.0/8,::1/128"

func from(ip string) []string { return []string{"X-Forwarded-For", ip} }

// TestCallerLimits: the limits of one caller do not concern others.
func TestCallerLimits(t *testing.T) {
	t.Parallel()
	s := startWithRemoteSIS(t, searchScreenOperation, sitesOperation, "STRAND_CALLER_REQUESTS=1",
		"STRAND_SEARCH_LIMIT=5", "STRAND_DATA_TIMEOUT=4s", trustsLoopback)
	t.Run("searches", s.limitSearches)
	t.Run("searches by pages", s.limitSearchPages)
	t.Run("operations", s.limitOperations)
	t.Run("calls of the tickets proxy", s.limitProxyCalls)
}

// limitSearches: searches of a caller count together for all endpoints.
func (s *remoteSIS) limitSearches(t *testing.T) {
	search := func(ip string) int {
		r, err := http.NewRequest(
			http.MethodPost,
			s.URL+"/api/search-proxy/suggest",
			strings.NewReader(`{"query":"a","localeCode":"en"}`),
		)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Forwarded-For", ip)
		response, _ := s.do(t, r)
		return response.StatusCode
	}
	for i := range 3 {
		if status := search("192.0.2.1"); status != http.StatusOK {
			t.Fatalf("%d: %d", i, status)
		}
	}
	_, answer := s.askCosts(t, `{`+aliases(3, `suggest(query:"a"){id}`)+`}`, nil, from("192.0.2.1")...)
	if len(answer.Errors) != 1 || answer.Errors[0].Extensions.Code != "RATE_LIMITED" {
		t.Errorf("a sixth one: %v", answer.Errors)
	}
	if status := search("192.0.2.1"); status != http.StatusTooManyRequests {
		t.Errorf("a seventh one: %d", status)
	}
	if status := search("192.0.2.2"); status != http.StatusOK {
		t.Errorf("another caller: %d", status)
	}
}

// searchScreenOperation replaces the operation of the search page.
const searchScreenOperation = `query SearchScreen($url: String!) { resolve(url: $url) { __typename
	... on PageResolution { site { name homeUrl theme enableCutFont } locale { code } page { title theme }
	search { total } } } }`

// limitSearchPages: a search by the URL of a page, or of its data, counts like any other.
func (s *remoteSIS) limitSearchPages(t *testing.T) {
	for i, test := range []struct {
		ip, path string
		status   int
	}{
		{"192.0.2.3", "/en/search?q=a", http.StatusOK},
		{"192.0.2.3", "/en/search?q=a", http.StatusOK}, // what was typed is in no cache
		{"192.0.2.3", "/en/search/_payload.json?q=b", http.StatusOK},
		{"192.0.2.3", "/en/search?q=c", http.StatusOK},
		{"192.0.2.3", "/en/search?q=c", http.StatusOK},
		{"192.0.2.3", "/en/search?q=d", http.StatusTooManyRequests},
		{"192.0.2.3", "/en/search", http.StatusOK}, // nothing is searched
		{"192.0.2.4", "/en/search?q=d", http.StatusOK},
	} {
		answer, body := s.get(t, "", test.path, from(test.ip)...)
		if answer.StatusCode != test.status {
			t.Errorf("%d. %s: %d\n%s", i, test.path, answer.StatusCode, body)
		}
		if test.status == http.StatusTooManyRequests &&
			(answer.Header.Get("Retry-After") != "60" || answer.Header.Get("Cache-Control") != "no-store") {
			t.Errorf("%d. %s: %v", i, test.path, answer.Header)
		}
	}
	var payload struct {
		Data struct {
			Resolve struct{ Search *struct{ Total int } }
		}
	}
	_, body := s.get(t, "", "/en/search/_payload.json?q=e", from("192.0.2.3")...)
	if err := json.Unmarshal([]byte(body), &payload); err != nil || payload.Data.Resolve.Search != nil {
		t.Errorf("the data of a page after the limit: %v %s", err, body)
	}
}

// sitesOperation is a persisted operation whose answer is cached.
const sitesOperation = `query Sites { sites { id } }`

// limitOperations: a caller at the limit of concurrent operations waits; other callers do not, and cached answers are
// still returned.
func (s *remoteSIS) limitOperations(t *testing.T) {
	cached := "/graphql?documentId=sha256:screen%2B%2B"
	_, body := s.get(t, "", cached)
	textAt(t, body, "data.sites.0.id")
	entered, left := make(chan struct{}, 10), make(chan struct{}, 10)
	fault := hanging(entered, left)
	s.pimFault.Store(&fault)
	t.Cleanup(func() { s.pimFault.Store(nil) })
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.askCosts(t, `{capabilities{name}}`, nil, from("192.0.2.1")...)
	}()
	<-entered
	second := make(chan int)
	go func() {
		status, _ := s.askCosts(t, `{sites{id}}`, nil, from("192.0.2.1")...)
		second <- status
	}()
	if status, answer := s.askCosts(t, `{sites{id}}`, nil, from("192.0.2.2")...); status != http.StatusOK ||
		len(answer.Errors) > 0 {
		t.Errorf("another caller: %d %v", status, answer.Errors)
	}
	if response, body := s.get(t, "", cached, from("192.0.2.1")...); response.StatusCode != http.StatusOK {
		t.Errorf("a cached answer: %d %s", response.StatusCode, body)
	}
	select {
	case status := <-second:
		t.Errorf("the caller's second operation does not wait: %d", status)
	default:
	}
	<-done
	if status := <-second; status != http.StatusOK && status != http.StatusTooManyRequests {
		t.Errorf("the second operation: %d", status)
	}
}

// limitProxyCalls: calls through the proxy and operations of the graph share the call limit of their
// user.
func (s *remoteSIS) limitProxyCalls(t *testing.T) {
	customer, other := s.signedIn(t, "customer"), s.signedIn(t, "other")
	call := func(token string) int {
		const places = `{"documentId":"GetPlaces"}`
		r, err := http.NewRequest(http.MethodPost, s.URL+ticketing.TicketsProxyPath, strings.NewReader(places))
		if err != nil {
			t.Error(err)
			return 0
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+token)
		response, err := s.client.Do(r)
		if err != nil {
			t.Error(err)
			return 0
		}
		defer response.Body.Close()
		if response.StatusCode == http.StatusTooManyRequests && response.Header.Get("Retry-After") == "" {
			t.Error("a refused call does not say when to come back")
		}
		return response.StatusCode
	}
	entered, goOn := make(chan struct{}, 1), make(chan struct{})
	well := s.failing(func(w http.ResponseWriter, r *http.Request) {
		entered <- struct{}{}
		<-goOn
		s.handler.ServeHTTP(w, r)
	})
	first := make(chan int)
	go func() { first <- call(customer) }()
	<-entered
	well()
	if status := call(customer); status != http.StatusTooManyRequests {
		t.Errorf("a second call of the user: %d", status)
	}
	if status := call(other); status != http.StatusOK {
		t.Errorf("another user: %d", status)
	}
	close(goOn)
	if status := <-first; status != http.StatusOK {
		t.Errorf("the first call: %d", status)
	}
	if status := call(customer); status != http.StatusOK {
		t.Errorf("after the first call: %d", status)
	}
}
