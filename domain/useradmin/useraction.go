package useradmin

import (
	"slices"

	"strand/domain/portal"
)

// UserAction is an action of an administrator on a user (USER-10).
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

// UserActions are all actions, in the order in which the client offers them.
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

// ActorRoleOf returns the role in which a user acts; nil is an anonymous user.
func ActorRoleOf(u *portal.User) ActorRole {
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

// Relation is the relation of the acting user to the target user.
type Relation string

const (
	// RelationNew is the relation to an e-mail address that is invited.
	RelationNew Relation = "NEW"
	// RelationSelf is the relation of a user to themselves.
	RelationSelf Relation = "SELF"
	// RelationCommon means that both belong to at least one common organization.
	RelationCommon Relation = "COMMON"
	// RelationForeign means that they have no organization in common.
	RelationForeign Relation = "FOREIGN"
	// RelationDeleted is the relation to a deleted user, and to an id that never existed.
	RelationDeleted Relation = "DELETED"
)

// TargetKind is the kind of the target user.
type TargetKind string

const (
	TargetCustomer      TargetKind = "CUSTOMER"
	TargetExternalAdmin TargetKind = "EXTERNAL_ADMIN"
	// TargetEmployee is an internal employee, whose account is managed internally (USER-19).
	TargetEmployee TargetKind = "EMPLOYEE"
	// TargetInternalAdmin has the internal delegated-admin role, employee or not.
	TargetInternalAdmin TargetKind = "INTERNAL_ADMIN"
)

// transition is a row of the transition table: the states in which an action is possible, and its result.
type transition struct {
	// ofAccount marks actions that depend on the status of the user; all others depend on the status of an access.
	ofAccount bool
	// from are the states in which the action is possible.
	from []portal.AccessStatus
	// to is the state after the action; AccessNone if the state does not change.
	to portal.AccessStatus
	// refusedForEmployees marks actions that are not possible for internal employees (USER-19).
	refusedForEmployees bool
	// isDestructive marks actions that remove something. They must be confirmed and can be undone.
	isDestructive bool
	// canBeUndone marks further actions that can be undone.
	canBeUndone bool
}

// transitions is the transition table. ResendInvite and SendNewInvite apply to an account and to an access, with the
// same states.
var transitions = map[UserAction]transition{
	InviteUser:         {ofAccount: true, from: []portal.AccessStatus{portal.AccessNone}, to: portal.AccessInvited},
	AssignOrganization: {ofAccount: true, from: portal.AccessStatuses},
	AssignRole:         {ofAccount: true, from: portal.AccessStatuses, canBeUndone: true},
	RemoveRole:         {ofAccount: true, from: portal.AccessStatuses, isDestructive: true},
	RemoveOrganization: {ofAccount: true, from: portal.AccessStatuses, isDestructive: true},
	DeleteUser:         {ofAccount: true, from: portal.AccessStatuses, refusedForEmployees: true, isDestructive: true},
	AddApplication:     {from: []portal.AccessStatus{portal.AccessNone}, to: portal.AccessActive},
	GrantAccess: {
		from: []portal.AccessStatus{portal.AccessInactive, portal.AccessDeclined, portal.AccessUnknown},
		to:   portal.AccessActive,
	},
	AcceptRequest: {from: []portal.AccessStatus{portal.AccessPending}, to: portal.AccessActive, canBeUndone: true},
	DenyRequest:   {from: []portal.AccessStatus{portal.AccessPending}, to: portal.AccessDeclined},
	EditAccess: {
		from: []portal.AccessStatus{portal.AccessActive}, to: portal.AccessActive, refusedForEmployees: true,
	},
	WithdrawAccess: {
		from: []portal.AccessStatus{
			portal.AccessActive, portal.AccessInvited, portal.AccessInviteExpired,
		},
		to:                  portal.AccessInactive,
		refusedForEmployees: true,
		isDestructive:       true,
	},
	ResendInvite:  {from: []portal.AccessStatus{portal.AccessInvited}, to: portal.AccessInvited},
	SendNewInvite: {from: []portal.AccessStatus{portal.AccessInviteExpired}, to: portal.AccessInvited},
}

// IsDestructive reports whether the action removes something. It must be confirmed and can be undone.
func (a UserAction) IsDestructive() bool { return transitions[a].isDestructive }

// CanBeUndone reports whether the administrator can undo the action for ten minutes.
func (a UserAction) CanBeUndone() bool {
	return transitions[a].isDestructive || transitions[a].canBeUndone
}

// isOfAccess reports whether the action always concerns the access to an application.
func (a UserAction) isOfAccess() bool {
	row, isKnown := transitions[a]
	return isKnown && !row.ofAccount && a != ResendInvite && a != SendNewInvite
}

// Decide applies the transition table: it decides whether an actor may take an action on a user in a state. state is
// the status of the user for an action on the account, else the status of the access.
func Decide(
	action UserAction, actor ActorRole, relation Relation, target TargetKind, state portal.AccessStatus,
) Decision {
	row, isKnown := transitions[action]
	if !isKnown || actor != ActorExternalAdmin && actor != ActorInternalAdmin {
		return ActionForbidden
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
		// An external administrator cannot change an internal one.
		return ActionForbidden
	case row.refusedForEmployees && (target == TargetEmployee || target == TargetInternalAdmin):
		return ManagedInternally
	case !slices.Contains(row.from, state):
		return StateChanged
	}
	return Allowed
}

// Next returns the status of an access after an allowed action. account is the status of the account: an access that
// its user has to accept becomes an invitation first.
func (a UserAction) Next(application portal.Service, account portal.AccessStatus) portal.AccessStatus {
	to := transitions[a].to
	isNew := a == AddApplication || a == GrantAccess
	if to == portal.AccessActive && (account != portal.AccessActive || isNew && portal.IsAcceptedByUser(application)) {
		return portal.AccessInvited
	}
	return to
}
