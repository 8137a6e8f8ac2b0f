package sisportal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/demo/sqllist"
	"strand/domain/form"
	"strand/domain/inventory"
	"strand/domain/optional"
	"strand/domain/portal"
)

// maxMachineTotal is the number up to which machines are counted, maxLines the maximum number of product lines in a
// filter, and maxFormMachines the maximum number of machines in the form for a ticket.
const (
	maxMachineTotal = 1000
	maxLines        = 200
	maxFormMachines = 500
)

// errNoMachine is the error for an unknown machine and for one that the caller may not see, so that callers cannot
// distinguish them.
var errNoMachine = refusal{"NOT_FOUND", "the machine does not exist or you may not read it"}

// inventoryCaller returns the caller if their inventory is active.
func inventoryCaller(ctx context.Context) (*sisusers.User, error) {
	u := caller(ctx)
	if !(&portal.User{Roles: u.Roles}).IsActive(portal.Inventory) {
		return nil, refusal{"FORBIDDEN", "the inventory is not active"}
	}
	return u, nil
}

// Machines returns the first machines in use, by name, for the form for a ticket. The inventory contains the other
// fields of machines.
func (r root) Machines(ctx context.Context, first int, id *string) ([]*generated.Machine, error) {
	u := caller(ctx)
	if first < 0 || first > maxFormMachines {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("first: send 0 to %d", maxFormMachines)}
	}
	named := optional.OrEmpty(id)
	found, err := readPage(ctx, r.server.db, allMachines,
		r.server.machineConditions(scopeOf(u, portal.Ticketing), inventory.MachineFilter{}, nil),
		machineOrders[generated.MachineOrderName], sqllist.Page{First: first})
	if err != nil {
		return nil, fmt.Errorf("read the machines: %w", err)
	}
	ids := found.IDs
	if named != "" {
		ids = append([]string{named}, slices.DeleteFunc(ids, func(id string) bool { return id == named })...)
	}
	machines, err := r.server.users.Machines(ctx, ids)
	if err != nil {
		return nil, err
	}
	visible := []*generated.Machine{}
	for _, m := range machines {
		if scopeOf(u, portal.Ticketing).has(m.OrganizationID) {
			visible = append(
				visible,
				&generated.Machine{
					ID:           m.ID,
					Name:         m.Name,
					SerialNumber: m.SerialNumber,
					ProductSlug:  m.ProductSlug,
					ProductLine:  m.ProductLine,
					RetiredOn:    optional.Text(m.RetiredOn),
					Location:     locationOf(m),
				},
			)
		}
	}
	return visible, nil
}

func locationOf(m *sisusers.Machine) *generated.Location {
	return &generated.Location{
		ID:           m.LocationID,
		Name:         m.LocationName,
		City:         m.City,
		Country:      m.Country,
		Organization: &generated.Organization{ID: m.OrganizationID, Name: m.OrganizationName},
	}
}

func (s *Server) contractMachine(m *sisusers.Machine) *generated.Machine {
	machine := &generated.Machine{
		ID:            m.ID,
		Name:          m.Name,
		SerialNumber:  m.SerialNumber,
		ProductSlug:   m.ProductSlug,
		ProductLine:   m.ProductLine,
		Location:      locationOf(m),
		DeliveredOn:   m.DeliveredOn,
		WarrantyUntil: optional.Text(m.WarrantyUntil),
		RetiredOn:     optional.Text(m.RetiredOn),
		Options:       m.Options,
		Software:      []*generated.InstalledSoftware{},
		HasUpdate:     s.hasUpdate(m),
	}
	if m.ContractUntil != "" {
		machine.ServiceContract = &generated.ServiceContract{Name: m.ContractName, Until: m.ContractUntil}
	}
	for _, installed := range m.Software {
		machine.Software = append(
			machine.Software,
			&generated.InstalledSoftware{
				PackageID: installed.Package,
				Name:      s.software.nameOf(installed.Package),
				Version:   installed.Version,
			},
		)
	}
	return machine
}

func (r root) Inventory(
	ctx context.Context,
	filter inventory.MachineFilter,
	order generated.MachineOrder,
	first int,
	after, before *string,
) (*generated.MachineConnection, error) {
	u, err := inventoryCaller(ctx)
	if err != nil {
		return nil, err
	}
	if !filter.IsBounded() {
		return nil, refusal{"BAD_USER_INPUT", "filter: the text is too long, or there are too many values"}
	}
	page, err := pageOf(first, after, before)
	if err != nil {
		return nil, err
	}
	if after != nil && before != nil {
		return nil, refusal{"BAD_USER_INPUT", "after, before: send only one of them"}
	}
	var outdated []string
	if filter.HasUpdate {
		if outdated, err = r.server.outdatedSoftware(ctx); err != nil {
			return nil, err
		}
	}
	conditions := r.server.machineConditions(scopeOf(u, portal.Inventory), filter, outdated)
	by := machineOrders[order]
	by.Name = string(order)
	total, isExact, err := sqllist.Count(ctx, r.server.db, allMachines, conditions, maxMachineTotal)
	if err != nil {
		return nil, err
	}
	if total == 0 {
		conditions.Add("FALSE") // nothing is searched a second time
	}
	found, err := readPage(ctx, r.server.db, allMachines, conditions, by, page)
	if err != nil {
		return nil, err
	}
	machines, err := r.server.users.Machines(ctx, found.IDs)
	if err != nil {
		return nil, err
	}
	connection := &generated.MachineConnection{
		Total:           total,
		TotalIsExact:    isExact,
		HasNextPage:     found.HasNext,
		HasPreviousPage: found.HasPrevious,
		Edges:           []*generated.MachineEdge{},
		IsRetired:       filter.IsRetired,
	}
	cursors := map[string]string{}
	for i, id := range found.IDs {
		cursors[id] = found.Cursors[i]
	}
	for _, m := range machines {
		connection.Edges = append(
			connection.Edges,
			&generated.MachineEdge{Cursor: cursors[m.ID], Node: r.server.contractMachine(m)},
		)
	}
	return connection, nil
}

// machineLists resolves the fields of a list of machines.
type machineLists struct{ server *Server }

func (l machineLists) ProductLines(ctx context.Context, of *generated.MachineConnection) ([]string, error) {
	u, err := inventoryCaller(ctx)
	if err != nil {
		return nil, err
	}
	within := inventory.MachineFilter{IsRetired: of.IsRetired}
	conditions := l.server.machineConditions(scopeOf(u, portal.Inventory), within, nil)
	conditions.Add("m.product_line <> ''")
	where, args := conditions.Where()
	lines, err := sqllist.All(ctx, l.server.db, sqllist.Text,
		`SELECT DISTINCT m.product_line FROM `+allMachines+where+` ORDER BY 1 LIMIT ?`, append(args, maxLines)...)
	if err != nil {
		return nil, fmt.Errorf("read the product lines of machines: %w", err)
	}
	return lines, nil
}

func (r root) InventoryMachine(ctx context.Context, id string) (*generated.Machine, error) {
	u, err := inventoryCaller(ctx)
	if err != nil {
		return nil, err
	}
	m, err := r.server.ownMachine(ctx, u, id)
	if errors.Is(err, errNoMachine) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return r.server.contractMachine(m), nil
}

// ownMachine returns a machine that the user may see. The error is errNoMachine for any other.
func (s *Server) ownMachine(ctx context.Context, u *sisusers.User, id string) (*sisusers.Machine, error) {
	m, err := s.users.Machine(ctx, id)
	if errors.Is(err, sisusers.ErrNoMachine) || err == nil && !scopeOf(u, portal.Inventory).has(m.OrganizationID) {
		return nil, errNoMachine
	}
	return m, err
}

// change changes a machine that the caller may see.
func (r root) change(ctx context.Context, id string, change func(*sisusers.User) error) (*generated.Machine, error) {
	u, err := inventoryCaller(ctx)
	if err != nil {
		return nil, err
	}
	r.server.machineChanges.Lock()
	defer r.server.machineChanges.Unlock()
	if _, err := r.server.ownMachine(ctx, u, id); err != nil {
		return nil, err
	}
	if err := change(u); err != nil {
		return nil, err
	}
	changed, err := r.server.users.Machine(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.server.contractMachine(changed), nil
}

func (r root) RenameMachine(ctx context.Context, id string, name string) (*generated.Machine, error) {
	name, problems := inventory.CheckMachineName(name)
	if len(problems) > 0 {
		return nil, refusal{"BAD_USER_INPUT", "name: empty or too long"}
	}
	return r.change(ctx, id, func(*sisusers.User) error { return r.server.users.RenameMachine(ctx, id, name) })
}

func (r root) MoveMachine(ctx context.Context, id string, locationID string) (*generated.Machine, error) {
	return r.change(ctx, id, func(u *sisusers.User) error {
		if err := r.server.checkLocation(ctx, u, locationID); err != nil {
			return err
		}
		return r.server.users.MoveMachine(ctx, id, locationID)
	})
}

// checkLocation refuses a location that the user may not see.
func (s *Server) checkLocation(ctx context.Context, u *sisusers.User, id string) error {
	within, args := scopeOf(u, portal.Inventory).condition("organization_id")
	var isThere bool
	if err := s.db.QueryRowContext(
		ctx, `SELECT EXISTS (SELECT 1 FROM locations WHERE id = ? AND `+within+`)`, append([]any{id}, args...)...,
	).Scan(&isThere); err != nil {
		return fmt.Errorf("look the location up: %w", err)
	}
	if !isThere {
		return refusal{"BAD_USER_INPUT", "locationId: the location does not exist or you may not use it"}
	}
	return nil
}

func (r root) RetireMachine(ctx context.Context, id string) (*generated.Machine, error) {
	return r.change(ctx, id, func(*sisusers.User) error { return r.server.users.RetireMachine(ctx, id) })
}

func (r root) RestoreMachine(ctx context.Context, id string) (*generated.Machine, error) {
	return r.change(ctx, id, func(*sisusers.User) error { return r.server.users.RestoreMachine(ctx, id) })
}

func (r root) AddMachine(ctx context.Context, key, serialNumber, locationID string) (*generated.Machine, error) {
	u, err := inventoryCaller(ctx)
	if err != nil {
		return nil, err
	}
	wanted := []sisusers.DeliveredMachine{
		{SerialNumber: strings.ToUpper(strings.TrimSpace(serialNumber)), LocationID: locationID},
	}
	ids, _, err := r.server.add(ctx, u, key, wanted)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	m, err := r.server.ownMachine(ctx, u, ids[0])
	if err != nil {
		return nil, err
	}
	return r.server.contractMachine(m), nil
}

func (r root) ImportMachines(
	ctx context.Context,
	key string,
	machines []*generated.ImportedMachine,
) (*generated.ImportResult, error) {
	u, err := inventoryCaller(ctx)
	if err != nil {
		return nil, err
	}
	if len(machines) > inventory.MaxImportLines {
		return nil, refusal{"BAD_USER_INPUT", fmt.Sprintf("machines: send at most %d", inventory.MaxImportLines)}
	}
	var wanted []sisusers.DeliveredMachine
	for _, m := range machines {
		wanted = append(
			wanted,
			sisusers.DeliveredMachine{SerialNumber: m.SerialNumber, Name: m.Name, LocationID: m.LocationID},
		)
	}
	ids, refused, err := r.server.add(ctx, u, key, wanted)
	if err != nil {
		return nil, err
	}
	return &generated.ImportResult{Added: len(ids), Refused: append([]string{}, refused...)}, nil
}

// add adds delivered machines, all or none. It is idempotent by the user's key.
func (s *Server) add(
	ctx context.Context,
	u *sisusers.User,
	key string,
	wanted []sisusers.DeliveredMachine,
) (ids, refused []string, err error) {
	if !form.IsKey(key) {
		return nil, nil, refusal{"BAD_USER_INPUT", "key: send 16 to 64 letters, digits, - or _"}
	}
	checked := map[string]bool{}
	for _, machine := range wanted {
		if checked[machine.LocationID] {
			continue
		}
		if err := s.checkLocation(ctx, u, machine.LocationID); err != nil {
			return nil, nil, err
		}
		checked[machine.LocationID] = true
	}
	s.machineChanges.Lock()
	defer s.machineChanges.Unlock()
	var stored string
	const query = `SELECT machine_ids FROM machine_additions WHERE user_id = ? AND key = ?`
	err = s.db.QueryRowContext(ctx, query, u.ID, key).Scan(&stored)
	if err == nil {
		return strings.Fields(stored), nil, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return nil, nil, fmt.Errorf("look an addition up: %w", err)
	}
	refused, err = s.users.AddDeliveredMachines(ctx, wanted, func(tx *sql.Tx, added []string) error {
		ids = added
		_, err := tx.ExecContext(
			ctx,
			`INSERT INTO machine_additions (user_id, key, machine_ids) VALUES (?, ?, ?)`,
			u.ID,
			key,
			strings.Join(added, " "),
		)
		return err
	})
	return ids, refused, err
}
