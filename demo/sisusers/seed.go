package sisusers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/alexedwards/argon2id"
	"gopkg.in/yaml.v3"

	"strand/domain/portal"
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
			Machines                         []struct {
				ID, Name, Product string
				SerialNumber      string `yaml:"serialNumber"`
				DeliveredOn       string `yaml:"deliveredOn"`
			}
		}
	}
	Users []struct {
		ID, Email, Company, Telephone, Address, City, Country, Language string
		FirstName                                                       string `yaml:"firstName"`
		LastName                                                        string `yaml:"lastName"`
		PostalCode                                                      string `yaml:"postalCode"`
		IsEmployee                                                      bool   `yaml:"isEmployee"`
		Roles, Organizations                                            []string
		// Accesses contains access rights that do not follow from a role.
		Accesses []sampleAccess
	}
	Generated generatedUsers
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
	data, err := os.ReadFile(filepath.Join(o.ContentDir, "people.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the sample people: %w", err)
	}
	var people sample
	if err := yaml.Unmarshal(data, &people); err != nil {
		return fmt.Errorf("read the sample people: %w", err)
	}
	if o.GeneratedUsers > 0 {
		people.Generated.Count = o.GeneratedUsers
	}
	if err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error { return s.add(ctx, tx, &people) }); err != nil {
		return fmt.Errorf("add the sample people: %w", err)
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
		insert(`INSERT INTO organizations (id, name, country, sub_region, city) VALUES (?, ?, ?, ?, ?)`, o.ID, o.Name,
			o.Country, o.SubRegion, o.City)
		for _, application := range o.Applications {
			insert(`INSERT INTO organization_applications (organization_id, application) VALUES (?, ?)`, o.ID,
				application)
		}
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
			for _, m := range l.Machines {
				insert(
					`INSERT INTO machines (id, location_id, name, serial_number, product_slug, delivered_on)
						VALUES (?, ?, ?, ?, ?, ?)`,
					m.ID,
					l.ID,
					m.Name,
					m.SerialNumber,
					m.Product,
					m.DeliveredOn,
				)
			}
		}
	}
	// One hash for all users: the password is published.
	hash, hashErr := argon2id.CreateHash(people.Password, hashing)
	if hashErr != nil {
		return hashErr
	}
	now := millis(s.now())
	for _, u := range people.Users {
		insert(
			`INSERT INTO users (id, email, first_name, last_name, company, telephone, address, postal_code, city,
				country, language, is_employee, password_hash, created_at, verified_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			u.ID,
			u.Email,
			u.FirstName,
			u.LastName,
			u.Company,
			u.Telephone,
			u.Address,
			u.PostalCode,
			u.City,
			u.Country,
			u.Language,
			u.IsEmployee,
			hash,
			now,
			now,
		)
		for _, role := range u.Roles {
			insert(`INSERT INTO roles (user_id, role) VALUES (?, ?)`, u.ID, role)
		}
		isAdministrator := (&portal.User{Roles: u.Roles}).IsDelegatedAdminExternal()
		for _, o := range u.Organizations {
			insert(`INSERT INTO memberships (user_id, organization_id, is_administrator) VALUES (?, ?, ?)`, u.ID, o,
				isAdministrator)
		}
		insert(
			`UPDATE users SET sub_region = coalesce((SELECT sub_region FROM organizations WHERE id = ?), '')
				WHERE id = ?`,
			slices.Concat(u.Organizations, []string{""})[0],
			u.ID,
		)
		// Role strings apply to all organizations that offer the application; other accesses belong to the first one.
		for _, a := range accessesByRoles(&portal.User{Roles: u.Roles}) {
			insert(
				`INSERT INTO accesses (user_id, organization_id, application, status, edition, changed_at, requested_at,
					expires_at) SELECT ?1, organization_id, ?2, ?3, ?4, ?5, ?6, ?7 FROM memberships m WHERE user_id = ?1
					AND (EXISTS (SELECT 1 FROM organization_applications o
						WHERE o.organization_id = m.organization_id AND o.application = ?2)
					OR NOT EXISTS (SELECT 1 FROM memberships n JOIN organization_applications o
						ON o.organization_id = n.organization_id WHERE n.user_id = ?1 AND o.application = ?2))`,
				u.ID,
				a.Application,
				a.Status,
				a.Edition,
				now,
				timeIfStatus(a.Status, portal.AccessPending, now),
				timeIfStatus(a.Status, portal.AccessInvited, millis(s.now().Add(s.invitationLifetime))),
			)
		}
		for _, a := range u.Accesses {
			changed := s.now().Add(-a.Ago)
			expires := millis(changed.Add(s.invitationLifetime))
			if err == nil {
				err = setAccess(ctx, tx, u.ID, storedAccess{
					OrganizationID: slices.Concat(u.Organizations, []string{""})[0],
					Application:    a.Application,
					Status:         a.Status,
					Reason:         a.Reason,
					ChangedAt:      millis(changed),
					RequestedAt:    timeIfStatus(a.Status, portal.AccessPending, millis(changed)),
					ExpiresAt:      timeIfStatus(a.Status, portal.AccessInvited, expires),
				})
			}
		}
	}
	if err != nil {
		return err
	}
	return errors.Join(
		s.addGeneratedUsers(ctx, tx, people.Generated), AddMachineListColumns(ctx, tx), addUserListColumns(ctx, tx),
	)
}

// timeIfStatus returns the time for the wanted status; nil for others.
func timeIfStatus(status, wanted portal.AccessStatus, at int64) *int64 {
	if status != wanted {
		return nil
	}
	return &at
}
