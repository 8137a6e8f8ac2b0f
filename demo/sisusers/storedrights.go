package sisusers

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"reflect"
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

// rights contains the rights of a user, which a destructive action removes and its undo restores.
type rights struct {
	Email       string
	Memberships []membership
	Accesses    []storedAccess
	// Roles contains the role strings that follow from none of the others.
	Roles []string
}

// membership is a row of the table of memberships. AdministratorBy is the id of the administrator who granted the role
// to a person who has not accepted the invitation yet; empty for others.
type membership struct {
	useradmin.Membership
	AdministratorBy string
}

// organizations returns the ids of the organizations.
func (r rights) organizations() []string {
	ids := make([]string, len(r.Memberships))
	for i, m := range r.Memberships {
		ids[i] = m.OrganizationID
	}
	return ids
}

// memberships returns the memberships in the form of domain/portal.
func (r rights) memberships() []useradmin.Membership {
	all := make([]useradmin.Membership, len(r.Memberships))
	for i, m := range r.Memberships {
		all[i] = m.Membership
	}
	return all
}

// storedAccess is a row of the table of accesses. Instants are milliseconds since the epoch.
type storedAccess struct {
	// OrganizationID is empty for an access that another identity server granted to a user without organizations.
	OrganizationID string
	Application    portal.Service
	Status         portal.AccessStatus
	Edition        portal.WireFlowEdition
	RequestedAt    *int64
	Reason         string
	ExpiresAt      *int64
	ChangedAt      int64
}

func instant(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	at := time.UnixMilli(*ms).UTC()
	return &at
}

const accessColumns = `a.organization_id, a.application, a.status, a.edition, a.requested_at, a.reason, a.expires_at,
	a.changed_at`

func (a *storedAccess) columns() []any {
	return []any{
		&a.OrganizationID, &a.Application, &a.Status, &a.Edition, &a.RequestedAt, &a.Reason, &a.ExpiresAt, &a.ChangedAt,
	}
}

func accessesOf(ctx context.Context, q querier, userID string) ([]storedAccess, error) {
	all, err := database.All(ctx, q, func(row database.Row) (a storedAccess, err error) {
		err = row.Scan(a.columns()...)
		return a, err
	}, `SELECT `+accessColumns+` FROM accesses a WHERE a.user_id = ?`, userID)
	if err != nil {
		return nil, fmt.Errorf("read the accesses of %s: %w", userID, err)
	}
	return all, nil
}

// access reads the user's access to an application in an organization; its status is AccessNone if there is none.
func access(
	ctx context.Context,
	q querier,
	userID, organizationID string,
	application portal.Service,
) (storedAccess, error) {
	all, err := accessesOf(ctx, q, userID)
	if err != nil {
		return storedAccess{}, err
	}
	for _, a := range all {
		if a.OrganizationID == organizationID && a.Application == application {
			return a, nil
		}
	}
	return storedAccess{OrganizationID: organizationID, Application: application}, nil
}

// setAccess replaces an access.
func setAccess(ctx context.Context, q querier, userID string, a storedAccess) error {
	if portal.HasEditions(a.Application) && a.Edition == "" {
		a.Edition = portal.EditionCloud
	}
	_, err := q.ExecContext(
		ctx,
		`INSERT INTO accesses (user_id, organization_id, application, status, edition, requested_at, reason, expires_at,
		changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (user_id, organization_id, application) DO UPDATE SET status = excluded.status,
		edition = excluded.edition, requested_at = excluded.requested_at, reason = excluded.reason,
		expires_at = excluded.expires_at, changed_at = excluded.changed_at`,
		userID,
		a.OrganizationID,
		a.Application,
		a.Status,
		a.Edition,
		a.RequestedAt,
		a.Reason,
		a.ExpiresAt,
		a.ChangedAt,
	)
	if err != nil {
		return fmt.Errorf("change the access of %s to %s: %w", userID, a.Application, err)
	}
	return nil
}

// isDerivedRole reports whether a role string follows from the memberships and accesses of a user.
func isDerivedRole(role string) bool {
	return role == portal.RoleDelegatedAdminExternal || portal.IsAccessRole(role)
}

// roleStrings returns the role strings of a token: those of the user, and those that follow from the memberships and
// accesses in all organizations together.
func (r rights) roleStrings() []string {
	roles := append(accessRoles(r.Accesses), r.Roles...)
	if slices.ContainsFunc(r.Memberships, func(m membership) bool { return m.IsAdministrator }) {
		roles = append(roles, portal.RoleDelegatedAdminExternal)
	}
	slices.Sort(roles)
	return roles
}

// accessRoles returns the role strings of accesses; for several accesses to one application, those of the merged one.
func accessRoles(accesses []storedAccess) (roles []string) {
	all := make([]*useradmin.Access, len(accesses))
	for i, a := range accesses {
		all[i] = &useradmin.Access{Application: a.Application, Status: a.Status, Edition: a.Edition}
	}
	for application, a := range registration.MergeAccesses(all) {
		roles = append(roles, portal.AccessRoles(application, a.Status, a.Edition)...)
	}
	return roles
}

func addRole(ctx context.Context, q querier, userID, role string) error {
	if _, err := q.ExecContext(
		ctx, `INSERT INTO roles (user_id, role) VALUES (?, ?) ON CONFLICT DO NOTHING`, userID, role,
	); err != nil {
		return fmt.Errorf("add a role of %s: %w", userID, err)
	}
	return nil
}

func removeRole(ctx context.Context, q querier, userID, role string) error {
	if _, err := q.ExecContext(ctx, `DELETE FROM roles WHERE user_id = ? AND role = ?`, userID, role); err != nil {
		return fmt.Errorf("remove a role of %s: %w", userID, err)
	}
	return nil
}

// addMembership makes a user a member of an organization. Accesses without an organization become accesses in this one
// if it offers the application: its administrators can see and withdraw them.
func addMembership(ctx context.Context, q querier, userID, organizationID string) error {
	for _, query := range []string{
		`INSERT INTO memberships (user_id, organization_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING`,
		`UPDATE OR IGNORE accesses SET organization_id = ?2 WHERE user_id = ?1 AND organization_id = ''
			AND application IN (SELECT application FROM organization_applications WHERE organization_id = ?2)`,
	} {
		if _, err := q.ExecContext(ctx, query, userID, organizationID); err != nil {
			return fmt.Errorf("add %s to %s: %w", userID, organizationID, err)
		}
	}
	return nil
}

// setAdministrator changes whether a member has the external administrator role in the organization. by is the id of
// the administrator who grants it to a person who has not accepted yet.
func setAdministrator(
	ctx context.Context,
	q querier,
	userID, organizationID string,
	isAdministrator bool,
	by string,
) error {
	if _, err := q.ExecContext(ctx,
		`UPDATE memberships SET is_administrator = ?, administrator_by = ? WHERE user_id = ? AND organization_id = ?`,
		isAdministrator, by, userID, organizationID); err != nil {
		return fmt.Errorf("change the role of %s in %s: %w", userID, organizationID, err)
	}
	return nil
}

func membershipsOf(ctx context.Context, q querier, userID string) ([]membership, error) {
	all, err := database.All(ctx, q, func(row database.Row) (m membership, err error) {
		err = row.Scan(&m.OrganizationID, &m.IsAdministrator, &m.AdministratorBy)
		return m, err
	}, `SELECT organization_id, is_administrator, administrator_by FROM memberships WHERE user_id = ?
		ORDER BY organization_id`, userID)
	if err != nil {
		return nil, fmt.Errorf("read the memberships of %s: %w", userID, err)
	}
	return all, nil
}

// rightsOf reads the current rights of a user, deleted or not.
func rightsOf(ctx context.Context, q querier, userID string) (r rights, err error) {
	if err := q.QueryRowContext(ctx, `SELECT email FROM users WHERE id = ?`, userID).Scan(&r.Email); err != nil {
		return r, fmt.Errorf("read the address of %s: %w", userID, err)
	}
	if r.Memberships, err = membershipsOf(ctx, q, userID); err != nil {
		return r, err
	}
	r.Roles, err = database.All(ctx, q, database.Text, `SELECT role FROM roles WHERE user_id = ? ORDER BY role`, userID)
	if err != nil {
		return r, fmt.Errorf("read the roles of %s: %w", userID, err)
	}
	// Users of people.yaml and of other identity servers are stored with all their role strings.
	r.Roles = slices.DeleteFunc(r.Roles, isDerivedRole)
	r.Accesses, err = accessesOf(ctx, q, userID)
	return r, err
}

// removeRights removes all rights of a user.
func removeRights(ctx context.Context, q querier, userID string) error {
	for _, table := range []string{"memberships", "accesses", "roles"} {
		if _, err := q.ExecContext(ctx, `DELETE FROM `+table+` WHERE user_id = ?`, userID); err != nil {
			return fmt.Errorf("remove the rights of %s: %w", userID, err)
		}
	}
	return nil
}

// setRights replaces all rights of a user.
func setRights(ctx context.Context, q querier, userID string, r rights) error {
	if err := removeRights(ctx, q, userID); err != nil {
		return err
	}
	for _, role := range r.Roles {
		if err := addRole(ctx, q, userID, role); err != nil {
			return err
		}
	}
	for _, m := range r.Memberships {
		if err := addMembership(ctx, q, userID, m.OrganizationID); err != nil {
			return err
		}
		if err := setAdministrator(
			ctx, q, userID, m.OrganizationID, m.IsAdministrator, m.AdministratorBy,
		); err != nil {
			return err
		}
	}
	for _, a := range r.Accesses {
		if err := setAccess(ctx, q, userID, a); err != nil {
			return err
		}
	}
	return nil
}

// changedOrganizations returns the ids of the organizations in which two rights of a user differ.
func (r rights) changedOrganizations(other rights) (ids []string) {
	all := append(r.organizations(), other.organizations()...)
	slices.Sort(all)
	for _, id := range slices.Compact(all) {
		if !reflect.DeepEqual(r.in(id), other.in(id)) {
			ids = append(ids, id)
		}
	}
	return ids
}

// in returns the rights in an organization.
func (r rights) in(organizationID string) (in rights) {
	for _, m := range r.Memberships {
		if m.OrganizationID == organizationID {
			in.Memberships = append(in.Memberships, m)
		}
	}
	for _, a := range r.Accesses {
		if a.OrganizationID == organizationID {
			in.Accesses = append(in.Accesses, a)
		}
	}
	return in
}

// hasInternalRole reports whether the internal administrator role is one of the rights.
func (r rights) hasInternalRole() bool {
	return (&portal.User{Roles: r.Roles}).IsDelegatedAdminInternal()
}

func (r rights) encode() string {
	text, _ := json.Marshal(r) // texts and numbers can always be encoded
	return string(text)
}

func decodeRights(text string) (r rights, err error) {
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return r, fmt.Errorf("decode rights: %w", err)
	}
	return r, nil
}
