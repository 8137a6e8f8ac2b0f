package useradmin

import (
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
	// AcceptMembership and DenyMembership answer a request to become a member (USER-53).
	AcceptMembership UserAction = "ACCEPT_MEMBERSHIP"
	DenyMembership   UserAction = "DENY_MEMBERSHIP"
	// ResetSecondFactor removes the second factor of a member without an administrator role. For an administrator,
	// RequestFactorReset and the ConfirmFactorReset of another administrator do it together (USER-55).
	ResetSecondFactor  UserAction = "RESET_SECOND_FACTOR"
	RequestFactorReset UserAction = "REQUEST_FACTOR_RESET"
	ConfirmFactorReset UserAction = "CONFIRM_FACTOR_RESET"
	CancelFactorReset  UserAction = "CANCEL_FACTOR_RESET"
)

// UserActions are all actions, in the order in which the client offers them.
var UserActions = []UserAction{
	InviteUser, AcceptRequest, DenyRequest, GrantAccess, AddApplication, EditAccess, ResendInvite, SendNewInvite,
	AssignOrganization, AssignRole, RemoveRole, ConfirmFactorReset, CancelFactorReset, RequestFactorReset,
	ResetSecondFactor, WithdrawAccess, RemoveOrganization, DeleteUser, AcceptMembership, DenyMembership,
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

// NeedsRecentLogin reports whether the action requires a recent login of the administrator: those that reset a second
// factor, as for the own one (USER-55).
func (a UserAction) NeedsRecentLogin() bool {
	return a == ResetSecondFactor || a == RequestFactorReset || a == ConfirmFactorReset
}
