package useradmin

import (
	"slices"
	"strings"

	"strand/domain/csvimport"
	"strand/domain/form"
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

// ImportedInvitation is an invitation of an imported file.
type ImportedInvitation struct {
	Line int
	Invitation
	// Existing is the user with the address whom the administrator can see; nil for none. An invitation would be
	// refused with AlreadyExists.
	Existing *ManagedUser
}

// MaxInvitations is the maximum number of invitations in a file.
const MaxInvitations = 500

// ReadInvitations reads the invitations of a CSV file or workbook. The applications of a cell are separated by
// semicolons. fallback is the organization of a line without one. It returns the invitations of the valid lines, and
// the problems of the others.
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
		if problems = csvimport.Report(problems, found...); len(found) == 0 {
			invitations = append(invitations, i)
		}
	}
	return invitations, problems
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
