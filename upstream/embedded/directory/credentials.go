package directory

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"sync"
	"time"

	"github.com/alexedwards/argon2id"

	"strand/domain/portal"
)

const (
	// maxFailures is how often in a row a password or code may be wrong before the account is locked for lockFor.
	maxFailures = 5
	lockFor     = 15 * time.Minute
)

// hashing is what OWASP recommends at least: 19 MiB in two passes.
var hashing = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Why somebody cannot sign in.
var (
	ErrCredentials = errors.New("the address or the password is wrong")
	ErrUnverified  = errors.New("the address is not verified yet")
	ErrCode        = errors.New("the code is wrong")
)

// LockedError says that an account is locked after repeated failures.
type LockedError struct{ Until time.Time }

func (e *LockedError) Error() string {
	return "the account is locked until " + e.Until.UTC().Format(time.RFC3339)
}

// PolicyError says what a value of a field does not meet.
type PolicyError struct {
	// Field is `password`, `email`, `firstName` or `lastName`.
	Field    string
	Failures []portal.PolicyFailure
}

func (e *PolicyError) Error() string { return fmt.Sprintf("%s does not meet %v", e.Field, e.Failures) }

// PolicyErrors are those of several fields.
type PolicyErrors []*PolicyError

func (e PolicyErrors) Error() string {
	texts := make([]string, len(e))
	for i, one := range e {
		texts[i] = one.Error()
	}
	return strings.Join(texts, "; ")
}

// decoy takes as long to compare with as the hash of a user, so that answers do not tell which addresses there are.
var decoy = sync.OnceValue(func() string {
	hash, err := argon2id.CreateHash(rand.Text(), hashing)
	if err != nil {
		panic(err)
	}
	return hash
})

// Authenticate checks an address and a password. The error is ErrCredentials, ErrUnverified or a *LockedError.
func (d *Directory) Authenticate(ctx context.Context, email, password string) (*User, error) {
	var id, hash string
	var locked int64
	err := d.db.QueryRowContext(ctx, `SELECT id, password_hash, locked_until FROM users WHERE email = ?`, email).Scan(&id, &hash, &locked)
	if errors.Is(err, sql.ErrNoRows) {
		_, _ = argon2id.ComparePasswordAndHash(password, decoy())
		return nil, ErrCredentials
	}
	if err != nil {
		return nil, fmt.Errorf("read the credentials of a user: %w", err)
	}
	if until := time.UnixMilli(locked); d.now().Before(until) {
		return nil, &LockedError{until}
	}
	matches, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return nil, fmt.Errorf("compare the password of %s: %w", id, err)
	}
	if !matches {
		return nil, d.failed(ctx, id, ErrCredentials)
	}
	u, err := d.User(ctx, id)
	if err != nil {
		return nil, err
	}
	if !u.IsVerified {
		return nil, ErrUnverified
	}
	if !u.HasSecondFactor {
		err = d.succeeded(ctx, id)
	}
	return u, err
}

// failed counts a failure, and locks the account where it was one too many; the error is then a *LockedError, else reason.
func (d *Directory) failed(ctx context.Context, id string, reason error) error {
	until := d.now().Add(lockFor)
	var locked int64
	err := d.db.QueryRowContext(ctx, `UPDATE users SET
			locked_until = CASE WHEN failures + 1 >= ?1 THEN ?2 ELSE 0 END,
			failures = CASE WHEN failures + 1 >= ?1 THEN 0 ELSE failures + 1 END
		WHERE id = ?3 RETURNING locked_until`, maxFailures, millis(until), id).Scan(&locked)
	if err != nil {
		return fmt.Errorf("count a failure of %s: %w", id, err)
	}
	if locked > 0 {
		d.log.WarnContext(ctx, "account locked after repeated failures", "user", id, "until", until)
		return &LockedError{until}
	}
	return reason
}

func (d *Directory) succeeded(ctx context.Context, id string) error {
	if _, err := d.db.ExecContext(ctx, `UPDATE users SET failures = 0, locked_until = 0 WHERE id = ? AND (failures > 0 OR locked_until > 0)`, id); err != nil {
		return fmt.Errorf("forget the failures of %s: %w", id, err)
	}
	return nil
}

// Registration is what somebody says who registers.
type Registration struct {
	Email, Password              string
	FirstName, LastName, Company string
	Country, Language            string
}

// Register adds a user who has to verify the address. The error is a PolicyErrors where something does not meet the policy. An
// address that is taken is no error, so that nobody learns which there are: isNew is false then, and its owner is written to.
func (d *Directory) Register(ctx context.Context, r Registration) (id string, isNew bool, err error) {
	r.Email, r.FirstName, r.LastName = strings.TrimSpace(r.Email), strings.TrimSpace(r.FirstName), strings.TrimSpace(r.LastName)
	var wrong PolicyErrors
	if a, err := mail.ParseAddress(r.Email); err != nil || a.Address != r.Email {
		wrong = append(wrong, &PolicyError{Field: "email", Failures: []portal.PolicyFailure{{Code: portal.ValidEmailAddressFormat}}})
	}
	for field, name := range map[string]string{"firstName": r.FirstName, "lastName": r.LastName} {
		if name == "" {
			wrong = append(wrong, &PolicyError{Field: field, Failures: []portal.PolicyFailure{{Code: portal.Required}}})
		}
	}
	if failures := portal.Passwords.Check(r.Password, identifying(r.Email, r.FirstName, r.LastName)...); len(failures) > 0 {
		wrong = append(wrong, &PolicyError{Field: "password", Failures: failures})
	}
	if len(wrong) > 0 {
		return "", false, wrong
	}
	hash, err := argon2id.CreateHash(r.Password, hashing)
	if err != nil {
		return "", false, fmt.Errorf("hash a password: %w", err)
	}
	id = rand.Text()
	done, err := d.db.ExecContext(ctx, `INSERT INTO users (id, email, first_name, last_name, company, country, language, password_hash, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email) DO NOTHING`, id, r.Email, r.FirstName, r.LastName, r.Company, r.Country, r.Language, hash, millis(d.now()))
	if err != nil {
		return "", false, fmt.Errorf("add a user: %w", err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return "", false, err
	}
	return id, true, nil
}

// identifying are the parts of a person's name and address that a password must not hold.
func identifying(email, first, last string) []string {
	local, _, _ := strings.Cut(email, "@")
	return []string{local, first, last}
}

// ChangePassword gives a user another password, who has to know the present one. The error is ErrCredentials, a *LockedError or
// a *PolicyError.
func (d *Directory) ChangePassword(ctx context.Context, id, present, next string) error {
	u, err := d.User(ctx, id)
	if err != nil {
		return err
	}
	var hash string
	var locked int64
	if err := d.db.QueryRowContext(ctx, `SELECT password_hash, locked_until FROM users WHERE id = ?`, id).Scan(&hash, &locked); err != nil {
		return fmt.Errorf("read the credentials of %s: %w", id, err)
	}
	if until := time.UnixMilli(locked); d.now().Before(until) {
		return &LockedError{until}
	}
	if hash == "" {
		return ErrCredentials // somebody of another identity server
	}
	matches, err := argon2id.ComparePasswordAndHash(present, hash)
	if err != nil {
		return fmt.Errorf("compare the password of %s: %w", id, err)
	}
	if !matches {
		return d.failed(ctx, id, ErrCredentials)
	}
	if err := d.succeeded(ctx, id); err != nil {
		return err
	}
	return d.setPassword(ctx, u, next)
}

// setPassword checks a password by the policy and sets it. The error is a *PolicyError.
func (d *Directory) setPassword(ctx context.Context, u *User, password string) error {
	if failures := portal.Passwords.Check(password, identifying(u.Email, u.FirstName, u.LastName)...); len(failures) > 0 {
		return &PolicyError{Field: "password", Failures: failures}
	}
	hash, err := argon2id.CreateHash(password, hashing)
	if err != nil {
		return fmt.Errorf("hash a password: %w", err)
	}
	if _, err := d.db.ExecContext(ctx, `UPDATE users SET password_hash = ?, failures = 0, locked_until = 0 WHERE id = ?`, hash, u.ID); err != nil {
		return fmt.Errorf("change the password of %s: %w", u.ID, err)
	}
	return nil
}
