package portal

import "slices"

// Service is a service with a tile in the portal.
type Service string

const (
	// DirectService is an external service with a registration of its own.
	DirectService Service = "DIRECT_SERVICE"
	Ticketing     Service = "TICKETING"
	Inventory     Service = "INVENTORY"
	UserAdmin     Service = "USER_ADMIN"
	// Artemis is wire-flow.
	Artemis Service = "ARTEMIS"
	// MasterDataWM contains the master data of wires, MasterDataMDS that of terminals; both are external services.
	MasterDataWM  Service = "MASTER_DATA_WM"
	MasterDataMDS Service = "MASTER_DATA_MDS"
	// LearningService is the external service for training.
	LearningService Service = "LEARNING"
)

// RegistrationStatus is the status of a user's registration for a service (PORT-14).
type RegistrationStatus string

const (
	RegistrationUnknown       RegistrationStatus = "UNKNOWN"
	RegistrationNoProcess     RegistrationStatus = "NOPROCESS"
	RegistrationUnregistered  RegistrationStatus = "UNREGISTERED"
	RegistrationPending       RegistrationStatus = "PENDING"
	RegistrationActive        RegistrationStatus = "ACTIVE"
	RegistrationInvited       RegistrationStatus = "INVITED"
	RegistrationInviteExpired RegistrationStatus = "INVITEEXPIRED"
	RegistrationInactive      RegistrationStatus = "INACTIVE"
	RegistrationDeclined      RegistrationStatus = "DECLINED"
	RegistrationComingSoon    RegistrationStatus = "COMINGSOON"
)

// WireFlowEdition is the edition of wire-flow (Artemis) that a user has.
type WireFlowEdition string

const (
	EditionUnknown    WireFlowEdition = "UNKNOWN"
	EditionOnPremises WireFlowEdition = "ONPREM"
	EditionCloud      WireFlowEdition = "CLOUD"
)

// ServiceURLs are the URLs of services outside the portal; empty for a service that is not available yet.
type ServiceURLs struct {
	Direct, DirectRegistration  string
	WireFlowCloud               string
	MasterDataWM, MasterDataMDS string
	Learning                    string
}

// Registration is the registration of a user for a service.
type Registration struct {
	Service Service
	Status  RegistrationStatus
	// URL is a path of the portal, or an absolute URL; empty if the status gives no access.
	URL string
	// Edition and CloudURL belong to Artemis.
	Edition  WireFlowEdition
	CloudURL string
	// RegistrationURL is the URL at which the user registers for the direct service; empty for other services.
	RegistrationURL string
	// CanRequest reports whether the user can request access, in one of Organizations.
	CanRequest    bool
	Organizations []*ManagedOrganization
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

// OwnAccess contains a user's own accesses as sis stores them.
type OwnAccess struct {
	Accesses []*Access
	// Organizations are the user's organizations; access to the applications that they offer can be requested.
	Organizations []*ManagedOrganization
}

// ownStatusOrder decides which access a tile shows if the user has several to one application.
var ownStatusOrder = []AccessStatus{
	AccessActive, AccessPending, AccessInvited, AccessInviteExpired, AccessDeclined, AccessInactive, AccessUnknown,
}

// access returns the user's access to an application: of several, that with the first status of ownStatusOrder; one
// with AccessNone if there is none.
func (o *OwnAccess) access(application Service) *Access {
	if o == nil {
		return &Access{}
	}
	if all := MergeAccesses(o.Accesses); all[application] != nil {
		return all[application]
	}
	return &Access{}
}

// MergeAccesses returns, by application, the access of a user in all organizations together: that with the first
// status of ownStatusOrder. Its edition is on premises if one with this status is.
func MergeAccesses(accesses []*Access) map[Service]*Access {
	merged := map[Service]*Access{}
	for _, a := range accesses {
		rank := slices.Index(ownStatusOrder, a.Status)
		switch present := merged[a.Application]; {
		case present == nil || rank < slices.Index(ownStatusOrder, present.Status):
			first := *a
			merged[a.Application] = &first
		case a.Status == present.Status && a.Edition == EditionOnPremises:
			present.Edition = EditionOnPremises
		}
	}
	return merged
}

// offers returns the user's organizations that offer an application.
func (o *OwnAccess) offers(application Service) (offers []*ManagedOrganization) {
	for _, organization := range o.Organizations {
		if organization.OffersApplication(application) {
			offers = append(offers, organization)
		}
	}
	return offers
}

// Requestable returns the organizations in which a user can request access to an application: those that offer it, and
// in which the user has neither an access nor an open request or invitation.
func (o *OwnAccess) Requestable(application Service) (requestable []*ManagedOrganization) {
	for _, organization := range o.offers(application) {
		isOpen := slices.ContainsFunc(o.Accesses, func(a *Access) bool {
			return a.Application == application && a.Organization != nil && a.Organization.ID == organization.ID &&
				slices.Contains([]AccessStatus{AccessPending, AccessActive, AccessInvited}, a.Status)
		})
		if !isOpen {
			requestable = append(requestable, organization)
		}
	}
	return requestable
}

// registrationStatuses are the statuses of an access that a registration has if the role strings do not mention the
// service.
var registrationStatuses = map[AccessStatus]RegistrationStatus{
	AccessPending:       RegistrationPending,
	AccessInvited:       RegistrationInvited,
	AccessInviteExpired: RegistrationInviteExpired,
	AccessDeclined:      RegistrationDeclined,
	AccessInactive:      RegistrationInactive,
}

// Registrations returns the registrations of a user, in the order of the tiles; those of an anonymous user are Unknown.
// own is nil while sis is unavailable: then only the role strings are used, and access cannot be requested.
func Registrations(u *User, own *OwnAccess, at ServiceURLs) []Registration {
	all := []Registration{
		{Service: DirectService, URL: at.Direct},
		{Service: Ticketing, URL: TicketsPath},
		{Service: Inventory, URL: InventoryPath},
		{Service: UserAdmin, URL: UserAdminPath},
		{Service: Artemis, URL: at.WireFlowCloud, CloudURL: at.WireFlowCloud},
		{Service: MasterDataWM, URL: at.MasterDataWM},
		{Service: MasterDataMDS, URL: at.MasterDataMDS},
		{Service: LearningService, URL: at.Learning},
	}
	for i := range all {
		all[i].complete(u, own, at)
	}
	return all
}

func (r *Registration) complete(u *User, own *OwnAccess, at ServiceURLs) {
	r.Edition = EditionUnknown
	if u == nil {
		r.Status, r.URL = RegistrationUnknown, ""
		return
	}
	access := own.access(r.Service)
	r.Status = statusOf(u, r.Service, access)
	if r.Service == Artemis {
		isOnPremises := u.HasRole(roleOnPremises)
		switch {
		case r.Status == RegistrationInvited:
			isOnPremises = access.Edition == EditionOnPremises
		case r.Status != RegistrationActive:
			isOnPremises = false
		}
		if isOnPremises {
			r.URL = WireFlowPath
		}
	}
	// A service without a URL cannot be used or requested; an open request is shown nevertheless.
	if r.URL == "" && r.Status != RegistrationPending {
		r.Status = RegistrationComingSoon
		return
	}
	if r.Status == RegistrationActive && r.Service == Artemis {
		r.Edition = EditionCloud
		if r.IsLocal() {
			r.Edition = EditionOnPremises
		}
	}
	switch r.Status {
	case RegistrationActive:
		return
	case RegistrationInvited:
		r.CanAccept = r.IsLocal() && own.CheckAcceptance(r.Service) == Allowed
		return
	case RegistrationDeclined:
		r.Reason = access.Reason
	}
	r.URL = ""
	if r.Status == RegistrationPending {
		r.IsDecidedInternally = access.IsDecidedInternally
		return
	}
	if r.Service == DirectService {
		r.RegistrationURL = at.DirectRegistration
		return
	}
	if own != nil {
		r.Organizations = own.Requestable(r.Service)
	}
	r.CanRequest = len(r.Organizations) > 0
	if r.Status == RegistrationUnregistered && !own.hasProcess(r.Service) {
		r.Status = RegistrationNoProcess
	}
}

// hasProcess reports whether there is a process in which the user can register for a service, or it is not known. User
// administration depends on a role, which an administrator assigns. Learning is unregistered in every other case
// (PORT-4). Any other service must be offered by an organization of the user; a user without an organization is not
// registered yet.
func (o *OwnAccess) hasProcess(service Service) bool {
	switch service {
	case UserAdmin:
		return false
	case LearningService:
		return true
	}
	return o == nil || len(o.Organizations) == 0 || len(o.offers(service)) > 0
}

// statusOf returns the status of a registration: by the role strings (PORT-2); if they do not mention the service, by
// the access in sis; else unregistered (PORT-6).
func statusOf(u *User, service Service, access *Access) RegistrationStatus {
	if service == UserAdmin {
		if u.AdministratorRole() != AdministratorNone {
			return RegistrationActive
		}
		return RegistrationUnregistered
	}
	switch statusByRoles(u, service) {
	case AccessActive:
		return RegistrationActive
	case AccessNone:
	case AccessPending:
		return RegistrationPending
	case AccessInvited:
		return RegistrationInvited
	case AccessInviteExpired:
		return RegistrationInviteExpired
	}
	if status, isKnown := registrationStatuses[access.Status]; isKnown {
		return status
	}
	return RegistrationUnregistered
}

// IsActive reports whether a user may use a service of the portal itself.
func (u *User) IsActive(s Service) bool {
	return u != nil && statusOf(u, s, &Access{}) == RegistrationActive
}
