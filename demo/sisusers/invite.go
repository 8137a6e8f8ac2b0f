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
	return s.change(
		ctx,
		viewer,
		key,
		i,
		func(a *action, admin *useradmin.Administrator) (useradmin.Decision, string, *Undo, error) {
			if decision := checkInvitation(admin, i); decision != useradmin.Allowed {
				return decision, "", nil, nil
			}
			id, err := visibleByEmail(ctx, a.tx, admin, i.Email)
			if err != nil {
				return "", "", nil, err
			}
			if id != "" {
				return useradmin.AlreadyExists, id, nil, nil
			}
			id, err = a.invite(ctx, i)
			if err != nil {
				return "", "", nil, err
			}
			u, err := managedUser(ctx, a.tx, admin, id)
			if err != nil {
				return "", "", nil, err
			}
			if err := a.audit(ctx, u, auditEntry{
				action:         useradmin.InviteUser,
				organizationID: i.OrganizationID,
				after:          string(portal.AccessInvited),
				role:           i.Role,
				applications:   i.Applications,
			}); err != nil {
				return "", "", nil, err
			}
			if err := a.mailInvitation(ctx, u); err != nil {
				return "", "", nil, err
			}
			return useradmin.Allowed, id, nil, a.recordRightsChange(ctx, id, nil)
		},
	)
}

// invite adds a user who has not accepted yet.
func (a *action) invite(ctx context.Context, i useradmin.Invitation) (id string, err error) {
	id = rand.Text()
	expires := millis(a.now.Add(a.invitationLifetime))
	if _, err := a.tx.ExecContext(ctx, `INSERT INTO users (id, email, invited_email, first_name, last_name, language,
		password_hash, account,
		invited_by, invited_at, invite_expires_at, created_at, company, sub_region, country, city)
		SELECT ?1, ?1 || '@invitation.invalid', ?2, ?3, ?4, ?5, '', 'INVITED', ?6, ?7, ?8, ?7, name, sub_region,
		country, city
		FROM organizations WHERE id = ?9`, id, i.Email, i.FirstName, i.LastName, i.Language, a.actor.ID, millis(a.now),
		expires,
		i.OrganizationID); err != nil {
		return "", fmt.Errorf("add an invited user: %w", err)
	}
	if err := addMembership(ctx, a.tx, id, i.OrganizationID); err != nil {
		return "", err
	}
	if i.Role == portal.AdministratorExternal {
		if err := setAdministrator(ctx, a.tx, id, i.OrganizationID, true, a.actor.ID); err != nil {
			return "", err
		}
	}
	for _, application := range i.Applications {
		if err := setAccess(ctx, a.tx, id, storedAccess{
			OrganizationID: i.OrganizationID,
			Application:    application,
			Status:         portal.AccessInvited,
			ExpiresAt:      &expires,
			ChangedAt:      millis(a.now),
		}); err != nil {
			return "", err
		}
	}
	return id, nil
}

// inviteAgain sends an invitation to the portal again and invalidates earlier links. In the organizations that the
// administrator administers (those of u), it invites to the applications again and grants the role again.
func (a *action) inviteAgain(ctx context.Context, u *useradmin.ManagedUser, of useradmin.UserAction) error {
	expires := millis(a.now.Add(a.invitationLifetime))
	if _, err := a.tx.ExecContext(ctx, `UPDATE users SET account = 'INVITED', invite_expires_at = ?, invited_at = ?,
		invited_by = ?,
		invite_requested_at = NULL WHERE id = ?`, expires, millis(a.now), a.actor.ID, u.ID); err != nil {
		return fmt.Errorf("invite %s again: %w", u.ID, err)
	}
	for _, o := range u.Organizations {
		if _, err := a.tx.ExecContext(ctx, `UPDATE accesses SET status = 'INVITED', expires_at = ?, changed_at = ?
			WHERE user_id = ? AND organization_id = ?
			AND status IN ('INVITED', 'INVITE_EXPIRED')`, expires, millis(a.now), u.ID, o.ID); err != nil {
			return fmt.Errorf("invite %s to applications again: %w", u.ID, err)
		}
	}
	for _, id := range u.AdministratorOf {
		if err := setAdministrator(ctx, a.tx, u.ID, id, true, a.actor.ID); err != nil {
			return err
		}
	}
	if err := a.audit(
		ctx, u, auditEntry{action: of, before: string(u.Account), after: string(portal.AccessInvited)},
	); err != nil {
		return err
	}
	return a.mailInvitation(ctx, u)
}

// newInvitationLink creates the token of a link and invalidates earlier links of the same invitation.
func (a *action) newInvitationLink(
	ctx context.Context,
	userID, organizationID string,
	application portal.Service,
) (string, error) {
	token := rand.Text() + rand.Text()
	if _, err := a.tx.ExecContext(
		ctx, `DELETE FROM invitations WHERE user_id = ? AND organization_id = ? AND application = ?`, userID,
		organizationID, application,
	); err != nil {
		return "", fmt.Errorf("replace an invitation: %w", err)
	}
	if _, err := a.tx.ExecContext(ctx,
		`INSERT INTO invitations (hash, user_id, organization_id, application, expires_at) VALUES (?, ?, ?, ?, ?)`,
		actionTokenHash(token), userID, organizationID, application, millis(a.now.Add(a.invitationLifetime)),
	); err != nil {
		return "", fmt.Errorf("add an invitation: %w", err)
	}
	return token, nil
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
			CASE u.account WHEN 'ACTIVE' THEN u.email ELSE u.invited_email
			END,
		u.first_name, u.last_name, u.language, coalesce((SELECT o.name FROM memberships m
		JOIN organizations o ON o.id = m.organization_id
			WHERE m.user_id = u.id AND n.organization_id IN ('', o.id) ORDER BY o.name LIMIT 1), ''),
		EXISTS (SELECT 1 FROM users e WHERE e.email = u.invited_email AND e.deleted_at IS NULL)
		FROM invitations n JOIN users u ON u.id = n.user_id WHERE n.hash = ? AND u.deleted_at IS NULL`,
		actionTokenHash(token),
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
		access, err := access(ctx, q, i.userID, i.organizationID, i.Application)
		if err != nil {
			return nil, err
		}
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
		if _, err := a.tx.ExecContext(
			ctx, `DELETE FROM invitations WHERE hash = ?`, actionTokenHash(token),
		); err != nil {
			return fmt.Errorf("use an invitation: %w", err)
		}
		switch {
		case i.Application != "":
			return a.acceptAccess(ctx, i)
		case i.HasAccount:
			return a.join(ctx, i)
		}
		if _, err := a.tx.ExecContext(ctx, `UPDATE users SET email = invited_email, invited_email = '', account =
			'ACTIVE', first_name = ?,
			last_name = ?, password_hash = ?, verified_at = ?, invite_expires_at = NULL, sort_name = ''
			WHERE id = ?`, as.FirstName, as.LastName, hash, millis(a.now), i.userID); err != nil {
			return fmt.Errorf("accept an invitation: %w", err)
		}
		if err := a.confirmAdministrator(ctx, i.userID, i.userID); err != nil {
			return err
		}
		if err := a.activate(ctx, i.userID, i.userID); err != nil {
			return err
		}
		return a.recordRightsChange(ctx, i.userID, nil)
	})
}

// confirmAdministrator gives the user the external administrator role in the organizations in which invitedID, who may
// be the same user, has it. Who granted it before the invitation was accepted must still administer the organization.
func (a *action) confirmAdministrator(ctx context.Context, userID, invitedID string) error {
	invited, err := membershipsOf(ctx, a.tx, invitedID)
	if err != nil {
		return err
	}
	for _, m := range invited {
		if !m.IsAdministrator {
			continue
		}
		isConfirmed, err := a.administers(ctx, m.AdministratorBy, m.OrganizationID)
		if err != nil {
			return err
		}
		if !isConfirmed && userID != invitedID {
			continue // the account may have the role already
		}
		if err := setAdministrator(ctx, a.tx, userID, m.OrganizationID, isConfirmed, ""); err != nil {
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

// activate activates the user's accesses to which invitedID, who may be the same user, was invited, if the organization
// still offers the application.
func (a *action) activate(ctx context.Context, userID, invitedID string) error {
	invited, err := rightsOf(ctx, a.tx, invitedID)
	if err != nil {
		return err
	}
	for _, invitation := range invited.Accesses {
		isOffered, err := offers(ctx, a.tx, invitation.OrganizationID, invitation.Application)
		if err != nil {
			return err
		}
		if invitation.Status != portal.AccessInvited || !isOffered {
			continue
		}
		if userID != invitedID {
			present, err := access(ctx, a.tx, userID, invitation.OrganizationID, invitation.Application)
			if err != nil {
				return err
			}
			if present.Status == portal.AccessActive {
				continue // it has an edition of its own
			}
		}
		invitation.Status, invitation.ExpiresAt, invitation.ChangedAt = portal.AccessActive, nil, millis(a.now)
		if err := setAccess(ctx, a.tx, userID, invitation); err != nil {
			return err
		}
	}
	return nil
}

// join adds the rights of an invitation to the account of the e-mail address, in the organizations of the invitation,
// and removes the invited user. Rights of the account in other organizations do not change.
func (a *action) join(ctx context.Context, i *OpenInvitation) error {
	u, err := userOf(ctx, a.tx, `email = ?`, i.Email)
	if err != nil {
		return err
	}
	invited, err := rightsOf(ctx, a.tx, i.userID)
	if err != nil {
		return err
	}
	before, err := rightsOf(ctx, a.tx, u.ID)
	if err != nil {
		return err
	}
	for _, id := range invited.organizations() {
		if err := addMembership(ctx, a.tx, u.ID, id); err != nil {
			return err
		}
	}
	if err := a.confirmAdministrator(ctx, u.ID, i.userID); err != nil {
		return err
	}
	if err := a.activate(ctx, u.ID, i.userID); err != nil {
		return err
	}
	if err := removeRights(ctx, a.tx, i.userID); err != nil {
		return err
	}
	if _, err := a.tx.ExecContext(
		ctx, `UPDATE users SET deleted_at = ?, is_erased = 1, invited_email = '', sort_name = '', sort_email = '',
			search_text = '' WHERE id = ?`, millis(a.now), i.userID,
	); err != nil {
		return fmt.Errorf("remove an accepted invitation: %w", err)
	}
	if err := a.recordRightsChange(ctx, i.userID, invited.organizations()); err != nil {
		return err
	}
	return a.recordRightsChange(ctx, u.ID, before.organizations())
}

// acceptAccess accepts the invitation of a user with an account to an application.
func (a *action) acceptAccess(ctx context.Context, i *OpenInvitation) error {
	access, err := access(ctx, a.tx, i.userID, i.organizationID, i.Application)
	if err != nil {
		return err
	}
	if access.Status != portal.AccessInvited {
		return ErrInvalidToken
	}
	return a.activateAccess(ctx, i.userID, access)
}

func (a *action) activateAccess(ctx context.Context, userID string, access storedAccess) error {
	access.Status, access.ExpiresAt, access.ChangedAt = portal.AccessActive, nil, millis(a.now)
	if err := setAccess(ctx, a.tx, userID, access); err != nil {
		return err
	}
	return a.recordRightsChange(ctx, userID, nil)
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
		if decision = own.CheckAcceptance(application); decision != useradmin.Allowed {
			return nil
		}
		for _, o := range own.Organizations {
			invited, err := access(ctx, a.tx, u.ID, o.ID, application)
			if err != nil {
				return err
			}
			if invited.Status != portal.AccessInvited || !o.OffersApplication(application) {
				continue
			}
			if err := a.activateAccess(ctx, u.ID, invited); err != nil {
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
		result, err := a.tx.ExecContext(ctx, `UPDATE users SET invite_requested_at = ?1 WHERE id = ?2 AND
			(invite_requested_at IS NULL OR invite_requested_at < ?1 - ?3)`, millis(a.now), i.userID,
			a.invitationLifetime.Milliseconds())
		if err != nil {
			return fmt.Errorf("request a new invitation: %w", err)
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return err // the administrators have been informed
		}
		person := &User{ID: i.userID, FirstName: i.FirstName, LastName: i.LastName}
		if err := a.mailAdministrators(ctx, person, i.organizationID, i.Application, "newInvitation"); err != nil {
			return err
		}
		return a.recordRightsChange(ctx, i.userID, nil)
	})
}
