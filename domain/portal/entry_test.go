package portal

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/form"
	"strand/domain/site"
)

// TestBreadcrumb: the pages above a page, and the title of its object.
func TestBreadcrumb(t *testing.T) {
	siteCtx := testContext(t)
	home := []site.BreadcrumbEntry{{Title: "Home", URL: "/de-ch"}}
	for _, test := range []struct {
		page PageKind
		own  string
		want string
	}{
		{PageHome, "", "Home /de-ch, MyKomax HOME"},
		{PageTicket, "T-1", "Home /de-ch, MyKomax HOME /de-ch/mykomax, " +
			"Service tickets TICKETS /de-ch/mykomax/tickets/list, T-1"},
		{PageTicket, "", "Home /de-ch, MyKomax HOME /de-ch/mykomax, " +
			"Service tickets TICKETS /de-ch/mykomax/tickets/list, Service ticket TICKET"},
		{PageNone, "", "Home /de-ch,  NONE"},
	} {
		var entries []string
		for _, e := range Breadcrumb(siteCtx, slices.Clone(home), test.page, test.own) {
			entry := e.Title
			if e.PortalPage != "" {
				entry += " " + e.PortalPage
			}
			if e.URL != "" {
				entry += " " + e.URL
			}
			entries = append(entries, entry)
		}
		if got := strings.Join(entries, ", "); got != test.want {
			t.Errorf("%s: %s, want %s", test.page, got, test.want)
		}
	}
}

func TestEntry_URLs(t *testing.T) {
	e := &Entry{SiteContext: testContext(t)}
	for want, got := range map[string]string{
		"/de-ch/mykomax/tickets/list":       e.TicketsURL(),
		"/de-ch/mykomax/tickets/newticket":  e.NewTicketURL(),
		"/de-ch/mykomax/user-admin":         e.UsersURL(),
		"/de-ch/mykomax/inventory":          e.InventoryURL(),
		"/de-ch/mykomax/inventory/old":      e.RetiredMachinesURL(),
		"/de-ch/mykomax/inventory/software": e.SoftwareURL(),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for page, want := range map[PageKind]Service{
		PageTicket: Ticketing, PageMachine: Inventory, PageHome: "", PageNone: "",
	} {
		if got := page.Service(); got != want {
			t.Errorf("%s belongs to %q, want %q", page, got, want)
		}
	}
}

// TestForms_Fields: each form is offered with its own fields.
func TestForms_Fields(t *testing.T) {
	names := func(all any) string { return fmt.Sprintf("%p", all) }
	for name, test := range map[string][2]any{
		"denial":        {(*Entry)(nil).DenialFields(), DenialFields},
		"comment":       {(*Entry)(nil).CommentFields(), TicketCommentFields},
		"closure":       {(*Entry)(nil).ClosureFields(), TicketClosureFields},
		"profile":       {(*AccountEntry)(nil).Fields(), ProfileFields},
		"password":      {(*AccountEntry)(nil).PasswordFields(), PasswordFields},
		"one-time code": {(*AccountEntry)(nil).OneTimeCodeFields(), OneTimeCodeFields},
		"invitation":    {(*OrganizationPage)(nil).InviteFields(), InviteFields},
		"ticket":        {(*TicketForm)(nil).Fields(), TicketFields},
	} {
		if names(test[0]) != names(test[1]) {
			t.Errorf("%s has the fields %v", name, test[0])
		}
	}
}

// TestLocalizedRegistrations: services of the portal have paths on the main site, others their own URLs; the
// registration leads back to the portal's home (PORT-10).
func TestLocalizedRegistrations(t *testing.T) {
	siteCtx := testContext(t)
	at := ServiceURLs{
		Direct: "https://direct.example/", DirectRegistration: "https://direct.example/register?a=b",
		WireFlowCloud: "https://cloud.example/", Learning: "https://learn.example/",
	}
	user := &User{Roles: []string{"kmx_int_serviceticketing_active", "kmx_int_artemis_active"}}
	own := &OwnAccess{
		Accesses: []*Access{
			{Application: Inventory, Status: AccessDeclined, Reason: "No."},
		}, Organizations: []*ManagedOrganization{helia},
	}
	found := map[Service]*LocalizedRegistration{}
	for _, r := range LocalizedRegistrations(siteCtx, user, own, at) {
		found[r.Service] = r
	}
	for name, test := range map[string]struct{ got, want string }{
		"tickets":       {urlOf(found[Ticketing].ServiceURL()), "/de-ch/mykomax/tickets/list"},
		"inventory":     {urlOf(found[Inventory].ServiceURL()), "none"},
		"its denial":    {urlOf(found[Inventory].DeclineReason()), "No."},
		"other denials": {urlOf(found[Ticketing].DeclineReason()), "none"},
		"wire-flow":     {urlOf(found[Artemis].ServiceURL()), "https://cloud.example/"},
		"cloud":         {urlOf(found[Artemis].CloudURL()), "https://cloud.example/"},
		"other clouds":  {urlOf(found[Ticketing].CloudURL()), "none"},
		"registration": {
			urlOf(found[DirectService].RegistrationURL()),
			"https://direct.example/register?a=b&goto=https%3A%2F%2Fstrand.example%2Fde-ch%2Fmykomax",
		},
		"other registrations":      {urlOf(found[Ticketing].RegistrationURL()), "none"},
		"a malformed registration": {urlOf(RegistrationURLAt(siteCtx, "https://[")), "none"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
}

// TestRoles: the role strings of an access or an administrator role lead back to it.
func TestRoles(t *testing.T) {
	for _, role := range AdministratorRoles {
		u := &User{}
		if text := role.RoleString(); text != "" {
			u.Roles = []string{text}
		}
		if got := u.AdministratorRole(); got != role {
			t.Errorf("%s is read as %s", role, got)
		}
	}
	both := &User{Roles: []string{RoleDelegatedAdminExternal, RoleDelegatedAdminInternal}}
	if both.AdministratorRole() != AdministratorInternal || (*User)(nil).AdministratorRole() != AdministratorNone {
		t.Error("a user with both roles is not an internal administrator, or an anonymous user is an administrator")
	}
	for _, application := range Applications {
		for _, status := range AccessStatuses {
			for _, edition := range []WireFlowEdition{EditionCloud, EditionOnPremises} {
				roles := AccessRoles(application, status, edition)
				got := AccessesByRoles(&User{Roles: roles})
				if len(roles) == 0 {
					if len(got) > 0 {
						t.Errorf("%s %s without a role string grants %+v", application, status, got[0])
					}
					continue
				}
				if len(got) != 1 || got[0].Application != application || got[0].Status != status ||
					application == Artemis && got[0].Edition != edition {
					t.Errorf("%s %s %s: %v", application, status, edition, roles)
				}
				for _, role := range roles {
					if !IsAccessRole(role) {
						t.Errorf("%s is not a role string of an access", role)
					}
				}
			}
		}
	}
	if IsAccessRole(RoleDelegatedAdminExternal) || IsAccessRole("") {
		t.Error("a role string of an administrator counts as an access")
	}
	for _, test := range []struct {
		user *User
		want ActorRole
	}{
		{nil, ActorAnonymous},
		{&User{}, ActorCustomer},
		{&User{Roles: []string{RoleEmployee}}, ActorEmployee},
		{&User{Roles: []string{RoleEmployee, RoleDelegatedAdminExternal}}, ActorExternalAdmin},
		{both, ActorInternalAdmin},
	} {
		if got := ActorRoleOf(test.user); got != test.want {
			t.Errorf("%+v acts as %s, want %s", test.user, got, test.want)
		}
	}
}

// TestPreviewUser: an editor previews pages as a user with exactly the rights of the audience.
func TestPreviewUser(t *testing.T) {
	for _, audience := range site.PreviewAudiences {
		u := PreviewUser(audience)
		if (u != nil) != audience.IsSignedIn() {
			t.Errorf("%s is signed in: %v", audience, u != nil)
		}
		if u == nil {
			continue
		}
		accesses := AccessesByRoles(u)
		application, hasAccess := previewAccess[audience]
		if hasAccess != (len(accesses) == 1) || hasAccess && accesses[0].Application != application {
			t.Errorf("%s has the accesses %v", audience, accesses)
		}
		if u.IsEmployee() != (audience == site.PreviewEmployee) ||
			u.IsDelegatedAdminExternal() != (audience == site.PreviewDelegatedAdminExternal) ||
			u.IsDelegatedAdminInternal() != (audience == site.PreviewDelegatedAdminInternal) {
			t.Errorf("%s has the roles %v", audience, u.Roles)
		}
	}
}

// TestUser_Audiences: active services of the portal are audiences of their own.
func TestUser_Audiences(t *testing.T) {
	for _, test := range []struct {
		user               *User
		tickets, inventory bool
	}{
		{nil, false, false},
		{&User{}, false, false},
		{&User{Roles: []string{"kmx_int_serviceticketing_active"}}, true, false},
		{&User{Roles: []string{"kmx_int_assetdb_active"}}, false, true},
	} {
		tickets := test.user.IsInAudience(TicketHolder)
		inventory := test.user.IsInAudience(InventoryHolder)
		if tickets != test.tickets || inventory != test.inventory {
			t.Errorf("%+v may use tickets: %v, the inventory: %v", test.user, tickets, inventory)
		}
	}
}

// TestUser_HasRecentLogin: five minutes, with a minute of clock skew.
func TestUser_HasRecentLogin(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for ago, want := range map[time.Duration]bool{
		0: true, RecentLogin: true, RecentLogin + time.Second: false, -loginSkew: true, -loginSkew - time.Second: false,
	} {
		if got := (&User{SignedInAt: now.Add(-ago)}).HasRecentLogin(now); got != want {
			t.Errorf("%v ago: %v", ago, got)
		}
	}
	if (&User{}).HasRecentLogin(now) {
		t.Error("a token without the time of the login counts as recent")
	}
}

// TestOrganizationPage_URLs: the lists of members of an organization, and of its members with a status.
func TestOrganizationPage_URLs(t *testing.T) {
	p := &OrganizationPage{
		Organization: &ManagedOrganization{ID: "o1"},
		StatusCounts: []*StatusCount{{Status: AccessPending}},
	}
	p.SetSiteContext(testContext(t))
	if got := p.UsersURL(); got != "/de-ch/mykomax/user-admin?organization=o1" {
		t.Errorf("all members: %s", got)
	}
	if got := p.StatusCounts[0].UsersURL; got != "/de-ch/mykomax/user-admin?organization=o1&status=PENDING" {
		t.Errorf("members with a request: %s", got)
	}
	if p.Organization.SiteContext != p.SiteContext {
		t.Error("the organization has another site context")
	}
}

// TestOwnAccess_CheckRequest: users request access to what their organizations offer, once for each organization, which
// they have to select if it can be several.
//
// Rules: USER-52.
func TestOwnAccess_CheckRequest(t *testing.T) {
	first := &ManagedOrganization{ID: "first", Applications: []Service{Ticketing}}
	second := &ManagedOrganization{ID: "second", Applications: []Service{Ticketing, Inventory}}
	in := func(o *ManagedOrganization, status AccessStatus) *Access {
		return &Access{Organization: o, Application: Ticketing, Status: status}
	}
	for status, want := range map[AccessStatus]Decision{
		AccessNone: Allowed, AccessDeclined: Allowed, AccessInactive: Allowed, AccessInviteExpired: Allowed,
		AccessPending: StateChanged, AccessActive: StateChanged, AccessInvited: StateChanged,
	} {
		own := &OwnAccess{Accesses: []*Access{in(first, status)}, Organizations: []*ManagedOrganization{first}}
		if _, got := own.CheckRequest(Ticketing, ""); got != want {
			t.Errorf("%s: %s, want %s", status, got, want)
		}
	}
	both := []*ManagedOrganization{first, second}
	for name, test := range map[string]struct {
		accesses     []*Access
		application  Service
		organization string
		want         string
		decision     Decision
	}{
		"no organization":      {application: LearningService, decision: NotOffered},
		"one of two offers it": {application: Inventory, want: "second", decision: Allowed},
		"two offer it":         {application: Ticketing, decision: OrganizationRequired},
		"two offer it, one is given": {
			application: Ticketing, organization: "first", want: "first", decision: Allowed,
		},
		"another one is given":       {application: Ticketing, organization: "other", decision: NotOffered},
		"the given one has none":     {application: Inventory, organization: "first", decision: NotOffered},
		"active in one of two":       {[]*Access{in(first, AccessActive)}, Ticketing, "", "second", Allowed},
		"active in the given one":    {[]*Access{in(first, AccessActive)}, Ticketing, "first", "", StateChanged},
		"requested in one, for both": {[]*Access{in(second, AccessPending)}, Ticketing, "", "first", Allowed},
		"requested in both, for both": {
			[]*Access{in(first, AccessPending), in(second, AccessPending)}, Ticketing, "", "", StateChanged,
		},
	} {
		own := &OwnAccess{Accesses: test.accesses, Organizations: both}
		if got, decision := own.CheckRequest(test.application, test.organization); got != test.want ||
			decision != test.decision {
			t.Errorf("%s: %q %s, want %q %s", name, got, decision, test.want, test.decision)
		}
	}
}

// TestUserChange_CheckFields: an action has the parameters that it requires, and only a denial has a reason.
func TestUserChange_CheckFields(t *testing.T) {
	for name, test := range map[string]struct {
		change UserChange
		// want are the fields and codes of the problems.
		want string
	}{
		"a denial": {
			UserChange{Action: DenyRequest, Application: Ticketing, Reason: " No. "}, "",
		},
		"a denial without a reason": {UserChange{Action: DenyRequest, Application: Ticketing}, "reason REQUIRED"},
		"a very long reason": {
			UserChange{Action: DenyRequest, Application: Ticketing, Reason: strings.Repeat("x", 10_000)},
			"reason TOO_LONG",
		},
		"a reason without a denial":    {UserChange{Action: AcceptRequest, Application: Ticketing, Reason: "x"}, ""},
		"accept without application":   {UserChange{Action: AcceptRequest}, "application REQUIRED"},
		"withdraw without application": {UserChange{Action: WithdrawAccess}, "application REQUIRED"},
		"grant without application":    {UserChange{Action: GrantAccess}, "application REQUIRED"},
		"add without application":      {UserChange{Action: AddApplication}, "application REQUIRED"},
		"edit without anything":        {UserChange{Action: EditAccess}, "application REQUIRED, edition REQUIRED"},
		"edit without edition":         {UserChange{Action: EditAccess, Application: Artemis}, "edition REQUIRED"},
		"edit an unknown edition": {
			UserChange{Action: EditAccess, Application: Artemis, Edition: EditionUnknown}, "edition INVALID",
		},
		"edit an application without": {
			UserChange{Action: EditAccess, Application: Ticketing, Edition: EditionCloud}, "application INVALID",
		},
		"edit": {
			UserChange{Action: EditAccess, Application: Artemis, Edition: EditionCloud}, "",
		},
		"the application USER_ADMIN": {
			UserChange{Action: AddApplication, Application: UserAdmin}, "application APPLICATION_NOT_OFFERED",
		},
		"resend an invitation":           {UserChange{Action: ResendInvite}, ""},
		"assign an unknown organization": {UserChange{Action: AssignOrganization}, "organization REQUIRED"},
		"remove an unknown organization": {UserChange{Action: RemoveOrganization}, "organization REQUIRED"},
		"assign an unknown role":         {UserChange{Action: AssignRole}, "role REQUIRED"},
		"invite":                         {UserChange{Action: InviteUser}, "action INVALID"},
	} {
		c, problems := test.change.CheckFields()
		var got []string
		for _, p := range problems {
			got = append(got, p.Field+" "+p.Code)
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: %v, want %q", name, got, test.want)
		}
		if c.Action != DenyRequest && c.Reason != "" ||
			c.Action == DenyRequest && strings.TrimSpace(c.Reason) != c.Reason {
			t.Errorf("%s: reason %q", name, c.Reason)
		}
	}
}

// TestIsName: names that are part of mails contain neither URLs nor markup nor invisible characters.
func TestIsName(t *testing.T) {
	for name, want := range map[string]bool{
		"": true, "Anna-Lena O'Brien": true, "山田 太郎": true, "Müller & Söhne AG (Zürich)": true, "ACME 24/7": true,
		"می\u200cخواهم": true, "https://evil.example/win": false, "HTTP://x": false, "WWW.evil.example": false,
		"<b>Ada</b>": false, "→ /am/XUI": false, "Ada\u202egnp": false, "Ada\nBeispiel": false, "Ada\u2028B": false,
		"Ada\u200bB": false, "Ada\ufeff": false,
	} {
		if got := IsName(name); got != want {
			t.Errorf("%q is a name: %v", name, got)
		}
	}
	_, problems := Invitation{Email: "a@example.org", FirstName: "www.evil.example", LastName: "<i>"}.CheckFields()
	if len(problems) != 2 || problems[0].Field != "firstName" || problems[0].Code != "INVALID" {
		t.Errorf("an invitation: %+v", problems)
	}
	company := "http://x"
	_, problems = ProfileChange{FirstName: "Ada", LastName: "B", Company: &company, Language: "en"}.Check(form.OfferAny)
	if len(problems) != 1 || problems[0].Field != "company" {
		t.Errorf("a profile: %+v", problems)
	}
}

func TestManagedUser(t *testing.T) {
	u := &ManagedUser{FirstName: "Ada ", Organizations: []*ManagedOrganization{
		{
			ID:           "o1",
			Applications: []Service{LearningService},
		}, {ID: "o2", Applications: []Service{Ticketing, LearningService}},
	}}
	if u.FullName() != "Ada" {
		t.Errorf("%q", u.FullName())
	}
	for want, u := range map[TargetKind]*ManagedUser{
		TargetCustomer: {}, TargetEmployee: {IsEmployee: true, Role: AdministratorExternal},
		TargetInternalAdmin: {IsEmployee: true, Role: AdministratorInternal},
		TargetExternalAdmin: {Role: AdministratorExternal},
	} {
		if got := u.Kind(); got != want {
			t.Errorf("%+v is a %s, want %s", u, got, want)
		}
	}
	for action, want := range map[UserAction]bool{
		DeleteUser: true, RemoveRole: true, RemoveOrganization: true, WithdrawAccess: true, DenyRequest: false,
		InviteUser: false,
	} {
		if got := (&ActionOption{Action: action}).IsDestructive(); got != want {
			t.Errorf("%s must be confirmed: %v", action, got)
		}
	}
	// Every refusal has a message.
	for _, d := range []Decision{
		ActionForbidden, UserNotFound, OwnAccount, ManagedInternally, StateChanged, NotOffered, OrganizationNotFound,
		RoleNotGrantable, LastAdministrator, AlreadyExists, OrganizationRequired, KeyReused,
	} {
		if d.Message() == "" {
			t.Errorf("%s has no message", d)
		}
	}
}

// TestManagedUser_ActionsOnInvitations: an invitation to the portal is sent again once for all applications, the one
// to an application for that application.
func TestManagedUser_ActionsOnInvitations(t *testing.T) {
	organizations := []*ManagedOrganization{{ID: "o1", Applications: []Service{LearningService}}}
	actions := func(account AccessStatus) (found []string) {
		u := &ManagedUser{
			ID: "u1", Account: account, Organizations: organizations, ViewerID: "admin", ViewerRole: ActorExternalAdmin,
			ViewerOrganizations: organizations,
			Accesses: []*Access{
				{Organization: organizations[0], Application: LearningService, Status: AccessInvited},
			},
		}
		for _, o := range u.Actions() {
			if o.Action == ResendInvite || o.Action == SendNewInvite {
				application := "PORTAL"
				if o.Application != nil {
					application = string(*o.Application)
				}
				found = append(found, string(o.Action)+" "+application)
			}
		}
		return found
	}
	for account, want := range map[AccessStatus]string{
		AccessActive: "RESEND_INVITE LEARNING", AccessInvited: "RESEND_INVITE PORTAL",
		AccessInviteExpired: "SEND_NEW_INVITE PORTAL",
	} {
		if got := strings.Join(actions(account), ", "); got != want {
			t.Errorf("%s: %s, want %s", account, got, want)
		}
	}
}

func TestSoftwareVersion_Machines(t *testing.T) {
	if v := (&SoftwareVersion{OlderOnMachines: 1}); !v.IsNewer() || v.IsInstalled() {
		t.Errorf("a newer version: %+v", v)
	}
	if v := (&SoftwareVersion{SameOnMachines: 1}); v.IsNewer() || !v.IsInstalled() {
		t.Errorf("an installed version: %+v", v)
	}
	if got := (&SoftwareVersion{Language: "de"}).ReleaseNotes(); got.Text != "" || got.Language != "de" {
		t.Errorf("without notes: %+v", got)
	}
}
