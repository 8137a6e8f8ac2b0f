package userstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"strand/domain/portal"
)

// organizations reads organizations by id, in the order of their names.
func organizations(ctx context.Context, q querier, ids []string) ([]*portal.ManagedOrganization, error) {
	marks, args := placeholders(ids)
	found, err := queryAll(ctx, q, func(rows *sql.Rows) (*portal.ManagedOrganization, error) {
		o := &portal.ManagedOrganization{}
		return o, rows.Scan(&o.ID, &o.Name, &o.SubRegion, &o.Country, &o.City, &o.MemberCount)
	},
		`SELECT id, name, sub_region, country, city, member_count FROM organizations WHERE id IN (`+marks+
			`) ORDER BY name, id`,
		args...)
	if err != nil {
		return nil, fmt.Errorf("read organizations: %w", err)
	}
	byID := map[string]*portal.ManagedOrganization{}
	for _, o := range found {
		byID[o.ID] = o
	}
	type offer struct{ organization, application string }
	offers, err := queryAll(ctx, q, func(rows *sql.Rows) (o offer, err error) {
		err = rows.Scan(&o.organization, &o.application)
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
func (s *Store) Organizations(ctx context.Context, u *User) ([]*portal.ManagedOrganization, error) {
	a, err := administrator(ctx, s.db, u)
	if err != nil {
		return nil, err
	}
	if !isAdministrator(a.Role) {
		return nil, nil
	}
	return a.Organizations, nil
}

func isAdministrator(role portal.ActorRole) bool {
	return role == portal.ActorExternalAdmin || role == portal.ActorInternalAdmin
}

// administrator returns a user as an administrator. It reads the rights again, since they may have changed since
// the user was read.
func administrator(ctx context.Context, q querier, u *User) (*portal.Administrator, error) {
	own, err := rightsOf(ctx, q, u.ID)
	if err != nil {
		return nil, err
	}
	a := &portal.Administrator{UserID: u.ID, Role: actorRole(own.Roles, u.IsEmployee)}
	a.Organizations, err = organizations(ctx, q, own.Organizations)
	return a, err
}

func actorRole(roles []string, isEmployee bool) portal.ActorRole {
	role := portal.ActorRoleOf(&portal.User{Roles: roles})
	if role == portal.ActorCustomer && isEmployee {
		return portal.ActorEmployee
	}
	return role
}

// ManagedUser reads a user for an administrator. The error is ErrNotFound for a user whom the administrator may not
// see.
func (s *Store) ManagedUser(ctx context.Context, viewer *User, id string) (*portal.ManagedUser, error) {
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	a, err := administrator(ctx, s.db, viewer)
	if err != nil {
		return nil, err
	}
	return managedUser(ctx, s.db, a, id)
}

func managedUser(ctx context.Context, q querier, viewer *portal.Administrator, id string) (*portal.ManagedUser, error) {
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
	viewer *portal.Administrator,
	ids []string,
) ([]*portal.ManagedUser, error) {
	if !isAdministrator(viewer.Role) || len(ids) == 0 {
		return nil, nil
	}
	byID := map[string]*portal.ManagedUser{}
	marks, args := placeholders(ids)
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
	var found []*portal.ManagedUser
	for _, id := range ids {
		if u := byID[id]; u != nil {
			found = append(found, u)
		}
	}
	return found, nil
}

func addUsers(ctx context.Context, q querier, to map[string]*portal.ManagedUser, marks string, args []any) error {
	_, err := queryAll(ctx, q, func(rows *sql.Rows) (struct{}, error) {
		u := &portal.ManagedUser{Role: portal.AdministratorNone}
		var invitedBy, inviterFirst, inviterLast string
		var inviterIsEmployee bool
		var invitedAt, expires, requestedAt *int64
		err := rows.Scan(
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
		return struct{}{}, err
	}, `SELECT u.id, CASE u.account WHEN 'ACTIVE' THEN u.email ELSE u.invited_email END, u.first_name, u.last_name,
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

// addOrganizations adds the organizations that the users have in common with the administrator.
func addOrganizations(
	ctx context.Context,
	q querier,
	viewer *portal.Administrator,
	to map[string]*portal.ManagedUser,
	marks string,
	args []any,
) error {
	common := map[string]*portal.ManagedOrganization{}
	for _, o := range viewer.Organizations {
		common[o.ID] = o
	}
	_, err := queryAll(ctx, q, func(rows *sql.Rows) (struct{}, error) {
		var user, organization string
		err := rows.Scan(&user, &organization)
		if o, u := common[organization], to[user]; o != nil && u != nil {
			u.Organizations = append(u.Organizations, o)
		}
		return struct{}{}, err
	}, `SELECT user_id, organization_id FROM memberships WHERE user_id IN (`+marks+`)`, args...)
	if err != nil {
		return fmt.Errorf("read memberships: %w", err)
	}
	for _, u := range to {
		slices.SortFunc(
			u.Organizations,
			func(a, b *portal.ManagedOrganization) int { return strings.Compare(a.Name, b.Name) },
		)
	}
	return nil
}

func addAdministratorRoles(
	ctx context.Context,
	q querier,
	to map[string]*portal.ManagedUser,
	marks string,
	args []any,
) error {
	roles := map[string][]string{}
	_, err := queryAll(ctx, q, func(rows *sql.Rows) (struct{}, error) {
		var user, role string
		err := rows.Scan(&user, &role)
		roles[user] = append(roles[user], role)
		return struct{}{}, err
	}, `SELECT user_id, role FROM roles WHERE user_id IN (`+marks+`)`, args...)
	if err != nil {
		return fmt.Errorf("read roles: %w", err)
	}
	for id, u := range to {
		u.Role = (&portal.User{Roles: roles[id]}).AdministratorRole()
		if u.Role != portal.AdministratorExternal {
			continue
		}
		for _, o := range u.Organizations {
			isLast, err := isLastAdministrator(ctx, q, id, o.ID)
			if err != nil {
				return err
			}
			if isLast {
				u.LastAdministratorOf = append(u.LastAdministratorOf, o.ID)
			}
		}
	}
	return nil
}

// isLastAdministrator reports whether an organization has no other external administrator with an accepted account.
func isLastAdministrator(ctx context.Context, q querier, userID, organizationID string) (bool, error) {
	var hasOther bool
	err := q.QueryRowContext(
		ctx,
		`SELECT EXISTS (SELECT 1 FROM roles r JOIN memberships m ON m.user_id = r.user_id AND m.organization_id = ?
		JOIN users u ON u.id = r.user_id WHERE r.role = ? AND r.user_id <> ? AND u.account = 'ACTIVE'
		AND u.deleted_at IS NULL)`,
		organizationID,
		portal.RoleDelegatedAdminExternal,
		userID,
	).Scan(&hasOther)
	if err != nil {
		return false, fmt.Errorf("find other administrators of %s: %w", organizationID, err)
	}
	return !hasOther, nil
}

// isLastAnywhere reports whether a user is the last administrator of any organization.
func isLastAnywhere(ctx context.Context, q querier, userID string) (bool, error) {
	ids, err := queryAll(ctx, q, scanText, `SELECT organization_id FROM memberships WHERE user_id = ?`, userID)
	if err != nil {
		return false, fmt.Errorf("read the organizations of %s: %w", userID, err)
	}
	for _, id := range ids {
		if isLast, err := isLastAdministrator(ctx, q, userID, id); isLast || err != nil {
			return isLast, err
		}
	}
	return false, nil
}

// addAccesses adds the access rights that a common organization offers, and the resulting status.
func addAccesses(ctx context.Context, q querier, to map[string]*portal.ManagedUser, marks string, args []any) error {
	_, err := queryAll(ctx, q, func(rows *sql.Rows) (struct{}, error) {
		var user string
		var a storedAccess
		err := rows.Scan(
			&user,
			&a.Application,
			&a.Status,
			&a.Edition,
			&a.RequestedAt,
			&a.Reason,
			&a.ExpiresAt,
			&a.ChangedAt,
		)
		if u := to[user]; u != nil && slices.Contains(u.OfferedApplications(), a.Application) {
			u.Accesses = append(u.Accesses, a.shownTo(u))
		}
		return struct{}{}, err
	}, `SELECT user_id, application, status, edition, requested_at, reason, expires_at, changed_at FROM accesses
		WHERE user_id IN (`+marks+`)`, args...)
	if err != nil {
		return fmt.Errorf("read accesses: %w", err)
	}
	for _, u := range to {
		slices.SortFunc(u.Accesses, func(a, b *portal.Access) int {
			return slices.Index(portal.Applications, a.Application) - slices.Index(portal.Applications, b.Application)
		})
		u.Status = portal.UserStatus(u.Account, u.Accesses)
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
func (a storedAccess) shownTo(u *portal.ManagedUser) *portal.Access {
	converted := &portal.Access{
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
func (s *Store) OwnAccess(ctx context.Context, userID string) (*portal.OwnAccess, error) {
	if err := s.expire(ctx); err != nil {
		return nil, err
	}
	return ownAccess(ctx, s.db, userID)
}

func ownAccess(ctx context.Context, q querier, userID string) (*portal.OwnAccess, error) {
	stored, err := accessesOf(ctx, q, userID)
	if err != nil {
		return nil, err
	}
	own := &portal.OwnAccess{}
	for _, a := range stored {
		shown := a.shownTo(&portal.ManagedUser{ID: userID})
		shown.RequestedBy = nil // this is the user itself
		own.Accesses = append(own.Accesses, shown)
	}
	offered, err := queryAll(ctx, q, scanText, `SELECT DISTINCT o.application FROM organization_applications o
		JOIN memberships m ON m.organization_id = o.organization_id WHERE m.user_id = ?`, userID)
	if err != nil {
		return nil, fmt.Errorf("read what %s can request: %w", userID, err)
	}
	for _, application := range portal.Applications {
		if slices.Contains(offered, string(application)) {
			own.Offered = append(own.Offered, application)
		}
	}
	return own, nil
}

// visibleByEmail returns the id of the user with an address if the administrator may see the user; else empty.
func visibleByEmail(ctx context.Context, q querier, viewer *portal.Administrator, email string) (string, error) {
	ids := make([]string, len(viewer.Organizations))
	for i, o := range viewer.Organizations {
		ids[i] = o.ID
	}
	marks, args := placeholders(ids)
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
