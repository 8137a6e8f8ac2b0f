package sisusers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/useradmin"
	"strand/internal/database"
)

// A request of a user without an organization to become a member of one is in the row of the account (right.Company).
// Who decides follows from the name of the company and the organizations at the time of the decision.

// maxMembershipRequests is the number of open requests that an administrator gets.
const maxMembershipRequests = 100

// legalForms are the parts of a company's name that do not distinguish it.
var legalForms = []string{
	"ag", "gmbh", "co", "kg", "ltd", "inc", "llc", "sas", "sa", "spa", "srl", "sro", "kft", "bv", "plc", "corp",
}

// companyKey returns what names of the same company have in common: its words without case, punctuation and legal form.
func companyKey(name string) string {
	name = strings.ReplaceAll(strings.ToLower(name), ".", "")
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	left := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(legalForms, word) })
	if len(left) == 0 {
		left = words
	}
	return strings.Join(left, " ")
}

// membershipOf returns how a user without an organization becomes a member of one; nil for a member.
func membershipOf(ctx context.Context, q querier, userID string, held rights) (*registration.Membership, error) {
	if len(held.organizations()) > 0 {
		return nil, nil
	}
	account := held.find("", "")
	m := &registration.Membership{Company: account.Company}
	if m.Company == "" {
		if err := q.QueryRowContext(
			ctx, `SELECT company FROM users WHERE id = ?`, userID,
		).Scan(&m.Company); err != nil {
			return nil, fmt.Errorf("read the company of %s: %w", userID, err)
		}
		return m, nil
	}
	m.Access, m.Reason = portal.AccessDeclined, account.Reason
	m.RequestedAt, m.NotifiedAt = instant(&account.ChangedAt), nil
	if account.RequestedAt != nil {
		m.Access = portal.AccessPending
		m.RequestedAt, m.NotifiedAt = instant(account.RequestedAt), instant(account.NotifiedAt)
	}
	return m, nil
}

// RequestMembership requests the membership in a company for a user without an organization, or reminds those who
// decide.
func (s *Store) RequestMembership(
	ctx context.Context, u *User, company string,
) (decision useradmin.Decision, own *registration.OwnAccess, err error) {
	return s.changeMembership(ctx, u, func(a *action, held rights, m *registration.Membership) (
		_ useradmin.Decision, err error,
	) {
		decision, withMail := m.CheckRequest(company, a.now)
		if decision != useradmin.Allowed || !withMail {
			return decision, nil
		}
		account, now := held.account(), millis(a.now)
		text := "membershipReminder"
		if m.Access != portal.AccessPending {
			text, account.RequestedAt = "membershipRequest", &now
		}
		account.Company, account.NotifiedAt, account.Reason, account.ChangedAt = company, &now, "", now
		if err := setRight(ctx, a.tx, u.ID, account); err != nil {
			return "", err
		}
		if err := a.mailDeciders(ctx, company, text); err != nil {
			return "", err
		}
		if err := a.notifyDeciders(ctx, company); err != nil {
			return "", err
		}
		return decision, a.recordOwn(ctx, "", nil, membershipRequested, u.ID)
	})
}

// CancelMembershipRequest withdraws the open request of a user.
func (s *Store) CancelMembershipRequest(
	ctx context.Context, u *User,
) (decision useradmin.Decision, own *registration.OwnAccess, err error) {
	return s.changeMembership(ctx, u, func(a *action, held rights, m *registration.Membership) (
		useradmin.Decision, error,
	) {
		if m == nil || m.Access != portal.AccessPending {
			return useradmin.Allowed, nil
		}
		if err := a.closeMembership(ctx, u.ID, held.account(), ""); err != nil {
			return "", err
		}
		if err := a.notifyDeciders(ctx, m.Company); err != nil {
			return "", err
		}
		return useradmin.Allowed, a.recordOwn(ctx, "", nil, membershipCanceled, u.ID)
	})
}

func (s *Store) changeMembership(
	ctx context.Context, u *User, do func(*action, rights, *registration.Membership) (useradmin.Decision, error),
) (decision useradmin.Decision, own *registration.OwnAccess, err error) {
	err = s.runAction(ctx, u, func(a *action) error {
		held, err := rightsOf(ctx, a.tx, u.ID)
		if err != nil {
			return err
		}
		m, err := membershipOf(ctx, a.tx, u.ID, held)
		if err != nil {
			return err
		}
		if decision, err = do(a, held, m); err != nil {
			return err
		}
		own, err = ownAccess(ctx, a.tx, u.ID)
		return err
	})
	if err != nil {
		return "", nil, fmt.Errorf("change a request to become a member: %w", err)
	}
	return decision, own, nil
}

// closeMembership closes an open request: it was denied for a reason, or withdrawn without one.
func (a *action) closeMembership(ctx context.Context, userID string, account right, reason string) error {
	account.RequestedAt, account.NotifiedAt, account.Reason, account.ChangedAt = nil, nil, reason, millis(a.now)
	if reason == "" {
		account.Company = ""
	}
	return setRight(ctx, a.tx, userID, account)
}

// decidingOrganizations returns the organizations with the name of a company whose administrators decide on a request.
// Without one, internal administrators decide.
func decidingOrganizations(ctx context.Context, q querier, company string, isEmployee bool) (ids []string, err error) {
	key := companyKey(company)
	err = database.Each(ctx, q, func(row database.Row) error {
		var id, name string
		var hasAdministrator bool
		err := row.Scan(&id, &name, &hasAdministrator)
		if hasAdministrator && !isEmployee && companyKey(name) == key {
			ids = append(ids, id)
		}
		return err
	}, `SELECT o.id, o.name, EXISTS (SELECT 1 FROM rights m JOIN users u ON u.id = m.user_id
		WHERE m.organization_id = o.id AND m.application = '' AND m.role = 'EXTERNAL'
		AND u.invited_email = '' AND u.deleted_at IS NULL) FROM organizations o ORDER BY o.id`)
	if err != nil {
		return nil, fmt.Errorf("find the organizations of a company: %w", err)
	}
	return ids, nil
}

// notifyDeciders announces a change of the list of requests.
func (a *action) notifyDeciders(ctx context.Context, company string) error {
	ids, err := decidingOrganizations(ctx, a.tx, company, a.actor.IsEmployee)
	a.changed.add(a.actor.ID, ids...)
	return err
}

// mailDeciders sends a mail about the request of the actor to those who decide.
func (a *action) mailDeciders(ctx context.Context, company, text string) error {
	ids, err := decidingOrganizations(ctx, a.tx, company, a.actor.IsEmployee)
	if err != nil {
		return err
	}
	deciders, err := database.All(ctx, a.tx, func(row database.Row) (r recipient, err error) {
		err = row.Scan(&r.id, &r.email, &r.language, &r.name)
		return r, err
	}, `SELECT DISTINCT u.id, u.email, u.language, u.first_name || ' ' || u.last_name FROM users u
		JOIN rights m ON m.user_id = u.id AND m.application = ''
		WHERE u.invited_email = '' AND u.deleted_at IS NULL AND u.id <> ?1 AND (m.role = 'EXTERNAL'
		AND m.organization_id IN (SELECT value FROM json_each(?2))
		OR json_array_length(?2) = 0 AND m.role = 'INTERNAL' AND m.organization_id = '')`, a.actor.ID, list(ids))
	if err != nil {
		return fmt.Errorf("find who decides on a request: %w", err)
	}
	for _, r := range deciders {
		if err := a.mail(ctx, r.email, r.language, text, a.PortalURL("/user-admin"), mailValues{
			"name": r.name, "user": a.actor.FullName(), "email": a.actor.Email, "company": company,
		}); err != nil {
			return err
		}
	}
	return nil
}

// PortalURL returns the URL of a page below the portal's home; empty if the portal is not known.
func (s *Store) PortalURL(path string) string {
	if s.portalHome == nil {
		return ""
	}
	return s.portalHome() + path
}

// MembershipRequests returns the open requests on which an administrator decides, the oldest first; none for other
// users.
func (s *Store) MembershipRequests(ctx context.Context, viewer *User) ([]*useradmin.MembershipRequest, error) {
	admin, err := administrator(ctx, s.db, viewer)
	if err != nil {
		return nil, err
	}
	found, err := membershipRequests(ctx, s.db, admin, "")
	return found[:min(len(found), maxMembershipRequests)], err
}

// membershipRequests returns the open requests on which an administrator decides: that of one person, or all if the id
// is empty.
func membershipRequests(
	ctx context.Context, q querier, admin *useradmin.Administrator, userID string,
) (decided []*useradmin.MembershipRequest, err error) {
	if !isAdministrator(admin.Role) {
		return nil, nil
	}
	all, err := database.All(ctx, q, func(row database.Row) (*useradmin.MembershipRequest, error) {
		r := &useradmin.MembershipRequest{}
		var at int64
		err := row.Scan(&r.UserID, &r.FirstName, &r.LastName, &r.Email, &r.IsEmployee, &r.Company, &at)
		r.RequestedAt = *instant(&at)
		return r, err
	}, `SELECT u.id, u.first_name, u.last_name, u.email, u.is_employee, a.company, a.requested_at FROM rights a
		JOIN users u ON u.id = a.user_id
		WHERE a.organization_id = '' AND a.application = '' AND a.company <> '' AND a.requested_at IS NOT NULL
		AND u.deleted_at IS NULL AND u.id <> ?1 AND ?2 IN ('', u.id)
		AND NOT EXISTS (SELECT 1 FROM rights m WHERE m.user_id = u.id AND m.organization_id <> '')
		ORDER BY a.requested_at, u.id`, admin.UserID, userID)
	if err != nil {
		return nil, fmt.Errorf("read requests to become a member: %w", err)
	}
	for _, r := range all {
		ids, err := decidingOrganizations(ctx, q, r.Company, r.IsEmployee)
		if err != nil {
			return nil, err
		}
		for _, o := range admin.Organizations {
			if companyKey(o.Name) == companyKey(r.Company) && r.Organization == nil {
				r.Organization = o
			}
		}
		isOwn := func(id string) bool { return useradmin.HasOrganization(admin.Organizations, id) }
		if slices.ContainsFunc(ids, isOwn) || len(ids) == 0 && admin.Role == useradmin.ActorInternalAdmin {
			decided = append(decided, r)
		}
	}
	return decided, nil
}

// answerMembership accepts or denies the request of a person to become a member.
func (a *action) answerMembership(
	ctx context.Context, admin *useradmin.Administrator, c useradmin.UserChange,
) (d decision, err error) {
	var r *useradmin.MembershipRequest
	found, err := membershipRequests(ctx, a.tx, admin, c.UserID)
	if err != nil {
		return d, err
	}
	if len(found) > 0 {
		r = found[0]
	}
	if decided := admin.CheckMembership(r, c); decided != useradmin.Allowed {
		return refused(decided, c.UserID), nil
	}
	if d.before, err = rightsOf(ctx, a.tx, r.UserID); err != nil {
		return d, err
	}
	d.Decision = useradmin.Allowed
	d.event = event{AuditEntry: AuditEntry{
		Action: c.Action, UserID: r.UserID, UserName: r.FullName(), UserEmail: r.Email,
	}}
	if c.Action == useradmin.AcceptMembership {
		return d, a.acceptMembership(ctx, admin, r, c, &d.event)
	}
	d.event.Before, d.event.After = string(portal.AccessPending), string(portal.AccessDeclined)
	d.event.Reason, d.event.Readers = c.Reason, []string{internalReaders}
	if r.Organization != nil {
		d.event.OrganizationID, d.event.Readers = r.Organization.ID, []string{r.Organization.ID}
	}
	if err := a.closeMembership(ctx, r.UserID, d.before.account(), c.Reason); err != nil {
		return d, err
	}
	return d, a.mailAnswer(ctx, r, "membershipDenied", mailValues{"company": r.Company, "reason": c.Reason})
}

// acceptMembership makes a person a member with access to applications.
func (a *action) acceptMembership(
	ctx context.Context, admin *useradmin.Administrator, r *useradmin.MembershipRequest, c useradmin.UserChange,
	e *event,
) error {
	at := slices.IndexFunc(admin.Organizations, func(o *useradmin.ManagedOrganization) bool {
		return o.ID == c.OrganizationID
	})
	organization := admin.Organizations[at]
	e.OrganizationID, e.After, e.Applications = organization.ID, organization.Name, c.Applications
	e.Readers = []string{organization.ID}
	if err := addMembership(ctx, a.tx, r.UserID, organization.ID); err != nil {
		return err
	}
	if err := a.mailAnswer(ctx, r, "membershipAccepted", mailValues{"organization": organization.Name}); err != nil {
		return err
	}
	u, err := managedUser(ctx, a.tx, admin, r.UserID, a.now)
	if err != nil {
		return err
	}
	for _, application := range c.Applications {
		access := right{OrganizationID: organization.ID, Application: application, ChangedAt: millis(a.now)}
		access.Status = useradmin.AddApplication.Next(application, portal.AccessActive)
		isInvited := access.Status == portal.AccessInvited
		if isInvited {
			access.ExpiresAt = new(millis(a.now.Add(a.invitationLifetime)))
		}
		if err := setRight(ctx, a.tx, r.UserID, access); err != nil {
			return err
		}
		if !isInvited {
			continue
		}
		if err := a.mailAccessInvitation(ctx, u, organization.ID, application); err != nil {
			return err
		}
	}
	return nil
}

// mailAnswer sends the answer to a request to the person.
func (a *action) mailAnswer(
	ctx context.Context, r *useradmin.MembershipRequest, text string, values mailValues,
) error {
	lang, err := a.languageOf(ctx, r.UserID)
	if err != nil {
		return err
	}
	values["name"] = r.FullName()
	return a.mail(ctx, r.Email, lang, text, a.PortalURL(""), values)
}
