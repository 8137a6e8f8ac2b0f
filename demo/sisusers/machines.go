package sisusers

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"strand/demo/sqllist"
	"strand/internal/sqlite"
)

// Machine is a machine of an inventory. Days are ISO dates; empty means none.
type Machine struct {
	ID, Name, SerialNumber      string
	ProductSlug, ProductLine    string
	LocationID, OrganizationID  string
	DeliveredOn, WarrantyUntil  string
	ContractName, ContractUntil string
	RetiredOn                   string
	Options                     []string
	Software                    []InstalledSoftware
	// LocationName, City and OrganizationName belong to the machine's location.
	LocationName, City, Country, OrganizationName string
}

// InstalledSoftware is a version of a package on a machine.
type InstalledSoftware struct {
	Package string `json:"package"`
	Version string `json:"version"`
}

// ErrNoMachine reports that a machine or location does not exist.
var ErrNoMachine = errors.New("the machine does not exist")

const machineColumns = `m.id, m.name, m.serial_number, m.product_slug, m.product_line, m.location_id,
	l.organization_id, m.delivered_on,
	m.warranty_until, m.contract_name, m.contract_until, m.retired_on, m.options, m.software,
	l.name, l.city, l.country, o.name`

const machineTables = ` FROM machines m JOIN locations l ON l.id = m.location_id
	JOIN organizations o ON o.id = l.organization_id `

func scanMachine(row sqllist.Row) (*Machine, error) {
	m := &Machine{}
	var options, software []byte
	err := row.Scan(
		&m.ID,
		&m.Name,
		&m.SerialNumber,
		&m.ProductSlug,
		&m.ProductLine,
		&m.LocationID,
		&m.OrganizationID,
		&m.DeliveredOn,
		&m.WarrantyUntil,
		&m.ContractName,
		&m.ContractUntil,
		&m.RetiredOn,
		&options,
		&software,
		&m.LocationName,
		&m.City,
		&m.Country,
		&m.OrganizationName,
	)
	if err == nil {
		err = errors.Join(json.Unmarshal(options, &m.Options), json.Unmarshal(software, &m.Software))
	}
	return m, err
}

// Machines reads machines in the order of the ids. Unknown ids are left out.
func (s *Store) Machines(ctx context.Context, ids []string) ([]*Machine, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := sqllist.All(ctx, s.db, scanMachine,
		`SELECT `+machineColumns+machineTables+`WHERE m.id IN (`+sqllist.Placeholders(len(ids))+`)`,
		sqllist.Args(ids)...)
	if err != nil {
		return nil, fmt.Errorf("read machines: %w", err)
	}
	byID := make(map[string]*Machine, len(found))
	for _, m := range found {
		byID[m.ID] = m
	}
	var all []*Machine
	for _, id := range ids {
		if m := byID[id]; m != nil {
			all = append(all, m)
		}
	}
	return all, nil
}

// Machine reads a machine. The error is ErrNoMachine if it does not exist.
func (s *Store) Machine(ctx context.Context, id string) (*Machine, error) {
	found, err := s.Machines(ctx, []string{id})
	if err == nil && len(found) == 0 {
		err = ErrNoMachine
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// RenameMachine changes the name of a machine.
func (s *Store) RenameMachine(ctx context.Context, id, name string) error {
	return s.changeMachine(ctx, `name = ?1`, id, name)
}

// MoveMachine moves a machine to another location.
func (s *Store) MoveMachine(ctx context.Context, id, locationID string) error {
	return s.changeMachine(ctx, `location_id = ?1`, id, locationID)
}

// RetireMachine retires a machine as of today. A retired machine is not changed.
func (s *Store) RetireMachine(ctx context.Context, id string) error {
	return s.changeMachine(
		ctx,
		`retired_on = iif(retired_on = '', ?1, retired_on)`,
		id,
		s.now().UTC().Format(time.DateOnly),
	)
}

// RestoreMachine puts a retired machine into use again.
func (s *Store) RestoreMachine(ctx context.Context, id string) error {
	return s.changeMachine(ctx, `retired_on = ?1`, id, "")
}

func (s *Store) changeMachine(ctx context.Context, change, id, value string) error {
	result, err := s.db.ExecContext(ctx, `UPDATE machines SET `+change+` WHERE id = ?2`, value, id)
	if err != nil {
		return fmt.Errorf("change the machine %s: %w", id, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return ErrNoMachine
	}
	return nil
}

// DeliveredMachine is a delivered machine that is to be added to an inventory. An empty name means the product's name.
type DeliveredMachine struct{ SerialNumber, Name, LocationID string }

// AddDeliveredMachines adds delivered machines to an inventory, all or none, and calls also with their ids in the same
// transaction. If some cannot be added, it returns their serial numbers.
func (s *Store) AddDeliveredMachines(
	ctx context.Context,
	wanted []DeliveredMachine,
	also func(tx *sql.Tx, ids []string) error,
) (refused []string, err error) {
	err = sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		var ids []string
		for _, machine := range wanted {
			id := "mach-" + rand.Text()
			result, err := tx.ExecContext(
				ctx,
				`INSERT INTO machines (id, location_id, name, serial_number, product_slug, product_line, delivered_on,
					warranty_until, options, software)
				SELECT ?1, ?2, iif(?3 = '', name, ?3), serial_number, product_slug, product_line, delivered_on,
				warranty_until, options, software FROM delivered_machines d
				WHERE serial_number = ?4 AND NOT EXISTS (SELECT 1 FROM machines m
				WHERE m.serial_number = d.serial_number)`,
				id,
				machine.LocationID,
				machine.Name,
				machine.SerialNumber,
			)
			if err != nil {
				return fmt.Errorf("add the machine %s: %w", machine.SerialNumber, err)
			}
			if n, err := result.RowsAffected(); err != nil {
				return err
			} else if n == 0 {
				refused = append(refused, machine.SerialNumber)
				continue
			}
			if _, err := tx.ExecContext(
				ctx, `DELETE FROM delivered_machines WHERE serial_number = ?`, machine.SerialNumber,
			); err != nil {
				return fmt.Errorf("add the machine %s: %w", machine.SerialNumber, err)
			}
			ids = append(ids, id)
		}
		if len(refused) > 0 {
			return ErrNoMachine
		}
		return also(tx, ids)
	})
	if errors.Is(err, ErrNoMachine) {
		return refused, nil
	}
	return nil, err
}
