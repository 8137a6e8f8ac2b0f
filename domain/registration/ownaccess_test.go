package registration

import (
	"testing"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// TestOwnAccess_CheckRequest: users request access to what their organizations offer, once for each organization, which
// they have to select if it can be several.
//
// Rules: USER-52.
func TestOwnAccess_CheckRequest(t *testing.T) {
	first := &useradmin.ManagedOrganization{ID: "first", Applications: []portal.Service{portal.Ticketing}}
	second := &useradmin.ManagedOrganization{
		ID: "second", Applications: []portal.Service{portal.Ticketing, portal.Inventory},
	}
	in := func(o *useradmin.ManagedOrganization, status portal.AccessStatus) *useradmin.Access {
		return &useradmin.Access{Organization: o, Application: portal.Ticketing, Status: status}
	}
	for status, want := range map[portal.AccessStatus]useradmin.Decision{
		portal.AccessNone: useradmin.Allowed, portal.AccessDeclined: useradmin.Allowed,
		portal.AccessInactive: useradmin.Allowed, portal.AccessInviteExpired: useradmin.Allowed,
		portal.AccessPending: useradmin.StateChanged, portal.AccessActive: useradmin.StateChanged,
		portal.AccessInvited: useradmin.StateChanged,
	} {
		own := &OwnAccess{
			Accesses: []*useradmin.Access{in(first, status)}, Organizations: []*useradmin.ManagedOrganization{first},
		}
		if _, got := own.CheckRequest(portal.Ticketing, ""); got != want {
			t.Errorf("%s: %s, want %s", status, got, want)
		}
	}
	both := []*useradmin.ManagedOrganization{first, second}
	for name, test := range map[string]struct {
		accesses     []*useradmin.Access
		application  portal.Service
		organization string
		want         string
		decision     useradmin.Decision
	}{
		"no organization":      {application: portal.LearningService, decision: useradmin.NotOffered},
		"one of two offers it": {application: portal.Inventory, want: "second", decision: useradmin.Allowed},
		"two offer it":         {application: portal.Ticketing, decision: useradmin.OrganizationRequired},
		"two offer it, one is given": {
			application: portal.Ticketing, organization: "first", want: "first", decision: useradmin.Allowed,
		},
		"another one is given": {
			application: portal.Ticketing, organization: "other", decision: useradmin.NotOffered,
		},
		"the given one has none": {
			application: portal.Inventory, organization: "first", decision: useradmin.NotOffered,
		},
		"active in one of two":       {[]*useradmin.Access{in(first, portal.AccessActive)}, portal.Ticketing, "", "second", useradmin.Allowed},
		"active in the given one":    {[]*useradmin.Access{in(first, portal.AccessActive)}, portal.Ticketing, "first", "", useradmin.StateChanged},
		"requested in one, for both": {[]*useradmin.Access{in(second, portal.AccessPending)}, portal.Ticketing, "", "first", useradmin.Allowed},
		"requested in both, for both": {
			[]*useradmin.Access{in(first, portal.AccessPending), in(second, portal.AccessPending)}, portal.Ticketing,
			"", "", useradmin.StateChanged,
		},
	} {
		own := &OwnAccess{Accesses: test.accesses, Organizations: both}
		if got, decision := own.CheckRequest(test.application, test.organization); got != test.want ||
			decision != test.decision {
			t.Errorf("%s: %q %s, want %q %s", name, got, decision, test.want, test.decision)
		}
	}
}

// TestMergeAccesses: of the accesses of several organizations, the best one decides on tile and role strings.
func TestMergeAccesses(t *testing.T) {
	merged := MergeAccesses([]*useradmin.Access{
		{Organization: nordkabel, Application: portal.DirectService, Status: portal.AccessPending},
		{Organization: helia, Application: portal.DirectService, Status: portal.AccessActive},
		{
			Organization: nordkabel, Application: portal.Artemis, Status: portal.AccessActive,
			Edition: portal.EditionCloud,
		},
		{
			Organization: helia, Application: portal.Artemis, Status: portal.AccessActive,
			Edition: portal.EditionOnPremises,
		},
		{Organization: nordkabel, Application: portal.Inventory, Status: portal.AccessInactive},
		{Organization: helia, Application: portal.Inventory, Status: portal.AccessDeclined},
	})
	if len(merged) != 3 || merged[portal.DirectService].Status != portal.AccessActive ||
		merged[portal.Artemis].Edition != portal.EditionOnPremises ||
		merged[portal.Inventory].Status != portal.AccessDeclined {
		t.Errorf("got %+v", merged)
	}
}

// Rules: PORT-20.
func TestOwnAccess_CheckInvitationAcceptance(t *testing.T) {
	for status, want := range map[portal.AccessStatus]useradmin.Decision{
		portal.AccessInvited: useradmin.Allowed, portal.AccessActive: useradmin.Allowed,
		portal.AccessNone: useradmin.StateChanged, portal.AccessInviteExpired: useradmin.StateChanged,
		portal.AccessPending: useradmin.StateChanged, portal.AccessInactive: useradmin.StateChanged,
		portal.AccessDeclined: useradmin.StateChanged,
	} {
		offering := &useradmin.ManagedOrganization{ID: "offering", Applications: []portal.Service{portal.Ticketing}}
		without := &useradmin.ManagedOrganization{ID: "without", Applications: []portal.Service{portal.Inventory}}
		own := &OwnAccess{
			Organizations: []*useradmin.ManagedOrganization{offering, without},
			Accesses:      []*useradmin.Access{{Organization: offering, Application: portal.Ticketing, Status: status}},
		}
		if got := own.CheckInvitationAcceptance(portal.Ticketing); got != want {
			t.Errorf("%q: got %s, want %s", status, got, want)
		}
		for name, organization := range map[string]*useradmin.ManagedOrganization{
			"the organization does not offer it": without,
			"no organization":                    nil,
			"another organization":               {ID: "other"},
		} {
			own.Accesses = []*useradmin.Access{
				{Organization: organization, Application: portal.Ticketing, Status: status},
			}
			if got := own.CheckInvitationAcceptance(portal.Ticketing); got != useradmin.StateChanged {
				t.Errorf("%q, %s: got %s", status, name, got)
			}
		}
		if got := own.CheckInvitationAcceptance(portal.Inventory); got != useradmin.StateChanged {
			t.Errorf("another application: %s", got)
		}
	}
}
