package portal

import (
	"slices"
	"testing"
)

// allStates are the states of the transition table.
var allStates = append([]AccessStatus{AccessNone}, AccessStatuses...)

// TestDecide compares every combination of the transition table with an independent formulation of the rules.
//
// Rules: USER-10, USER-16, USER-19.
func TestDecide(t *testing.T) {
	// possible are the states in which each action is possible, for a customer of a common organization.
	possible := map[UserAction][]AccessStatus{
		InviteUser:         {AccessNone},
		AcceptRequest:      {AccessPending},
		DenyRequest:        {AccessPending},
		GrantAccess:        {AccessInactive, AccessDeclined, AccessUnknown},
		AddApplication:     {AccessNone},
		EditAccess:         {AccessActive},
		ResendInvite:       {AccessInvited},
		SendNewInvite:      {AccessInviteExpired},
		WithdrawAccess:     {AccessActive, AccessInvited, AccessInviteExpired},
		AssignOrganization: AccessStatuses,
		RemoveOrganization: AccessStatuses,
		AssignRole:         AccessStatuses,
		RemoveRole:         AccessStatuses,
		DeleteUser:         AccessStatuses,
	}
	managedInternally := []UserAction{EditAccess, WithdrawAccess, DeleteUser}
	want := func(action UserAction, actor ActorRole, relation Relation, target TargetKind,
		state AccessStatus) Decision {
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
	if want := 14 * 5 * 5 * 4 * 8; count != want {
		t.Errorf("%d combinations, want %d", count, want)
	}
	if got := Decide(
		"DROP_TABLE", ActorInternalAdmin, RelationCommon, TargetCustomer, AccessActive,
	); got != ActionForbidden {
		t.Errorf("an unknown action: %s", got)
	}
}

// Rules: USER-12.
func TestUserAction_Next(t *testing.T) {
	for _, test := range []struct {
		action      UserAction
		application Service
		account     AccessStatus
		want        AccessStatus
	}{
		{AddApplication, Ticketing, AccessActive, AccessActive},
		{AddApplication, LearningService, AccessActive, AccessInvited},
		{AddApplication, Ticketing, AccessInvited, AccessInvited},
		{GrantAccess, Inventory, AccessActive, AccessActive},
		{GrantAccess, LearningService, AccessActive, AccessInvited},
		{AcceptRequest, LearningService, AccessActive, AccessActive},
		{AcceptRequest, Ticketing, AccessActive, AccessActive},
		{DenyRequest, Ticketing, AccessActive, AccessDeclined},
		{WithdrawAccess, Ticketing, AccessActive, AccessInactive},
		{SendNewInvite, LearningService, AccessActive, AccessInvited},
		{EditAccess, Artemis, AccessActive, AccessActive},
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
