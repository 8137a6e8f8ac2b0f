package app_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"strand/demo/sisportal"
	"strand/test/servertest"
)

// TestAccess_UpstreamCalls compares the number of calls to sis for a foreign or deleted target with that for an
// unknown id: a difference would be visible in the response times.
//
// Rules: CALL-8.
func TestAccess_UpstreamCalls(t *testing.T) {
	var calls atomic.Int32
	sis := &url.URL{Scheme: "http", Host: servertest.FreeAddr(t)}
	passOn := httputil.NewSingleHostReverseProxy(sis)
	counting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		passOn.ServeHTTP(w, r)
	}))
	t.Cleanup(counting.Close)
	r := &accessRun{
		strand: startWith(
			t,
			testContent,
			"STRAND_CONTENT_DIR=../demo/content",
			"STRAND_EMBEDDED_SIS_ADDR="+sis.Host,
			"STRAND_SIS_PORTAL_URL="+counting.URL+sisportal.Path,
		),
		tokens: map[string]string{},
	}
	for name, account := range map[string]string{
		"customer": "customer", "other": "other", "helia": "helia", "admin": "admin", "deleted": "onprem",
	} {
		r.tokens[name] = r.signedIn(t, account)
	}
	made := r.create(t, r.tokens["customer"], key, locationOfCustomer)
	of := accessTargets{
		ticket:       createdTicket(t, made),
		ticketNumber: textAt(t, made, "data.createTicket.ticket.number"),
		version:      r.versionOfCustomer(t),
		deleted:      "user-onprem",
		deletedEmail: "onprem@example.com",
	}
	if got := r.changeUser(t, r.tokens["admin"], actionKey(2), of.deleted, "DELETE_USER", nil); got.code() != "" {
		t.Fatalf("%+v", got)
	}
	count := func(caller string, try accessAttempt, id string) int32 {
		before := calls.Load()
		r.send(t, caller, try, id)
		return calls.Load() - before
	}
	var compared int
	for _, try := range accessAttempts(of) {
		if strings.HasPrefix(try.query, "subscription") {
			continue // it polls until it is closed
		}
		for _, c := range accessCallers {
			for relation, id := range try.targets {
				if r.tokens[c.name] == "" || c.isRefused || c.expected(try, relation) != unknown {
					continue
				}
				compared++
				if foreign, missing := count(c.name, try, id), count(c.name, try, missingID); foreign != missing {
					t.Errorf(
						"%s as %s: %d calls for a %s target, %d for an unknown id",
						try.name,
						c.name,
						foreign,
						relation,
						missing,
					)
				}
			}
		}
	}
	if compared < 50 {
		t.Errorf("only %d comparisons", compared)
	}
}
