package portal

import "slices"

// UserAction is what an administrator does to a user (USER-10).
type UserAction string

const (
	InviteUser         UserAction = "INVITE"
	AssignOrganization UserAction = "ASSIGN_ORGANIZATION"
	RemoveOrganization UserAction = "REMOVE_ORGANIZATION"
	AssignRole         UserAction = "ASSIGN_ROLE"
	RemoveRole         UserAction = "REMOVE_ROLE"
	DeleteUser         UserAction = "DELETE_USER"
	AddApplication     UserAction = "ADD_APPLICATION"
	GrantAccess        UserAction = "GRANT_ACCESS"
	AcceptRequest      UserAction = "ACCEPT_REQUEST"
	DenyRequest        UserAction = "DENY_REQUEST"
	EditAccess         UserAction = "EDIT_ACCESS"
	WithdrawAccess     UserAction = "WITHDRAW_ACCESS"
	ResendInvite       UserAction = "RESEND_INVITE"
	SendNewInvite      UserAction = "SEND_NEW_INVITE"
)

// UserActions are all actions, in the order in which they are offered.
var UserActions = []UserAction{
	InviteUser, AcceptRequest, DenyRequest, GrantAccess, AddApplication, EditAccess, ResendInvite, SendNewInvite,
	AssignOrganization, AssignRole, RemoveRole, WithdrawAccess, RemoveOrganization, DeleteUser,
}

// ActorRole is the role in which a user acts on another one.
type ActorRole string

const (
	ActorAnonymous     ActorRole = "ANONYMOUS"
	ActorCustomer      ActorRole = "CUSTOMER"
	ActorEmployee      ActorRole = "EMPLOYEE"
	ActorExternalAdmin ActorRole = "EXTERNAL_ADMIN"
	ActorInternalAdmin ActorRole = "INTERNAL_ADMIN"
)

// ActorRoles are all of them.
var ActorRoles = []ActorRole{ActorAnonymous, ActorCustomer, ActorEmployee, ActorExternalAdmin, ActorInternalAdmin}

// ActorRoleOf is the role in which a user acts; nil is an anonymous user.
func ActorRoleOf(u *User) ActorRole {
	switch {
	case u == nil:
		return ActorAnonymous
	case u.IsDelegatedAdminInternal():
		return ActorInternalAdmin
	case u.IsDelegatedAdminExternal():
		return ActorExternalAdmin
	case u.IsEmployee():
		return ActorEmployee
	}
	return ActorCustomer
}

// Relation is the relation of an acting user to the one acted on.
type Relation string

const (
	// RelationNew is the relation to an address that is invited.
	RelationNew Relation = "NEW"
	// RelationSelf is the relation of a user to themselves.
	RelationSelf Relation = "SELF"
	// RelationCommon means that both belong to one organization at least.
	RelationCommon Relation = "COMMON"
	// RelationForeign means that they have no organization in common.
	RelationForeign Relation = "FOREIGN"
	// RelationDeleted is the relation to a deleted user, and to an id that never existed.
	RelationDeleted Relation = "DELETED"
)

// Relations are all of them.
var Relations = []Relation{RelationNew, RelationSelf, RelationCommon, RelationForeign, RelationDeleted}

// TargetKind is what kind of user is acted on.
type TargetKind string

const (
	TargetCustomer      TargetKind = "CUSTOMER"
	TargetExternalAdmin TargetKind = "EXTERNAL_ADMIN"
	// TargetEmployee is an internal employee, whose account is managed internally (USER-19).
	TargetEmployee TargetKind = "EMPLOYEE"
	// TargetInternalAdmin has the internal delegated-admin role, employee or not.
	TargetInternalAdmin TargetKind = "INTERNAL_ADMIN"
)

// TargetKinds are all of them.
var TargetKinds = []TargetKind{TargetCustomer, TargetExternalAdmin, TargetEmployee, TargetInternalAdmin}

// Decision says whether an action is allowed, and if not, why. The reasons are codes of user errors.
type Decision string

const (
	Allowed Decision = "ALLOWED"
	// NotPermitted means that the role of the acting user does not allow it.
	NotPermitted Decision = "FORBIDDEN"
	// UserNotFound means that the user does not exist or is not visible to the acting one: the two are not
	// distinguished.
	UserNotFound Decision = "NOT_FOUND"
	// OwnAccount means that a user would change their own rights.
	OwnAccount Decision = "OWN_ACCOUNT"
	// ManagedInternally means that the account of an internal employee is managed elsewhere.
	ManagedInternally Decision = "MANAGED_INTERNALLY"
	// StateChanged means that the status of the user or the access does not allow the action, such as a request that
	// another administrator has answered.
	StateChanged Decision = "STATE_CHANGED"
	// NotOffered means that no common organization has the application.
	NotOffered Decision = "APPLICATION_NOT_OFFERED"
	// NotYourOrganization means that the organization is none of the acting user's, or the user does not belong to it.
	NotYourOrganization Decision = "ORGANIZATION_NOT_FOUND"
	// RoleNotGrantable means that the acting user may not grant or remove the role.
	RoleNotGrantable Decision = "ROLE_NOT_GRANTABLE"
	// LastAdministrator means that an organization would lose its last administrator.
	LastAdministrator Decision = "LAST_ADMINISTRATOR"
)

// transition is a row of the transition table: an action is possible in these states.
type transition struct {
	// ofAccount marks actions whose state is the status of the user; that of the others is the status of an access.
	ofAccount bool
	// from are the states in which the action is possible; nil is every one.
	from []AccessStatus
	// to is the state after it; AccessNone where it stays.
	to AccessStatus
	// refusedForEmployees marks actions that internal employees are exempt from (USER-19).
	refusedForEmployees bool
	// isDestructive marks actions that take something away, which are confirmed and can be undone.
	isDestructive bool
}

// transitions is the one table of what is possible in which state. ResendInvite and SendNewInvite are for both an
// account and an access; their states are the same.
var transitions = map[UserAction]transition{
	InviteUser:         {ofAccount: true, from: []AccessStatus{AccessNone}, to: AccessInvited},
	AssignOrganization: {ofAccount: true, from: AccessStatuses},
	AssignRole:         {ofAccount: true, from: AccessStatuses},
	RemoveRole:         {ofAccount: true, from: AccessStatuses, isDestructive: true},
	RemoveOrganization: {ofAccount: true, from: AccessStatuses, isDestructive: true},
	DeleteUser:         {ofAccount: true, from: AccessStatuses, refusedForEmployees: true, isDestructive: true},
	AddApplication:     {from: []AccessStatus{AccessNone}, to: AccessActive},
	GrantAccess:        {from: []AccessStatus{AccessInactive, AccessDeclined, AccessUnknown}, to: AccessActive},
	AcceptRequest:      {from: []AccessStatus{AccessPending}, to: AccessActive},
	DenyRequest:        {from: []AccessStatus{AccessPending}, to: AccessDeclined},
	EditAccess:         {from: []AccessStatus{AccessActive}, to: AccessActive, refusedForEmployees: true},
	WithdrawAccess: {
		from: []AccessStatus{AccessActive, AccessInvited, AccessInviteExpired}, to: AccessInactive,
		refusedForEmployees: true, isDestructive: true,
	},
	ResendInvite:  {from: []AccessStatus{AccessInvited}, to: AccessInvited},
	SendNewInvite: {from: []AccessStatus{AccessInviteExpired}, to: AccessInvited},
}

// IsDestructive reports whether the action takes something away: it is confirmed before and can be undone after.
func (a UserAction) IsDestructive() bool { return transitions[a].isDestructive }

// Decide is the transition table: whether an actor may take an action on a user in a state. The state of an action on
// an account is the status of the user, that of an action on an access is its status.
func Decide(action UserAction, actor ActorRole, relation Relation, target TargetKind, state AccessStatus) Decision {
	row, isKnown := transitions[action]
	if !isKnown || actor != ActorExternalAdmin && actor != ActorInternalAdmin {
		return NotPermitted
	}
	switch relation {
	case RelationSelf:
		return OwnAccount
	case RelationForeign, RelationDeleted:
		return UserNotFound
	case RelationNew:
		if action != InviteUser {
			return UserNotFound
		}
	case RelationCommon:
		if action == InviteUser {
			return StateChanged // the user exists already
		}
	}
	switch {
	case target == TargetInternalAdmin && actor != ActorInternalAdmin && relation == RelationCommon:
		// An external administrator changes no rights of an internal one.
		return NotPermitted
	case row.refusedForEmployees && (target == TargetEmployee || target == TargetInternalAdmin):
		return ManagedInternally
	case !slices.Contains(row.from, state):
		return StateChanged
	}
	return Allowed
}

// Next is the status of an access after an action that is allowed. account is the status of the account: an access that
// its user has to accept first begins as an invitation.
func (a UserAction) Next(application Service, account AccessStatus) AccessStatus {
	to := transitions[a].to
	isNew := a == AddApplication || a == GrantAccess
	if to == AccessActive && (account != AccessActive || isNew && IsAcceptedByUser(application)) {
		return AccessInvited
	}
	return to
}
