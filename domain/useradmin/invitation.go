package useradmin

import (
	"slices"

	"strand/domain/form"
	"strand/domain/portal"
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
	Applications   []portal.Service
	Role           portal.AdministratorRole
}

// CheckFields trims the input and returns its problems.
func (i Invitation) CheckFields() (Invitation, []form.Problem) {
	values, problems := form.Check(InviteFields, map[string]string{
		"email": i.Email, "firstName": i.FirstName, "lastName": i.LastName,
	}, form.OfferAny)
	problems = append(problems, portal.CheckNames(InviteFields, values, "firstName", "lastName")...)
	i.Email, i.FirstName, i.LastName = values["email"], values["firstName"], values["lastName"]
	slices.Sort(i.Applications)
	i.Applications = slices.Compact(i.Applications)
	for _, application := range i.Applications {
		problems = append(problems, applicationProblems("applications", application)...)
	}
	if i.Role == "" {
		i.Role = portal.AdministratorNone
	}
	return i, problems
}

// applicationProblems returns the problem of a service that is no application.
func applicationProblems(field string, application portal.Service) []form.Problem {
	if application.IsApplication() {
		return nil
	}
	return []form.Problem{{Field: field, Code: string(NotOffered), Message: NotOffered.Message()}}
}
