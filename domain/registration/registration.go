// Package registration contains the registrations of users for the services of the portal: the status of a user's own
// registration, and what the user may request or accept.
package registration

import (
	"strand/domain/portal"
	"strand/domain/useradmin"
)

// Status is the status of a user's registration for a service (PORT-14).
type Status string

const (
	Unknown       Status = "UNKNOWN"
	NoProcess     Status = "NOPROCESS"
	Unregistered  Status = "UNREGISTERED"
	Pending       Status = "PENDING"
	Active        Status = "ACTIVE"
	Invited       Status = "INVITED"
	InviteExpired Status = "INVITEEXPIRED"
	Inactive      Status = "INACTIVE"
	Declined      Status = "DECLINED"
	ComingSoon    Status = "COMINGSOON"
)

// Registration is the registration of a user for a service.
type Registration struct {
	Service portal.Service
	Status  Status
	// URL is a path of the portal, or an absolute URL; empty if the status gives no access.
	URL string
	// Edition and CloudURL belong to Artemis.
	Edition  portal.WireFlowEdition
	CloudURL string
	// RegistrationURL is the URL at which the user registers for the direct service; empty for other services.
	RegistrationURL string
	// CanRequest reports whether the user can request access, in one of Organizations.
	CanRequest    bool
	Organizations []*useradmin.ManagedOrganization
	// IsDecidedInternally marks an open request on which only internal administrators can decide.
	IsDecidedInternally bool
	// CanAccept reports whether the user can accept an invitation in the portal. An invitation to a service outside the
	// portal is accepted at the service.
	CanAccept bool
	// Reason is the reason for which the last request was denied; empty for none.
	Reason string
}

// IsLocal reports whether the service is a part of the portal.
func (r Registration) IsLocal() bool { return len(r.URL) > 0 && r.URL[0] == '/' }

// registrationStatuses are the statuses of an access that a registration has if the role strings do not mention the
// service.
var registrationStatuses = map[portal.AccessStatus]Status{
	portal.AccessPending:       Pending,
	portal.AccessInvited:       Invited,
	portal.AccessInviteExpired: InviteExpired,
	portal.AccessDeclined:      Declined,
	portal.AccessInactive:      Inactive,
}

// Registrations returns the registrations of a user, in the order of the tiles; those of an anonymous user are Unknown.
// own is nil while sis is unavailable: then only the role strings are used, and access cannot be requested.
func Registrations(u *portal.User, own *OwnAccess, at portal.ServiceURLs) []Registration {
	all := []Registration{
		{Service: portal.DirectService, URL: at.Direct},
		{Service: portal.Ticketing, URL: portal.TicketsPath},
		{Service: portal.Inventory, URL: portal.InventoryPath},
		{Service: portal.UserAdmin, URL: portal.UserAdminPath},
		{Service: portal.Artemis, URL: at.WireFlowCloud, CloudURL: at.WireFlowCloud},
		{Service: portal.MasterDataWM, URL: at.MasterDataWM},
		{Service: portal.MasterDataMDS, URL: at.MasterDataMDS},
		{Service: portal.LearningService, URL: at.Learning},
	}
	for i := range all {
		if at.WithoutServicePortal && all[i].IsLocal() {
			all[i].URL = ""
		}
		all[i].complete(u, own, at)
	}
	return all
}

func (r *Registration) complete(u *portal.User, own *OwnAccess, at portal.ServiceURLs) {
	r.Edition = portal.EditionUnknown
	if u == nil {
		r.Status, r.URL = Unknown, ""
		return
	}
	access := own.access(r.Service)
	r.Status = statusOf(u, r.Service, access)
	if r.Service == portal.Artemis {
		isOnPremises := u.IsOnPremises()
		switch {
		case r.Status == Invited:
			isOnPremises = access.Edition == portal.EditionOnPremises
		case r.Status != Active:
			isOnPremises = false
		}
		if isOnPremises {
			r.URL = portal.WireFlowPath
		}
	}
	// A service without a URL cannot be used or requested; an open request is shown nevertheless.
	if r.URL == "" && r.Status != Pending {
		r.Status = ComingSoon
		return
	}
	if r.Status == Active && r.Service == portal.Artemis {
		r.Edition = portal.EditionCloud
		if r.IsLocal() {
			r.Edition = portal.EditionOnPremises
		}
	}
	switch r.Status {
	case Active:
		return
	case Invited:
		r.CanAccept = r.IsLocal() && own.CheckInvitationAcceptance(r.Service) == useradmin.Allowed
		return
	case Declined:
		r.Reason = access.Reason
	}
	r.URL = ""
	if r.Status == Pending {
		r.IsDecidedInternally = access.IsDecidedInternally
		return
	}
	if r.Service == portal.DirectService {
		r.RegistrationURL = at.DirectRegistration
		return
	}
	if own != nil {
		r.Organizations = own.Requestable(r.Service)
	}
	r.CanRequest = len(r.Organizations) > 0
	if r.Status == Unregistered && !own.hasProcess(r.Service) {
		r.Status = NoProcess
	}
}

// statusOf returns the status of a registration: by the role strings (PORT-2); if they do not mention the service, by
// the access in sis; else unregistered (PORT-6).
func statusOf(u *portal.User, service portal.Service, access *useradmin.Access) Status {
	if service == portal.UserAdmin {
		if u.IsActive(portal.UserAdmin) {
			return Active
		}
		return Unregistered
	}
	switch u.StatusByRoles(service) {
	case portal.AccessActive:
		return Active
	case portal.AccessNone:
	case portal.AccessPending:
		return Pending
	case portal.AccessInvited:
		return Invited
	case portal.AccessInviteExpired:
		return InviteExpired
	}
	if status, isKnown := registrationStatuses[access.Status]; isKnown {
		return status
	}
	return Unregistered
}
