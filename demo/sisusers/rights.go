package sisusers

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"strand/domain/portal"
	"strand/domain/registration"
	"strand/domain/useradmin"
	"strand/internal/database"
)

// querier is a database or a transaction.
type querier interface {
	database.Queryer
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// right is a row of the table of rights: the state of a user in an organization, with an application or without one.
// Instants are milliseconds since the epoch.
type right struct {
	OrganizationID         string
	Application            portal.Service
	Status                 portal.AccessStatus
	Edition                portal.WireFlowEdition
	Role                   portal.AdministratorRole
	GrantedBy              string
	RequestedAt, ExpiresAt *int64
	Reason                 string
	ChangedAt              int64
	// Company and NotifiedAt belong to the request of an account to become a member (membership.go).
	Company    string
	NotifiedAt *int64
}

// isAccess reports whether the right is an access to an application.
func (r right) isAccess() bool { return r.Application != "" }

// rights contains all rights of a user, sorted by organization and application.
type rights []right

// find returns the right in an organization to an application; one without a status and role if there is none.
func (r rights) find(organizationID string, application portal.Service) right {
	for _, one := range r {
		if one.OrganizationID == organizationID && one.Application == application {
			return one
		}
	}
	return right{OrganizationID: organizationID, Application: application, Role: portal.AdministratorNone}
}

// account returns the state of the account.
func (r rights) account() right {
	account := r.find("", "")
	if account.Status == "" {
		account.Status = portal.AccessActive
	}
	return account
}

// memberships returns the memberships.
func (r rights) memberships() (memberships rights) {
	for _, one := range r {
		if one.OrganizationID != "" && !one.isAccess() {
			memberships = append(memberships, one)
		}
	}
	return memberships
}

// organizations returns the ids of the organizations.
func (r rights) organizations() []string { return organizationIDs(r.memberships()) }

// administered returns the ids of the organizations in which the user can act as administrator (ROLE-15): those of the
// memberships with the external administrator role; all of the user's organizations for the internal role.
func (r rights) administered() []string {
	return organizationIDs(slices.DeleteFunc(r.memberships(), func(m right) bool {
		return m.Role != portal.AdministratorExternal && !r.hasInternalRole()
	}))
}

func organizationIDs(memberships rights) []string {
	ids := make([]string, len(memberships))
	for i, m := range memberships {
		ids[i] = m.OrganizationID
	}
	return ids
}

// accesses returns the accesses.
func (r rights) accesses() rights {
	return slices.DeleteFunc(slices.Clone(r), func(one right) bool { return !one.isAccess() })
}

// hasInternalRole reports whether the user has the internal administrator role.
func (r rights) hasInternalRole() bool { return r.find("", "").Role == portal.AdministratorInternal }

// hasAdministratorRole reports whether the user has an administrator role in any organization.
func (r rights) hasAdministratorRole() bool {
	return slices.ContainsFunc(r, func(one right) bool { return one.Role.RoleString() != "" })
}

// actorRole returns the role in which a user acts. The external one depends on the memberships.
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

// roleStrings returns the role strings of a token, which follow from the rights in all organizations together.
func (r rights) roleStrings(isEmployee bool) []string {
	roles := []string{}
	if isEmployee {
		roles = append(roles, portal.RoleEmployee)
	}
	for _, one := range r {
		if role := one.Role.RoleString(); role != "" {
			roles = append(roles, role)
		}
	}
	accesses := []*useradmin.Access{}
	for _, a := range r.accesses() {
		accesses = append(accesses, &useradmin.Access{Application: a.Application, Status: a.Status, Edition: a.Edition})
	}
	for application, a := range registration.MergeAccesses(accesses) {
		roles = append(roles, portal.AccessRoles(application, a.Status, a.Edition)...)
	}
	slices.Sort(roles)
	return slices.Compact(roles)
}

const rightColumns = `organization_id, application, status, edition, role, granted_by, requested_at, expires_at, reason,
	changed_at, company, notified_at`

func (r *right) columns() []any {
	return []any{
		&r.OrganizationID, &r.Application, &r.Status, &r.Edition, &r.Role, &r.GrantedBy, &r.RequestedAt, &r.ExpiresAt,
		&r.Reason, &r.ChangedAt, &r.Company, &r.NotifiedAt,
	}
}

// rightsOf reads the rights of a user, deleted or not.
func rightsOf(ctx context.Context, q querier, userID string) (rights, error) {
	all, err := allRights(ctx, q, userID)
	return all[userID], err
}

// allRights reads the rights of a user, or of all users if the id is empty, by the ids of the users.
func allRights(ctx context.Context, q querier, userID string) (map[string]rights, error) {
	all := map[string]rights{}
	err := database.Each(ctx, q, func(row database.Row) error {
		var id string
		var r right
		err := row.Scan(append([]any{&id}, r.columns()...)...)
		all[id] = append(all[id], r)
		return err
	}, `SELECT user_id, `+rightColumns+` FROM rights WHERE ?1 IN ('', user_id)
		ORDER BY user_id, organization_id, application`, userID)
	if err != nil {
		return nil, fmt.Errorf("read rights: %w", err)
	}
	return all, nil
}

// setRight replaces a right of a user.
func setRight(ctx context.Context, q querier, userID string, r right) error {
	if portal.HasEditions(r.Application) && r.Edition == "" {
		r.Edition = portal.EditionCloud
	}
	if r.Role == "" {
		r.Role = portal.AdministratorNone
	}
	if _, err := q.ExecContext(
		ctx, `INSERT OR REPLACE INTO rights (user_id, `+rightColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		append([]any{userID}, r.columns()...)...); err != nil {
		return fmt.Errorf("change a right of %s: %w", userID, err)
	}
	return nil
}

// removeRights removes the rights of a user in an organization.
func removeRights(ctx context.Context, q querier, userID, organizationID string) error {
	if _, err := q.ExecContext(
		ctx, `DELETE FROM rights WHERE user_id = ? AND organization_id = ?`, userID, organizationID,
	); err != nil {
		return fmt.Errorf("remove %s from %s: %w", userID, organizationID, err)
	}
	return nil
}

// removeAllRights removes all rights of a user.
func removeAllRights(ctx context.Context, q querier, userID string) error {
	if _, err := q.ExecContext(ctx, `DELETE FROM rights WHERE user_id = ?`, userID); err != nil {
		return fmt.Errorf("remove the rights of %s: %w", userID, err)
	}
	return nil
}

// addMembership makes a user a member of an organization. Accesses without an organization become accesses in this one
// if it offers the application: its administrators can see and withdraw them. A request to become a member ends.
func addMembership(ctx context.Context, q querier, userID, organizationID string) error {
	for _, query := range []string{
		`INSERT INTO rights (user_id, organization_id, application) VALUES (?1, ?2, '') ON CONFLICT DO NOTHING`,
		`UPDATE OR IGNORE rights SET organization_id = ?2 WHERE user_id = ?1 AND organization_id = ''
			AND application IN (SELECT value FROM organizations o, json_each(o.applications) WHERE o.id = ?2)`,
		`UPDATE rights SET company = '', requested_at = NULL, notified_at = NULL, reason = ''
			WHERE user_id = ?1 AND organization_id = '' AND application = '' AND company <> '' AND ?2 <> ''`,
	} {
		if _, err := q.ExecContext(ctx, query, userID, organizationID); err != nil {
			return fmt.Errorf("add %s to %s: %w", userID, organizationID, err)
		}
	}
	return nil
}

// setAdministrator changes the external administrator role of a member. by is the id of the administrator who grants
// it to a person who has not accepted yet.
func setAdministrator(ctx context.Context, q querier, userID, organizationID string, isGranted bool, by string) error {
	role := portal.AdministratorNone
	if isGranted {
		role = portal.AdministratorExternal
	}
	if _, err := q.ExecContext(
		ctx, `UPDATE rights SET role = ?, granted_by = ?
			WHERE user_id = ? AND organization_id = ? AND application = ''`, role, by, userID, organizationID,
	); err != nil {
		return fmt.Errorf("change the role of %s in %s: %w", userID, organizationID, err)
	}
	return nil
}

func instant(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	at := time.UnixMilli(*ms).UTC()
	return &at
}
