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

// CheckRequest decides whether a user may request access to an application.
func (o *OwnAccess) CheckRequest(application Service) Decision {
	if o == nil {
		return NotOffered
	}
	switch o.access(application).Status {
	case AccessPending, AccessActive, AccessInvited:
		return StateChanged
	}
	if !slices.Contains(o.Offered, application) {
		return NotOffered
	}
	return Allowed
}

// CheckAcceptance decides whether a user may accept the invitation to an application. Accepting it again changes
// nothing.
func (o *OwnAccess) CheckAcceptance(application Service) Decision {
	switch o.access(application).Status {
	case AccessInvited, AccessActive:
		return Allowed
	}
	return StateChanged
}

// CheckFields trims the input of a user change and returns its problems.
func (c UserChange) CheckFields() (UserChange, []form.Problem) {
	var problems []form.Problem
	if c.Application != "" {
		problems = applicationProblems("application", c.Application)
	}
	if c.Edition == EditionUnknown {
		problems = append(problems, form.Problem{
			Field:   "edition",
			Code:    form.CodeInvalid,
			Message: "The edition is CLOUD or ONPREM.",
		})
	}
	if c.Action != DenyRequest {
		c.Reason = ""
		return c, problems
	}
	values, missing := form.Check(DenialFields, map[string]string{"reason": c.Reason}, form.OfferAny)
	c.Reason = values["reason"]
	return c, append(problems, missing...)
}

// applicationProblems returns the problem of a service that is no application.
func applicationProblems(field string, application Service) []form.Problem {
	if application.IsApplication() {
		return nil
	}
	return []form.Problem{{Field: field, Code: string(NotOffered), Message: NotOffered.Message()}}
}
