package registration

import (
	"reflect"
	"testing"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

var (
	nordkabel = &useradmin.ManagedOrganization{
		ID: "nordkabel", Applications: []portal.Service{portal.Ticketing, portal.Artemis, portal.LearningService},
	}
	helia = &useradmin.ManagedOrganization{ID: "helia", Applications: []portal.Service{portal.Inventory}}
)

var serviceURLs = portal.ServiceURLs{
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
		service portal.Service
		want    Registration
	}{
		{"ticketing", []string{"kmx_int_serviceticketing_active"}, portal.Ticketing,
			Registration{Status: Active, URL: "/mykomax/tickets/list"}},
		{"a role string may contain more than the role", []string{"id=kmx_int_serviceticketing_active,ou=group"},
			portal.Ticketing, Registration{Status: Active, URL: "/mykomax/tickets/list"}},
		{"no ticketing", nil, portal.Ticketing, Registration{Status: Unregistered}},
		{"inventory", []string{"kmx_int_assetdb_active"}, portal.Inventory,
			Registration{Status: Active, URL: "/mykomax/inventory"}},
		{"internal user administrator", []string{"kmx_delegatedadmin_intern"}, portal.UserAdmin,
			Registration{Status: Active, URL: "/mykomax/user-admin"}},
		{"external user administrator", []string{"kmx_delegatedadmin_extern"}, portal.UserAdmin,
			Registration{Status: Active, URL: "/mykomax/user-admin"}},
		{
			"no user administrator", []string{"kmx_int_assetdb_active"}, portal.UserAdmin,
			Registration{Status: NoProcess},
		},
		{"artemis in the cloud", []string{"kmx_int_artemis_active"}, portal.Artemis,
			Registration{
				Status:   Active,
				URL:      "https://wf.example",
				CloudURL: "https://wf.example",
				Edition:  portal.EditionCloud,
			}},
		{"artemis on premises", []string{"kmx_artemis_onpremuser", "kmx_int_artemis_active"}, portal.Artemis,
			Registration{
				Status:   Active,
				URL:      "/mykomax/wire-flow",
				CloudURL: "https://wf.example",
				Edition:  portal.EditionOnPremises,
			}},
		{"on premises without artemis", []string{"kmx_artemis_onpremuser"}, portal.Artemis,
			Registration{Status: Unregistered, CloudURL: "https://wf.example"}},
		{"direct service, pending", []string{"kmx_int_direct_pending", "kmx_int_direct_active"}, portal.DirectService,
			Registration{Status: Pending}},
		{"direct service", []string{"kmx_int_direct_active"}, portal.DirectService,
			Registration{Status: Active, URL: "https://direct.example"}},
		{"direct service, unregistered", nil, portal.DirectService,
			Registration{Status: Unregistered, RegistrationURL: "https://direct.example/register"}},
		{"master data", []string{"kmx_int_mfpwm_active"}, portal.MasterDataWM,
			Registration{Status: Active, URL: "https://wm.example"}},
		{"active for one master data service only", []string{"kmx_int_mfpwm_active"}, portal.MasterDataMDS,
			Registration{Status: Unregistered}},
		{"the other master data", []string{"kmx_int_mfpmds_active"}, portal.MasterDataMDS,
			Registration{Status: Active, URL: "https://mds.example"}},
		{"learning", []string{"kmx_int_lmsefront_active"}, portal.LearningService,
			Registration{Status: Active, URL: "https://learning.example"}},
		{"learning, invited", []string{"kmx_int_lmsefront_invited"}, portal.LearningService,
			Registration{Status: Invited, URL: "https://learning.example"}},
		{"learning, invitation expired", []string{"kmx_int_lmsefront_inviteexpired"}, portal.LearningService,
			Registration{Status: InviteExpired}},
		{"learning, unregistered", nil, portal.LearningService, Registration{Status: Unregistered}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.want.Service = test.service
			if test.want.Edition == "" {
				test.want.Edition = portal.EditionUnknown
			}
			for _, r := range Registrations(&portal.User{Roles: test.roles}, nil, serviceURLs) {
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
		if r.Status != Unknown || r.URL != "" || r.RegistrationURL != "" {
			t.Errorf("%+v", r)
		}
	}
}

// Rules: PORT-8.
func TestRegistrations_ComingSoon(t *testing.T) {
	user := &portal.User{Roles: []string{
		"kmx_int_lmsefront_active", "kmx_int_serviceticketing_active", "kmx_int_direct_pending",
	}}
	want := map[portal.Service]Status{
		portal.LearningService: ComingSoon,
		portal.Ticketing:       Active,
		portal.DirectService:   Pending,
		portal.MasterDataWM:    ComingSoon,
		portal.Artemis:         ComingSoon,
	}
	for _, r := range Registrations(user, nil, portal.ServiceURLs{}) {
		if status, ok := want[r.Service]; ok && r.Status != status {
			t.Errorf("%s without an address is %s, want %s", r.Service, r.Status, status)
		}
		if r.Status == ComingSoon && (r.URL != "" || r.RegistrationURL != "" || r.CanRequest) {
			t.Errorf("a service that is coming soon: %+v", r)
		}
	}
}

// TestRegistrations_WithoutServicePortal: the services of the portal itself are coming soon where it has no data of
// sis, whatever the roles of the user; others do not change.
//
// Rules: PORT-8.
func TestRegistrations_WithoutServicePortal(t *testing.T) {
	user := &portal.User{Roles: []string{
		"kmx_int_lmsefront_active", "kmx_int_serviceticketing_active", "kmx_int_assetdb_active",
		"kmx_int_dladmin_active",
	}}
	at := serviceURLs
	at.WithoutServicePortal = true
	want := map[portal.Service]Status{
		portal.Ticketing: ComingSoon, portal.Inventory: ComingSoon, portal.UserAdmin: ComingSoon,
		portal.LearningService: Active,
	}
	for _, r := range Registrations(user, nil, at) {
		if status, ok := want[r.Service]; ok && (r.Status != status || (r.URL == "") != (status == ComingSoon)) {
			t.Errorf("%s is %s at %q, want %s", r.Service, r.Status, r.URL, status)
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
		service portal.Service
		want    Status
	}{
		{"active", []string{"kmx_int_lmsefront_active"}, nil, portal.LearningService, ComingSoon},
		{"invited", []string{"kmx_int_lmsefront_invited"}, nil, portal.LearningService, ComingSoon},
		{"expired", []string{"kmx_int_lmsefront_inviteexpired"}, nil, portal.LearningService, ComingSoon},
		{"active in the cloud", []string{"kmx_int_artemis_active"}, nil, portal.Artemis, ComingSoon},
		{"on premises", []string{"kmx_int_artemis_active", "kmx_artemis_onpremuser"}, nil, portal.Artemis, Active},
		{"invited to the cloud", nil, &OwnAccess{Accesses: []*useradmin.Access{
			{Application: portal.Artemis, Status: portal.AccessInvited, Edition: portal.EditionCloud},
		}}, portal.Artemis, ComingSoon},
		{"invited on premises", nil, &OwnAccess{Accesses: []*useradmin.Access{
			{Application: portal.Artemis, Status: portal.AccessInvited, Edition: portal.EditionOnPremises},
		}}, portal.Artemis, Invited},
		{"declined", nil, &OwnAccess{Accesses: []*useradmin.Access{
			{Application: portal.MasterDataWM, Status: portal.AccessDeclined, Reason: "No."},
		}, Organizations: []*useradmin.ManagedOrganization{
			{ID: "o", Applications: []portal.Service{portal.MasterDataWM}},
		}}, portal.MasterDataWM, ComingSoon},
		{"requested", nil, &OwnAccess{Accesses: []*useradmin.Access{
			{Application: portal.MasterDataWM, Status: portal.AccessPending},
		}}, portal.MasterDataWM, Pending},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range Registrations(&portal.User{Roles: test.roles}, test.own, portal.ServiceURLs{}) {
				if r.Service != test.service {
					continue
				}
				if r.Status != test.want {
					t.Errorf("got %s, want %s", r.Status, test.want)
				}
				if r.Status == ComingSoon && (r.URL != "" || r.RegistrationURL != "" || r.CanRequest ||
					r.CanAccept || r.Reason != "" || r.Edition != portal.EditionUnknown) {
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
	own := func(status portal.AccessStatus) *OwnAccess {
		return &OwnAccess{
			Accesses: []*useradmin.Access{
				{Organization: nordkabel, Application: portal.Ticketing, Status: status, Reason: "Not in this plant."},
			},
			Organizations: []*useradmin.ManagedOrganization{nordkabel},
		}
	}
	for _, test := range []struct {
		name  string
		roles []string
		own   *OwnAccess
		want  Registration
	}{
		{"no organization", nil, &OwnAccess{}, Registration{Status: Unregistered}},
		{"no organization offers it", nil, &OwnAccess{Organizations: []*useradmin.ManagedOrganization{helia}},
			Registration{Status: NoProcess}},
		{"can be requested", nil, &OwnAccess{Organizations: []*useradmin.ManagedOrganization{nordkabel}},
			Registration{Status: Unregistered, CanRequest: true}},
		{"requested", nil, own(portal.AccessPending), Registration{Status: Pending}},
		{"invited", nil, own(portal.AccessInvited),
			Registration{Status: Invited, URL: portal.TicketsPath, CanAccept: true}},
		{
			"invitation expired", nil, own(portal.AccessInviteExpired),
			Registration{Status: InviteExpired, CanRequest: true},
		},
		{"denied", nil, own(portal.AccessDeclined), Registration{
			Status:     Declined,
			CanRequest: true,
			Reason:     "Not in this plant.",
		}},
		{"withdrawn", nil, own(portal.AccessInactive), Registration{Status: Inactive, CanRequest: true}},
		{"withdrawn, and no longer offered", nil, &OwnAccess{
			Accesses: []*useradmin.Access{{Application: portal.Ticketing, Status: portal.AccessInactive}},
		}, Registration{Status: Inactive}},
		{"an active access that the role strings do not contain yet", nil, own(portal.AccessActive),
			Registration{Status: Unregistered}},
		{"a status that sis cannot classify", nil, own(portal.AccessUnknown),
			Registration{Status: Unregistered, CanRequest: true}},
		{"role strings have priority", []string{"kmx_int_serviceticketing_active"}, own(portal.AccessPending),
			Registration{Status: Active, URL: portal.TicketsPath}},
		{"sis is unavailable", nil, nil, Registration{Status: Unregistered}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.want.Service, test.want.Edition = portal.Ticketing, portal.EditionUnknown
			for _, r := range Registrations(&portal.User{Roles: test.roles}, test.own, serviceURLs) {
				if (len(r.Organizations) == 1) != r.CanRequest {
					t.Errorf("can be requested in %v", r.Organizations)
				}
				r.Organizations = nil
				if r.Service == portal.Ticketing && !reflect.DeepEqual(r, test.want) {
					t.Errorf("got %+v, want %+v", r, test.want)
				}
			}
		})
	}
}

// TestRegistrations_Unregistered: the direct service and learning are unregistered in every case that no role string
// and no access describes; an external service's invitation is accepted at the service.
//
// Rules: PORT-6.
func TestRegistrations_Unregistered(t *testing.T) {
	own := &OwnAccess{
		Organizations: []*useradmin.ManagedOrganization{
			{ID: "nordkabel", Applications: []portal.Service{portal.Ticketing}},
		},
	}
	for _, r := range Registrations(&portal.User{}, own, serviceURLs) {
		isUnregistered := r.Service == portal.DirectService || r.Service == portal.LearningService ||
			r.Service == portal.Ticketing
		if isUnregistered != (r.Status == Unregistered) {
			t.Errorf("%s is %s", r.Service, r.Status)
		}
	}
	own.Accesses = []*useradmin.Access{{Application: portal.LearningService, Status: portal.AccessInvited}}
	for _, r := range Registrations(&portal.User{}, own, serviceURLs) {
		if r.Service == portal.LearningService && (r.CanAccept || r.URL != serviceURLs.Learning) {
			t.Errorf("an invitation to an external service: %+v", r)
		}
	}
}
