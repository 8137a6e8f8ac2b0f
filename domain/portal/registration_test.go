package portal

import (
	"reflect"
	"testing"
)

var serviceURLs = ServiceURLs{
	Direct:             "https://direct.example",
	DirectRegistration: "https://direct.example/register",
	WireFlowCloud:      "https://wf.example",
	MasterDataWM:       "https://wm.example",
	MasterDataMDS:      "https://mds.example",
	Learning:           "https://learning.example",
}

// Rules: PORT-2, PORT-3, PORT-4, PORT-5, PORT-9, ROLE-1.
func TestRegistrations(t *testing.T) {
	for _, test := range []struct {
		name    string
		roles   []string
		service Service
		want    Registration
	}{
		{"ticketing", []string{"kmx_int_serviceticketing_active"}, Ticketing,
			Registration{Status: RegistrationActive, URL: "/mykomax/tickets/list"}},
		{"a role string may contain more than the role", []string{"id=kmx_int_serviceticketing_active,ou=group"},
			Ticketing, Registration{Status: RegistrationActive, URL: "/mykomax/tickets/list"}},
		{"no ticketing", nil, Ticketing, Registration{Status: RegistrationUnregistered}},
		{"inventory", []string{"kmx_int_assetdb_active"}, Inventory,
			Registration{Status: RegistrationActive, URL: "/mykomax/inventory"}},
		{"internal user administrator", []string{"kmx_delegatedadmin_intern"}, UserAdmin,
			Registration{Status: RegistrationActive, URL: "/mykomax/user-admin"}},
		{"external user administrator", []string{"kmx_delegatedadmin_extern"}, UserAdmin,
			Registration{Status: RegistrationActive, URL: "/mykomax/user-admin"}},
		{
			"no user administrator", []string{"kmx_int_assetdb_active"}, UserAdmin,
			Registration{Status: RegistrationNoProcess},
		},
		{"artemis in the cloud", []string{"kmx_int_artemis_active"}, Artemis,
			Registration{
				Status:   RegistrationActive,
				URL:      "https://wf.example",
				CloudURL: "https://wf.example",
				Edition:  EditionCloud,
			}},
		{"artemis on premises", []string{"kmx_artemis_onpremuser", "kmx_int_artemis_active"}, Artemis,
			Registration{
				Status:   RegistrationActive,
				URL:      "/mykomax/wire-flow",
				CloudURL: "https://wf.example",
				Edition:  EditionOnPremises,
			}},
		{"on premises without artemis", []string{"kmx_artemis_onpremuser"}, Artemis,
			Registration{Status: RegistrationUnregistered, CloudURL: "https://wf.example"}},
		{"direct service, pending", []string{"kmx_int_direct_pending", "kmx_int_direct_active"}, DirectService,
			Registration{Status: RegistrationPending}},
		{"direct service", []string{"kmx_int_direct_active"}, DirectService,
			Registration{Status: RegistrationActive, URL: "https://direct.example"}},
		{"direct service, unregistered", nil, DirectService,
			Registration{Status: RegistrationUnregistered, RegistrationURL: "https://direct.example/register"}},
		{"master data", []string{"kmx_int_mfpwm_active"}, MasterDataWM,
			Registration{Status: RegistrationActive, URL: "https://wm.example"}},
		{"active for one master data service only", []string{"kmx_int_mfpwm_active"}, MasterDataMDS,
			Registration{Status: RegistrationUnregistered}},
		{"the other master data", []string{"kmx_int_mfpmds_active"}, MasterDataMDS,
			Registration{Status: RegistrationActive, URL: "https://mds.example"}},
		{"learning", []string{"kmx_int_lmsefront_active"}, LearningService,
			Registration{Status: RegistrationActive, URL: "https://learning.example"}},
		{"learning, invited", []string{"kmx_int_lmsefront_invited"}, LearningService,
			Registration{Status: RegistrationInvited, URL: "https://learning.example"}},
		{"learning, invitation expired", []string{"kmx_int_lmsefront_inviteexpired"}, LearningService,
			Registration{Status: RegistrationInviteExpired}},
		{"learning, unregistered", nil, LearningService, Registration{Status: RegistrationUnregistered}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.want.Service = test.service
			if test.want.Edition == "" {
				test.want.Edition = EditionUnknown
			}
			for _, r := range Registrations(&User{Roles: test.roles}, nil, serviceURLs) {
				if r.Service == test.service && !reflect.DeepEqual(r, test.want) {
					t.Errorf("got %+v, want %+v", r, test.want)
				}
			}
		})
	}
}

// Rules: PORT-7.
func TestRegistrations_AnonymousUser(t *testing.T) {
	for _, r := range Registrations(nil, nil, serviceURLs) {
		if r.Status != RegistrationUnknown || r.URL != "" || r.RegistrationURL != "" {
			t.Errorf("%+v", r)
		}
	}
}

// Rules: PORT-8.
func TestRegistrations_ComingSoon(t *testing.T) {
	user := &User{Roles: []string{
		"kmx_int_lmsefront_active", "kmx_int_serviceticketing_active", "kmx_int_direct_pending",
	}}
	want := map[Service]RegistrationStatus{
		LearningService: RegistrationComingSoon,
		Ticketing:       RegistrationActive,
		DirectService:   RegistrationPending,
		MasterDataWM:    RegistrationComingSoon,
		Artemis:         RegistrationComingSoon,
	}
	for _, r := range Registrations(user, nil, ServiceURLs{}) {
		if status, ok := want[r.Service]; ok && r.Status != status {
			t.Errorf("%s without an address is %s, want %s", r.Service, r.Status, status)
		}
		if r.Status == RegistrationComingSoon && (r.URL != "" || r.RegistrationURL != "" || r.CanRequest) {
			t.Errorf("a service that is coming soon: %+v", r)
		}
	}
}

// TestRegistrations_WithoutURL: a service without a URL is coming soon in every status that needs a link.
//
// Rules: PORT-8.
func TestRegistrations_WithoutURL(t *testing.T) {
	for _, test := range []struct {
		name    string
		roles   []string
		own     *OwnAccess
		service Service
		want    RegistrationStatus
	}{
		{"active", []string{"kmx_int_lmsefront_active"}, nil, LearningService, RegistrationComingSoon},
		{"invited", []string{"kmx_int_lmsefront_invited"}, nil, LearningService, RegistrationComingSoon},
		{"expired", []string{"kmx_int_lmsefront_inviteexpired"}, nil, LearningService, RegistrationComingSoon},
		{"active in the cloud", []string{"kmx_int_artemis_active"}, nil, Artemis, RegistrationComingSoon},
		{"on premises", []string{"kmx_int_artemis_active", "kmx_artemis_onpremuser"}, nil, Artemis, RegistrationActive},
		{"invited to the cloud", nil, &OwnAccess{Accesses: []*Access{
			{Application: Artemis, Status: AccessInvited, Edition: EditionCloud},
		}}, Artemis, RegistrationComingSoon},
		{"invited on premises", nil, &OwnAccess{Accesses: []*Access{
			{Application: Artemis, Status: AccessInvited, Edition: EditionOnPremises},
		}}, Artemis, RegistrationInvited},
		{"declined", nil, &OwnAccess{Accesses: []*Access{
			{Application: MasterDataWM, Status: AccessDeclined, Reason: "No."},
		}, Organizations: []*ManagedOrganization{
			{ID: "o", Applications: []Service{MasterDataWM}},
		}}, MasterDataWM, RegistrationComingSoon},
		{"requested", nil, &OwnAccess{Accesses: []*Access{
			{Application: MasterDataWM, Status: AccessPending},
		}}, MasterDataWM, RegistrationPending},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range Registrations(&User{Roles: test.roles}, test.own, ServiceURLs{}) {
				if r.Service != test.service {
					continue
				}
				if r.Status != test.want {
					t.Errorf("got %s, want %s", r.Status, test.want)
				}
				if r.Status == RegistrationComingSoon && (r.URL != "" || r.RegistrationURL != "" || r.CanRequest ||
					r.CanAccept || r.Reason != "" || r.Edition != EditionUnknown) {
					t.Errorf("a service that is coming soon: %+v", r)
				}
			}
		})
	}
}

// TestRegistrations_Accesses checks that the accesses of sis decide if the role strings do not mention the service.
//
// Rules: PORT-6, PORT-11, PORT-12.
func TestRegistrations_Accesses(t *testing.T) {
	own := func(status AccessStatus) *OwnAccess {
		return &OwnAccess{
			Accesses: []*Access{
				{Organization: nordkabel, Application: Ticketing, Status: status, Reason: "Not in this plant."},
			},
			Organizations: []*ManagedOrganization{nordkabel},
		}
	}
	for _, test := range []struct {
		name  string
		roles []string
		own   *OwnAccess
		want  Registration
	}{
		{"no organization", nil, &OwnAccess{}, Registration{Status: RegistrationUnregistered}},
		{"no organization offers it", nil, &OwnAccess{Organizations: []*ManagedOrganization{helia}},
			Registration{Status: RegistrationNoProcess}},
		{"can be requested", nil, &OwnAccess{Organizations: []*ManagedOrganization{nordkabel}},
			Registration{Status: RegistrationUnregistered, CanRequest: true}},
		{"requested", nil, own(AccessPending), Registration{Status: RegistrationPending}},
		{"invited", nil, own(AccessInvited),
			Registration{Status: RegistrationInvited, URL: TicketsPath, CanAccept: true}},
		{
			"invitation expired", nil, own(AccessInviteExpired),
			Registration{Status: RegistrationInviteExpired, CanRequest: true},
		},
		{"denied", nil, own(AccessDeclined), Registration{
			Status:     RegistrationDeclined,
			CanRequest: true,
			Reason:     "Not in this plant.",
		}},
		{"withdrawn", nil, own(AccessInactive), Registration{Status: RegistrationInactive, CanRequest: true}},
		{"withdrawn, and no longer offered", nil, &OwnAccess{
			Accesses: []*Access{{Application: Ticketing, Status: AccessInactive}},
		}, Registration{Status: RegistrationInactive}},
		{"an active access that the role strings do not contain yet", nil, own(AccessActive),
			Registration{Status: RegistrationUnregistered}},
		{"a status that sis cannot classify", nil, own(AccessUnknown),
			Registration{Status: RegistrationUnregistered, CanRequest: true}},
		{"role strings have priority", []string{"kmx_int_serviceticketing_active"}, own(AccessPending),
			Registration{Status: RegistrationActive, URL: TicketsPath}},
		{"sis is unavailable", nil, nil, Registration{Status: RegistrationUnregistered}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.want.Service, test.want.Edition = Ticketing, EditionUnknown
			for _, r := range Registrations(&User{Roles: test.roles}, test.own, serviceURLs) {
				if (len(r.Organizations) == 1) != r.CanRequest {
					t.Errorf("can be requested in %v", r.Organizations)
				}
				r.Organizations = nil
				if r.Service == Ticketing && !reflect.DeepEqual(r, test.want) {
					t.Errorf("got %+v, want %+v", r, test.want)
				}
			}
		})
	}
}

// TestMergeAccesses: of the accesses of several organizations, the best one decides on tile and role strings.
func TestMergeAccesses(t *testing.T) {
	merged := MergeAccesses([]*Access{
		{Organization: nordkabel, Application: DirectService, Status: AccessPending},
		{Organization: helia, Application: DirectService, Status: AccessActive},
		{Organization: nordkabel, Application: Artemis, Status: AccessActive, Edition: EditionCloud},
		{Organization: helia, Application: Artemis, Status: AccessActive, Edition: EditionOnPremises},
		{Organization: nordkabel, Application: Inventory, Status: AccessInactive},
		{Organization: helia, Application: Inventory, Status: AccessDeclined},
	})
	if len(merged) != 3 || merged[DirectService].Status != AccessActive ||
		merged[Artemis].Edition != EditionOnPremises || merged[Inventory].Status != AccessDeclined {
		t.Errorf("got %+v", merged)
	}
}

// TestRegistrations_Unregistered: the direct service and learning are unregistered in every case that no role string
// and no access describes; an external service's invitation is accepted at the service.
//
// Rules: PORT-6.
func TestRegistrations_Unregistered(t *testing.T) {
	own := &OwnAccess{Organizations: []*ManagedOrganization{{ID: "nordkabel", Applications: []Service{Ticketing}}}}
	for _, r := range Registrations(&User{}, own, serviceURLs) {
		isUnregistered := r.Service == DirectService || r.Service == LearningService || r.Service == Ticketing
		if isUnregistered != (r.Status == RegistrationUnregistered) {
			t.Errorf("%s is %s", r.Service, r.Status)
		}
	}
	own.Accesses = []*Access{{Application: LearningService, Status: AccessInvited}}
	for _, r := range Registrations(&User{}, own, serviceURLs) {
		if r.Service == LearningService && (r.CanAccept || r.URL != serviceURLs.Learning) {
			t.Errorf("an invitation to an external service: %+v", r)
		}
	}
}

// Rules: PORT-20.
func TestOwnAccess_CheckAcceptance(t *testing.T) {
	for status, want := range map[AccessStatus]Decision{
		AccessInvited: Allowed, AccessActive: Allowed, AccessNone: StateChanged, AccessInviteExpired: StateChanged,
		AccessPending: StateChanged, AccessInactive: StateChanged, AccessDeclined: StateChanged,
	} {
		offering := &ManagedOrganization{ID: "offering", Applications: []Service{Ticketing}}
		without := &ManagedOrganization{ID: "without", Applications: []Service{Inventory}}
		own := &OwnAccess{
			Organizations: []*ManagedOrganization{offering, without},
			Accesses:      []*Access{{Organization: offering, Application: Ticketing, Status: status}},
		}
		if got := own.CheckAcceptance(Ticketing); got != want {
			t.Errorf("%q: got %s, want %s", status, got, want)
		}
		for name, organization := range map[string]*ManagedOrganization{
			"the organization does not offer it": without,
			"no organization":                    nil,
			"another organization":               {ID: "other"},
		} {
			own.Accesses = []*Access{{Organization: organization, Application: Ticketing, Status: status}}
			if got := own.CheckAcceptance(Ticketing); got != StateChanged {
				t.Errorf("%q, %s: got %s", status, name, got)
			}
		}
		if got := own.CheckAcceptance(Inventory); got != StateChanged {
			t.Errorf("another application: %s", got)
		}
	}
}

// Rules: ACC-4.
func TestUser(t *testing.T) {
	for _, test := range []struct{ first, last, full, initials string }{
		{"Carla", "Muster", "Carla Muster", "CM"}, {"élise", "de Boer", "élise de Boer", "ÉD"}, {"Prince", "", "Prince",
			"P"}, {"", "", "", ""}, {"山田", "太郎", "山田 太郎", "山太"},
	} {
		u := &User{FirstName: test.first, LastName: test.last}
		if u.FullName() != test.full || u.Initials() != test.initials {
			t.Errorf("%q %q", u.FullName(), u.Initials())
		}
	}
}

// Rules: ROLE-1.
func TestUser_IsInAudience(t *testing.T) {
	for _, test := range []struct {
		user *User
		to   map[Audience]bool
	}{
		{nil, nil},
		{&User{}, map[Audience]bool{Customer: true}},
		{&User{Roles: []string{"kmx_delegatedadmin_extern"}}, map[Audience]bool{Customer: true, DelegatedAdmin: true}},
		{&User{Roles: []string{"kmx_delegatedadmin_intern", "kmx_employee_intern"}},
			map[Audience]bool{Customer: true, DelegatedAdmin: true, Employee: true}},
	} {
		for _, a := range []Audience{Customer, DelegatedAdmin, Employee, Editor} {
			if got := test.user.IsInAudience(a); got != test.to[a] {
				t.Errorf("%+v belongs to %s: %v", test.user, a, got)
			}
		}
	}
}
