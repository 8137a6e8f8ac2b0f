package useradmin

import (
	"testing"

	"strand/domain/portal"
)

// TestAdministrator_CheckMembership: administrators answer open requests, for their organizations and what these offer.
//
// Rules: USER-53.
func TestAdministrator_CheckMembership(t *testing.T) {
	own := &ManagedOrganization{ID: "own", Applications: []portal.Service{portal.Ticketing}}
	open := &MembershipRequest{UserID: "person", FirstName: "Nova", LastName: "Newcomer"}
	accept := func(organizationID string, applications ...portal.Service) UserChange {
		return UserChange{Action: AcceptMembership, OrganizationID: organizationID, Applications: applications}
	}
	for name, test := range map[string]struct {
		role    ActorRole
		request *MembershipRequest
		change  UserChange
		want    Decision
	}{
		"accepted":                       {ActorExternalAdmin, open, accept("own"), Allowed},
		"accepted with an application":   {ActorInternalAdmin, open, accept("own", portal.Ticketing), Allowed},
		"an application that is none":    {ActorExternalAdmin, open, accept("own", portal.Inventory), NotOffered},
		"another organization":           {ActorExternalAdmin, open, accept("other"), OrganizationNotFound},
		"denied":                         {ActorExternalAdmin, open, UserChange{Action: DenyMembership}, Allowed},
		"answered, withdrawn or foreign": {ActorExternalAdmin, nil, accept("own"), StateChanged},
		"the denial of an answered one":  {ActorInternalAdmin, nil, UserChange{Action: DenyMembership}, StateChanged},
		"the own request": {
			ActorInternalAdmin, open, UserChange{UserID: "admin", Action: DenyMembership}, OwnAccount,
		},
		"by a customer":                   {ActorCustomer, open, accept("own"), ActionForbidden},
		"by an employee, without request": {ActorEmployee, nil, accept("own"), ActionForbidden},
	} {
		a := &Administrator{UserID: "admin", Role: test.role, Organizations: []*ManagedOrganization{own}}
		if got := a.CheckMembership(test.request, test.change); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
	if got := open.FullName(); got != "Nova Newcomer" {
		t.Errorf("name %q", got)
	}
}
