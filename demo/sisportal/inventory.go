package sisportal

import (
	"context"
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
	"strand/internal/database"
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
	machines, err := r.server.machines(ctx, r.server.db, scopeOf(u, portal.Ticketing), ids)
	if err != nil {
		return nil, err
	}
	visible := []*generated.Machine{}
	for _, id := range ids {
		if m := machines[id]; m != nil {
			visible = append(visible, &generated.Machine{
				ID:           m.ID,
				Name:         m.Name,
				SerialNumber: m.SerialNumber,
				ProductSlug:  m.ProductSlug,
				ProductLine:  m.ProductLine,
				RetiredOn:    m.RetiredOn,
				Location:     m.Location,
			})
		}
	}
	return visible, nil
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
	if filter.HasUpdate || filter.DueBefore != "" {
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
	found, err := readPage(ctx, r.server.db, allMachines, conditions, by, page)
	if err != nil {
		return nil, err
	}
	machines, err := r.server.machines(ctx, r.server.db, scopeOf(u, portal.Inventory), found.IDs)
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
	for i, id := range found.IDs {
		if m := machines[id]; m != nil {
			connection.Edges = append(connection.Edges, &generated.MachineEdge{Cursor: found.Cursors[i], Node: m})
		}
	}
	if isChoiceCounted(ctx) {
		connection.ChoiceCounts, err = r.server.countMachineChoices(ctx, scopeOf(u, portal.Inventory), filter)
	}
	return connection, err
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
	lines, err := database.All(ctx, l.server.db, database.Text,
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
	m, err := r.server.ownMachine(ctx, r.server.db, u, id)
	if errors.Is(err, errNoMachine) {
		return nil, nil
	}
	return m, err
}

func (r root) RenameMachine(ctx context.Context, id string, name string) (*generated.Machine, error) {
	name, problems := inventory.CheckMachineName(name)
	if len(problems) > 0 {
		return nil, refusal{"BAD_USER_INPUT", "name: empty or too long"}
	}
	return r.change(ctx, id, `name = ?1`, name)
}

func (r root) MoveMachine(ctx context.Context, id string, locationID string) (*generated.Machine, error) {
	u, err := inventoryCaller(ctx)
	if err == nil {
		err = r.server.checkLocation(ctx, u, locationID)
	}
	if err != nil {
		return nil, err
	}
	return r.change(ctx, id, `location_id = ?1`, locationID)
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

// RetireMachine retires a machine as of today. A retired machine keeps its day.
func (r root) RetireMachine(ctx context.Context, id string) (*generated.Machine, error) {
	return r.change(ctx, id, `retired_on = iif(retired_on = '', ?1, retired_on)`, inventory.Day(r.server.now()))
}

func (r root) RestoreMachine(ctx context.Context, id string) (*generated.Machine, error) {
	return r.change(ctx, id, `retired_on = ?1`, "")
}

func (r root) AddMachine(ctx context.Context, key, serialNumber, locationID string) (*generated.Machine, error) {
	u, err := inventoryCaller(ctx)
	if err != nil {
		return nil, err
	}
	wanted := []*generated.ImportedMachine{
		{SerialNumber: strings.ToUpper(strings.TrimSpace(serialNumber)), LocationID: locationID},
	}
	ids, _, err := r.server.addChecked(ctx, u, key, wanted)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return r.server.ownMachine(ctx, r.server.db, u, ids[0])
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
	ids, refused, err := r.server.addChecked(ctx, u, key, machines)
	if err != nil {
		return nil, err
	}
	return &generated.ImportResult{Added: len(ids), Refused: append([]string{}, refused...)}, nil
}

// addChecked checks the key and the locations, and adds the machines.
func (s *Server) addChecked(
	ctx context.Context,
	u *sisusers.User,
	key string,
	wanted []*generated.ImportedMachine,
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
	return s.add(ctx, u, key, wanted)
}
