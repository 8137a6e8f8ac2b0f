package sisportal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/demo/sqllist"
	"strand/domain/portal"
	"strand/internal/database"
	"strand/internal/sqlite"
)

const machineColumns = `m.id, m.name, m.serial_number, m.product_slug, m.product_line, m.delivered_on,
	nullif(m.warranty_until, ''), nullif(m.retired_on, ''), m.contract_name, m.contract_until, m.options,
	m.software, ` + locationColumns

// installedSoftware is a version of a package on a machine, as it is stored.
type installedSoftware struct {
	Package string `json:"package"`
	Version string `json:"version"`
}

func (s *Server) scanMachine(row database.Row) (*generated.Machine, error) {
	m := &generated.Machine{Software: []*generated.InstalledSoftware{}}
	contract := &generated.ServiceContract{}
	var options, software []byte
	var err error
	if m.Location, err = scanLocation(
		row, &m.ID, &m.Name, &m.SerialNumber, &m.ProductSlug, &m.ProductLine, &m.DeliveredOn, &m.WarrantyUntil,
		&m.RetiredOn, &contract.Name, &contract.Until, &options, &software,
	); err != nil {
		return nil, err
	}
	var installed []installedSoftware
	if err := errors.Join(json.Unmarshal(options, &m.Options), json.Unmarshal(software, &installed)); err != nil {
		return nil, err
	}
	if contract.Until != "" {
		m.ServiceContract = contract
	}
	for _, i := range installed {
		m.Software = append(m.Software, &generated.InstalledSoftware{
			PackageID: i.Package, Name: s.software.nameOf(i.Package), Version: i.Version,
		})
	}
	// Retired machines get no updates (MACH-13).
	m.HasUpdate = m.RetiredOn == nil && s.software.isOutdated(installed)
	return m, nil
}

// machines reads the machines of a scope by id. Unknown ids are left out.
func (s *Server) machines(
	ctx context.Context, db database.Queryer, within scope, ids []string,
) (map[string]*generated.Machine, error) {
	var c sqllist.Conditions
	within.add(&c, "l.organization_id")
	c.Add("m.id IN ("+sqllist.Placeholders(len(ids))+")", sqllist.Args(ids)...)
	where, args := c.Where()
	found, err := database.All(ctx, db, s.scanMachine, `SELECT `+machineColumns+` FROM `+allMachines+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read machines: %w", err)
	}
	byID := map[string]*generated.Machine{}
	for _, m := range found {
		byID[m.ID] = m
	}
	return byID, nil
}

// ownMachine returns a machine that the user may see. The error is errNoMachine for any other.
func (s *Server) ownMachine(
	ctx context.Context, db database.Queryer, u *sisusers.User, id string,
) (*generated.Machine, error) {
	found, err := s.machines(ctx, db, scopeOf(u, portal.Inventory), []string{id})
	if err != nil {
		return nil, err
	}
	if found[id] == nil {
		return nil, errNoMachine
	}
	return found[id], nil
}

// change assigns a value to a column of a machine that the caller may see. The assignment refers to the value as ?1.
func (r root) change(ctx context.Context, id, assignment, value string) (changed *generated.Machine, err error) {
	u, err := inventoryCaller(ctx)
	if err != nil {
		return nil, err
	}
	err = sqlite.InTx(ctx, r.server.db, func(tx *sql.Tx) error {
		if _, err := r.server.ownMachine(ctx, tx, u, id); err != nil {
			return err
		}
		update := `UPDATE machines SET ` + assignment + ` WHERE id = ?2`
		if _, err := tx.ExecContext(ctx, update, value, id); err != nil {
			return fmt.Errorf("change the machine %s: %w", id, err)
		}
		changed, err = r.server.ownMachine(ctx, tx, u, id)
		return err
	})
	return changed, err
}

// add adds delivered machines, all or none. It is idempotent by the user's key. If some cannot be added, it returns
// their serial numbers.
func (s *Server) add(
	ctx context.Context,
	u *sisusers.User,
	key string,
	wanted []*generated.ImportedMachine,
) (ids, refused []string, err error) {
	err = sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		var stored string
		err := tx.QueryRowContext(
			ctx, `SELECT machine_ids FROM machine_additions WHERE user_id = ? AND key = ?`, u.ID, key,
		).Scan(&stored)
		if !errors.Is(err, sql.ErrNoRows) {
			ids = strings.Fields(stored)
			return err
		}
		for _, machine := range wanted {
			id, err := addDelivered(ctx, tx, machine)
			switch {
			case errors.Is(err, sql.ErrNoRows):
				refused = append(refused, machine.SerialNumber)
			case err != nil:
				return fmt.Errorf("add the machine %s: %w", machine.SerialNumber, err)
			}
			ids = append(ids, id)
		}
		if len(refused) > 0 {
			return errNoMachine
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO machine_additions (user_id, key, machine_ids) VALUES (?, ?, ?)`,
			u.ID, key, strings.Join(ids, " "))
		return err
	})
	if errors.Is(err, errNoMachine) {
		return nil, refused, nil
	}
	return ids, nil, err
}

// addDelivered adds a delivered machine to an inventory, and returns its id. The error is sql.ErrNoRows for one that is
// unknown or in an inventory.
func addDelivered(ctx context.Context, tx *sql.Tx, machine *generated.ImportedMachine) (id string, err error) {
	err = tx.QueryRowContext(ctx, `UPDATE machines SET location_id = ?1, name = iif(?2 = '', name, ?2)
		WHERE serial_number = ?3 AND location_id IS NULL RETURNING id`,
		machine.LocationID, machine.Name, machine.SerialNumber).Scan(&id)
	return id, err
}
