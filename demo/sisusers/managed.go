package sisusers

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"strand/demo/sqllist"
	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/useradmin"
	"strand/internal/database"
)

// organizations reads organizations by id, in the order of their names.
func organizations(ctx context.Context, q querier, ids []string) ([]*useradmin.ManagedOrganization, error) {
	found, err := database.All(ctx, q, func(row database.Row) (*useradmin.ManagedOrganization, error) {
		o := &useradmin.ManagedOrganization{}
		var applications []byte
		if err := row.Scan(
			&o.ID, &o.Name, &o.SubRegion, &o.Country, &o.City, &applications, &o.MemberCount,
		); err != nil {
			return nil, err
		}
		return o, json.Unmarshal(applications, &o.Applications)
	}, `SELECT o.id, o.name, o.sub_region, o.country, o.city, o.applications,
		(SELECT count(*) FROM rights r WHERE r.organization_id = o.id AND r.application = '')
		FROM organizations o WHERE o.id IN (`+sqllist.Placeholders(len(ids))+`) ORDER BY o.name, o.id`,
		sqllist.Args(ids)...)
	if err != nil {
		return nil, fmt.Errorf("read organizations: %w", err)
	}
	return found, nil
}

// Organizations reads the organizations of an administrator; none for other users.
func (s *Store) Organizations(ctx context.Context, u *User) ([]*useradmin.ManagedOrganization, error) {
	a, err := administrator(ctx, s.db, u)
	if err != nil || !isAdministrator(a.Role) {
		return nil, err
	}
	return a.Organizations, nil
}

func isAdministrator(role useradmin.ActorRole) bool {
	return role == useradmin.ActorExternalAdmin || role == useradmin.ActorInternalAdmin
}

// administrator returns a user as an administrator. It reads the rights again, since they may have changed since
// the user was read.
func administrator(ctx context.Context, q querier, u *User) (*useradmin.Administrator, error) {
	own, err := rightsOf(ctx, q, u.ID)
	if err != nil {
		return nil, err
	}
	a := &useradmin.Administrator{UserID: u.ID, Role: own.actorRole(u.IsEmployee)}
	a.Organizations, err = organizations(ctx, q, own.administered())
	return a, err
}

// ManagedUser reads a user for an administrator. The error is ErrNotFound for a user whom the administrator may not
// see.
func (s *Store) ManagedUser(ctx context.Context, viewer *User, id string) (*useradmin.ManagedUser, error) {
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	a, err := administrator(ctx, s.db, viewer)
	if err != nil {
		return nil, err
	}
	return managedUser(ctx, s.db, a, id, s.now())
}

// ManagedUsersByEmail returns the user of each e-mail address; nil for an address without a user whom the administrator
// may see.
func (s *Store) ManagedUsersByEmail(
	ctx context.Context, viewer *User, emails []string,
) ([]*useradmin.ManagedUser, error) {
	_, all, err := s.usersOf(ctx, viewer)
	if err != nil {
		return nil, err
	}
	found := make([]*useradmin.ManagedUser, len(emails))
	for i, email := range emails {
		found[i] = byEmail(all, email)
	}
	return found, addLastAdministrators(ctx, s.db, found...)
}

// byEmail returns the user with an e-mail address; nil for none.
func byEmail(users []*useradmin.ManagedUser, email string) *useradmin.ManagedUser {
	for _, u := range users {
		if strings.EqualFold(u.Email, email) {
			return u
		}
	}
	return nil
}

func managedUser(
	ctx context.Context, q querier, viewer *useradmin.Administrator, id string, now time.Time,
) (*useradmin.ManagedUser, error) {
	if id == "" {
		return nil, ErrNotFound
	}
	found, err := managedUsers(ctx, q, viewer, id, now)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, ErrNotFound
	}
	return found[0], addLastAdministrators(ctx, q, found[0])
}

// managedUsers reads the users whom an administrator may see: one of them, or all if the id is empty. They have no
// LastAdministratorOf.
func managedUsers(
	ctx context.Context, q querier, viewer *useradmin.Administrator, id string, now time.Time,
) (users []*useradmin.ManagedUser, err error) {
	if !isAdministrator(viewer.Role) {
		return nil, nil
	}
	held, err := allRights(ctx, q, id)
	if err != nil {
		return nil, err
	}
	former, err := formerAdministrators(ctx, q, id, now.Add(-useradmin.FormerAdministratorFor))
	if err != nil {
		return nil, err
	}
	// The e-mail address is the invited one until the user accepts.
	if err := database.Each(ctx, q, func(row database.Row) error {
		u, inviter := &useradmin.ManagedUser{}, portal.Person{}
		requester, requestedAt := &portal.Person{}, (*int64)(nil)
		err := row.Scan(&u.ID, &u.Email, &u.FirstName, &u.LastName, &u.Country, &u.City, &u.SubRegion, &u.IsEmployee,
			&inviter.ID, &inviter.FullName, &inviter.IsProvider, &u.HasSecondFactor, &requestedAt, &requester.ID,
			&requester.FullName, &requester.IsProvider)
		if requestedAt != nil {
			u.FactorReset = &useradmin.FactorReset{RequestedBy: requester, RequestedAt: *instant(requestedAt)}
		}
		addRights(u, held[u.ID], viewer, inviter)
		u.ResetNeedsConfirmation = held[u.ID].hasAdministratorRole() || former[u.ID]
		if len(u.Organizations) > 0 {
			users = append(users, u)
		}
		return err
	}, `SELECT u.id, iif(u.invited_email = '', u.email, u.invited_email), u.first_name, u.last_name, u.country, u.city,
		u.sub_region, u.is_employee, coalesce(i.id, ''), trim(coalesce(i.first_name || ' ' || i.last_name, '')),
		coalesce(i.is_employee, 0), u.totp_confirmed_at IS NOT NULL, u.factor_reset_at, coalesce(f.id, ''),
		trim(coalesce(f.first_name || ' ' || f.last_name, '')), coalesce(f.is_employee, 0) FROM users u
		LEFT JOIN users f ON f.id = u.factor_reset_by
		LEFT JOIN rights a ON a.user_id = u.id AND a.organization_id = '' AND a.application = ''
		LEFT JOIN users i ON i.id = a.granted_by
		WHERE u.deleted_at IS NULL AND ?1 IN ('', u.id)`, id); err != nil {
		return nil, fmt.Errorf("read users: %w", err)
	}
	return users, nil
}

// formerAdministrators returns the ids of the users who had an administrator role in any organization before one of
// their changes since an instant: one of them, or all if the id is empty.
func formerAdministrators(ctx context.Context, q querier, id string, since time.Time) (map[string]bool, error) {
	former := map[string]bool{}
	err := database.Each(ctx, q, func(row database.Row) error {
		e, err := scanEvent(row)
		if e.Rights.hasAdministratorRole() {
			former[e.UserID] = true
		}
		return err
	}, `SELECT `+eventColumns+` FROM events WHERE at > ?1 AND ?2 IN ('', user_id)`, millis(since), id)
	if err != nil {
		return nil, fmt.Errorf("read the recent changes of rights: %w", err)
	}
	return former, nil
}

// addLastAdministrators adds the organizations that would have no administrator without a user. It takes a query for
// each, and is not needed to filter and sort users.
func addLastAdministrators(ctx context.Context, q querier, users ...*useradmin.ManagedUser) error {
	for _, u := range users {
		if u == nil || u.Account != portal.AccessActive {
			continue
		}
		u.LastAdministratorOf = nil
		for _, organizationID := range u.AdministratorOf {
			hasOther, err := hasOtherAdministrator(ctx, q, u.ID, organizationID)
			if err != nil {
				return err
			}
			if !hasOther {
				u.LastAdministratorOf = append(u.LastAdministratorOf, organizationID)
			}
		}
	}
	return nil
}

// addRights adds the rights that an administrator sees to a user: those in the organizations of the administrator, and
// accesses to applications that the organization offers.
func addRights(u *useradmin.ManagedUser, held rights, viewer *useradmin.Administrator, inviter portal.Person) {
	account, of := held.account(), held.organizations()
	u.Account, u.Role = account.Status, portal.AdministratorNone
	for _, o := range viewer.Organizations {
		if !slices.Contains(of, o.ID) {
			continue
		}
		u.Organizations = append(u.Organizations, o)
		if held.find(o.ID, "").Role == portal.AdministratorExternal {
			u.AdministratorOf = append(u.AdministratorOf, o.ID)
			u.Role = portal.AdministratorExternal
		}
	}
	if held.hasInternalRole() {
		u.Role = portal.AdministratorInternal
	}
	for _, application := range portal.Applications {
		for _, o := range u.Organizations {
			a := held.find(o.ID, application)
			if a.Status == portal.AccessNone || !o.OffersApplication(application) {
				continue
			}
			shown := a.access()
			shown.Organization = o
			if shown.RequestedAt != nil {
				// Users request access for themselves only.
				shown.RequestedBy = &portal.Person{ID: u.ID, FullName: u.FullName(), IsProvider: u.IsEmployee}
			}
			u.Accesses = append(u.Accesses, shown)
		}
	}
	u.Status = userStatus(u.Account, u.Accesses)
	if u.Account == portal.AccessActive {
		for _, a := range u.Accesses {
			isOpen := a.Status == portal.AccessPending && a.RequestedAt != nil
			if isOpen && (u.RequestedAt == nil || a.RequestedAt.Before(*u.RequestedAt)) {
				u.RequestedAt, u.RequestedBy = a.RequestedAt, a.RequestedBy
			}
		}
		return
	}
	u.RequestedAt, u.InviteExpiresAt = instant(&account.ChangedAt), instant(account.ExpiresAt)
	if inviter.ID != "" {
		u.RequestedBy = &inviter
	}
	if account.RequestedAt != nil {
		// The person has requested a new invitation.
		u.RequestedAt = instant(account.RequestedAt)
		u.RequestedBy = &portal.Person{ID: u.ID, FullName: u.FullName()}
	}
}

// access converts an access right.
func (r right) access() *useradmin.Access {
	return &useradmin.Access{
		Application: r.Application,
		Status:      r.Status,
		Edition:     r.Edition,
		RequestedAt: instant(r.RequestedAt),
		Reason:      r.Reason,
		ExpiresAt:   instant(r.ExpiresAt),
		ChangedAt:   instant(&r.ChangedAt),
	}
}

// hasOtherAdministrator reports whether an organization has another external administrator with an accepted account.
func hasOtherAdministrator(ctx context.Context, q querier, userID, organizationID string) (hasOther bool, err error) {
	if err := q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM rights m JOIN users u ON u.id = m.user_id
		WHERE m.organization_id = ? AND m.application = '' AND m.role = 'EXTERNAL' AND m.user_id <> ?
		AND u.invited_email = '' AND u.deleted_at IS NULL)`, organizationID, userID).Scan(&hasOther); err != nil {
		return false, fmt.Errorf("find other administrators of %s: %w", organizationID, err)
	}
	return hasOther, nil
}

// OwnAccess reads the access rights of a user, and the applications that the user can request.
func (s *Store) OwnAccess(ctx context.Context, userID string) (*registration.OwnAccess, error) {
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	return ownAccess(ctx, s.db, userID)
}

func ownAccess(ctx context.Context, q querier, userID string) (*registration.OwnAccess, error) {
	held, err := rightsOf(ctx, q, userID)
	if err != nil {
		return nil, err
	}
	own := &registration.OwnAccess{}
	if own.Organizations, err = organizations(ctx, q, held.organizations()); err != nil {
		return nil, err
	}
	for _, a := range held.accesses() {
		shown := a.access()
		at := slices.IndexFunc(own.Organizations, func(o *useradmin.ManagedOrganization) bool {
			return o.ID == a.OrganizationID
		})
		if at >= 0 {
			shown.Organization = own.Organizations[at]
		}
		if a.Status == portal.AccessPending {
			hasOther, err := hasOtherAdministrator(ctx, q, userID, a.OrganizationID)
			if err != nil {
				return nil, err
			}
			shown.IsDecidedInternally = !hasOther
		}
		own.Accesses = append(own.Accesses, shown)
	}
	own.Membership, err = membershipOf(ctx, q, userID, held)
	return own, err
}

// offers reports whether an organization offers an application.
func offers(ctx context.Context, q querier, organizationID string, application portal.Service) (bool, error) {
	found, err := organizations(ctx, q, []string{organizationID})
	return len(found) == 1 && found[0].OffersApplication(application), err
}
