package sisusers

import (
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/useradmin"
)

func (w *fixture) newcomer() *User { return w.user("user-new") }

// request requests the membership of the newcomer in a company.
func (w *fixture) request(company string) (useradmin.Decision, *registration.Membership) {
	w.t.Helper()
	decision, own, err := w.RequestMembership(w.t.Context(), w.newcomer(), company)
	if err != nil {
		w.t.Fatal(err)
	}
	return decision, own.Membership
}

func (w *fixture) cancel() *registration.Membership {
	w.t.Helper()
	decision, own, err := w.CancelMembershipRequest(w.t.Context(), w.newcomer())
	if err != nil || decision != useradmin.Allowed {
		w.t.Fatal(decision, err)
	}
	return own.Membership
}

// requests returns the companies of the requests on which a user decides.
func (w *fixture) requests(by *User) (companies []string) {
	w.t.Helper()
	found, err := w.MembershipRequests(w.t.Context(), by)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, r := range found {
		companies = append(companies, r.Company)
	}
	return companies
}

// TestRequestMembership_Deciders: the administrators of the named company decide; internal ones, if it has none, does
// not exist or was deleted meanwhile.
//
// Rules: PORT-22, USER-53.
func TestRequestMembership_Deciders(t *testing.T) {
	for name, test := range map[string]struct {
		company            string
		external, internal bool
	}{
		"with administrators":                {"Nordkabel Systeme AG", true, false},
		"another case and legal form":        {"nordkabel  SYSTEME, a.g.", true, false},
		"of another organization":            {"Helia Automotive", false, false},
		"unknown":                            {"Nordkabel", false, true},
		"without an administrator":           {"Lumenwerk Bordnetze GmbH", false, true},
		"without anything but a legal form":  {"GmbH & Co. KG", false, true},
		"a name with the syntax of patterns": {"%", false, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := open(t)
			w.removeAdministrators("org-lumenwerk")
			if decision, m := w.request(test.company); decision != useradmin.Allowed || m.Company != test.company ||
				m.Access != portal.AccessPending || m.RequestedAt == nil {
				t.Fatalf("%s %+v", decision, m)
			}
			for by, want := range map[*User]bool{
				w.admin(): test.external, w.internal(): test.internal || test.external, w.user("user-customer"): false,
			} {
				if by.ID == "user-internal" && strings.HasPrefix(test.company, "Helia") {
					want = true // a member of Helia as well
				}
				if got := len(w.requests(by)) > 0; got != want {
					t.Errorf("%s sees it: %t, want %t", by.ID, got, want)
				}
			}
			if got := len(w.mailsTo("admin@example.com")) > 0; got != test.external {
				t.Errorf("mail to the administrator: %t", got)
			}
			if got := len(w.mailsTo("internal@example.com")) > 0; got != test.internal {
				t.Errorf("mail to the internal administrator: %t", got)
			}
		})
	}
	t.Run("deleted meanwhile", func(t *testing.T) {
		w := open(t)
		w.request("Nordkabel Systeme AG")
		if _, err := w.db.Exec(`UPDATE organizations SET name = 'Another' WHERE id = 'org-nordkabel'`); err != nil {
			t.Fatal(err)
		}
		if got := w.requests(w.admin()); len(got) > 0 {
			t.Errorf("the administrator still sees %v", got)
		}
		if got := w.requests(w.internal()); len(got) != 1 {
			t.Errorf("the internal administrator sees %v", got)
		}
		w.advance(registration.RemindAfter)
		w.request("Nordkabel Systeme AG")
		if len(w.mailsTo("internal@example.com")) != 1 {
			t.Error("no reminder to the internal administrator")
		}
	})
}

func (w *fixture) removeAdministrators(organizationID string) {
	w.t.Helper()
	if _, err := w.db.Exec(`UPDATE rights SET role = 'NONE' WHERE organization_id = ?`, organizationID); err != nil {
		w.t.Fatal(err)
	}
}

// TestRequestMembership_Repeated: a repeated request reminds once a day, and a withdrawn one can be sent again.
//
// Rules: PORT-22.
func TestRequestMembership_Repeated(t *testing.T) {
	w := open(t)
	w.request("Nordkabel Systeme")
	mails := func() []string {
		var subjects []string
		for _, m := range w.mailsTo("admin@example.com") {
			subjects = append(subjects, m.Subject)
		}
		return subjects
	}
	if decision, _ := w.request("Nordkabel Systeme"); decision != useradmin.Allowed || len(mails()) != 1 {
		t.Errorf("repeated at once: %s, mails %q", decision, mails())
	}
	if decision, m := w.request("Helia"); decision != useradmin.StateChanged || m.Company != "Nordkabel Systeme" {
		t.Errorf("another company: %s %+v", decision, m)
	}
	w.advance(registration.RemindAfter)
	w.request("Nordkabel Systeme")
	if got := mails(); len(got) != 2 || !strings.HasPrefix(got[0], "Reminder: ") {
		t.Errorf("after a day: mails %q", got)
	}
	w.request("Nordkabel Systeme")
	if got := mails(); len(got) != 2 {
		t.Errorf("after the reminder: mails %q", got)
	}
	if m := w.cancel(); m.Access != portal.AccessNone || len(w.requests(w.admin())) > 0 {
		t.Errorf("withdrawn: %+v", m)
	}
	w.cancel()
	if decision, m := w.request("Helia"); decision != useradmin.Allowed || m.Company != "Helia" {
		t.Errorf("after the withdrawal: %s %+v", decision, m)
	}
	if decision, own, err := w.RequestMembership(t.Context(), w.user("user-customer"), "Helia"); err != nil ||
		decision != useradmin.StateChanged || own.Membership != nil {
		t.Errorf("a member: %s %+v %v", decision, own, err)
	}
}

// TestChangeUser_Membership: an accepted person is a member with the chosen applications, a denied one reads the
// reason, and of two decisions the second is refused.
//
// Rules: USER-29, USER-32, USER-53.
func TestChangeUser_Membership(t *testing.T) {
	accept := useradmin.UserChange{
		UserID: "user-new", Action: useradmin.AcceptMembership, OrganizationID: "org-nordkabel",
		Applications: []portal.Service{portal.Ticketing, portal.LearningService},
	}
	deny := useradmin.UserChange{UserID: "user-new", Action: useradmin.DenyMembership, Reason: "Not one of us."}
	t.Run("accepted", func(t *testing.T) {
		w := open(t)
		w.request("Nordkabel Systeme AG")
		changed := w.do(w.admin(), accept)
		if u := changed.User; u == nil || statusOf(u, portal.Ticketing) != portal.AccessActive ||
			statusOf(u, portal.LearningService) != portal.AccessInvited || changed.Undo != nil {
			t.Fatalf("%+v", changed)
		}
		if u := w.newcomer(); !slices.Contains(u.Roles, "kmx_int_serviceticketing_active") {
			t.Errorf("roles %q", u.Roles)
		}
		if e := w.newest(w.admin(), "user-new"); e.Action != useradmin.AcceptMembership ||
			e.After != "Nordkabel Systeme AG" || len(e.Applications) != 2 || e.UserEmail != "new@example.com" {
			t.Errorf("event %+v", e)
		}
		if got := w.mailsTo("new@example.com"); len(got) != 2 ||
			!strings.Contains(got[1].Subject, "You belong to Nordkabel") {
			t.Errorf("mails %+v", got)
		}
		if second := w.try(w.internal(), deny); second.Decision != useradmin.StateChanged {
			t.Errorf("the second decision: %s", second.Decision)
		}
		// The request does not come back when the member leaves.
		w.do(w.admin(), useradmin.UserChange{
			UserID: "user-new", Action: useradmin.RemoveOrganization, OrganizationID: "org-nordkabel",
		})
		if own, err := w.OwnAccess(t.Context(), "user-new"); err != nil || own.Membership == nil ||
			own.Membership.Access != portal.AccessNone {
			t.Errorf("after leaving: %+v %v", own.Membership, err)
		}
	})
	t.Run("denied", func(t *testing.T) {
		w := open(t)
		w.request("Nordkabel Systeme AG")
		if denied := w.do(w.admin(), deny); denied.User != nil {
			t.Errorf("the administrator sees %+v", denied.User)
		}
		own, err := w.OwnAccess(t.Context(), "user-new")
		if m := own.Membership; err != nil || m.Access != portal.AccessDeclined || m.Reason != "Not one of us." {
			t.Errorf("%+v %v", m, err)
		}
		if got := w.mailsTo("new@example.com"); len(got) != 1 || !strings.Contains(got[0].Text, "Not one of us.") {
			t.Errorf("mails %+v", got)
		}
		if second := w.try(w.internal(), accept); second.Decision != useradmin.StateChanged {
			t.Errorf("the second decision: %s", second.Decision)
		}
		if e := w.newest(w.admin(), "user-new"); e.Action != useradmin.DenyMembership || e.Reason != "Not one of us." {
			t.Errorf("event %+v", e)
		}
		if decision, _ := w.request("Nordkabel Systeme AG"); decision != useradmin.Allowed ||
			len(w.requests(w.admin())) != 1 {
			t.Errorf("another request: %s", decision)
		}
	})
	t.Run("withdrawn meanwhile", func(t *testing.T) {
		w := open(t)
		w.request("Nordkabel Systeme AG")
		w.cancel()
		if got := w.try(w.admin(), accept); got.Decision != useradmin.StateChanged || got.User != nil {
			t.Errorf("%+v", got)
		}
		if len(w.newcomer().Organizations) > 0 {
			t.Error("the person is a member")
		}
	})
	t.Run("refused", func(t *testing.T) {
		w := open(t)
		w.request("No such company")
		for name, test := range map[string]struct {
			by     *User
			change func(*useradmin.UserChange)
			want   useradmin.Decision
		}{
			"by an external administrator": {w.admin(), func(*useradmin.UserChange) {}, useradmin.StateChanged},
			"by a customer": {
				w.user("user-customer"), func(*useradmin.UserChange) {}, useradmin.ActionForbidden,
			},
			"into an unknown organization": {
				w.internal(), func(c *useradmin.UserChange) { c.OrganizationID = "no-such" },
				useradmin.OrganizationNotFound,
			},
			"with an application that the organization does not offer": {
				w.internal(), func(c *useradmin.UserChange) {
					c.Applications = []portal.Service{portal.MasterDataMDS}
				}, useradmin.NotOffered,
			},
			"of a person who has sent none": {
				w.internal(), func(c *useradmin.UserChange) { c.UserID = "user-other" }, useradmin.StateChanged,
			},
			"of a person who does not exist": {
				w.internal(), func(c *useradmin.UserChange) { c.UserID = "no-such" }, useradmin.StateChanged,
			},
		} {
			change := accept
			test.change(&change)
			if got := w.try(test.by, change); got.Decision != test.want {
				t.Errorf("%s: %s, want %s", name, got.Decision, test.want)
			}
		}
		if w.do(w.internal(), accept).User == nil {
			t.Error("the internal administrator does not see the new member")
		}
	})
}

// TestPendingRequestCount_Membership: requests to become a member count as open requests.
func TestPendingRequestCount_Membership(t *testing.T) {
	w := open(t)
	count := func() int {
		n, err := w.PendingRequestCount(t.Context(), w.admin())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := count()
	w.request("Nordkabel Systeme AG")
	if got := count(); got != before+1 {
		t.Errorf("%d, want %d", got, before+1)
	}
	w.advance(time.Minute)
	w.mu.Lock()
	defer w.mu.Unlock()
	if last := w.changed[len(w.changed)-1]; !slices.Equal(last.Organizations, []string{"org-nordkabel"}) {
		t.Errorf("announced %+v", last)
	}
}
