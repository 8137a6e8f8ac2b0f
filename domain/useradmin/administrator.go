// Package useradmin contains the rules of user administration: which action an administrator may take on which user,
// the users and organizations that administrators see, invitations and the audit log. sis decides on each action;
// Strand offers actions by the same table and checks imported files by it. Rules that only sis enforces are in
// demo/sisusers for the sample.
package useradmin

import (
	"slices"

	"strand/domain/portal"
)

// Administrator is a user who takes actions on others.
type Administrator struct {
	UserID string
	Role   ActorRole
	// Organizations are the organizations that the administrator administers (AdministeredOrganizations).
	Organizations []*ManagedOrganization
}

// RelationTo returns the relation to a user; nil is a user that the administrator cannot see.
func (a *Administrator) RelationTo(u *ManagedUser) Relation {
	switch {
	case u == nil:
		return RelationForeign
	case u.ID == a.UserID:
		return RelationSelf
	case len(a.common(u)) == 0:
		return RelationForeign
	}
	return RelationCommon
}

// common returns the user's organizations that the administrator administers.
func (a *Administrator) common(u *ManagedUser) []*ManagedOrganization {
	var common []*ManagedOrganization
	for _, o := range u.Organizations {
		if HasOrganization(a.Organizations, o.ID) {
			common = append(common, o)
		}
	}
	return common
}

// WithOrganization completes a change of an access or of the external role with the organization that it can mean, if
// there is only one: of the common organizations, for an access those that offer the application.
func (a *Administrator) WithOrganization(u *ManagedUser, c UserChange) UserChange {
	if u == nil || c.OrganizationID != "" || !c.isOfOrganization() {
		return c
	}
	candidates := a.common(u)
	if c.Application != "" && len(candidates) > 1 {
		candidates = slices.DeleteFunc(candidates, func(o *ManagedOrganization) bool {
			return !o.OffersApplication(c.Application)
		})
	}
	if len(candidates) == 1 {
		c.OrganizationID = candidates[0].ID
	}
	return c
}

// Check decides whether an administrator may make a change to a user: by the transition table, and by conditions on
// organizations, roles and editions that are not in the table.
func (a *Administrator) Check(u *ManagedUser, c UserChange) Decision {
	relation := a.RelationTo(u)
	if relation == RelationForeign {
		return Decide(c.Action, a.Role, relation, TargetCustomer, portal.AccessNone)
	}
	c = a.WithOrganization(u, c)
	state := u.Status
	if !transitions[c.Action].ofAccount {
		state = u.stateFor(c)
	}
	decision := Decide(c.Action, a.Role, relation, u.Kind(), state)
	if decision == Allowed || decision == StateChanged {
		// Without its organization, the state is unknown.
		if inOrganization := a.checkOrganization(u, c); inOrganization != Allowed {
			return inOrganization
		}
	}
	if decision != Allowed {
		return decision
	}
	switch c.Action {
	case AssignOrganization:
		if !HasOrganization(a.Organizations, c.OrganizationID) {
			return OrganizationNotFound
		}
		if u.belongsTo(c.OrganizationID) {
			return StateChanged
		}
	case RemoveOrganization:
		if !HasOrganization(a.common(u), c.OrganizationID) {
			return OrganizationNotFound
		}
		if slices.Contains(u.LastAdministratorOf, c.OrganizationID) {
			return LastAdministrator
		}
	case AssignRole, RemoveRole:
		return a.checkRole(u, c)
	case DeleteUser:
		if len(u.LastAdministratorOf) > 0 {
			return LastAdministrator
		}
	case AddApplication, GrantAccess, AcceptRequest:
		if !u.isOffered(c.OrganizationID, c.Application) {
			return NotOffered
		}
	case ResetSecondFactor, RequestFactorReset, ConfirmFactorReset, CancelFactorReset:
		return a.checkFactorReset(u, c.Action)
	case EditAccess:
		if !portal.HasEditions(c.Application) {
			return StateChanged
		}
	}
	return Allowed
}

// checkFactorReset decides on the steps that reset a second factor: that of an administrator is reset by two
// administrators together (USER-55).
func (a *Administrator) checkFactorReset(u *ManagedUser, action UserAction) Decision {
	isOpen := u.FactorReset != nil
	isPossible := map[UserAction]bool{
		ResetSecondFactor:  u.HasSecondFactor && !u.ResetNeedsConfirmation,
		RequestFactorReset: u.HasSecondFactor && u.ResetNeedsConfirmation && !isOpen,
		ConfirmFactorReset: u.HasSecondFactor && isOpen,
		CancelFactorReset:  isOpen,
	}
	switch {
	case !isPossible[action]:
		return StateChanged
	case action == ConfirmFactorReset && u.FactorReset.RequestedBy.ID == a.UserID:
		return SecondAdministrator
	}
	return Allowed
}

// checkOrganization decides whether the organization of a change of an access or of the external role is known, and
// administered by the administrator.
func (a *Administrator) checkOrganization(u *ManagedUser, c UserChange) Decision {
	common := a.common(u)
	isOffered := func(o *ManagedOrganization) bool { return o.OffersApplication(c.Application) }
	switch {
	case !c.isOfOrganization():
		return Allowed
	case c.OrganizationID != "" && HasOrganization(common, c.OrganizationID):
		return Allowed
	case c.OrganizationID != "":
		return OrganizationNotFound
	case c.Application != "" && !slices.ContainsFunc(common, isOffered):
		return NotOffered
	}
	return OrganizationRequired
}

func (a *Administrator) checkRole(u *ManagedUser, c UserChange) Decision {
	has := u.Role == c.Role
	if c.Role == portal.AdministratorExternal {
		has = slices.Contains(u.AdministratorOf, c.OrganizationID)
	}
	switch {
	case c.Role != portal.AdministratorExternal && c.Role != portal.AdministratorInternal:
		return RoleNotGrantable
	case c.Role == portal.AdministratorInternal && (a.Role != ActorInternalAdmin || !u.IsEmployee):
		// Only employees can have the internal role, and only internal administrators can grant it.
		return RoleNotGrantable
	case c.Action == AssignRole && (has || u.Role == portal.AdministratorInternal) || c.Action == RemoveRole && !has:
		return StateChanged
	case c.Action == RemoveRole && slices.Contains(u.LastAdministratorOf, c.OrganizationID):
		return LastAdministrator
	}
	return Allowed
}
