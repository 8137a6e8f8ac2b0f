package portal

import (
	"testing"
)

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
