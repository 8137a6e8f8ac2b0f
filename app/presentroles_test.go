package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"strand/edge/webhooks"
)

// statusOf returns the status of a service for the user of a token.
func (s *strand) statusOf(t *testing.T, token, service string) string {
	t.Helper()
	var data struct {
		ServiceRegistrations []struct{ Service, Status string }
	}
	s.queryAs(t, token, `{ serviceRegistrations { service status } }`, nil, &data)
	for _, r := range data.ServiceRegistrations {
		if r.Service == service {
			return r.Status
		}
	}
	return ""
}

// TestPresentRoles: rights that an administrator changes apply at once, with the user's existing token.
//
// Rules: ROLE-6.
func TestPresentRoles(t *testing.T) {
	s := portalSite(t)
	admin, pending := s.signedIn(t, "admin"), s.signedIn(t, "lubica.model.59@example.net")
	code := func() string {
		answer := s.queryAs(t, pending, `{ tickets { totalCount } }`, nil, nil)
		if len(answer.Errors) == 0 {
			return ""
		}
		return answer.Errors[0].Extensions.Code
	}
	if got := s.statusOf(t, pending, "TICKETING"); got != "PENDING" || code() != "FORBIDDEN" {
		t.Fatalf("before: %s %s", got, code())
	}
	s.changeUser(t, admin, newKey(), "person-000059", "ACCEPT_REQUEST", map[string]any{"application": "TICKETING"})
	if got := s.statusOf(t, pending, "TICKETING"); got != "ACTIVE" || code() != "" {
		t.Errorf("accepted: %s %s", got, code())
	}
	s.changeUser(t, admin, newKey(), "person-000059", "WITHDRAW_ACCESS", map[string]any{"application": "TICKETING"})
	if got := s.statusOf(t, pending, "TICKETING"); got != "INACTIVE" || code() != "FORBIDDEN" {
		t.Errorf("withdrawn: %s %s", got, code())
	}
}

// TestPresentRoles_Subscription: an event of changed rights reaches the portals of the user and of the organization's
// administrators.
//
// Rules: ROLE-6.
func TestPresentRoles_Subscription(t *testing.T) {
	s := portalSite(t)
	admin, internal, pending := s.signedIn(t, "admin"), s.signedIn(t, "internal"), s.signedIn(t, "pending")
	type change struct {
		Roles               []string
		PendingRequestCount *int
	}
	watch := func(token string) func() change {
		next := s.watch(t, token, `subscription { portalChanged { roles pendingRequestCount } }`)
		return func() change {
			t.Helper()
			var event struct {
				Data struct{ PortalChanged change }
			}
			if err := json.Unmarshal([]byte(next()), &event); err != nil {
				t.Fatal(err)
			}
			return event.Data.PortalChanged
		}
	}
	ofUser, ofAdmin, ofInternal := watch(pending), watch(admin), watch(internal)
	userBefore, adminBefore := ofUser(), ofAdmin()
	ofInternal()
	if userBefore.PendingRequestCount != nil || adminBefore.PendingRequestCount == nil {
		t.Fatalf("%+v %+v", userBefore, adminBefore)
	}
	s.changeUser(t, admin, newKey(), "user-pending", "ACCEPT_REQUEST", map[string]any{"application": "LEARNING"})
	if user := ofUser(); len(user.Roles) != len(userBefore.Roles)+1 {
		t.Errorf("the user: %v, %v before", user.Roles, userBefore.Roles)
	}
	if got := ofAdmin(); *got.PendingRequestCount != *adminBefore.PendingRequestCount {
		t.Errorf(
			"the administrator: %d users with requests, %d before",
			*got.PendingRequestCount,
			*adminBefore.PendingRequestCount,
		)
	}
	// What has not changed is sent after an event alone, not by a poll.
	ofInternal()
}

// TestPresentRoles_Webhook: a remote identity server reports changed users by a signed webhook.
func TestPresentRoles_Webhook(t *testing.T) {
	s := portalSite(t)
	pending := s.signedIn(t, "pending")
	next := s.watch(t, pending, `subscription { portalChanged { roles } }`)
	first := next()
	body := `{"data":{"__typename":"User","id":"user-pending"}}`
	for secret, status := range map[string]int{"another-secret": http.StatusUnauthorized,
		"identity-secret": http.StatusNoContent} {
		signed, err := webhooks.Sign(secret, []byte(body), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequest(http.MethodPost, s.URL+"/api/webhooks/identity", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("gcms-signature", signed)
		if answer, text := s.do(t, r); answer.StatusCode != status {
			t.Errorf("%s: %d %s", secret, answer.StatusCode, text)
		}
	}
	if again := next(); again != first {
		t.Errorf("%s, %s before", again, first)
	}
}
