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
	s := portalSite(t)
	admin, helia, internal := s.signedIn(t, "admin"), s.signedIn(t, "helia"), s.signedIn(t, "internal")
	join := s.changeUser(t, internal, newKey(), "person-000047", "ASSIGN_ORGANIZATION",
		map[string]any{"organization": "org-helia"})
	if join.code() != "" {
		t.Fatalf("%+v", join)
	}
	before := s.managedUser(t, admin, "person-000047")
	promoted := s.changeUser(t, helia, newKey(), "person-000047", "ASSIGN_ROLE", map[string]any{"role": "EXTERNAL"})
	if promoted.code() != "" || promoted.User.Role != "EXTERNAL" || promoted.Undo == nil {
		t.Fatalf("%+v", promoted)
	}
	added := s.changeUser(t, helia, newKey(), "person-000047", "ADD_APPLICATION",
		map[string]any{"application": "TICKETING"})
	withdrawn := s.changeUser(t, helia, newKey(), "person-000047", "WITHDRAW_ACCESS",
		map[string]any{"application": "TICKETING"})
	if added.code() != "" || withdrawn.code() != "" {
		t.Fatalf("%+v %+v", added, withdrawn)
	}
	// Nothing of this is visible in the other organization.
	after := s.managedUser(t, admin, "person-000047")
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
	s.queryAs(t, admin, `{ userAdmin { auditLog(user: "person-000047") { edges { node { action } } } } }`, nil, &log)
	if len(log.UserAdmin.AuditLog.Edges) != 0 {
		t.Errorf("the log of the other organization: %+v", log)
	}
	// The new administrator administers Helia only.
	customer := s.signedIn(t, "lena.vzorek.47@example.net")
	if got := s.administeredBy(t, customer); !slices.Equal(got, []string{"org-helia"}) {
		t.Errorf("administers %v", got)
	}
	if got := s.managedUser(t, customer, "user-colleague"); got != nil {
		t.Errorf("sees a user of the other organization: %+v", got)
	}
	if got := s.changeUser(t, customer, newKey(), "user-colleague", "DELETE_USER", nil); got.code() != "NOT_FOUND" {
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
	s := portalSite(t)
	internal, helia := s.signedIn(t, "internal"), s.signedIn(t, "helia")
	const first, second = "elias.ukazka.81@example.net", "jana.fanli.57@example.net"
	learning := map[string]any{"application": "LEARNING"}
	s.changeUser(t, internal, newKey(), "person-000081", "ACCEPT_REQUEST", learning)
	s.changeUser(t, internal, newKey(), "person-000057", "ADD_APPLICATION", learning)
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
			map[string]any{"url": s.URL + "/en/mykomax/user-admin/activity?organization=org-lumenwerk" + query}, &data)
		shown := data.Resolve.Portal.UserActivity
		if len(answer.Errors) > 0 || shown == nil {
			t.Fatalf("%s: %+v", query, answer)
		}
		for _, e := range shown.Entries {
			found = append(found, e.UserEmail)
		}
		return data.Resolve.Portal.Page, found, shown.ExportURL
	}
	page, all, _ := activity(internal, "")
	if page != "USER_ACTIVITY" || !slices.Equal(all, []string{second, first}) {
		t.Errorf("%s %q", page, all)
	}
	_, found, exportURL := activity(internal, "&q=ukazka&from=2026-01-01")
	if !slices.Equal(found, []string{first}) {
		t.Errorf("by words: %q", found)
	}
	rows := s.exportedRows(t, internal, exportURL)
	if len(rows) != 2 || !slices.Contains(rows[1].Cells, first) ||
		!slices.Contains(rows[1].Cells, "internal@example.com") || !slices.Contains(rows[1].Cells, "person-000081") {
		t.Errorf("exported: %+v", rows)
	}
	if _, none, _ := activity(internal, "&until=2001-01-01"); len(none) > 0 {
		t.Errorf("before all entries: %q", none)
	}
	if _, foreign, _ := activity(helia, "&user=person-000081"); len(foreign) > 0 {
		t.Errorf("another administrator: %q", foreign)
	}
}
