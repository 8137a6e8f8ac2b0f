package portal

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

// Registration is the registration of a user for a service.
type Registration struct {
	Service Service
	Status  RegistrationStatus
	// URL is the address of the service: a path of the portal, or an absolute URL; empty if the status gives no access.
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
	r.Edition = EditionUnknown
	if u == nil {
		r.Status, r.URL = RegistrationUnknown, ""
		return
	}
	access := own.access(r.Service)
	r.Status = statusOf(u, r.Service, access)
	if r.Service == Artemis {
		isOnPremises := u.IsOnPremises()
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

// statusOf returns the status of a registration: by the role strings (PORT-2); if they do not mention the service, by
// the access in sis; else unregistered (PORT-6).
func statusOf(u *User, service Service, access *Access) RegistrationStatus {
	if service == UserAdmin {
		if u.IsActive(UserAdmin) {
			return RegistrationActive
		}
		return RegistrationUnregistered
	}
	switch u.StatusByRoles(service) {
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
