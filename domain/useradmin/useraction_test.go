package useradmin

import (
	"slices"
	"testing"

	"strand/domain/portal"
)

// allStates are the states of the transition table.
var allStates = append([]portal.AccessStatus{portal.AccessNone}, portal.AccessStatuses...)

// TestDecide compares every combination of the transition table with an independent formulation of the rules.
//
// Rules: USER-10, USER-16, USER-19.
func TestDecide(t *testing.T) {
	// possible are the states in which each action is possible, for a customer of a common organization.
	possible := map[UserAction][]portal.AccessStatus{
		InviteUser:         {portal.AccessNone},
		AcceptRequest:      {portal.AccessPending},
		DenyRequest:        {portal.AccessPending},
		GrantAccess:        {portal.AccessInactive, portal.AccessDeclined, portal.AccessUnknown},
		AddApplication:     {portal.AccessNone},
		EditAccess:         {portal.AccessActive},
		ResendInvite:       {portal.AccessInvited},
		SendNewInvite:      {portal.AccessInviteExpired},
		WithdrawAccess:     {portal.AccessActive, portal.AccessInvited, portal.AccessInviteExpired},
		AssignOrganization: portal.AccessStatuses,
		RemoveOrganization: portal.AccessStatuses,
		AssignRole:         portal.AccessStatuses,
		RemoveRole:         portal.AccessStatuses,
		DeleteUser:         portal.AccessStatuses,
		ResetSecondFactor:  portal.AccessStatuses,
		RequestFactorReset: portal.AccessStatuses,
		ConfirmFactorReset: portal.AccessStatuses,
		CancelFactorReset:  portal.AccessStatuses,
	}
	managedInternally := []UserAction{
		EditAccess, WithdrawAccess, DeleteUser, ResetSecondFactor, RequestFactorReset, ConfirmFactorReset,
		CancelFactorReset,
	}
	want := func(action UserAction, actor ActorRole, relation Relation, target TargetKind,
		state portal.AccessStatus) Decision {
		isEmployee := target == TargetEmployee || target == TargetInternalAdmin
		switch {
		case actor != ActorExternalAdmin && actor != ActorInternalAdmin:
			return ActionForbidden
		case relation == RelationSelf:
			return OwnAccount
		case relation == RelationForeign, relation == RelationDeleted, relation == RelationNew && action != InviteUser:
			return UserNotFound
		case action == InviteUser && relation == RelationCommon:
			return StateChanged
		case target == TargetInternalAdmin && actor == ActorExternalAdmin && relation == RelationCommon:
			return ActionForbidden
		case isEmployee && slices.Contains(managedInternally, action):
			return ManagedInternally
		case !slices.Contains(possible[action], state):
			return StateChanged
		}
		return Allowed
	}
	count := 0
	for _, action := range UserActions {
		for _, actor := range ActorRoles {
			for _, relation := range Relations {
				for _, target := range TargetKinds {
					for _, state := range allStates {
						count++
						got := Decide(action, actor, relation, target, state)
						if want := want(action, actor, relation, target, state); got != want {
							t.Errorf(
								"%s by %s on %s %s in state %q: %s, want %s",
								action,
								actor,
								relation,
								target,
								state,
								got,
								want,
							)
						}
					}
				}
			}
		}
	}
	if want := 20 * 5 * 5 * 4 * 8; count != want {
		t.Errorf("%d combinations, want %d", count, want)
	}
	if got := Decide(
		"DROP_TABLE", ActorInternalAdmin, RelationCommon, TargetCustomer, portal.AccessActive,
	); got != ActionForbidden {
		t.Errorf("an unknown action: %s", got)
	}
}

// Rules: USER-12.
func TestUserAction_Next(t *testing.T) {
	for _, test := range []struct {
		action      UserAction
		application portal.Service
		account     portal.AccessStatus
		want        portal.AccessStatus
	}{
		{AddApplication, portal.Ticketing, portal.AccessActive, portal.AccessActive},
		{AddApplication, portal.LearningService, portal.AccessActive, portal.AccessInvited},
		{AddApplication, portal.Ticketing, portal.AccessInvited, portal.AccessInvited},
		{GrantAccess, portal.Inventory, portal.AccessActive, portal.AccessActive},
		{GrantAccess, portal.LearningService, portal.AccessActive, portal.AccessInvited},
		{AcceptRequest, portal.LearningService, portal.AccessActive, portal.AccessActive},
		{AcceptRequest, portal.Ticketing, portal.AccessActive, portal.AccessActive},
		{DenyRequest, portal.Ticketing, portal.AccessActive, portal.AccessDeclined},
		{WithdrawAccess, portal.Ticketing, portal.AccessActive, portal.AccessInactive},
		{SendNewInvite, portal.LearningService, portal.AccessActive, portal.AccessInvited},
		{EditAccess, portal.Artemis, portal.AccessActive, portal.AccessActive},
	} {
		if got := test.action.Next(test.application, test.account); got != test.want {
			t.Errorf(
				"%s of %s for an account that is %s: %s, want %s",
				test.action,
				test.application,
				test.account,
				got,
				test.want,
			)
		}
	}
}
