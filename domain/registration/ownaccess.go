package registration

import (
	"slices"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// OwnAccess contains a user's own accesses as sis stores them.
type OwnAccess struct {
	Accesses []*useradmin.Access
	// Organizations are the user's organizations; access to the applications that they offer can be requested.
	Organizations []*useradmin.ManagedOrganization
	// Membership is nil for a user with an organization.
	Membership *Membership
}

// ownStatusOrder decides which access a tile shows if the user has several to one application.
var ownStatusOrder = []portal.AccessStatus{
	portal.AccessActive, portal.AccessPending, portal.AccessInvited, portal.AccessInviteExpired, portal.AccessDeclined,
	portal.AccessInactive, portal.AccessUnknown,
}

// access returns the user's access to an application: of several, that with the first status of ownStatusOrder; one
// with AccessNone if there is none.
func (o *OwnAccess) access(application portal.Service) *useradmin.Access {
	if o == nil {
		return &useradmin.Access{}
	}
	if all := MergeAccesses(o.Accesses); all[application] != nil {
		return all[application]
	}
	return &useradmin.Access{}
}

// MergeAccesses returns, by application, the access of a user in all organizations together: that with the first
// status of ownStatusOrder. Its edition is on premises if one with this status is.
func MergeAccesses(accesses []*useradmin.Access) map[portal.Service]*useradmin.Access {
	merged := map[portal.Service]*useradmin.Access{}
	for _, a := range accesses {
		rank := slices.Index(ownStatusOrder, a.Status)
		switch present := merged[a.Application]; {
		case present == nil || rank < slices.Index(ownStatusOrder, present.Status):
			first := *a
			merged[a.Application] = &first
		case a.Status == present.Status && a.Edition == portal.EditionOnPremises:
			present.Edition = portal.EditionOnPremises
		}
	}
	return merged
}

// offers returns the user's organizations that offer an application.
func (o *OwnAccess) offers(application portal.Service) (offers []*useradmin.ManagedOrganization) {
	for _, organization := range o.Organizations {
		if organization.OffersApplication(application) {
			offers = append(offers, organization)
		}
	}
	return offers
}

// Requestable returns the organizations in which a user can request access to an application: those that offer it, and
// in which the user has neither an access nor an open request or invitation.
func (o *OwnAccess) Requestable(application portal.Service) (requestable []*useradmin.ManagedOrganization) {
	for _, organization := range o.offers(application) {
		isOpen := slices.ContainsFunc(o.Accesses, func(a *useradmin.Access) bool {
			return a.Application == application && a.Organization != nil && a.Organization.ID == organization.ID &&
				slices.Contains(
					[]portal.AccessStatus{portal.AccessPending, portal.AccessActive, portal.AccessInvited}, a.Status,
				)
		})
		if !isOpen {
			requestable = append(requestable, organization)
		}
	}
	return requestable
}

// CheckRequest decides whether a user may request access to an application in an organization. Without an
// organization, it is the only one that offers the application and in which the user can request it.
func (o *OwnAccess) CheckRequest(
	application portal.Service, organizationID string,
) (decidedFor string, d useradmin.Decision) {
	offers := o.offers(application)
	if organizationID == "" {
		if len(offers) == 0 {
			return "", useradmin.NotOffered
		}
		requestable := o.Requestable(application)
		switch len(requestable) {
		case 0:
			return "", useradmin.StateChanged
		case 1:
			return requestable[0].ID, useradmin.Allowed
		}
		return "", useradmin.OrganizationRequired
	}
	if !useradmin.HasOrganization(offers, organizationID) {
		return "", useradmin.NotOffered
	}
	if !useradmin.HasOrganization(o.Requestable(application), organizationID) {
		return "", useradmin.StateChanged
	}
	return organizationID, useradmin.Allowed
}

// CheckInvitationAcceptance decides whether a user may accept the invitations to an application, in all organizations
// of the user that offer it. Accepting them again changes nothing.
func (o *OwnAccess) CheckInvitationAcceptance(application portal.Service) useradmin.Decision {
	if o == nil {
		return useradmin.StateChanged
	}
	offers := o.offers(application)
	if slices.ContainsFunc(o.Accesses, func(a *useradmin.Access) bool {
		return a.Application == application && (a.Status == portal.AccessInvited || a.Status == portal.AccessActive) &&
			a.Organization != nil && useradmin.HasOrganization(offers, a.Organization.ID)
	}) {
		return useradmin.Allowed
	}
	return useradmin.StateChanged
}

// hasProcess reports whether there is a process in which the user can register for a service, or it is not known. User
// administration depends on a role, which an administrator assigns. Learning is unregistered in every other case
// (PORT-4). Any other service must be offered by an organization of the user; a user without an organization is not
// registered yet.
func (o *OwnAccess) hasProcess(service portal.Service) bool {
	switch service {
	case portal.UserAdmin:
		return false
	case portal.LearningService:
		return true
	}
	return o == nil || len(o.Organizations) == 0 || len(o.offers(service)) > 0
}
