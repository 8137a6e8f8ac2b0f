package app_test

import (
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
