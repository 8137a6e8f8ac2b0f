package sisusers

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// helia is the administrator of Helia.
func (w *fixture) helia() *User { return w.user("user-helia-admin") }

// inHelia makes a user a member of Helia with an active access to tickets.
func (w *fixture) inHelia(userID string) {
	w.t.Helper()
	if err := addMembership(w.t.Context(), w.db, userID, "org-helia"); err != nil {
		w.t.Fatal(err)
	}
	if err := setRight(w.t.Context(), w.db, userID, right{
		OrganizationID: "org-helia", Application: portal.Ticketing, Status: portal.AccessActive,
	}); err != nil {
		w.t.Fatal(err)
	}
}

// rightsIn returns the rights of a user in an organization, in a form that can be compared.
func (w *fixture) rightsIn(userID, organizationID string) string {
	w.t.Helper()
	r, err := rightsOf(w.t.Context(), w.db, userID)
	if err != nil {
		w.t.Fatal(err)
	}
	in := slices.DeleteFunc(r, func(one right) bool { return one.OrganizationID != organizationID })
	text, _ := json.Marshal(in) // texts and numbers can always be encoded
	return string(text)
}

// administered returns the ids of the organizations that a user administers.
func (w *fixture) administered(userID string) (ids []string) {
	w.t.Helper()
	found, err := w.Organizations(w.t.Context(), w.user(userID))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, o := range found {
		ids = append(ids, o.ID)
	}
	return ids
}

// TestMemberships_OtherOrganization: no action of an administrator of one organization changes a right of a user in
// another one, and the other one's log shows nothing.
//
// Rules: ROLE-15, USER-2.
func TestMemberships_OtherOrganization(t *testing.T) {
	for name, change := range map[string]useradmin.UserChange{
		"make administrator": {Action: useradmin.AssignRole, Role: portal.AdministratorExternal},
		"withdraw":           {Action: useradmin.WithdrawAccess, Application: portal.Ticketing},
		"add":                {Action: useradmin.AddApplication, Application: portal.Inventory},
		"remove":             {Action: useradmin.RemoveOrganization, OrganizationID: "org-helia"},
		"delete":             {Action: useradmin.DeleteUser},
		"deny":               {Action: useradmin.DenyRequest, Application: portal.Inventory},
		"remove administrator": {
			Action: useradmin.RemoveRole, Role: portal.AdministratorExternal,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := open(t)
			w.inHelia("user-customer")
			switch change.Action {
			case useradmin.DenyRequest:
				if _, _, err := w.RequestAccess(t.Context(), w.user("user-customer"), AccessRequest{
					Key: "request", Application: portal.Inventory, OrganizationID: "org-helia",
				}); err != nil {
					t.Fatal(err)
				}
			case useradmin.RemoveRole:
				if err := setAdministrator(t.Context(), w.db, "user-customer", "org-helia", true, ""); err != nil {
					t.Fatal(err)
				}
			}
			before := w.rightsIn("user-customer", "org-nordkabel")
			change.UserID = "user-customer"
			w.do(w.helia(), change)
			if after := w.rightsIn("user-customer", "org-nordkabel"); after != before {
				t.Errorf("in the other organization: %s, before %s", after, before)
			}
			entries, _, err := w.AuditLog(t.Context(), w.admin(), AuditSelection{UserID: "user-customer", First: 5})
			if err != nil || len(entries) != 0 {
				t.Errorf("the log of the other organization: %+v %v", entries, err)
			}
			if shown, err := w.ManagedUser(t.Context(), w.admin(), "user-customer"); err != nil ||
				shown.Role != portal.AdministratorNone {
				t.Errorf("shown to the other administrator: %+v %v", shown, err)
			}
			// The organization of the other administrator cannot be named.
			change.OrganizationID = "org-nordkabel"
			if change.Action == useradmin.DeleteUser {
				return
			}
			got := w.try(w.helia(), change).Decision
			if got != useradmin.OrganizationNotFound && got != useradmin.UserNotFound {
				t.Errorf("in a foreign organization: %s", got)
			}
		})
	}
}

// TestMemberships_InternalRole: the internal role belongs to no organization, so that no mail names one.
func TestMemberships_InternalRole(t *testing.T) {
	w := open(t)
	const employee = "user-employee"
	email := w.user(employee).Email
	if err := addMembership(t.Context(), w.db, employee, "org-nordkabel"); err != nil {
		t.Fatal(err)
	}
	before := len(w.mailsTo("admin@example.com"))
	for _, action := range []useradmin.UserAction{useradmin.AssignRole, useradmin.RemoveRole} {
		w.do(w.internal(), useradmin.UserChange{
			UserID: employee, Action: action, Role: portal.AdministratorInternal, OrganizationID: "org-nordkabel",
		})
		if m := w.mailsTo(email); len(m) > 0 {
			t.Errorf("%s: mail to the employee: %+v", action, m)
		}
		if m := w.mailsTo("admin@example.com"); len(m) != before {
			t.Errorf("%s: mail to an administrator: %+v", action, m[0])
		}
	}
}

// TestMemberships_OfOtherIdentityServer: an access that another identity server granted becomes one of the first
// organization that the user joins and that offers the application, whose administrators can withdraw it.
//
// Rules: ROLE-15.
func TestMemberships_OfOtherIdentityServer(t *testing.T) {
	w := open(t)
	if _, err := w.Ensure(t.Context(), User{
		ID: "elsewhere", Email: "else@example.org", FirstName: "Else", LastName: "Where",
		Roles: []string{"kmx_int_serviceticketing_active", "kmx_int_mfpmds_active"},
	}); err != nil {
		t.Fatal(err)
	}
	w.invite(w.admin(), inviting("invite", "else@example.org"))
	if _, err := w.AcceptInvitation(t.Context(), w.link("else@example.org"), Acceptance{}); err != nil {
		t.Fatal(err)
	}
	if err := addMembership(t.Context(), w.db, "elsewhere", "org-helia"); err != nil {
		t.Fatal(err)
	}
	for application, want := range map[portal.Service][]string{
		portal.Ticketing: {"org-nordkabel"}, portal.MasterDataMDS: {"org-helia"}, // Nordkabel does not offer it
	} {
		if got := w.user("elsewhere").OrganizationsWith(application); !slices.Equal(got, want) {
			t.Errorf("%s in %v, want %v", application, got, want)
		}
	}
	w.do(w.admin(), useradmin.UserChange{
		UserID: "elsewhere", Action: useradmin.WithdrawAccess, Application: portal.Ticketing,
	})
	u := w.user("elsewhere")
	if got := u.OrganizationsWith(portal.Ticketing); len(got) > 0 ||
		slices.Contains(u.Roles, "kmx_int_serviceticketing_active") {
		t.Errorf("after the withdrawal: service tickets in %v, roles %v", got, u.Roles)
	}
}

// TestMemberships_Data: tickets and machines of an organization are read with an access in this organization.
//
// Rules: ROLE-16.
func TestMemberships_Data(t *testing.T) {
	w := open(t)
	w.inHelia("user-customer")
	want := func(name string, application portal.Service, organizations ...string) {
		t.Helper()
		if got := w.user("user-customer").OrganizationsWith(application); !slices.Equal(got, organizations) {
			t.Errorf("%s: %s in %v, want %v", name, application, got, organizations)
		}
	}
	want("before", portal.Ticketing, "org-helia", "org-nordkabel")
	want("before", portal.Inventory, "org-nordkabel")
	w.do(w.helia(), useradmin.UserChange{
		UserID: "user-customer", Action: useradmin.WithdrawAccess, Application: portal.Ticketing,
	})
	want("after the withdrawal", portal.Ticketing, "org-nordkabel")
	if roles := w.user("user-customer").Roles; !slices.Contains(roles, "kmx_int_serviceticketing_active") {
		t.Errorf("the token lost the role of the other organization: %v", roles)
	}
}

// TestMemberships_Requests: a request belongs to an organization, whose administrators get the mail and decide.
//
// Rules: USER-52.
func TestMemberships_Requests(t *testing.T) {
	w := open(t)
	w.inHelia("user-colleague")
	request := func(key, organization string) useradmin.Decision {
		decision, _, err := w.RequestAccess(t.Context(), w.user("user-colleague"), AccessRequest{
			Key: key, Application: portal.Inventory, OrganizationID: organization,
		})
		if err != nil {
			t.Fatal(err)
		}
		return decision
	}
	if got := request("1", ""); got != useradmin.OrganizationRequired {
		t.Errorf("without an organization: %s", got)
	}
	if got := request("2", "org-meridian"); got != useradmin.NotOffered {
		t.Errorf("in a foreign organization: %s", got)
	}
	if got := request("3", "org-helia"); got != useradmin.Allowed {
		t.Errorf("in one of two: %s", got)
	}
	if got := request("3", "org-nordkabel"); got != useradmin.KeyReused {
		t.Errorf("the same key for another organization: %s", got)
	}
	if len(w.mailsTo("helia@example.com")) != 1 || len(w.mailsTo("admin@example.com")) != 0 {
		t.Error("the mail about the request went to others")
	}
	accept := useradmin.UserChange{
		UserID: "user-colleague", Action: useradmin.AcceptRequest, Application: portal.Inventory,
	}
	if got := w.try(w.admin(), accept).Decision; got != useradmin.StateChanged {
		t.Errorf("the administrator of the other organization: %s", got)
	}
	w.do(w.helia(), accept)
	if got := w.user("user-colleague").OrganizationsWith(portal.Inventory); !slices.Equal(got, []string{"org-helia"}) {
		t.Errorf("the access is in %v", got)
	}
}

// TestMemberships_OwnRequest: the request of the only administrator is decided by internal administrators, and is not
// counted as an open request of the administrator.
//
// Rules: USER-52.
func TestMemberships_OwnRequest(t *testing.T) {
	w := open(t)
	if _, err := w.db.Exec(
		`UPDATE rights SET role = 'NONE' WHERE organization_id <> '' AND user_id <> 'user-admin'`,
	); err != nil {
		t.Fatal(err)
	}
	count := func(u *User) int {
		n, err := w.PendingRequestCount(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before, internalBefore := count(w.admin()), count(w.internal())
	_, own, err := w.RequestAccess(t.Context(), w.admin(), AccessRequest{Key: "1", Application: portal.Inventory})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(own.Accesses, func(a *useradmin.Access) bool { return a.Application == portal.Inventory })
	if at < 0 || own.Accesses[at].Status != portal.AccessPending || !own.Accesses[at].IsDecidedInternally {
		t.Errorf("%+v", own.Accesses)
	}
	if got := count(w.admin()); got != before {
		t.Errorf("%d open requests, %d before the own one", got, before)
	}
	if got := count(w.internal()); got != internalBefore+1 {
		t.Errorf("%d open requests for the internal administrator, %d before", got, internalBefore)
	}
	_, own, err = w.RequestAccess(t.Context(), w.user("user-colleague"), AccessRequest{
		Key: "1", Application: portal.Inventory,
	})
	if err != nil ||
		slices.ContainsFunc(own.Accesses, func(a *useradmin.Access) bool { return a.IsDecidedInternally }) {
		t.Errorf("a colleague's request: %+v %v", own, err)
	}
}

// TestMemberships_Undo: an undo restores only what its administrator may still change.
//
// Rules: USER-26.
func TestMemberships_Undo(t *testing.T) {
	w := open(t)
	w.do(w.internal(), useradmin.UserChange{
		UserID: "user-customer", Action: useradmin.AssignRole, Role: portal.AdministratorExternal,
	})
	w.inHelia("user-customer")
	w.do(w.internal(), useradmin.UserChange{
		UserID: "user-customer", Action: useradmin.AssignRole, Role: portal.AdministratorExternal,
		OrganizationID: "org-helia",
	})
	withdrawn := w.do(w.user("user-customer"), useradmin.UserChange{
		UserID: "user-colleague", Action: useradmin.WithdrawAccess, Application: portal.Ticketing,
	})
	w.do(w.internal(), useradmin.UserChange{
		UserID: "user-customer", Action: useradmin.RemoveRole, Role: portal.AdministratorExternal,
		OrganizationID: "org-nordkabel",
	})
	back, err := w.UndoChange(t.Context(), w.user("user-customer"), withdrawn.Undo.ID)
	if err != nil || back.Decision != useradmin.UserNotFound {
		t.Errorf("the undo of a former administrator of the organization: %+v %v", back, err)
	}
}

// TestMemberships_AdministratorMails: the user and the other administrators of the organization learn about the role,
// and about its undo.
func TestMemberships_AdministratorMails(t *testing.T) {
	w := open(t)
	before := len(w.mailsTo("admin@example.com"))
	done := w.do(w.internal(), useradmin.UserChange{
		UserID: "user-customer", Action: useradmin.AssignRole, Role: portal.AdministratorExternal,
	})
	if m := w.mailsTo("customer@example.com"); len(m) != 1 || !strings.Contains(m[0].Text, "Nordkabel Systeme AG") {
		t.Errorf("the user: %+v", m)
	}
	if m := w.mailsTo("admin@example.com"); len(m) != before+1 || !strings.Contains(m[0].Text, "Carla Muster") {
		t.Errorf("the other administrator: %+v", m)
	}
	if len(w.mailsTo("helia@example.com"))+len(w.mailsTo("internal@example.com")) != 0 {
		t.Error("the actor or the administrator of another organization got a mail")
	}
	if done.Undo == nil {
		t.Fatal("the role cannot be undone")
	}
	back, err := w.UndoChange(t.Context(), w.internal(), done.Undo.ID)
	if err != nil || back.Decision != useradmin.Allowed || len(w.administered("user-customer")) > 0 {
		t.Errorf("%+v %v", back, err)
	}
	if len(w.mailsTo("customer@example.com")) != 2 || len(w.mailsTo("admin@example.com")) != before+2 {
		t.Error("no mail about the undo")
	}
	if e := w.newest(w.admin(), "user-customer"); e.Reason != undone || e.OrganizationID != "org-nordkabel" {
		t.Errorf("audit log of the undo: %+v", e)
	}
}

// TestMemberships_AcceptUndone: an accepted request can be undone, and is open again.
//
// Rules: USER-26.
func TestMemberships_AcceptUndone(t *testing.T) {
	w := open(t)
	done := w.do(w.admin(), useradmin.UserChange{
		UserID: "user-pending", Action: useradmin.AcceptRequest, Application: portal.Ticketing,
	})
	back, err := w.UndoChange(t.Context(), w.admin(), done.Undo.ID)
	if err != nil || back.Decision != useradmin.Allowed ||
		statusOf(back.User, portal.Ticketing) != portal.AccessPending {
		t.Fatalf("%+v %v", back, err)
	}
	if slices.Contains(w.user("user-pending").Roles, "kmx_int_serviceticketing_active") {
		t.Error("the role is still there")
	}
	if e := w.newest(w.admin(), "user-pending"); e.Application != portal.Ticketing || e.Before != "ACTIVE" ||
		e.After != "PENDING" || e.Reason != undone {
		t.Errorf("audit log: %+v", e)
	}
}

// TestChangeUser_KeyReused: another input with the same key changes nothing, and is reported.
//
// Rules: USER-28.
func TestChangeUser_KeyReused(t *testing.T) {
	w := open(t)
	w.invite(w.admin(), inviting("invite", "nora@example.org"))
	other, err := w.Invite(t.Context(), w.admin(), inviting("invite", "otto@example.org"))
	if err != nil || other.Decision != useradmin.KeyReused || other.User != nil ||
		len(w.mailsTo("otto@example.org")) > 0 {
		t.Errorf("another invitation: %+v %v", other, err)
	}
	withdraw := useradmin.UserChange{
		Key: "change", UserID: "user-customer", Action: useradmin.WithdrawAccess, Application: portal.Ticketing,
	}
	w.do(w.admin(), withdraw)
	withdraw.Application = portal.Inventory
	if got := w.try(w.admin(), withdraw).Decision; got != useradmin.KeyReused {
		t.Errorf("another application: %s", got)
	}
	if got := w.user("user-customer").OrganizationsWith(portal.Inventory); len(got) != 1 {
		t.Error("the second change was made")
	}
}

// TestAuditLog_Selection: entries name the e-mail addresses, and the role and applications of an invitation; they are
// found by words, time and organization.
//
// Rules: USER-32.
func TestAuditLog_Selection(t *testing.T) {
	w := open(t)
	started := w.now().Truncate(time.Millisecond)
	invitation := inviting("invite", "nora@example.org", portal.Ticketing, portal.Inventory)
	invitation.Role = portal.AdministratorExternal
	w.invite(w.admin(), invitation)
	w.advance(time.Hour)
	w.do(w.internal(), useradmin.UserChange{
		UserID: "user-pending", Action: useradmin.AcceptRequest, Application: portal.Ticketing,
	})
	if _, err := w.db.Exec(
		`UPDATE users SET first_name = 'Åsa', last_name = 'MÜLLER' WHERE id = 'user-colleague'`,
	); err != nil {
		t.Fatal(err)
	}
	w.do(w.internal(), useradmin.UserChange{
		UserID: "user-colleague", Action: useradmin.AssignRole, Role: portal.AdministratorExternal,
	})
	find := func(by *User, s AuditSelection) (found []string) {
		t.Helper()
		s.First = 10
		entries, _, err := w.AuditLog(t.Context(), by, s)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			found = append(found, e.ActorEmail+" "+e.UserEmail)
		}
		return found
	}
	invited, accepted := "admin@example.com nora@example.org", "internal@example.com pending@example.com"
	renamed := "internal@example.com colleague@example.com"
	later := started.Add(30 * time.Minute)
	for name, test := range map[string]struct {
		by        *User
		selection AuditSelection
		want      []string
	}{
		"all":                  {w.admin(), AuditSelection{}, []string{renamed, accepted, invited}},
		"by an address":        {w.admin(), AuditSelection{Text: "NORA@"}, []string{invited}},
		"by two names":         {w.admin(), AuditSelection{Text: "wartend pia"}, []string{accepted}},
		"by the administrator": {w.admin(), AuditSelection{Text: "internal@example"}, []string{renamed, accepted}},
		"by no name":           {w.admin(), AuditSelection{Text: "nobody"}, nil},
		"in capital letters":   {w.admin(), AuditSelection{Text: "ÅSA MÜLLER"}, []string{renamed}},
		"in small letters":     {w.admin(), AuditSelection{Text: "åsa müller"}, []string{renamed}},
		"from":                 {w.admin(), AuditSelection{From: &later}, []string{renamed, accepted}},
		"until":                {w.admin(), AuditSelection{Until: &later}, []string{invited}},
		"by organization": {
			w.internal(), AuditSelection{Organizations: []string{"org-nordkabel"}},
			[]string{renamed, accepted, invited},
		},
		"by another one":         {w.internal(), AuditSelection{Organizations: []string{"org-helia"}}, nil},
		"another administrator":  {w.helia(), AuditSelection{}, nil},
		"a foreign organization": {w.helia(), AuditSelection{Organizations: []string{"org-nordkabel"}}, nil},
	} {
		if got := find(test.by, test.selection); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
	entries, _, err := w.AuditLog(t.Context(), w.admin(), AuditSelection{Text: "nora", First: 1})
	if err != nil || len(entries) != 1 || entries[0].Role != portal.AdministratorExternal ||
		!slices.Equal(entries[0].Applications, []portal.Service{portal.Inventory, portal.Ticketing}) &&
			!slices.Equal(entries[0].Applications, []portal.Service{portal.Ticketing, portal.Inventory}) {
		t.Errorf("%+v %v", entries, err)
	}
}

// TestMail_NoLinksInValues: a value of a mail is never a line with a link.
func TestMail_NoLinksInValues(t *testing.T) {
	w := open(t)
	w.do(w.admin(), useradmin.UserChange{
		UserID: "user-pending", Action: useradmin.DenyRequest, Application: portal.Ticketing,
		Reason: "No.\n→ https://evil.example/login\n  → → x",
	})
	mails := w.mailsTo("pending@example.com")
	if len(mails) != 1 || !strings.Contains(mails[0].Text, "https://evil.example/login") {
		t.Fatalf("%+v", mails)
	}
	for line := range strings.SplitSeq(mails[0].Text, "\n") {
		if strings.HasPrefix(line, MailLink) {
			t.Errorf("a link: %q", line)
		}
	}
}
