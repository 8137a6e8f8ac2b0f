package portal

// Service is one that the portal has a tile for (spec §1).
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

// Status is how far somebody is with a service (spec §4).
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

// ArtemisUserType is where somebody's wire-flow runs.
type ArtemisUserType string

const (
	ArtemisUnknown ArtemisUserType = "UNKNOWN"
	ArtemisOnprem  ArtemisUserType = "ONPREM"
	ArtemisCloud   ArtemisUserType = "CLOUD"
)

// Paths of the portal's pages (spec §2).
const (
	HomePath      = "/mykomax"
	AccountPath   = "/mykomax/account"
	LogoutPath    = "/mykomax/logout"
	TicketsPath   = "/mykomax/tickets/list"
	NewTicketPath = "/mykomax/tickets/newticket"
	InventoryPath = "/mykomax/inventory"
	UserAdminPath = "/mykomax/user-admin"
	WireFlowPath  = "/mykomax/wire-flow"
)

// ServiceAddresses are where the services are that are not the portal's own; empty for one that is still to come.
type ServiceAddresses struct {
	Direct, DirectRegistration  string
	WireFlowCloud               string
	MasterDataWM, MasterDataMDS string
	Learning                    string
}

// Registration is what somebody has to do with a service.
type Registration struct {
	Service Service
	Status  Status
	// URL is where the service is: a path of the portal, or an address elsewhere; empty where the status leads nowhere.
	URL string
	// UserType and CloudURL are those of Artemis.
	UserType ArtemisUserType
	CloudURL string
	// RegistrationURL is where somebody registers for the direct service; empty for the others.
	RegistrationURL string
}

// IsLocal says whether the service is the portal's own.
func (r Registration) IsLocal() bool { return len(r.URL) > 0 && r.URL[0] == '/' }

// Registrations are those of somebody, in the order of the tiles; nobody's are unknown.
func Registrations(u *User, at ServiceAddresses) []Registration {
	all := []Registration{
		{Service: DirectService, Status: direct(u), URL: at.Direct, RegistrationURL: at.DirectRegistration},
		{Service: Ticketing, Status: activeOn(u, "kmx_int_serviceticketing_active"), URL: TicketsPath},
		{Service: Inventory, Status: activeOn(u, "kmx_int_assetdb_active"), URL: InventoryPath},
		{Service: UserAdmin, Status: activeOn(u, RoleDelegatedAdminInternal, RoleDelegatedAdminExternal), URL: UserAdminPath},
		artemis(u, at),
		{Service: MasterDataWM, Status: activeOn(u, "kmx_int_mfpwm_active"), URL: at.MasterDataWM},
		{Service: MasterDataMDS, Status: activeOn(u, "kmx_int_mfpmds_active"), URL: at.MasterDataMDS},
		{Service: LearningService, Status: learning(u), URL: at.Learning},
	}
	for i := range all {
		r := &all[i]
		if r.UserType == "" {
			r.UserType = ArtemisUnknown
		}
		switch {
		case u == nil:
			r.Status = Unknown
		case r.URL == "":
			r.Status = ComingSoon
		}
		if r.Status != Unregistered && r.Status != InviteExpired {
			r.RegistrationURL = ""
		}
		// Whoever is invited accepts where the service is.
		if r.Status != Active && r.Status != Invited {
			r.URL = ""
		}
	}
	return all
}

// IsActive says whether a service that the portal itself has is somebody's to use.
func (u *User) IsActive(s Service) bool {
	for _, r := range Registrations(u, ServiceAddresses{}) {
		if r.Service == s {
			return r.Status == Active
		}
	}
	return false
}

// activeOn is the status of a service that somebody is given, and cannot register for.
func activeOn(u *User, roles ...string) Status {
	for _, role := range roles {
		if u != nil && u.Has(role) {
			return Active
		}
	}
	return NoProcess
}

func direct(u *User) Status {
	switch {
	case u == nil:
		return Unknown
	case u.Has("kmx_int_direct_pending"):
		return Pending
	case u.Has("kmx_int_direct_active"):
		return Active
	}
	return Unregistered
}

func learning(u *User) Status {
	switch {
	case u == nil:
		return Unknown
	case u.Has("kmx_int_lmsefront_active"):
		return Active
	case u.Has("kmx_int_lmsefront_inviteexpired"):
		return InviteExpired
	case u.Has("kmx_int_lmsefront_invited"):
		return Invited
	}
	return Unregistered
}

// artemis leads to where somebody's wire-flow runs: the portal's own page for one on premises.
func artemis(u *User, at ServiceAddresses) Registration {
	r := Registration{Service: Artemis, Status: activeOn(u, "kmx_int_artemis_active"), URL: at.WireFlowCloud, CloudURL: at.WireFlowCloud}
	if r.Status != Active {
		return r
	}
	r.UserType = ArtemisCloud
	if u.Has("kmx_artemis_onpremuser") {
		r.UserType, r.URL = ArtemisOnprem, WireFlowPath
	}
	return r
}
