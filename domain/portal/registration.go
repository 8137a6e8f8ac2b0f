package portal

import "slices"

// Service is a service with a tile in the portal.
type Service string

const (
	DirectService   Service = "DIRECT_SERVICE"
	Ticketing       Service = "TICKETING"
	Inventory       Service = "INVENTORY"
	UserAdmin       Service = "USER_ADMIN"
	Artemis         Service = "ARTEMIS"
	MasterDataWM    Service = "MASTER_DATA_WM"
	MasterDataMDS   Service = "MASTER_DATA_MDS"
	LearningService Service = "LEARNING"
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

// ArtemisUserType is the edition of wire-flow (Artemis) that a user has.
type ArtemisUserType string

const (
	ArtemisUnknown ArtemisUserType = "UNKNOWN"
	ArtemisOnprem  ArtemisUserType = "ONPREM"
	ArtemisCloud   ArtemisUserType = "CLOUD"
)

// Paths of the portal's pages (URL-20).
const (
	HomePath      = "/mykomax"
	AccountPath   = "/mykomax/account"
	LogoutPath    = "/mykomax/logout"
	TicketsPath   = "/mykomax/tickets/list"
	NewTicketPath = "/mykomax/tickets/newticket"
	InventoryPath = "/mykomax/inventory"
	// InventoryOldPath lists retired machines, InventorySoftwarePath is the software download center.
	InventoryOldPath      = InventoryPath + "/old"
	InventorySoftwarePath = InventoryPath + "/software"
	UserAdminPath         = "/mykomax/user-admin"
	WireFlowPath          = "/mykomax/wire-flow"
)

// ServiceAddresses are the URLs of services outside the portal; empty for a service that is not available yet.
type ServiceAddresses struct {
	Direct, DirectRegistration  string
	WireFlowCloud               string
	MasterDataWM, MasterDataMDS string
	Learning                    string
}

// Registration is the registration of a user for a service.
type Registration struct {
	Service Service
	Status  Status
	// URL is the address of the service: a path of the portal, or an absolute URL; empty if the status gives no access.
	URL string
	// UserType and CloudURL belong to Artemis.
	UserType ArtemisUserType
	CloudURL string
	// RegistrationURL is the URL at which the user registers for the direct service; empty for other services.
	RegistrationURL string
	// CanRequest reports whether the user can request access.
	CanRequest bool
	// Reason is the reason for which the last request was denied; empty for none.
	Reason string
}

// IsLocal reports whether the service is a part of the portal.
func (r Registration) IsLocal() bool { return len(r.URL) > 0 && r.URL[0] == '/' }

// OwnAccess contains a user's own accesses as sis stores them.
type OwnAccess struct {
	Accesses []*Access
	// Offered are the applications of the user's organizations; access to them can be requested.
	Offered []Service
}

// access returns the user's access to an application; one with AccessNone if there is none.
func (o *OwnAccess) access(application Service) *Access {
	if o != nil {
		for _, a := range o.Accesses {
			if a.Application == application {
				return a
			}
		}
	}
	return &Access{}
}

// openStatuses are the statuses of an access that a tile shows if the role strings do not mention the service.
var openStatuses = map[AccessStatus]Status{
	AccessPending: Pending, AccessInvited: Invited, AccessInviteExpired: InviteExpired,
}

// Registrations returns the registrations of a user, in the order of the tiles; those of an anonymous user are Unknown.
// own is nil while sis is unavailable: then only the role strings are used, and access cannot be requested.
func Registrations(u *User, own *OwnAccess, at ServiceAddresses) []Registration {
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

func (r *Registration) complete(u *User, own *OwnAccess, at ServiceAddresses) {
	r.UserType = ArtemisUnknown
	if u == nil {
		r.Status, r.URL = Unknown, ""
		return
	}
	access := own.access(r.Service)
	r.Status = statusOf(u, r.Service, access)
	if r.Status == Active && r.Service == Artemis {
		r.UserType = ArtemisCloud
		if u.HasRole(roleOnPremises) {
			r.UserType, r.URL = ArtemisOnprem, WireFlowPath
		}
	}
	canRegister := r.Status == Unregistered || r.Status == InviteExpired
	if canRegister && access.Status == AccessDeclined {
		r.Reason = access.Reason
	}
	if canRegister && r.Service == DirectService {
		r.RegistrationURL = at.DirectRegistration
	}
	if r.URL == "" && r.Status == Unregistered {
		r.Status, canRegister = ComingSoon, false
	}
	if r.Status == ComingSoon {
		r.RegistrationURL = ""
	}
	r.CanRequest = canRegister && r.Service != DirectService && own != nil && slices.Contains(own.Offered, r.Service)
	// The user accepts an invitation at the service itself, so Invited keeps the URL.
	if r.Status != Active && r.Status != Invited {
		r.URL = ""
	}
}

// statusOf returns the status of a tile: by the role strings (PORT-2); if they do not mention the service, by an open
// request or invitation in sis; else unregistered (PORT-6).
func statusOf(u *User, service Service, access *Access) Status {
	if service == UserAdmin {
		if u.AdministratorRole() != AdministratorNone {
			return Active
		}
		return Unregistered
	}
	switch statusByRoles(u, service) {
	case AccessActive:
		return Active
	case AccessNone:
	case AccessPending:
		return Pending
	case AccessInvited:
		return Invited
	case AccessInviteExpired:
		return InviteExpired
	}
	if status, isOpen := openStatuses[access.Status]; isOpen {
		return status
	}
	return Unregistered
}

// IsActive reports whether a user may use a service of the portal itself.
func (u *User) IsActive(s Service) bool {
	return u != nil && statusOf(u, s, &Access{}) == Active
}
