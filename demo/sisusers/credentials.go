package sisusers

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"

	"strand/demo/passwords"
	"strand/domain/account"
	"strand/domain/form"
	"strand/domain/portal"
	"strand/internal/sqlite"
)

// hashing contains the minimum parameters that OWASP recommends: 19 MiB in two passes.
var hashing = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Reasons for a failed login.
var (
	ErrCredentials = errors.New("the address or the password is wrong")
	ErrUnverified  = errors.New("the address is not verified yet")
	ErrCode        = errors.New("the code is wrong")
)

// PolicyError reports the rules that a field's value violates.
type PolicyError struct {
	// Field is `password`, `email`, `firstName` or `lastName`.
	Field    string
	Failures []account.PolicyFailure
}

func (e *PolicyError) Error() string { return fmt.Sprintf("%s does not meet %v", e.Field, e.Failures) }

// PolicyErrors contains the errors of several fields.
type PolicyErrors []*PolicyError

func (e PolicyErrors) Error() string {
	texts := make([]string, len(e))
	for i, code := range e {
		texts[i] = code.Error()
	}
	return strings.Join(texts, "; ")
}

// decoyHash is a hash that matches no password. It is compared for an e-mail address without a password, so that the
// response time does not reveal which e-mail addresses have one.
var decoyHash = func() string {
	random := func(bytes uint32) string {
		data := make([]byte, bytes)
		_, _ = rand.Read(data)
		return base64.RawStdEncoding.EncodeToString(data)
	}
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", hashing.Memory, hashing.Iterations, hashing.Parallelism,
		random(hashing.SaltLength), random(hashing.KeyLength))
}()

// hash hashes a password.
func (s *Store) hash(password string) (string, error) {
	s.hashes.Add(1)
	hash, err := argon2id.CreateHash(password, hashing)
	if err != nil {
		return "", fmt.Errorf("hash a password: %w", err)
	}
	return hash, nil
}

// matches compares a password with a hash, or with the decoy if the hash is empty.
func (s *Store) matches(password, hash string) (bool, error) {
	s.hashes.Add(1)
	isThere := hash != ""
	if !isThere {
		hash = decoyHash
	}
	same, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return false, fmt.Errorf("compare a password: %w", err)
	}
	return same && isThere, nil
}

// Hashes returns the number of hashed or compared passwords, which are the largest part of the work of a login or
// registration.
func (s *Store) Hashes() int64 { return s.hashes.Load() }

// Authenticate checks an e-mail address and a password. The error is ErrCredentials, ErrUnverified or a *LockedError.
// An unknown e-mail address causes the same errors and the same work as a known one.
func (s *Store) Authenticate(ctx context.Context, from LoginSource, email, password string) (*User, error) {
	email, _ = form.NormalizeEmail(email)
	a, err := s.beginAttempt(ctx, from, "password", email)
	if err != nil {
		return nil, err
	}
	var id, hash string
	err = s.db.QueryRowContext(
		ctx, `SELECT id, password_hash FROM users WHERE email = ? AND deleted_at IS NULL`, email,
	).Scan(&id, &hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read the credentials of a user: %w", err)
	}
	matches, err := s.matches(password, hash)
	if err != nil {
		return nil, fmt.Errorf("log in %s: %w", id, err)
	}
	if !matches {
		return nil, ErrCredentials
	}
	u, err := s.User(ctx, id)
	if err != nil {
		return nil, err
	}
	a.succeeded()
	if !u.IsVerified {
		return nil, ErrUnverified
	}
	return u, nil
}

// Registration is the input of a registration.
type Registration struct {
	Email, Password              string
	FirstName, LastName, Company string
	Country, Language            string
}

// Register adds a user who must verify the e-mail address, or replaces an earlier registration that was not verified.
// The error is a PolicyErrors if a field violates the policy. An existing e-mail address is not an error, so that
// callers cannot find out which e-mail addresses exist: isNew is false then, and its owner gets a mail.
func (s *Store) Register(ctx context.Context, r Registration) (id string, isNew bool, err error) {
	var isEmail bool
	r.Email, isEmail = form.NormalizeEmail(r.Email)
	r.FirstName = strings.TrimSpace(r.FirstName)
	r.LastName = strings.TrimSpace(r.LastName)
	r.Company = strings.TrimSpace(r.Company)
	wrong := checkPerson(
		map[string]string{"firstName": r.FirstName, "lastName": r.LastName, "company": r.Company}, r.Email, r.Password,
	)
	if !isEmail {
		wrong = append(
			wrong,
			&PolicyError{Field: "email", Failures: []account.PolicyFailure{{Code: account.ValidEmailAddressFormat}}},
		)
	}
	if len(wrong) > 0 {
		return "", false, wrong
	}
	hash, err := s.hash(r.Password)
	if err != nil {
		return "", false, err
	}
	id = rand.Text()
	err = sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(
			ctx,
			`INSERT INTO users (id, email, first_name, last_name, company, country, language, password_hash)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email) WHERE deleted_at IS NULL DO UPDATE SET
			first_name = excluded.first_name, last_name = excluded.last_name, company = excluded.company,
			country = excluded.country, language = excluded.language, password_hash = excluded.password_hash
			WHERE verified_at IS NULL AND password_hash <> ''`,
			id,
			r.Email,
			r.FirstName,
			r.LastName,
			r.Company,
			r.Country,
			r.Language,
			hash,
		)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if isNew = n > 0; err != nil || !isNew {
			return err
		}
		// The browser of an earlier registration does not know the password of this one.
		_, err = tx.ExecContext(ctx, `UPDATE links SET browser = '' WHERE user_id = (SELECT id FROM users
			WHERE email = ? AND deleted_at IS NULL)`, r.Email)
		return err
	})
	if err != nil {
		return "", false, fmt.Errorf("add a user: %w", err)
	}
	if !isNew {
		return "", false, nil
	}
	u, err := s.UserByEmail(ctx, r.Email)
	if err != nil {
		return "", false, err
	}
	return u.ID, true, nil
}

// maxName is the maximum length of a name, in characters.
const maxName = 200

// checkPerson checks a person's names by their fields, of which only the company can be empty, and the password.
func checkPerson(names map[string]string, email, password string) (wrong PolicyErrors) {
	for field, name := range names {
		failure := account.PolicyFailure{}
		switch {
		case name == "" && field != "company":
			failure.Code = account.Required
		case utf8.RuneCountInString(name) > maxName:
			failure.Code, failure.Count = account.MaxLength, maxName
		case !portal.IsName(name):
			failure.Code = account.ValidNameFormat
		default:
			continue
		}
		wrong = append(wrong, &PolicyError{Field: field, Failures: []account.PolicyFailure{failure}})
	}
	failures := passwords.Rules.Check(password, personalParts(email, names["firstName"], names["lastName"])...)
	if len(failures) > 0 {
		wrong = append(wrong, &PolicyError{Field: "password", Failures: failures})
	}
	return wrong
}

// personalParts returns the parts of a user's name and e-mail address that a password must not contain.
func personalParts(email, first, last string) []string {
	local, _, _ := strings.Cut(email, "@")
	return []string{local, first, last}
}

// ChangePassword changes a user's password after checking the current one, and sends the user a mail. The error is
// ErrCredentials, a *LockedError or a *PolicyError.
func (s *Store) ChangePassword(ctx context.Context, id, present, next string) error {
	u, err := s.User(ctx, id)
	if err != nil {
		return err
	}
	a, err := s.beginAttempt(ctx, LoginSource{}, "change", id)
	if err != nil {
		return err
	}
	var hash string
	if err := s.db.QueryRowContext(ctx, `SELECT password_hash FROM users WHERE id = ?`, id).Scan(&hash); err != nil {
		return fmt.Errorf("read the credentials of %s: %w", id, err)
	}
	// A user of another identity server has no password here.
	matches, err := s.matches(present, hash)
	if err != nil {
		return fmt.Errorf("change the password of %s: %w", id, err)
	}
	if !matches {
		return ErrCredentials
	}
	a.succeeded()
	if next == present {
		return &PolicyError{Field: "password", Failures: []account.PolicyFailure{{Code: account.Unique}}}
	}
	return s.setPassword(ctx, u, next, func(*sql.Tx) error { return nil })
}

// setPassword checks a password by the policy and sets it, in one transaction with first. It invalidates the user's
// links for choosing a password. The error is a *PolicyError, or that of first.
func (s *Store) setPassword(ctx context.Context, u *User, password string, first func(*sql.Tx) error) error {
	failures := passwords.Rules.Check(password, personalParts(u.Email, u.FirstName, u.LastName)...)
	if len(failures) > 0 {
		return &PolicyError{Field: "password", Failures: failures}
	}
	hash, err := s.hash(password)
	if err != nil {
		return err
	}
	err = sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		if err := first(tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE users SET password_hash = ? WHERE id = ?`, hash, u.ID); err != nil {
			return err
		}
		if _, err := tx.ExecContext(
			ctx, `DELETE FROM links WHERE user_id = ? AND purpose = ?`, u.ID, ResetPassword,
		); err != nil {
			return err
		}
		return s.notify(ctx, tx, u, "passwordChanged")
	})
	if err != nil {
		return fmt.Errorf("change the password of %s: %w", u.ID, err)
	}
	return nil
}

// notify sends a user a mail about a change of credentials, in the transaction of the change.
func (s *Store) notify(ctx context.Context, tx *sql.Tx, u *User, text string, values ...mailValues) error {
	a := &action{Store: s, tx: tx, now: s.now()}
	all := mailValues{"name": u.FullName()}
	for _, more := range values {
		maps.Copy(all, more)
	}
	return a.mail(ctx, u.Email, u.Language, text, "", all)
}
