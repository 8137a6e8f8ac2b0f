package useradmin

import (
	"slices"

	"strand/domain/portal"
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
	// isDestructive marks actions that remove something. They must be confirmed, and can be undone unless isFinal is
	// set.
	isDestructive bool
	// canBeUndone marks further actions that can be undone.
	canBeUndone bool
	// isFinal marks destructive actions that cannot be undone.
	isFinal bool
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
	DenyRequest:   {from: []portal.AccessStatus{portal.AccessPending}, to: portal.AccessDeclined, canBeUndone: true},
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
	// These answer a request of a person without an organization (CheckMembership), and are possible for no member.
	AcceptMembership: {ofAccount: true},
	DenyMembership:   {ofAccount: true},
	ResetSecondFactor: {
		ofAccount: true, from: portal.AccessStatuses, refusedForEmployees: true, isDestructive: true, isFinal: true,
	},
	RequestFactorReset: {
		ofAccount: true, from: portal.AccessStatuses, refusedForEmployees: true, isDestructive: true, isFinal: true,
	},
	ConfirmFactorReset: {
		ofAccount: true, from: portal.AccessStatuses, refusedForEmployees: true, isDestructive: true, isFinal: true,
	},
	CancelFactorReset: {ofAccount: true, from: portal.AccessStatuses, refusedForEmployees: true},
}

// IsDestructive reports whether the action removes something. It must be confirmed.
func (a UserAction) IsDestructive() bool { return transitions[a].isDestructive }

// CanBeUndone reports whether the administrator can undo the action for ten minutes.
func (a UserAction) CanBeUndone() bool {
	row := transitions[a]
	return row.isDestructive && !row.isFinal || row.canBeUndone
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
