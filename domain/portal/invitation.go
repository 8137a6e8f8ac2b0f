package portal

import (
	"slices"

	"strand/domain/form"
)

// InviteFields are the input fields of an invitation (USER-33).
var InviteFields = []form.Field{
	form.NewField("email", form.Email, "", "off", "email"),
	form.NewField("firstName", form.Text, "", "off", "inviteeFirstName"),
	form.NewField("lastName", form.Text, "", "off", "inviteeLastName"),
}

// DenialFields are the fields that deny a request.
var DenialFields = []form.Field{
	form.NewField("reason", form.LongText, "", "off", "denialReason").AtMost(maxReason),
}

// maxReason is the maximum length of the reason of a denial, in characters.
const maxReason = 1000

// Invitation invites a user to an organization.
type Invitation struct {
	// Key is the idempotency key: a repetition with the same key sends no second invitation.
	Key                        string
	Email, FirstName, LastName string
	// Language is the language of the mail: `de`.
	Language       string
	OrganizationID string
	Applications   []Service
	Role           AdministratorRole
}

// CheckFields trims the input and returns its problems.
func (i Invitation) CheckFields() (Invitation, []form.Problem) {
	values, problems := form.Check(InviteFields, map[string]string{
		"email": i.Email, "firstName": i.FirstName, "lastName": i.LastName,
	}, form.OfferAny)
	problems = append(problems, checkNames(InviteFields, values, "firstName", "lastName")...)
	i.Email, i.FirstName, i.LastName = values["email"], values["firstName"], values["lastName"]
	slices.Sort(i.Applications)
	i.Applications = slices.Compact(i.Applications)
	for _, application := range i.Applications {
		problems = append(problems, applicationProblems("applications", application)...)
	}
	if i.Role == "" {
		i.Role = AdministratorNone
	}
	return i, problems
}

// CheckInvitation decides whether an administrator may send an invitation.
func (a *Administrator) CheckInvitation(i Invitation) Decision {
	if decision := Decide(InviteUser, a.Role, RelationNew, TargetCustomer, AccessNone); decision != Allowed {
		return decision
	}
	at := slices.IndexFunc(a.Organizations, func(o *ManagedOrganization) bool { return o.ID == i.OrganizationID })
	if at < 0 {
		return OrganizationNotFound
	}
	for _, application := range i.Applications {
		if !a.Organizations[at].OffersApplication(application) {
			return NotOffered
		}
	}
	// Only employees have the internal role, and employees are not invited.
	if i.Role != AdministratorNone && i.Role != AdministratorExternal {
		return RoleNotGrantable
	}
	return Allowed
}

// CheckRequest decides whether a user may request access to an application in an organization. Without an
// organization, it is the only one that offers the application and in which the user can request it.
func (o *OwnAccess) CheckRequest(application Service, organizationID string) (decidedFor string, d Decision) {
	offers := o.offers(application)
	if organizationID == "" {
		if len(offers) == 0 {
			return "", NotOffered
		}
		requestable := o.Requestable(application)
		switch len(requestable) {
		case 0:
			return "", StateChanged
		case 1:
			return requestable[0].ID, Allowed
		}
		return "", OrganizationRequired
	}
	if !hasOrganization(offers, organizationID) {
		return "", NotOffered
	}
	if !hasOrganization(o.Requestable(application), organizationID) {
		return "", StateChanged
	}
	return organizationID, Allowed
}

// CheckAcceptance decides whether a user may accept the invitations to an application, in all organizations of the
// user that offer it. Accepting them again changes nothing.
func (o *OwnAccess) CheckAcceptance(application Service) Decision {
	if o == nil {
		return StateChanged
	}
	offers := o.offers(application)
	if slices.ContainsFunc(o.Accesses, func(a *Access) bool {
		return a.Application == application && (a.Status == AccessInvited || a.Status == AccessActive) &&
			a.Organization != nil && hasOrganization(offers, a.Organization.ID)
	}) {
		return Allowed
	}
	return StateChanged
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
	require("organization", isOfMembership && c.OrganizationID == "")
	require("role", (c.Action == AssignRole || c.Action == RemoveRole) && c.Role == "")
	require("edition", c.Action == EditAccess && c.Edition == "")
	isApplication := c.Application == "" || c.Application.IsApplication()
	if !isApplication {
		problems = append(problems, applicationProblems("application", c.Application)...)
	}
	refuse("application", isApplication && c.Action == EditAccess && c.Application != "" && !HasEditions(c.Application))
	refuse("edition", c.Edition != "" && c.Edition != EditionCloud && c.Edition != EditionOnPremises)
	refuse("action", c.Action == InviteUser)
	if c.Action != DenyRequest {
		c.Reason = ""
		return c, problems
	}
	values, invalid := form.Check(DenialFields, map[string]string{"reason": c.Reason}, form.OfferAny)
	c.Reason = values["reason"]
	return c, append(problems, invalid...)
}

// applicationProblems returns the problem of a service that is no application.
func applicationProblems(field string, application Service) []form.Problem {
	if application.IsApplication() {
		return nil
	}
	return []form.Problem{{Field: field, Code: string(NotOffered), Message: NotOffered.Message()}}
}
