package portal

import (
	"maps"
	"slices"
	"strings"
)

// AccessStatus is the status of a user's access to an application, and of the user as a whole (USER-5).
type AccessStatus string

const (
	// AccessNone means that the user has no access and never requested it. It is a state of the transition table and
	// not a status of the graph.
	AccessNone          AccessStatus = ""
	AccessInvited       AccessStatus = "INVITED"
	AccessInviteExpired AccessStatus = "INVITE_EXPIRED"
	// AccessPending means that the user requested access.
	AccessPending  AccessStatus = "PENDING"
	AccessActive   AccessStatus = "ACTIVE"
	AccessInactive AccessStatus = "INACTIVE"
	AccessDeclined AccessStatus = "DECLINED"
	// AccessUnknown is a status that sis cannot classify.
	AccessUnknown AccessStatus = "UNKNOWN"
)

// AccessStatuses are the statuses of the graph, in the order of the filters.
var AccessStatuses = []AccessStatus{
	AccessPending, AccessInvited, AccessInviteExpired, AccessActive, AccessInactive, AccessDeclined, AccessUnknown,
}

// Applications are the services that an administrator can give users access to, in the order of the tiles. User
// administration is not one of them, but a role (AdministratorRole).
var Applications = []Service{
	DirectService, Ticketing, Inventory, Artemis, MasterDataWM, MasterDataMDS, LearningService,
}

// IsApplication reports whether users can have access to a service. Callers can name every service of the graph.
func (s Service) IsApplication() bool { return slices.Contains(Applications, s) }

// AdministratorRole is the delegated-admin role of a user (USER-1).
type AdministratorRole string

const (
	AdministratorNone     AdministratorRole = "NONE"
	AdministratorExternal AdministratorRole = "EXTERNAL"
	AdministratorInternal AdministratorRole = "INTERNAL"
)

// AdministratorRoles are all roles, in the order of the filters.
var AdministratorRoles = []AdministratorRole{AdministratorNone, AdministratorExternal, AdministratorInternal}

// AdministratorRole is the user's delegated-admin role. A user with both roles has the internal one.
func (u *User) AdministratorRole() AdministratorRole {
	switch {
	case u == nil:
		return AdministratorNone
	case u.IsDelegatedAdminInternal():
		return AdministratorInternal
	case u.IsDelegatedAdminExternal():
		return AdministratorExternal
	}
	return AdministratorNone
}

// RoleString is the role string of an administrator role; empty for AdministratorNone.
func (r AdministratorRole) RoleString() string {
	switch r {
	case AdministratorExternal:
		return RoleDelegatedAdminExternal
	case AdministratorInternal:
		return RoleDelegatedAdminInternal
	}
	return ""
}

// accessRoles are the role strings by application and status (PORT-2, PORT-3, PORT-4). A status without a role string
// is stored by sis only.
var accessRoles = map[Service]map[AccessStatus]string{
	DirectService: {AccessActive: "kmx_int_direct_active", AccessPending: "kmx_int_direct_pending"},
	Ticketing:     {AccessActive: "kmx_int_serviceticketing_active"},
	Inventory:     {AccessActive: "kmx_int_assetdb_active"},
	Artemis:       {AccessActive: "kmx_int_artemis_active"},
	MasterDataWM:  {AccessActive: "kmx_int_mfpwm_active"},
	MasterDataMDS: {AccessActive: "kmx_int_mfpmds_active"},
	LearningService: {
		AccessActive:        "kmx_int_lmsefront_active",
		AccessInvited:       "kmx_int_lmsefront_invited",
		AccessInviteExpired: "kmx_int_lmsefront_inviteexpired",
	},
}

// roleOnPremises is the role string of a user whose Artemis runs on premises.
const roleOnPremises = "kmx_artemis_onpremuser"

// IsRole reports whether a text contains a role string that the portal knows.
func IsRole(text string) bool {
	known := []string{RoleDelegatedAdminInternal, RoleDelegatedAdminExternal, RoleEmployee, roleOnPremises}
	for _, byStatus := range accessRoles {
		known = slices.AppendSeq(known, maps.Values(byStatus))
	}
	return slices.ContainsFunc(known, func(role string) bool { return strings.Contains(text, role) })
}

// AccessRoles returns the role strings of an access.
func AccessRoles(application Service, status AccessStatus, edition WireFlowEdition) []string {
	role := accessRoles[application][status]
	switch {
	case role == "":
		return nil
	case application == Artemis && edition == EditionOnPremises:
		return []string{role, roleOnPremises}
	}
	return []string{role}
}

// ActiveRole is the text that a role string of a user with active access to an application contains (PORT-2).
func ActiveRole(application Service) string { return accessRoles[application][AccessActive] }

// StatusByRoles returns the status of an application by the user's role strings; AccessNone if there is no such role
// string. An active access wins over a pending one, except for the direct service (PORT-3).
func (u *User) StatusByRoles(application Service) AccessStatus {
	order := []AccessStatus{AccessActive, AccessInviteExpired, AccessInvited}
	if application == DirectService {
		order = []AccessStatus{AccessPending, AccessActive}
	}
	for _, status := range order {
		if role := accessRoles[application][status]; role != "" && u.HasRole(role) {
			return status
		}
	}
	return AccessNone
}

// HasEditions reports whether accesses to an application have an edition, which an administrator can change.
func HasEditions(application Service) bool { return application == Artemis }

// IsAcceptedByUser reports whether a new access is an invitation first, which the user has to accept.
func IsAcceptedByUser(application Service) bool { return application == LearningService }

// IsOnPremises reports whether the user's Artemis runs on premises.
func (u *User) IsOnPremises() bool { return u.HasRole(roleOnPremises) }
