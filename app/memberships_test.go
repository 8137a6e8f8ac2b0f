package app_test

import (
	"fmt"
	"slices"
	"testing"
)

// administeredBy returns the ids of the organizations that a caller administers.
func (s *strand) administeredBy(t *testing.T, token string) (ids []string) {
	t.Helper()
	var data struct {
		UserAdmin struct{ Organizations []struct{ ID string } }
	}
	if answer := s.queryAs(t, token, `{ userAdmin { organizations { id } } }`, nil, &data); len(answer.Errors) > 0 {
		t.Fatalf("%+v", answer.Errors)
	}
	for _, o := range data.UserAdmin.Organizations {
		ids = append(ids, o.ID)
	}
	return ids
}

// TestUserAdmin_Memberships: the rights that an administrator of one organization gives or takes hold in this
// organization only, also for a member of another one.
//
// Rules: ROLE-15, USER-2.
func TestUserAdmin_Memberships(t *testing.T) {
	s := startWith(t, testContent, "STRAND_CONTENT_DIR=../demo/content")
	admin, helia, internal := s.signedIn(t, "admin"), s.signedIn(t, "helia"), s.signedIn(t, "internal")
	join := s.changeUser(t, internal, actionKey(1), "user-customer", "ASSIGN_ORGANIZATION",
		map[string]any{"organization": "org-helia"})
	if join.code() != "" {
		t.Fatalf("%+v", join)
	}
	before := s.managedUser(t, admin, "user-customer")
	promoted := s.changeUser(t, helia, actionKey(2), "user-customer", "ASSIGN_ROLE", map[string]any{"role": "EXTERNAL"})
	if promoted.code() != "" || promoted.User.Role != "EXTERNAL" || promoted.Undo == nil {
		t.Fatalf("%+v", promoted)
	}
	added := s.changeUser(t, helia, actionKey(3), "user-customer", "ADD_APPLICATION",
		map[string]any{"application": "TICKETING"})
	withdrawn := s.changeUser(t, helia, actionKey(4), "user-customer", "WITHDRAW_ACCESS",
		map[string]any{"application": "TICKETING"})
	if added.code() != "" || withdrawn.code() != "" {
		t.Fatalf("%+v %+v", added, withdrawn)
	}
	// Nothing of this is visible in the other organization.
	after := s.managedUser(t, admin, "user-customer")
	if after.Role != "NONE" || after.access("TICKETING") != "ACTIVE" || len(after.Actions) != len(before.Actions) {
		t.Errorf("in the other organization: %+v, before %+v", after, before)
	}
	var log struct {
		UserAdmin struct {
			AuditLog struct {
				Edges []struct{ Node struct{ Action string } }
			}
		}
	}
	s.queryAs(t, admin, `{ userAdmin { auditLog(user: "user-customer") { edges { node { action } } } } }`, nil, &log)
	if len(log.UserAdmin.AuditLog.Edges) != 0 {
		t.Errorf("the log of the other organization: %+v", log)
	}
	// The new administrator administers Helia only.
	customer := s.signedIn(t, "customer")
	if got := s.administeredBy(t, customer); !slices.Equal(got, []string{"org-helia"}) {
		t.Errorf("administers %v", got)
	}
	if got := s.managedUser(t, customer, "user-colleague"); got != nil {
		t.Errorf("sees a user of the other organization: %+v", got)
	}
	if got := s.changeUser(t, customer, actionKey(5), "user-colleague", "DELETE_USER", nil); got.code() != "NOT_FOUND" {
		t.Errorf("deletes a user of the other organization: %+v", got)
	}
	if total := s.users(t, customer, `first: 1, filter: {organizations: ["org-nordkabel"]}`).TotalCount; total != 0 {
		t.Errorf("lists %d users of the other organization", total)
	}
}

// TestUserAdmin_SeveralOrganizations: an administrator of several common organizations names the one whose access or
// role changes.
//
// Rules: USER-20.
func TestUserAdmin_SeveralOrganizations(t *testing.T) {
	s := startWith(t, testContent, "STRAND_CONTENT_DIR=../demo/content")
	internal := s.signedIn(t, "internal")
	s.changeUser(t, internal, actionKey(1), "user-customer", "ASSIGN_ORGANIZATION",
		map[string]any{"organization": "org-helia"})
	for action, input := range map[string]map[string]any{
		"WITHDRAW_ACCESS": {"application": "TICKETING"}, "ASSIGN_ROLE": {"role": "EXTERNAL"},
	} {
		got := s.changeUser(t, internal, "ambiguous-key-"+action, "user-customer", action, input)
		if got.code() != "REQUIRED" || got.UserErrors[0].Field != "organization" {
			t.Errorf("%s without an organization: %+v", action, got)
		}
		input["organization"] = "org-nordkabel"
		if got := s.changeUser(t, internal, "definite-key-"+action, "user-customer", action, input); got.code() != "" {
			t.Errorf("%s with an organization: %+v", action, got)
		}
	}
	if got := s.managedUser(t, internal, "user-customer"); !got.offers("REMOVE_ROLE", "") ||
		!got.offers("GRANT_ACCESS", "TICKETING") {
		t.Errorf("%+v", got)
	}
}

// TestUserAdmin_MissingInput: an action without a parameter that it requires changes nothing, and names the field.
//
// Rules: USER-28.
func TestUserAdmin_MissingInput(t *testing.T) {
	s := startWith(t, testContent, "STRAND_CONTENT_DIR=../demo/content")
	admin := s.signedIn(t, "admin")
	for i, test := range []struct {
		action string
		input  map[string]any
		field  string
	}{
		{"WITHDRAW_ACCESS", nil, "application"},
		{"GRANT_ACCESS", nil, "application"},
		{"ADD_APPLICATION", nil, "application"},
		{"ACCEPT_REQUEST", nil, "application"},
		{"EDIT_ACCESS", map[string]any{"application": "ARTEMIS"}, "edition"},
		{"ASSIGN_ORGANIZATION", nil, "organization"},
		{"ASSIGN_ROLE", nil, "role"},
	} {
		got := s.changeUser(t, admin, actionKey(i), "user-customer", test.action, test.input)
		if got.code() != "REQUIRED" || got.UserErrors[0].Field != test.field || got.Undo != nil {
			t.Errorf("%s: %+v", test.action, got)
		}
	}
	// The same key with another input changes nothing.
	withdraw := map[string]any{"application": "TICKETING"}
	if got := s.changeUser(t, admin, actionKey(100), "user-customer", "WITHDRAW_ACCESS", withdraw); got.code() != "" {
		t.Fatalf("%+v", got)
	}
	withdraw["application"] = "INVENTORY"
	got := s.changeUser(t, admin, actionKey(100), "user-customer", "WITHDRAW_ACCESS", withdraw)
	if got.code() != "KEY_REUSED" || s.managedUser(t, admin, "user-customer").access("INVENTORY") != "ACTIVE" {
		t.Errorf("another input with the same key: %+v", got)
	}
}

// TestUserAdmin_MailLimits: an administrator sends 50 invitations per hour, 3 of them to one e-mail address, and a user
// sends 20 requests.
func TestUserAdmin_MailLimits(t *testing.T) {
	s := startWith(t, testContent, "STRAND_CONTENT_DIR=../demo/content")
	helia := s.signedIn(t, "helia")
	codeOf := func(answer userAnswer) string {
		if len(answer.Errors) == 0 {
			return ""
		}
		return answer.Errors[0].Extensions.Code
	}
	sent := 0
	invite := func(email string) (code string, payload changePayload) {
		sent++
		var data struct{ InviteUser changePayload }
		answer := s.queryAs(t, helia, `mutation ($input: InviteUserInput!) { inviteUser(input: $input) {
			user { `+managedUserFields+` } userErrors { field code } } }`, map[string]any{"input": map[string]any{
			"idempotencyKey": actionKey(sent), "email": email, "firstName": "Test", "lastName": "Person",
			"organization": "org-helia",
		}}, &data)
		return codeOf(answer), data.InviteUser
	}
	code, invited := invite("again@example.org")
	if code != "" || invited.User == nil {
		t.Fatalf("%s %+v", code, invited)
	}
	for n, want := range []string{"", "", "RECIPIENT_LIMITED"} {
		answer := s.queryAs(t, helia, `mutation ($input: ChangeUserInput!) { changeUser(input: $input) {
			userErrors { code } } }`, map[string]any{"input": map[string]any{
			"idempotencyKey": actionKey(1000 + n), "user": invited.User.ID, "action": "RESEND_INVITE",
		}}, nil)
		if got := codeOf(answer); got != want {
			t.Errorf("repetition %d: %s, want %q", n+1, got, want)
		}
	}
	if code, _ := invite("AGAIN@example.org"); code != "RECIPIENT_LIMITED" {
		t.Errorf("another invitation to the address: %q", code)
	}
	allowed := 3
	for n := range 60 {
		if code, _ := invite(fmt.Sprintf("new-%d@example.org", n)); code == "" {
			allowed++
		} else if code != "RATE_LIMITED" {
			t.Errorf("invitation %d: %q", n, code)
		}
	}
	if allowed != 50 {
		t.Errorf("%d invitations are allowed", allowed)
	}
	// The administrator's own limit has precedence: no other e-mail address can be invited either.
	if code, _ := invite("again@example.org"); code != "RATE_LIMITED" {
		t.Errorf("another invitation to the address after the administrator's limit: %q", code)
	}
	customer := s.signedIn(t, "colleague")
	allowed = 0
	for n := range 25 {
		answer := s.queryAs(t, customer, `mutation ($key: ID!) { requestAccess(input: {idempotencyKey: $key,
			application: INVENTORY}) { userErrors { code } } }`, map[string]any{"key": actionKey(n)}, nil)
		if codeOf(answer) == "" {
			allowed++
		}
		s.queryAs(t, customer, `mutation { cancelAccessRequest(input: {application: INVENTORY}) {
			userErrors { code } } }`, nil, nil)
	}
	if allowed != 20 {
		t.Errorf("%d requests are allowed", allowed)
	}
}

// TestUserAdmin_Names: names with URLs or markup are refused, and named as the invalid field.
func TestUserAdmin_Names(t *testing.T) {
	s := testSite(t)
	helia := s.signedIn(t, "helia")
	var data struct{ InviteUser changePayload }
	s.queryAs(t, helia, `mutation ($input: InviteUserInput!) { inviteUser(input: $input) {
		user { `+managedUserFields+` } userErrors { field code } } }`, map[string]any{"input": map[string]any{
		"idempotencyKey": actionKey(1), "email": "a@example.org", "firstName": "https://evil.example/win",
		"lastName": "<b>Person</b>", "organization": "org-helia",
	}}, &data)
	got := data.InviteUser
	if got.User != nil || len(got.UserErrors) != 2 || got.code() != "INVALID" ||
		got.UserErrors[0].Field != "firstName" {
		t.Errorf("%+v", got)
	}
}

// TestUserAdmin_Activity: the audit log has a page of its own, whose query selects entries; its export contains them.
//
// Rules: USER-32.
func TestUserAdmin_Activity(t *testing.T) {
	s := startWith(t, testContent, "STRAND_CONTENT_DIR=../demo/content")
	admin, helia := s.signedIn(t, "admin"), s.signedIn(t, "helia")
	s.changeUser(t, admin, actionKey(1), "user-pending", "ACCEPT_REQUEST", map[string]any{"application": "TICKETING"})
	inventory := map[string]any{"application": "INVENTORY"}
	s.changeUser(t, admin, actionKey(2), "user-colleague", "ADD_APPLICATION", inventory)
	activity := func(token, query string) (page string, found []string, exportURL string) {
		t.Helper()
		var data struct {
			Resolve struct {
				Portal struct {
					Page         string
					UserActivity *struct {
						Entries   []struct{ UserEmail, ActorEmail string }
						ExportURL string
					}
				}
			}
		}
		answer := s.queryAs(t, token, `query ($url: String!) { resolve(url: $url) { ... on PageResolution { portal {
			page userActivity { entries { userEmail actorEmail } exportUrl } } } } }`,
			map[string]any{"url": s.URL + "/en/mykomax/user-admin/activity" + query}, &data)
		shown := data.Resolve.Portal.UserActivity
		if len(answer.Errors) > 0 || shown == nil {
			t.Fatalf("%s: %+v", query, answer)
		}
		for _, e := range shown.Entries {
			found = append(found, e.UserEmail)
		}
		return data.Resolve.Portal.Page, found, shown.ExportURL
	}
	page, all, _ := activity(admin, "")
	if page != "USER_ACTIVITY" || !slices.Equal(all, []string{"colleague@example.com", "pending@example.com"}) {
		t.Errorf("%s %q", page, all)
	}
	_, found, exportURL := activity(admin, "?q=wartend&from=2026-01-01")
	if !slices.Equal(found, []string{"pending@example.com"}) {
		t.Errorf("by words: %q", found)
	}
	rows := s.exportedRows(t, admin, exportURL)
	if len(rows) != 2 || !slices.Contains(rows[1], "pending@example.com") ||
		!slices.Contains(rows[1], "admin@example.com") || !slices.Contains(rows[1], "user-pending") {
		t.Errorf("exported: %q", rows)
	}
	if _, none, _ := activity(admin, "?until=2001-01-01"); len(none) > 0 {
		t.Errorf("before all entries: %q", none)
	}
	if _, foreign, _ := activity(helia, "?organization=org-nordkabel&user=user-pending"); len(foreign) > 0 {
		t.Errorf("another administrator: %q", foreign)
	}
}
