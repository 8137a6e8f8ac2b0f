package sisusers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"strand/domain/account"
	"strand/domain/form"
	"strand/domain/portal"
	"strand/internal/sqlite"
)

// User is a user who can sign in.
type User struct {
	ID, Email           string
	FirstName, LastName string
	Company, Telephone  string
	Address, PostalCode string
	City, Country       string
	// Language is the language of the interface: `de`.
	Language string
	// TicketMails is true if the user gets mails about tickets.
	TicketMails bool
	// IsEmployee marks an account that is managed internally: profile and password cannot be edited, except TicketMails
	// (ACC-5).
	IsEmployee bool
	IsVerified bool
	// HasSecondFactor is true if the login requires a code besides the password.
	HasSecondFactor bool
	// RecoveryCodesLeft is the number of recovery codes that were not used; nil without a second factor.
	RecoveryCodesLeft *int
	Roles             []string
	// Organizations contains the ids of the user's organizations.
	Organizations []string
	rights        rights
}

// OrganizationsWith returns the ids of the user's organizations in which the user has an active access to one of the
// applications.
func (u *User) OrganizationsWith(applications ...portal.Service) (ids []string) {
	for _, id := range u.Organizations {
		if slices.ContainsFunc(applications, func(application portal.Service) bool {
			return u.rights.find(id, application).Status == portal.AccessActive
		}) {
			ids = append(ids, id)
		}
	}
	return ids
}

// FullName returns the first and the last name.
func (u *User) FullName() string { return u.FirstName + " " + u.LastName }

const userColumns = `id, email, first_name, last_name, company, telephone, address, postal_code, city, country,
	language, ticket_mails, is_employee,
	verified_at IS NOT NULL, totp_confirmed_at IS NOT NULL, CASE WHEN totp_confirmed_at IS NOT NULL THEN
	(SELECT count(*) FROM recovery_codes r WHERE r.user_id = users.id AND r.set_id = users.recovery_set)
	END`

// User reads a user by id. The error is ErrNotFound if the user does not exist.
func (s *Store) User(ctx context.Context, id string) (*User, error) {
	return userOf(ctx, s.db, `id = ?`, id)
}

// UserIn reads a user in a transaction, as User does.
func UserIn(ctx context.Context, tx *sql.Tx, id string) (*User, error) {
	return userOf(ctx, tx, `id = ?`, id)
}

// UserByEmail reads a user by e-mail address, case-insensitively. The error is ErrNotFound if the user does not exist.
func (s *Store) UserByEmail(ctx context.Context, email string) (*User, error) {
	email, _ = form.NormalizeEmail(email)
	return userOf(ctx, s.db, `email = ?`, email)
}

// userOf reads a user who was not deleted.
func userOf(ctx context.Context, q querier, condition, value string) (*User, error) {
	u := &User{}
	err := q.QueryRowContext(
		ctx,
		`SELECT `+userColumns+` FROM users WHERE deleted_at IS NULL AND `+condition,
		value,
	).Scan(
		&u.ID,
		&u.Email,
		&u.FirstName,
		&u.LastName,
		&u.Company,
		&u.Telephone,
		&u.Address,
		&u.PostalCode,
		&u.City,
		&u.Country,
		&u.Language,
		&u.TicketMails,
		&u.IsEmployee,
		&u.IsVerified,
		&u.HasSecondFactor,
		&u.RecoveryCodesLeft,
	)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read a user: %w", err)
	}
	if u.rights, err = rightsOf(ctx, q, u.ID); err != nil {
		return nil, err
	}
	u.Roles, u.Organizations = u.rights.roleStrings(u.IsEmployee), u.rights.organizations()
	return u, nil
}

// Ensure reads a user by id. A user of another identity server is added without a password, with the data of its
// token.
func (s *Store) Ensure(ctx context.Context, as User) (*User, error) {
	u, err := s.User(ctx, as.ID)
	if !errors.Is(err, ErrNotFound) {
		return u, err
	}
	if err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO users (id, email, first_name, last_name, is_employee,
			password_hash, verified_at) VALUES (?, ?, ?, ?, ?, '', ?) ON CONFLICT (id) DO NOTHING`, as.ID, as.Email,
			as.FirstName, as.LastName, as.IsEmployee, millis(s.now())); err != nil {
			return err
		}
		// The memberships are not known.
		return s.addRightsByRoles(ctx, tx, as.ID, as.Roles, nil)
	}); err != nil {
		return nil, fmt.Errorf("add the user %s: %w", as.ID, err)
	}
	return s.User(ctx, as.ID)
}

// SetProfile changes a user's profile. The error is ErrNotFound if the user does not exist.
func (s *Store) SetProfile(ctx context.Context, id string, p account.ProfileChange) error {
	result, err := s.db.ExecContext(
		ctx,
		`UPDATE users SET first_name = ?, last_name = ?, company = coalesce(?, company),
			telephone = coalesce(?, telephone), address = coalesce(?, address), postal_code = coalesce(?, postal_code),
			city = coalesce(?, city), country = coalesce(?, country), language = ?,
			ticket_mails = coalesce(?, ticket_mails)
			WHERE id = ? AND deleted_at IS NULL`,
		p.FirstName,
		p.LastName,
		p.Company,
		p.Telephone,
		p.Address,
		p.PostalCode,
		p.City,
		p.Country,
		p.Language,
		p.TicketMails,
		id,
	)
	if err != nil {
		return fmt.Errorf("change the profile of %s: %w", id, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return ErrNotFound
	}
	return nil
}

func millis(t time.Time) int64 { return t.UnixMilli() }
