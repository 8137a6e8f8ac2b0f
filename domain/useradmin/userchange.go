package useradmin

import (
	"slices"
	"time"

	"strand/domain/form"
	"strand/domain/portal"
)

// UserChange is an action on a user with its parameters, as sis takes it.
type UserChange struct {
	// Key is the idempotency key: a repetition with the same key changes nothing and has the same result.
	Key    string     `json:"key"`
	UserID string     `json:"userId"`
	Action UserAction `json:"action"`
	// Applications are those that a new member can use; for AcceptMembership.
	Applications []portal.Service `json:"applications,omitempty"`
	// Application is set for actions on an access; empty for actions on the account.
	Application portal.Service `json:"application,omitempty"`
	// OrganizationID is the organization of the membership, access or external role that changes. For accesses and
	// roles it can be left out if the user has only one organization that it can mean.
	OrganizationID string `json:"organizationId,omitempty"`
	// Role is set for AssignRole and RemoveRole.
	Role portal.AdministratorRole `json:"role,omitempty"`
	// Edition is set for EditAccess, and for Artemis with AddApplication and GrantAccess.
	Edition portal.WireFlowEdition `json:"edition,omitempty"`
	// Reason is the reason for which a request is denied.
	Reason string `json:"reason"`
}

// isOfOrganization reports whether the change concerns an access or a role in one of the user's organizations.
func (c UserChange) isOfOrganization() bool {
	return !transitions[c.Action].ofAccount && c.Application != "" ||
		(c.Action == AssignRole || c.Action == RemoveRole) && c.Role == portal.AdministratorExternal
}

// UserChangeResult is the result of an action on a user.
type UserChangeResult struct {
	Decision Decision
	// User is the user after the action; nil if the administrator cannot see the user, or cannot any more.
	User *ManagedUser
	// Undo is nil for a refused action, and for one that cannot be undone.
	Undo *Undo
}

// Undo identifies an action that can be undone.
type Undo struct {
	ID    string
	Until time.Time
}

// CheckFields trims the input of a user change and returns its problems: parameters that the action requires are
// missing, or do not fit the action.
func (c UserChange) CheckFields() (UserChange, []form.Problem) {
	var problems []form.Problem
	require := func(field string, isMissing bool) {
		if isMissing {
			problems = append(problems, form.Problem{
				Field: field, Code: form.CodeRequired, Message: "This is required for the action.",
			})
		}
	}
	refuse := func(field string, isInvalid bool) {
		if isInvalid {
			problems = append(problems, form.Problem{
				Field: field, Code: form.CodeInvalid, Message: "This is not possible for the action.",
			})
		}
	}
	require("application", c.Action.isOfAccess() && c.Application == "")
	isOfMembership := c.Action == AssignOrganization || c.Action == RemoveOrganization
	require("organization", (isOfMembership || c.Action == AcceptMembership) && c.OrganizationID == "")
	require("role", (c.Action == AssignRole || c.Action == RemoveRole) && c.Role == "")
	require("edition", c.Action == EditAccess && c.Edition == "")
	isApplication := c.Application == "" || c.Application.IsApplication()
	if !isApplication {
		problems = append(problems, applicationProblems("application", c.Application)...)
	}
	refuse(
		"application",
		isApplication && c.Action == EditAccess && c.Application != "" && !portal.HasEditions(c.Application),
	)
	refuse("edition", c.Edition != "" && c.Edition != portal.EditionCloud && c.Edition != portal.EditionOnPremises)
	refuse("action", c.Action == InviteUser)
	refuse("applications", c.Action != AcceptMembership && len(c.Applications) > 0)
	slices.Sort(c.Applications)
	c.Applications = slices.Compact(c.Applications)
	for _, application := range c.Applications {
		problems = append(problems, applicationProblems("applications", application)...)
	}
	if c.Action != DenyRequest && c.Action != DenyMembership {
		c.Reason = ""
		return c, problems
	}
	values, invalid := form.Check(DenialFields, map[string]string{"reason": c.Reason}, form.OfferAny)
	c.Reason = values["reason"]
	return c, append(problems, invalid...)
}
