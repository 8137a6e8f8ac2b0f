package portal

import "testing"

var addresses = ServiceAddresses{
	Direct:             "https://direct.example",
	DirectRegistration: "https://direct.example/register",
	WireFlowCloud:      "https://wf.example",
	MasterDataWM:       "https://wm.example",
	MasterDataMDS:      "https://mds.example",
	Learning:           "https://learning.example",
}

func TestRegistrations(t *testing.T) {
	for _, test := range []struct {
		name    string
		roles   []string
		service Service
		want    Registration
	}{
		{"ticketing", []string{"kmx_int_serviceticketing_active"}, Ticketing,
			Registration{Status: Active, URL: "/mykomax/tickets/list"}},
		{"a role string may contain more than the role", []string{"id=kmx_int_serviceticketing_active,ou=group"},
			Ticketing, Registration{Status: Active, URL: "/mykomax/tickets/list"}},
		{"no ticketing", nil, Ticketing, Registration{Status: Unregistered}},
		{"inventory", []string{"kmx_int_assetdb_active"}, Inventory,
			Registration{Status: Active, URL: "/mykomax/inventory"}},
		{"internal user administrator", []string{"kmx_delegatedadmin_intern"}, UserAdmin,
			Registration{Status: Active, URL: "/mykomax/user-admin"}},
		{"external user administrator", []string{"kmx_delegatedadmin_extern"}, UserAdmin,
			Registration{Status: Active, URL: "/mykomax/user-admin"}},
		{"no user administrator", []string{"kmx_int_assetdb_active"}, UserAdmin, Registration{Status: Unregistered}},
		{"artemis in the cloud", []string{"kmx_int_artemis_active"}, Artemis,
			Registration{
				Status:   Active,
				URL:      "https://wf.example",
				CloudURL: "https://wf.example",
				UserType: ArtemisCloud,
			}},
		{"artemis on premises", []string{"kmx_artemis_onpremuser", "kmx_int_artemis_active"}, Artemis,
			Registration{
				Status:   Active,
				URL:      "/mykomax/wire-flow",
				CloudURL: "https://wf.example",
				UserType: ArtemisOnprem,
			}},
		{"on premises without artemis", []string{"kmx_artemis_onpremuser"}, Artemis,
			Registration{Status: Unregistered, CloudURL: "https://wf.example"}},
		{"direct service, pending", []string{"kmx_int_direct_pending", "kmx_int_direct_active"}, DirectService,
			Registration{Status: Pending}},
		{"direct service", []string{"kmx_int_direct_active"}, DirectService,
			Registration{Status: Active, URL: "https://direct.example"}},
		{"direct service, unregistered", nil, DirectService,
			Registration{Status: Unregistered, RegistrationURL: "https://direct.example/register"}},
		{"master data", []string{"kmx_int_mfpwm_active"}, MasterDataWM,
			Registration{Status: Active, URL: "https://wm.example"}},
		{"active for one master data service only", []string{"kmx_int_mfpwm_active"}, MasterDataMDS,
			Registration{Status: Unregistered}},
		{"the other master data", []string{"kmx_int_mfpmds_active"}, MasterDataMDS,
			Registration{Status: Active, URL: "https://mds.example"}},
		{"learning", []string{"kmx_int_lmsefront_active"}, LearningService,
			Registration{Status: Active, URL: "https://learning.example"}},
		{"learning, invited", []string{"kmx_int_lmsefront_invited"}, LearningService,
			Registration{Status: Invited, URL: "https://learning.example"}},
		{"learning, invitation expired", []string{"kmx_int_lmsefront_inviteexpired"}, LearningService,
			Registration{Status: InviteExpired}},
		{"learning, unregistered", nil, LearningService, Registration{Status: Unregistered}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.want.Service = test.service
			if test.want.UserType == "" {
				test.want.UserType = ArtemisUnknown
			}
			for _, r := range Registrations(&User{Roles: test.roles}, nil, addresses) {
				if r.Service == test.service && r != test.want {
					t.Errorf("got %+v, want %+v", r, test.want)
				}
			}
		})
	}
}

func TestRegistrations_AnonymousUser(t *testing.T) {
	for _, r := range Registrations(nil, nil, addresses) {
		if r.Status != Unknown || r.URL != "" || r.RegistrationURL != "" {
			t.Errorf("%+v", r)
		}
	}
}

func TestRegistrations_ComingSoon(t *testing.T) {
	user := &User{Roles: []string{
		"kmx_int_lmsefront_active", "kmx_int_serviceticketing_active", "kmx_int_direct_pending",
	}}
	want := map[Service]Status{
		LearningService: Active, Ticketing: Active, DirectService: Pending, MasterDataWM: ComingSoon,
		Artemis: ComingSoon,
	}
	for _, r := range Registrations(user, nil, ServiceAddresses{}) {
		if status, ok := want[r.Service]; ok && r.Status != status {
			t.Errorf("%s without an address is %s, want %s", r.Service, r.Status, status)
		}
		if r.Status == ComingSoon && (r.URL != "" || r.RegistrationURL != "" || r.CanRequest) {
			t.Errorf("a service that is coming soon: %+v", r)
		}
	}
}

// TestRegistrations_Accesses checks that the accesses of sis decide if the role strings do not mention the service.
func TestRegistrations_Accesses(t *testing.T) {
	own := func(status AccessStatus) *OwnAccess {
		return &OwnAccess{
			Accesses: []*Access{{Application: Ticketing, Status: status, Reason: "Not in this plant."}},
			Offered:  []Service{Ticketing},
		}
	}
	for _, test := range []struct {
		name  string
		roles []string
		own   *OwnAccess
		want  Registration
	}{
		{"no access", nil, &OwnAccess{}, Registration{Status: Unregistered}},
		{"can be requested", nil, &OwnAccess{Offered: []Service{Ticketing}},
			Registration{Status: Unregistered, CanRequest: true}},
		{"requested", nil, own(AccessPending), Registration{Status: Pending}},
		{"invited", nil, own(AccessInvited), Registration{Status: Invited, URL: TicketsPath}},
		{"invitation expired", nil, own(AccessInviteExpired), Registration{Status: InviteExpired, CanRequest: true}},
		{"denied", nil, own(AccessDeclined), Registration{
			Status:     Unregistered,
			CanRequest: true,
			Reason:     "Not in this plant.",
		}},
		{"withdrawn", nil, own(AccessInactive), Registration{Status: Unregistered, CanRequest: true}},
		{"an active access that the role strings do not contain yet", nil, own(AccessActive), Registration{
			Status:     Unregistered,
			CanRequest: true,
		}},
		{"role strings have priority", []string{"kmx_int_serviceticketing_active"}, own(AccessPending),
			Registration{Status: Active, URL: TicketsPath}},
		{"sis is unavailable", nil, nil, Registration{Status: Unregistered}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.want.Service, test.want.UserType = Ticketing, ArtemisUnknown
			for _, r := range Registrations(&User{Roles: test.roles}, test.own, addresses) {
				if r.Service == Ticketing && r != test.want {
					t.Errorf("got %+v, want %+v", r, test.want)
				}
			}
		})
	}
}

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
