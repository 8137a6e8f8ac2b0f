package userstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"strand/domain/portal"
)

// querier is a database or a transaction.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// rights contains the rights of a user, which a destructive action removes and its undo restores.
type rights struct {
	Email         string
	Organizations []string
	Accesses      []storedAccess
	Roles         []string
}

// storedAccess is a row of the table of accesses. Instants are milliseconds since the epoch.
type storedAccess struct {
	Application portal.Service
	Status      portal.AccessStatus
	Edition     portal.WireFlowEdition
	RequestedAt *int64
	Reason      string
	ExpiresAt   *int64
	ChangedAt   int64
}

func instant(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	at := time.UnixMilli(*ms).UTC()
	return &at
}

// queryAll reads and closes all rows, since the next query waits for the single connection.
func queryAll[T any](
	ctx context.Context,
	q querier,
	scan func(*sql.Rows) (T, error),
	query string,
	args ...any,
) ([]T, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		row, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

func scanText(rows *sql.Rows) (text string, err error) {
	err = rows.Scan(&text)
	return text, err
}

// placeholders returns the placeholders of an IN condition with its values.
func placeholders[T any](values []T) (marks string, args []any) {
	args = make([]any, len(values))
	for i, v := range values {
		args[i] = v
	}
	return strings.TrimSuffix(strings.Repeat("?,", len(values)), ","), args
}

func accessesOf(ctx context.Context, q querier, userID string) ([]storedAccess, error) {
	all, err := queryAll(ctx, q, func(rows *sql.Rows) (a storedAccess, err error) {
		err = rows.Scan(&a.Application, &a.Status, &a.Edition, &a.RequestedAt, &a.Reason, &a.ExpiresAt, &a.ChangedAt)
		return a, err
	},
		`SELECT application, status, edition, requested_at, reason, expires_at, changed_at FROM accesses
			WHERE user_id = ?`,
		userID)
	if err != nil {
		return nil, fmt.Errorf("read the accesses of %s: %w", userID, err)
	}
	return all, nil
}

// access reads the user's access to an application; its status is AccessNone if there is none.
func access(ctx context.Context, q querier, userID string, application portal.Service) (storedAccess, error) {
	all, err := accessesOf(ctx, q, userID)
	if err != nil {
		return storedAccess{}, err
	}
	for _, a := range all {
		if a.Application == application {
			return a, nil
		}
	}
	return storedAccess{Application: application}, nil
}

// setAccess replaces an access, and the roles that depend on it.
func setAccess(ctx context.Context, q querier, userID string, a storedAccess) error {
	if portal.HasEditions(a.Application) && a.Edition == "" {
		a.Edition = portal.EditionCloud
	}
	_, err := q.ExecContext(
		ctx,
		`INSERT INTO accesses (user_id, application, status, edition, requested_at, reason, expires_at, changed_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id, application) DO UPDATE SET status = excluded.status,
		edition = excluded.edition, requested_at = excluded.requested_at, reason = excluded.reason,
		expires_at = excluded.expires_at, changed_at = excluded.changed_at`,
		userID,
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
	return setAccessRoles(ctx, q, userID)
}

// setAccessRoles replaces the roles of a user that depend on accesses; other roles are kept.
func setAccessRoles(ctx context.Context, q querier, userID string) error {
	accesses, err := accessesOf(ctx, q, userID)
	if err != nil {
		return err
	}
	var wanted []string
	for _, a := range accesses {
		wanted = append(wanted, portal.AccessRoles(a.Application, a.Status, a.Edition)...)
	}
	present, err := queryAll(ctx, q, scanText, `SELECT role FROM roles WHERE user_id = ?`, userID)
	if err != nil {
		return fmt.Errorf("read the roles of %s: %w", userID, err)
	}
	for _, role := range present {
		if portal.IsAccessRole(role) && !slices.Contains(wanted, role) {
			if err := removeRole(ctx, q, userID, role); err != nil {
				return err
			}
		}
	}
	for _, role := range wanted {
		if err := addRole(ctx, q, userID, role); err != nil {
			return err
		}
	}
	return nil
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

func addMembership(ctx context.Context, q querier, userID, organizationID string) error {
	if _, err := q.ExecContext(ctx,
		`INSERT INTO memberships (user_id, organization_id) VALUES (?, ?) ON CONFLICT DO NOTHING`,
		userID, organizationID); err != nil {
		return fmt.Errorf("add %s to %s: %w", userID, organizationID, err)
	}
	return nil
}

// rightsOf reads the current rights of a user, deleted or not.
func rightsOf(ctx context.Context, q querier, userID string) (r rights, err error) {
	if err := q.QueryRowContext(ctx, `SELECT email FROM users WHERE id = ?`, userID).Scan(&r.Email); err != nil {
		return r, fmt.Errorf("read the address of %s: %w", userID, err)
	}
	r.Organizations, err = queryAll(
		ctx,
		q,
		scanText,
		`SELECT organization_id FROM memberships WHERE user_id = ? ORDER BY organization_id`,
		userID,
	)
	if err != nil {
		return r, fmt.Errorf("read the organizations of %s: %w", userID, err)
	}
	r.Roles, err = queryAll(ctx, q, scanText, `SELECT role FROM roles WHERE user_id = ? ORDER BY role`, userID)
	if err != nil {
		return r, fmt.Errorf("read the roles of %s: %w", userID, err)
	}
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
	for _, id := range r.Organizations {
		if err := addMembership(ctx, q, userID, id); err != nil {
			return err
		}
	}
	for _, role := range r.Roles {
		if err := addRole(ctx, q, userID, role); err != nil {
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
