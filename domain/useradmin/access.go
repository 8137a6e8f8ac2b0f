package useradmin

import (
	"time"

	"strand/domain/portal"
)

// Access is a user's access to an application as a member of an organization.
type Access struct {
	// Organization is the organization of the membership; nil for an access that the identity server granted.
	Organization *ManagedOrganization
	Application  portal.Service
	Status       portal.AccessStatus
	// Edition is the edition of Artemis; empty for other applications.
	Edition portal.WireFlowEdition
	// RequestedBy and RequestedAt are nil for an access that was not requested.
	RequestedBy *portal.Person
	RequestedAt *time.Time
	// Reason is the reason for the denial of a request, shown to the user; empty for none.
	Reason string
	// ExpiresAt is the expiry of an invitation; nil for other statuses.
	ExpiresAt *time.Time
	ChangedAt *time.Time
	// IsDecidedInternally marks an open request on which only internal administrators can decide: the organization has
	// no other external administrator.
	IsDecidedInternally bool
}
