package sisusers

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"strand/demo/sqllist"
	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/useradmin"
	"strand/internal/database"
)

// organizations reads organizations by id, in the order of their names.
func organizations(ctx context.Context, q querier, ids []string) ([]*useradmin.ManagedOrganization, error) {
	marks, args := sqllist.Placeholders(len(ids)), sqllist.Args(ids)
	found, err := database.All(ctx, q, func(row database.Row) (*useradmin.ManagedOrganization, error) {
		o := &useradmin.ManagedOrganization{}
		return o, row.Scan(&o.ID, &o.Name, &o.SubRegion, &o.Country, &o.City, &o.MemberCount)
	},
		`SELECT id, name, sub_region, country, city, member_count FROM organizations WHERE id IN (`+marks+
			`) ORDER BY name, id`,
		args...)
	if err != nil {
		return nil, fmt.Errorf("read organizations: %w", err)
	}
	byID := map[string]*useradmin.ManagedOrganization{}
	for _, o := range found {
		byID[o.ID] = o
	}
	type offer struct{ organization, application string }
	offers, err := database.All(ctx, q, func(row database.Row) (o offer, err error) {
		err = row.Scan(&o.organization, &o.application)
		return o, err
	}, `SELECT organization_id, application FROM organization_applications WHERE organization_id IN (`+marks+`)`,
		args...)
	if err != nil {
		return nil, fmt.Errorf("read the applications of organizations: %w", err)
	}
	for _, o := range offers {
		byID[o.organization].Applications = append(byID[o.organization].Applications, portal.Service(o.application))
	}
	return found, nil
}

// Organizations reads the organizations of an administrator; none for other users.
func (s *Store) Organizations(ctx context.Context, u *User) ([]*useradmin.ManagedOrganization, error) {
	a, err := administrator(ctx, s.db, u)
	if err != nil {
		return nil, err
	}
	if !isAdministrator(a.Role) {
		return nil, nil
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

// actorRole returns the role in which a user acts. The external one depends on the memberships, not on the role string.
func (r rights) actorRole(isEmployee bool) useradmin.ActorRole {
	switch {
	case r.hasInternalRole():
		return useradmin.ActorInternalAdmin
	case len(r.administered()) > 0:
		return useradmin.ActorExternalAdmin
	case isEmployee:
		return useradmin.ActorEmployee
	}
	return useradmin.ActorCustomer
}

// administered returns the ids of the organizations in which the user can act as administrator.
func (r rights) administered() []string {
	role := portal.AdministratorExternal
	if r.hasInternalRole() {
		role = portal.AdministratorInternal
	}
	return administeredOrganizations(role, r.memberships())
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
	return managedUser(ctx, s.db, a, id)
}

// ManagedUsersByEmail returns the user of each e-mail address; nil for an address without a user whom the administrator
// may see.
func (s *Store) ManagedUsersByEmail(
	ctx context.Context,
	viewer *User,
	emails []string,
) ([]*useradmin.ManagedUser, error) {
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	a, err := administrator(ctx, s.db, viewer)
	if err != nil {
		return nil, err
	}
	found := make([]*useradmin.ManagedUser, len(emails))
	for i, email := range emails {
		id, err := visibleByEmail(ctx, s.db, a, email)
		if err != nil {
			return nil, err
		}
		if id == "" {
			continue
		}
		if found[i], err = managedUser(ctx, s.db, a, id); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func managedUser(
	ctx context.Context, q querier, viewer *useradmin.Administrator, id string,
) (*useradmin.ManagedUser, error) {
	found, err := managedUsers(ctx, q, viewer, []string{id})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, ErrNotFound
	}
	return found[0], nil
}

// managedUsers reads the users whom an administrator may see, in the order of the ids.
func managedUsers(
	ctx context.Context,
	q querier,
	viewer *useradmin.Administrator,
	ids []string,
) ([]*useradmin.ManagedUser, error) {
	if !isAdministrator(viewer.Role) || len(ids) == 0 {
		return nil, nil
	}
	byID := map[string]*useradmin.ManagedUser{}
	marks, args := sqllist.Placeholders(len(ids)), sqllist.Args(ids)
	if err := addUsers(ctx, q, byID, marks, args); err != nil {
		return nil, err
	}
	if err := addOrganizations(ctx, q, viewer, byID, marks, args); err != nil {
		return nil, err
	}
	for id, u := range byID {
		if len(u.Organizations) == 0 {
			delete(byID, id)
		}
	}
	if err := addAdministratorRoles(ctx, q, byID, marks, args); err != nil {
		return nil, err
	}
	if err := addAccesses(ctx, q, byID, marks, args); err != nil {
		return nil, err
	}
	var found []*useradmin.ManagedUser
	for _, id := range ids {
		if u := byID[id]; u != nil {
			found = append(found, u)
		}
	}
	return found, nil
}

// shownEmail is the e-mail address of a user u: the invited one until the user accepts.
const shownEmail = `CASE u.account WHEN 'ACTIVE' THEN u.email ELSE u.invited_email END`

func addUsers(ctx context.Context, q querier, to map[string]*useradmin.ManagedUser, marks string, args []any) error {
	err := database.Each(ctx, q, func(row database.Row) error {
		u := &useradmin.ManagedUser{Role: portal.AdministratorNone}
		var invitedBy, inviterFirst, inviterLast string
		var inviterIsEmployee bool
		var invitedAt, expires, requestedAt *int64
		err := row.Scan(
			&u.ID,
			&u.Email,
			&u.FirstName,
			&u.LastName,
			&u.Country,
			&u.City,
			&u.SubRegion,
			&u.IsEmployee,
			&u.Account,
			&invitedAt,
			&expires,
			&requestedAt,
			&invitedBy,
			&inviterFirst,
			&inviterLast,
			&inviterIsEmployee,
		)
		if u.Account != portal.AccessActive {
			u.RequestedAt, u.InviteExpiresAt = instant(invitedAt), instant(expires)
			if invitedBy != "" {
				u.RequestedBy = &portal.Person{
					ID:         invitedBy,
					FullName:   strings.TrimSpace(inviterFirst + " " + inviterLast),
					IsProvider: inviterIsEmployee,
				}
			}
			if requestedAt != nil {
				// The person has requested a new invitation.
				u.RequestedAt = instant(requestedAt)
				u.RequestedBy = &portal.Person{ID: u.ID, FullName: u.FullName()}
			}
		}
		to[u.ID] = u
		return err
	}, `SELECT u.id, `+shownEmail+`, u.first_name, u.last_name,
		u.country, u.city,
		u.sub_region, u.is_employee, u.account, u.invited_at, u.invite_expires_at, u.invite_requested_at, u.invited_by,
		coalesce(i.first_name, ''), coalesce(i.last_name, ''), coalesce(i.is_employee, 0)
		FROM users u LEFT JOIN users i ON i.id = u.invited_by WHERE u.deleted_at IS NULL AND u.id IN (`+marks+
		`)`, args...)
	if err != nil {
		return fmt.Errorf("read users: %w", err)
	}
	return nil
}

// addOrganizations adds the organizations of the users that the viewer administers, with their role in them.
func addOrganizations(
	ctx context.Context,
	q querier,
	viewer *useradmin.Administrator,
	to map[string]*useradmin.ManagedUser,
	marks string,
	args []any,
) error {
	common := map[string]*useradmin.ManagedOrganization{}
	for _, o := range viewer.Organizations {
		common[o.ID] = o
	}
	err := database.Each(ctx, q, func(row database.Row) error {
		var user, organization string
		var isAdministrator bool
		err := row.Scan(&user, &organization, &isAdministrator)
		if o, u := common[organization], to[user]; o != nil && u != nil {
			u.Organizations = append(u.Organizations, o)
			if isAdministrator {
				u.AdministratorOf = append(u.AdministratorOf, organization)
			}
		}
		return err
	}, `SELECT user_id, organization_id, is_administrator FROM memberships WHERE user_id IN (`+marks+`)`, args...)
	if err != nil {
		return fmt.Errorf("read memberships: %w", err)
	}
	for _, u := range to {
		slices.SortFunc(
			u.Organizations,
			func(a, b *useradmin.ManagedOrganization) int { return strings.Compare(a.Name, b.Name) },
		)
	}
	return nil
}

func addAdministratorRoles(
	ctx context.Context,
	q querier,
	to map[string]*useradmin.ManagedUser,
	marks string,
	args []any,
) error {
	roles := map[string][]string{}
	err := database.Each(ctx, q, func(row database.Row) error {
		var user, role string
		err := row.Scan(&user, &role)
		roles[user] = append(roles[user], role)
		return err
	}, `SELECT user_id, role FROM roles WHERE user_id IN (`+marks+`)`, args...)
	if err != nil {
		return fmt.Errorf("read roles: %w", err)
	}
	for id, u := range to {
		switch {
		case (&portal.User{Roles: roles[id]}).IsDelegatedAdminInternal():
			u.Role = portal.AdministratorInternal
		case len(u.AdministratorOf) > 0:
			u.Role = portal.AdministratorExternal
		}
		if u.Account != portal.AccessActive {
			continue
		}
		for _, organizationID := range u.AdministratorOf {
			hasOther, err := hasOtherAdministrator(ctx, q, id, organizationID)
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

// hasOtherAdministrator reports whether an organization has another external administrator with an accepted account.
func hasOtherAdministrator(ctx context.Context, q querier, userID, organizationID string) (hasOther bool, err error) {
	if err := q.QueryRowContext(
		ctx,
		`SELECT EXISTS (SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id
		WHERE m.organization_id = ? AND m.is_administrator = 1 AND m.user_id <> ? AND u.account = 'ACTIVE'
		AND u.deleted_at IS NULL)`,
		organizationID,
		userID,
	).Scan(&hasOther); err != nil {
		return false, fmt.Errorf("find other administrators of %s: %w", organizationID, err)
	}
	return hasOther, nil
}

// addAccesses adds the access rights in the organizations of each user that offer the application, and the resulting
// status.
func addAccesses(ctx context.Context, q querier, to map[string]*useradmin.ManagedUser, marks string, args []any) error {
	err := database.Each(ctx, q, func(row database.Row) error {
		var user string
		var a storedAccess
		err := row.Scan(append([]any{&user}, a.columns()...)...)
		u := to[user]
		if u == nil {
			return err
		}
		at := slices.IndexFunc(u.Organizations, func(o *useradmin.ManagedOrganization) bool {
			return o.ID == a.OrganizationID && o.OffersApplication(a.Application)
		})
		if at >= 0 {
			shown := a.shownTo(u)
			shown.Organization = u.Organizations[at]
			u.Accesses = append(u.Accesses, shown)
		}
		return err
	}, `SELECT a.user_id, `+accessColumns+` FROM accesses a WHERE a.user_id IN (`+marks+`)`, args...)
	if err != nil {
		return fmt.Errorf("read accesses: %w", err)
	}
	for _, u := range to {
		slices.SortFunc(u.Accesses, func(a, b *useradmin.Access) int {
			return cmp.Or(
				slices.Index(portal.Applications, a.Application)-slices.Index(portal.Applications, b.Application),
				strings.Compare(a.Organization.Name, b.Organization.Name),
			)
		})
		u.Status = userStatus(u.Account, u.Accesses)
		for _, a := range u.Accesses {
			isOlder := u.Account == portal.AccessActive && a.Status == portal.AccessPending && a.RequestedAt != nil
			if isOlder && (u.RequestedAt == nil || a.RequestedAt.Before(*u.RequestedAt)) {
				u.RequestedAt, u.RequestedBy = a.RequestedAt, a.RequestedBy
			}
		}
	}
	return nil
}

// shownTo converts an access right to the type of domain/portal.
func (a storedAccess) shownTo(u *useradmin.ManagedUser) *useradmin.Access {
	converted := &useradmin.Access{
		Application: a.Application,
		Status:      a.Status,
		Edition:     a.Edition,
		RequestedAt: instant(a.RequestedAt),
		Reason:      a.Reason,
		ExpiresAt:   instant(a.ExpiresAt),
		ChangedAt:   instant(&a.ChangedAt),
	}
	if a.RequestedAt != nil {
		// Users request access for themselves only.
		converted.RequestedBy = &portal.Person{ID: u.ID, FullName: u.FullName(), IsProvider: u.IsEmployee}
	}
	return converted
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
	for _, a := range held.Accesses {
		shown := a.shownTo(&useradmin.ManagedUser{ID: userID})
		shown.RequestedBy = nil // this is the user itself
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
	return own, nil
}

// offers reports whether an organization offers an application.
func offers(
	ctx context.Context,
	q querier,
	organizationID string,
	application portal.Service,
) (isOffered bool, err error) {
	if err := q.QueryRowContext(
		ctx,
		`SELECT EXISTS (SELECT 1 FROM organization_applications WHERE organization_id = ? AND application = ?)`,
		organizationID,
		application,
	).Scan(&isOffered); err != nil {
		return false, fmt.Errorf("read the applications of %s: %w", organizationID, err)
	}
	return isOffered, nil
}

// visibleByEmail returns the id of the user with an e-mail address if the administrator may see the user; else empty.
func visibleByEmail(ctx context.Context, q querier, viewer *useradmin.Administrator, email string) (string, error) {
	ids := make([]string, len(viewer.Organizations))
	for i, o := range viewer.Organizations {
		ids[i] = o.ID
	}
	marks, args := sqllist.Placeholders(len(ids)), sqllist.Args(ids)
	var id string
	err := q.QueryRowContext(ctx, `SELECT u.id FROM users u WHERE u.deleted_at IS NULL
		AND u.id IN (SELECT id FROM users WHERE email = ? UNION ALL SELECT id FROM users WHERE invited_email = ?
		AND account <> 'ACTIVE')
		AND EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.organization_id IN (`+marks+`)) LIMIT 1`,
		append([]any{email, email}, args...)...).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find a user by address: %w", err)
	}
	return id, nil
}
