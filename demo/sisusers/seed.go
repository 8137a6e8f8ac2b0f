package sisusers

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/alexedwards/argon2id"

	"strand/domain/convert"
	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/sqlite"
)

// sample is the content of content/identity/people.yaml.
type sample struct {
	// Password is the password of all sample users.
	Password      string
	Organizations []struct {
		ID, Name, Country, City string
		SubRegion               string `yaml:"subRegion"`
		Applications            []string
		Locations               []struct {
			ID, Name, Address, City, Country string
			PostalCode                       string `yaml:"postalCode"`
		}
	}
	Users []struct {
		ID, Email, Company, Telephone, Address, City, Country, Language string
		FirstName                                                       string `yaml:"firstName"`
		LastName                                                        string `yaml:"lastName"`
		PostalCode                                                      string `yaml:"postalCode"`
		IsEmployee                                                      bool   `yaml:"isEmployee"`
		// Shows is what the account is an example of, for developers; empty for others.
		Shows                string
		Roles, Organizations []string
		// Accesses contains access rights that do not follow from a role, in the first organization.
		Accesses []sampleAccess
		// Account is the status of a user who was invited some time before the first start; empty for others.
		Account portal.AccessStatus
		Ago     time.Duration
	}
}

// sampleAccess is an access right that changed some time before the first start.
type sampleAccess struct {
	Application portal.Service
	Status      portal.AccessStatus
	Reason      string
	Ago         time.Duration
}

// seed adds the sample users to an empty store.
func (s *Store) seed(ctx context.Context, o Options) error {
	var users int
	if err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM users`).Scan(&users); err != nil || users > 0 {
		return err
	}
	people, err := readPeople(o.ContentDir)
	var machines []sampleMachine
	if err == nil {
		err = readSample(o.ContentDir, "machines.yaml", &machines)
	}
	if err != nil {
		return err
	}
	if err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		return errors.Join(s.add(ctx, tx, people), s.addMachines(ctx, tx, machines))
	}); err != nil {
		return fmt.Errorf("add the samples: %w", err)
	}
	return nil
}

func (s *Store) add(ctx context.Context, tx *sql.Tx, people *sample) error {
	var err error
	insert := func(query string, args ...any) {
		if err == nil {
			_, err = tx.ExecContext(ctx, query, args...)
		}
	}
	for _, o := range people.Organizations {
		insert(`INSERT INTO organizations (id, name, country, sub_region, city, applications)
			VALUES (?, ?, ?, ?, ?, ?)`, o.ID, o.Name, o.Country, o.SubRegion, o.City, list(o.Applications))
		for _, l := range o.Locations {
			insert(
				`INSERT INTO locations (id, organization_id, name, address, postal_code, city, country)
					VALUES (?, ?, ?, ?, ?, ?, ?)`,
				l.ID,
				o.ID,
				l.Name,
				l.Address,
				l.PostalCode,
				l.City,
				l.Country,
			)
		}
	}
	// One hash for all users: the password is published.
	hash, hashErr := argon2id.CreateHash(people.Password, hashing)
	if hashErr != nil {
		return hashErr
	}
	now := millis(s.now())
	for _, u := range people.Users {
		email, invited, password := u.Email, "", hash
		if u.Account != "" {
			email, invited, password = u.ID+"@invitation.invalid", u.Email, ""
		}
		first := slices.Concat(u.Organizations, []string{""})[0]
		insert(
			`INSERT INTO users (id, email, invited_email, first_name, last_name, telephone, address, postal_code,
				language, is_employee, password_hash, verified_at, company, city, country, sub_region)
			SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(nullif(?, ''), o.name, ''),
				coalesce(nullif(?, ''), o.city, ''), coalesce(nullif(?, ''), o.country, ''), coalesce(o.sub_region, '')
			FROM (SELECT ? AS id) f LEFT JOIN organizations o ON o.id = f.id`,
			u.ID,
			email,
			invited,
			u.FirstName,
			u.LastName,
			u.Telephone,
			u.Address,
			u.PostalCode,
			cmp.Or(u.Language, "en"),
			u.IsEmployee,
			password,
			now,
			u.Company,
			u.City,
			u.Country,
			first,
		)
		if err == nil {
			err = s.addRightsByRoles(ctx, tx, u.ID, u.Roles, u.Organizations)
		}
		if u.Account != "" && err == nil {
			err = s.addRightSince(ctx, tx, u.ID, u.Ago, right{Status: u.Account, GrantedBy: sampleInviter})
		}
		for _, a := range u.Accesses {
			if err == nil {
				err = s.addRightSince(ctx, tx, u.ID, a.Ago, right{
					OrganizationID: first, Application: a.Application, Status: a.Status, Reason: a.Reason,
				})
			}
		}
	}
	return err
}

// sampleInviter is the user who has sent the invitations of sample users.
const sampleInviter = "user-internal"

// addRightSince adds a right that changed some time ago.
func (s *Store) addRightSince(ctx context.Context, tx *sql.Tx, userID string, ago time.Duration, r right) error {
	changed := s.now().Add(-ago)
	r.ChangedAt = millis(changed)
	switch r.Status {
	case portal.AccessPending:
		r.RequestedAt = &r.ChangedAt
	case portal.AccessInvited, portal.AccessInviteExpired:
		r.ExpiresAt = new(millis(changed.Add(s.invitationLifetime)))
	}
	return setRight(ctx, tx, userID, r)
}

// addRightsByRoles makes a user a member of organizations, and adds the rights that follow from the role strings of
// another system: they apply to all organizations that offer the application; to all of them if none does.
func (s *Store) addRightsByRoles(
	ctx context.Context, tx *sql.Tx, userID string, roles, organizationIDs []string,
) error {
	as := &portal.User{Roles: roles}
	if as.IsDelegatedAdminInternal() {
		if err := setRight(ctx, tx, userID, right{
			Status: portal.AccessActive, Role: portal.AdministratorInternal,
		}); err != nil {
			return err
		}
	}
	for _, id := range organizationIDs {
		membership := right{OrganizationID: id}
		if as.IsDelegatedAdminExternal() {
			membership.Role = portal.AdministratorExternal
		}
		if err := setRight(ctx, tx, userID, membership); err != nil {
			return err
		}
	}
	of, err := organizations(ctx, tx, organizationIDs)
	if err != nil {
		return err
	}
	for _, a := range accessesByRoles(as) {
		offering := slices.DeleteFunc(slices.Clone(of), func(o *useradmin.ManagedOrganization) bool {
			return !o.OffersApplication(a.Application)
		})
		if len(offering) == 0 {
			offering = of
		}
		ids := convert.All(offering, func(o *useradmin.ManagedOrganization) string { return o.ID })
		if len(ids) == 0 {
			ids = []string{""}
		}
		for _, id := range ids {
			if err := s.addRightSince(ctx, tx, userID, 0, right{
				OrganizationID: id, Application: a.Application, Status: a.Status, Edition: a.Edition,
			}); err != nil {
				return err
			}
		}
	}
	return nil
}
