package sisusers

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/useradmin"
)

// Invite invites a person to an organization. The e-mail address of a user whom the administrator cannot see is treated
// like a new one, so that only the person who opens the link learns whether it has an account.
func (s *Store) Invite(ctx context.Context, viewer *User, i useradmin.Invitation) (*ChangeResult, error) {
	key := i.Key
	i.Key = ""
	return s.change(ctx, viewer, key, i, func(a *action, admin *useradmin.Administrator) (d decision, err error) {
		if decided := checkInvitation(admin, i); decided != useradmin.Allowed {
			return refused(decided, ""), nil
		}
		visible, err := managedUsers(ctx, a.tx, admin, "", a.now)
		if err != nil {
			return d, err
		}
		if u := byEmail(visible, i.Email); u != nil {
			return refused(useradmin.AlreadyExists, u.ID), nil
		}
		id, err := a.invite(ctx, i)
		if err != nil {
			return d, err
		}
		u, err := managedUser(ctx, a.tx, admin, id, a.now)
		if err != nil {
			return d, err
		}
		d.Decision = useradmin.Allowed
		d.event = event{AuditEntry: AuditEntry{
			Action: useradmin.InviteUser, OrganizationID: i.OrganizationID, After: string(portal.AccessInvited),
			Role: i.Role, Applications: i.Applications,
		}}.about(u)
		return d, a.mailInvitation(ctx, u)
	})
}

// invite adds a user who has not accepted yet.
func (a *action) invite(ctx context.Context, i useradmin.Invitation) (id string, err error) {
	id = rand.Text()
	if _, err := a.tx.ExecContext(ctx, `INSERT INTO users (id, email, invited_email, first_name, last_name, language,
		password_hash, company, sub_region, country, city)
		SELECT ?1, ?1 || '@invitation.invalid', ?2, ?3, ?4, ?5, '', name, sub_region, country, city
		FROM organizations WHERE id = ?6`, id, i.Email, i.FirstName, i.LastName, i.Language, i.OrganizationID,
	); err != nil {
		return "", fmt.Errorf("add an invited user: %w", err)
	}
	membership := right{OrganizationID: i.OrganizationID, Role: i.Role}
	if i.Role == portal.AdministratorExternal {
		membership.GrantedBy = a.actor.ID
	}
	invited := rights{a.invited(right{GrantedBy: a.actor.ID}), membership}
	for _, application := range i.Applications {
		invited = append(invited, a.invited(right{OrganizationID: i.OrganizationID, Application: application}))
	}
	for _, r := range invited {
		if err := setRight(ctx, a.tx, id, r); err != nil {
			return "", err
		}
	}
	return id, nil
}

// invited returns a right as an invitation that begins now.
func (a *action) invited(r right) right {
	r.Status, r.ChangedAt, r.RequestedAt = portal.AccessInvited, millis(a.now), nil
	r.ExpiresAt = new(millis(a.now.Add(a.invitationLifetime)))
	return r
}

// inviteAgain sends an invitation to the portal again and invalidates earlier links. In the organizations that the
// administrator administers (those of u), it invites to the applications again and grants the role again.
func (a *action) inviteAgain(ctx context.Context, u *useradmin.ManagedUser) error {
	held, err := rightsOf(ctx, a.tx, u.ID)
	if err != nil {
		return err
	}
	for _, r := range held {
		isInvited := r.Status == portal.AccessInvited || r.Status == portal.AccessInviteExpired
		switch {
		case r.OrganizationID == "" && !r.isAccess():
			r = a.invited(r)
			r.GrantedBy = a.actor.ID
		case !useradmin.HasOrganization(u.Organizations, r.OrganizationID):
			continue
		case r.isAccess() && isInvited:
			r = a.invited(r)
		case r.Role == portal.AdministratorExternal:
			r.GrantedBy = a.actor.ID
		}
		if err := setRight(ctx, a.tx, u.ID, r); err != nil {
			return err
		}
	}
	return a.mailInvitation(ctx, u)
}

// newInvitationLink creates the token of a link and invalidates earlier links of the same invitation.
func (a *action) newInvitationLink(
	ctx context.Context, userID, organizationID string, application portal.Service,
) (string, error) {
	if _, err := a.tx.ExecContext(
		ctx, `DELETE FROM links WHERE user_id = ? AND purpose = ? AND organization_id = ? AND application = ?`, userID,
		invitationLink, organizationID, application,
	); err != nil {
		return "", fmt.Errorf("replace an invitation: %w", err)
	}
	return newLink(
		ctx, a.tx, userID, invitationLink, organizationID, application, a.now.Add(a.invitationLifetime))
}

// OpenInvitation is the invitation of a link.
type OpenInvitation struct {
	userID string
	// Application is empty for an invitation to the portal; organizationID is the organization of an invitation to an
	// application.
	Application    portal.Service
	organizationID string
	// Email is the invited e-mail address.
	Email               string
	FirstName, LastName string
	Language            string
	Organization        string
	IsExpired           bool
	// HasAccount is true if the e-mail address has an account, which joins the organization.
	HasAccount bool
}

// Invitation reads the invitation of a token. The error is ErrInvalidToken if the token was used or replaced, or does
// not exist.
func (s *Store) Invitation(ctx context.Context, token string) (*OpenInvitation, error) {
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	return s.invitation(ctx, s.db, token)
}

func (s *Store) invitation(ctx context.Context, q querier, token string) (*OpenInvitation, error) {
	i := &OpenInvitation{}
	var expires int64
	err := q.QueryRowContext(
		ctx,
		`SELECT n.user_id, n.application, n.organization_id, n.expires_at,
			iif(u.invited_email = '', u.email, u.invited_email), u.first_name, u.last_name, u.language,
			coalesce((SELECT min(o.name) FROM rights r JOIN organizations o ON o.id = r.organization_id
				WHERE r.user_id = u.id AND n.organization_id IN ('', o.id)), ''),
			EXISTS (SELECT 1 FROM users e WHERE e.email = u.invited_email AND e.deleted_at IS NULL)
		FROM links n JOIN users u ON u.id = n.user_id
		WHERE n.hash = ? AND n.purpose = ? AND u.deleted_at IS NULL`,
		tokenHash(token), invitationLink,
	).Scan(
		&i.userID, &i.Application, &i.organizationID, &expires, &i.Email, &i.FirstName, &i.LastName, &i.Language,
		&i.Organization,
		&i.HasAccount,
	)
	if errors.Is(err, sql.ErrNoRows) || err == nil && i.Organization == "" {
		return nil, ErrInvalidToken // the organization has no administrator any more
	}
	if err != nil {
		return nil, fmt.Errorf("read an invitation: %w", err)
	}
	if i.Application != "" {
		held, err := rightsOf(ctx, q, i.userID)
		if err != nil {
			return nil, err
		}
		access := held.find(i.organizationID, i.Application)
		isOffered, err := offers(ctx, q, i.organizationID, i.Application)
		if err != nil {
			return nil, err
		}
		if !isOffered || access.Status != portal.AccessInvited && access.Status != portal.AccessInviteExpired {
			return nil, ErrInvalidToken // the invitation was withdrawn, or the application from the organization
		}
	}
	i.IsExpired = millis(s.now()) >= expires
	i.HasAccount = i.HasAccount || i.Application != ""
	return i, nil
}

// Acceptance is the input of a person without an account who accepts an invitation.
type Acceptance struct{ FirstName, LastName, Password string }

// AcceptInvitation accepts an invitation: it creates an account, or adds the rights to the account of the e-mail
// address. The link proves access to the mailbox, as with a forgotten password. The error is ErrInvalidToken, also for
// an expired invitation, or a PolicyErrors, after which the link stays valid. newUserID is the id of a new account;
// empty if the account existed.
func (s *Store) AcceptInvitation(ctx context.Context, token string, as Acceptance) (newUserID string, err error) {
	open, err := s.Invitation(ctx, token)
	if err != nil {
		return "", err
	}
	as.FirstName, as.LastName = strings.TrimSpace(as.FirstName), strings.TrimSpace(as.LastName)
	hash := ""
	if !open.HasAccount {
		names := map[string]string{"firstName": as.FirstName, "lastName": as.LastName}
		if wrong := checkPerson(names, open.Email, as.Password); len(wrong) > 0 {
			return "", wrong
		}
		if hash, err = s.hash(as.Password); err != nil {
			return "", err
		}
		newUserID = open.userID
	}
	return newUserID, s.runAction(ctx, &User{}, func(a *action) error {
		// A concurrent request may have used the token.
		i, err := s.invitation(ctx, a.tx, token)
		if err != nil {
			return err
		}
		if i.IsExpired || i.HasAccount != open.HasAccount {
			return ErrInvalidToken
		}
		if err := redeem(ctx, a.tx, token); err != nil {
			return err
		}
		switch {
		case i.Application != "":
			return a.acceptAccess(ctx, i)
		case i.HasAccount:
			return a.join(ctx, i)
		}
		if _, err := a.tx.ExecContext(ctx, `UPDATE users SET email = invited_email, invited_email = '', first_name = ?,
			last_name = ?, password_hash = ?, verified_at = ? WHERE id = ?`, as.FirstName, as.LastName, hash,
			millis(a.now), i.userID); err != nil {
			return fmt.Errorf("accept an invitation: %w", err)
		}
		invited, err := rightsOf(ctx, a.tx, i.userID)
		if err == nil {
			err = a.acceptRights(ctx, i.userID, invited)
		}
		if err != nil {
			return err
		}
		return a.recordOwn(ctx, "", nil, invitationAccepted, i.userID)
	})
}

// acceptRights gives a user, who may be the invited one, the rights of an invitation. The external administrator role
// is given if who granted it before the invitation was accepted still administers the organization, accesses are active
// if the organization still offers the application. Rights of the user in other organizations do not change.
func (a *action) acceptRights(ctx context.Context, userID string, invited rights) error {
	held, err := rightsOf(ctx, a.tx, userID)
	if err != nil {
		return err
	}
	for _, r := range invited {
		present := held.find(r.OrganizationID, r.Application)
		switch {
		case r.isAccess():
			isOffered, err := offers(ctx, a.tx, r.OrganizationID, r.Application)
			if err != nil {
				return err
			}
			if r.Status != portal.AccessInvited || !isOffered || present.Status == portal.AccessActive {
				continue // an active access has an edition of its own
			}
			r.Status, r.ExpiresAt, r.ChangedAt = portal.AccessActive, nil, millis(a.now)
		case r.OrganizationID == "":
			if present.Status != portal.AccessInvited {
				continue // the user has an account
			}
			r = right{Status: portal.AccessActive, ChangedAt: millis(a.now)}
		default:
			isConfirmed, err := a.administers(ctx, r.GrantedBy, r.OrganizationID)
			if err != nil {
				return err
			}
			if !isConfirmed {
				r.Role = portal.AdministratorNone
			}
			if r.GrantedBy = ""; present.Role == portal.AdministratorExternal && present.GrantedBy == "" {
				continue // the user has the role already
			}
		}
		if err := setRight(ctx, a.tx, userID, r); err != nil {
			return err
		}
	}
	return nil
}

// administers reports whether a user administers an organization now; true for an empty id.
func (a *action) administers(ctx context.Context, userID, organizationID string) (bool, error) {
	if userID == "" {
		return true, nil
	}
	u, err := userOf(ctx, a.tx, `id = ?`, userID)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	admin, err := administrator(ctx, a.tx, u)
	return err == nil && administers(admin, organizationID), err
}

// join adds the rights of an invitation to the account of the e-mail address, and removes the invited user.
func (a *action) join(ctx context.Context, i *OpenInvitation) error {
	u, err := userOf(ctx, a.tx, `email = ?`, i.Email)
	if err != nil {
		return err
	}
	invited, err := rightsOf(ctx, a.tx, i.userID)
	if err != nil {
		return err
	}
	for _, id := range invited.organizations() {
		if err := addMembership(ctx, a.tx, u.ID, id); err != nil {
			return err
		}
	}
	if err := a.acceptRights(ctx, u.ID, invited); err != nil {
		return err
	}
	if err := removeAllRights(ctx, a.tx, i.userID); err != nil {
		return err
	}
	if _, err := a.tx.ExecContext(
		ctx, `UPDATE users SET deleted_at = ?, is_erased = 1, invited_email = '' WHERE id = ?`, millis(a.now), i.userID,
	); err != nil {
		return fmt.Errorf("remove an accepted invitation: %w", err)
	}
	for _, id := range []string{i.userID, u.ID} {
		if err := a.recordOwn(ctx, "", nil, invitationAccepted, id); err != nil {
			return err
		}
	}
	return nil
}

// acceptAccess accepts the invitation of a user with an account to an application.
func (a *action) acceptAccess(ctx context.Context, i *OpenInvitation) error {
	held, err := rightsOf(ctx, a.tx, i.userID)
	if err != nil {
		return err
	}
	access := held.find(i.organizationID, i.Application)
	if access.Status != portal.AccessInvited {
		return ErrInvalidToken
	}
	return a.activate(ctx, i.userID, access)
}

func (a *action) activate(ctx context.Context, userID string, access right) error {
	access.Status, access.ExpiresAt, access.ChangedAt = portal.AccessActive, nil, millis(a.now)
	if err := setRight(ctx, a.tx, userID, access); err != nil {
		return err
	}
	return a.recordOwn(ctx, "", nil, invitationAccepted, userID)
}

// AcceptOwnInvitation accepts the invitations of a signed-in user to an application, in all organizations that offer
// it. Accepting them again, for example after the link of the mail, changes nothing.
func (s *Store) AcceptOwnInvitation(
	ctx context.Context,
	u *User,
	application portal.Service,
) (decision useradmin.Decision, own *registration.OwnAccess, err error) {
	err = s.runAction(ctx, u, func(a *action) error {
		if own, err = ownAccess(ctx, a.tx, u.ID); err != nil {
			return err
		}
		if decision = own.CheckInvitationAcceptance(application); decision != useradmin.Allowed {
			return nil
		}
		held, err := rightsOf(ctx, a.tx, u.ID)
		if err != nil {
			return err
		}
		for _, o := range own.Organizations {
			invited := held.find(o.ID, application)
			if invited.Status != portal.AccessInvited || !o.OffersApplication(application) {
				continue
			}
			if err := a.activate(ctx, u.ID, invited); err != nil {
				return err
			}
		}
		own, err = ownAccess(ctx, a.tx, u.ID)
		return err
	})
	if err != nil {
		return "", nil, fmt.Errorf("accept an invitation: %w", err)
	}
	return decision, own, nil
}

// RequestNewInvitation sends the administrators a mail that a person with an expired invitation requests a new one.
func (s *Store) RequestNewInvitation(ctx context.Context, token string) error {
	return s.runAction(ctx, &User{}, func(a *action) error {
		i, err := s.invitation(ctx, a.tx, token)
		if err != nil {
			return err
		}
		if !i.IsExpired {
			return ErrInvalidToken
		}
		held, err := rightsOf(ctx, a.tx, i.userID)
		if err != nil {
			return err
		}
		account := held.account()
		if at := instant(account.RequestedAt); at != nil && a.now.Sub(*at) <= a.invitationLifetime {
			return nil // the administrators have been informed
		}
		account.RequestedAt = new(millis(a.now))
		if err := setRight(ctx, a.tx, i.userID, account); err != nil {
			return err
		}
		person := &User{ID: i.userID, FirstName: i.FirstName, LastName: i.LastName}
		if err := a.mailAdministrators(ctx, person, i.organizationID, i.Application, "newInvitation"); err != nil {
			return err
		}
		return a.recordOwn(ctx, "", nil, invitationRequested, i.userID)
	})
}
