package useradmin

import (
	"slices"
	"strings"
	"time"

	"strand/domain/convert"
	"strand/domain/csvimport"
	"strand/domain/form"
	"strand/domain/listing"
	"strand/domain/optional"
	"strand/domain/signedtoken"
)

const purposeUserExport = "user-export"

// SealUserExport returns the signed token that opens exports of user administration as the user of an ID token.
func SealUserExport(key signedtoken.Key, idToken string) (string, error) {
	return key.Seal(purposeUserExport, idToken)
}

// UnsealUserExport returns the ID token of a signed token for an export; ok is false if the token is invalid.
func UnsealUserExport(key signedtoken.Key, signedToken string) (idToken string, ok bool) {
	return key.Unseal(purposeUserExport, signedToken)
}

// UserColumns are the columns of an exported list of users.
var UserColumns = []string{
	"firstName", "lastName", "email", "status", "role", "organizations", "applications", "subRegion", "country", "city",
	"requestedBy", "requestedAt",
}

// Row returns the user as a row of an exported list.
func (u *ManagedUser) Row() []string {
	organizations := convert.All(u.Organizations, func(o *ManagedOrganization) string { return o.Name })
	var applications []string
	for _, a := range u.Accesses {
		text := string(a.Application) + " " + string(a.Status)
		if len(u.Organizations) > 1 && a.Organization != nil {
			text += " (" + a.Organization.Name + ")"
		}
		applications = append(applications, text)
	}
	return []string{
		u.FirstName, u.LastName, u.Email, string(u.Status), string(u.Role), strings.Join(organizations, "; "),
		strings.Join(applications, "; "), u.SubRegion, u.Country, u.City, optional.OrEmpty(u.RequestedBy).FullName,
		instantOf(u.RequestedAt),
	}
}

// AuditColumns are the columns of an exported audit log.
var AuditColumns = []string{
	"at", "actor", "actorEmail", "actorId", "action", "undo", "user", "userEmail", "userId", "organization",
	"application", "before", "after", "role", "applications", "reason",
}

// Row returns the entry as a row of an exported audit log.
func (e *AuditEntry) Row() []string {
	actor, undo := optional.OrEmpty(e.Actor), ""
	if e.IsUndo {
		undo = "true"
	}
	return []string{
		instantOf(&e.At), actor.FullName, optional.OrEmpty(e.ActorEmail), actor.ID, string(e.Action),
		undo, e.UserName, optional.OrEmpty(e.UserEmail), e.UserID, optional.OrEmpty(e.Organization),
		string(optional.OrEmpty(e.Application)), optional.OrEmpty(e.Before), optional.OrEmpty(e.After),
		string(optional.OrEmpty(e.Role)), strings.Join(listing.Texts(e.Applications), "; "), optional.OrEmpty(e.Reason),
	}
}

func instantOf(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// Codes of problems of imported invitations, in addition to those of all imports.
const (
	// ImportEmail is an invalid e-mail address.
	ImportEmail csvimport.Code = "EMAIL"
	// ImportOrganization is an organization that is not one of the administrator's.
	ImportOrganization csvimport.Code = "ORGANIZATION"
	// ImportApplication is an application that the organization does not have.
	ImportApplication csvimport.Code = "APPLICATION"
	ImportRole        csvimport.Code = "ROLE"
)

// ImportedInvitation is an invitation of a CSV file.
type ImportedInvitation struct {
	Line int
	Invitation
	// Existing is the user with the address whom the administrator can see; nil for none. An invitation would be
	// refused with AlreadyExists.
	Existing *ManagedUser
}

// MaxInvitations is the maximum number of invitations in a file.
const MaxInvitations = 500

// ReadInvitations reads the invitations of a CSV file. The applications of a cell are separated by semicolons. fallback
// is the organization of a line without one. It returns either invitations or problems.
func (a *Administrator) ReadInvitations(
	data []byte,
	fallback, language string,
) ([]ImportedInvitation, []csvimport.Problem) {
	table, problem := csvimport.Read(data, language, invitationHeadings, "email", MaxInvitations)
	if problem != nil {
		return nil, []csvimport.Problem{*problem}
	}
	var invitations []ImportedInvitation
	var problems []csvimport.Problem
	seen := map[string]bool{}
	for _, row := range table.Rows {
		cell := func(column string) string { return table.Cell(row, column) }
		i, found := a.readInvitation(row.Line, cell, fallback)
		i.Language = language
		if seen[i.Email] {
			found = append(found, csvimport.NewProblem(row.Line, csvimport.Twice, i.Email))
		}
		seen[i.Email] = true
		invitations, problems = append(invitations, i), append(problems, found...)
		if len(problems) >= csvimport.MaxProblems {
			return nil, problems[:csvimport.MaxProblems]
		}
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return invitations, nil
}

func (a *Administrator) readInvitation(
	line int,
	cell func(string) string,
	fallback string,
) (ImportedInvitation, []csvimport.Problem) {
	i := ImportedInvitation{
		Line: line,
		Invitation: Invitation{
			Email:     cell("email"),
			FirstName: cell("firstName"),
			LastName:  cell("lastName"),
		},
	}
	var problems []csvimport.Problem
	report := func(code csvimport.Code, value string) {
		problems = append(problems, csvimport.NewProblem(line, code, value))
	}
	var fieldProblems []form.Problem
	i.Invitation, fieldProblems = i.CheckFields()
	for _, p := range fieldProblems {
		if p.Field == "email" {
			report(ImportEmail, cell("email"))
		} else {
			report(csvimport.InvalidName, cell(p.Field))
		}
	}
	if i.Email == "" {
		i.Email = cell("email")
	}
	var ok bool
	if i.Role, ok = roleNamed(cell("role")); !ok {
		report(ImportRole, cell("role"))
	}
	name := cell("organization")
	if name == "" {
		name = fallback
	}
	at := slices.IndexFunc(
		a.Organizations,
		func(o *ManagedOrganization) bool { return o.ID == name || strings.EqualFold(o.Name, name) },
	)
	if at < 0 {
		report(ImportOrganization, name)
		return i, problems
	}
	organization := a.Organizations[at]
	i.OrganizationID = organization.ID
	for _, text := range strings.FieldsFunc(cell("applications"), func(r rune) bool { return r == ';' || r == '|' }) {
		application, isKnown := applicationNames.Named(text)
		if csvimport.NormalWord(text) == "" {
			continue
		}
		if !isKnown || !organization.OffersApplication(application) {
			report(ImportApplication, strings.TrimSpace(text))
			if len(problems) >= csvimport.MaxProblems {
				break
			}
			continue
		}
		if !slices.Contains(i.Applications, application) {
			i.Applications = append(i.Applications, application)
		}
	}
	return i, problems
}
