package useradmin

import (
	"slices"
	"strings"
	"time"

	"strand/domain/portal"
)

// MembershipRequest is an open request of a person without an organization, for those who decide on it (USER-53).
type MembershipRequest struct {
	// UserID is the id of the person.
	UserID              string
	FirstName, LastName string
	Email               string
	IsEmployee          bool
	// Company is the name of the company as the person typed it.
	Company     string
	RequestedAt time.Time
	// Organization is the organization of the viewer that has this name; nil for none.
	Organization *ManagedOrganization
}

// FullName is the first and the last name.
func (r *MembershipRequest) FullName() string {
	return strings.TrimSpace(r.FirstName + " " + r.LastName)
}

// CheckMembership decides whether an administrator may answer a request to become a member. r is nil for a request that
// does not exist, was answered or withdrawn, or belongs to others: these cases are not distinguished.
func (a *Administrator) CheckMembership(r *MembershipRequest, c UserChange) Decision {
	if a.Role != ActorExternalAdmin && a.Role != ActorInternalAdmin {
		return ActionForbidden
	}
	if c.UserID == a.UserID {
		return OwnAccount
	}
	if r == nil {
		return StateChanged
	}
	if c.Action == DenyMembership {
		return Allowed
	}
	at := slices.IndexFunc(a.Organizations, func(o *ManagedOrganization) bool { return o.ID == c.OrganizationID })
	if at < 0 {
		return OrganizationNotFound
	}
	isMissing := func(s portal.Service) bool { return !a.Organizations[at].OffersApplication(s) }
	if slices.ContainsFunc(c.Applications, isMissing) {
		return NotOffered
	}
	return Allowed
}
