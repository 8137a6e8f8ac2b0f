package sisportal

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"strand/demo/sisportal/generated"
	"strand/demo/sqllist"
	"strand/domain/inventory"
	"strand/domain/listing"
	"strand/internal/database"
)

const (
	allMachines = `machines m JOIN locations l ON l.id = m.location_id JOIN organizations o ON o.id = l.organization_id`
	sortName    = "collated(m.name)"
)

// machineOrders are the orders of machines m.
var machineOrders = map[generated.MachineOrder]sqllist.Order{
	generated.MachineOrderName:         {Columns: []string{sortName, "m.serial_number", "m.id"}},
	generated.MachineOrderSerialNumber: {Columns: []string{"m.serial_number", "m.id"}},
	generated.MachineOrderProduct:      {Columns: []string{"m.product_slug", "m.id"}},
	generated.MachineOrderNewest:       {Columns: []string{"m.delivered_on", "m.id"}, IsDescending: true},
	generated.MachineOrderOldest:       {Columns: []string{"m.delivered_on", "m.id"}},
	generated.MachineOrderLocation: {Columns: []string{
		"collated(o.name)", "collated(l.name)", "l.id", sortName, "m.serial_number", "m.id",
	}},
	generated.MachineOrderProductLine: {Columns: []string{"m.product_line", sortName, "m.serial_number", "m.id"}},
}

// machineConditions returns the conditions of a filter in a scope. outdated are the lists of software with an update,
// for a filter by updates.
func (s *Server) machineConditions(
	scope scope,
	f inventory.MachineFilter,
	outdated []string,
) (c sqllist.Conditions) {
	scope.add(&c, "l.organization_id")
	if f.IsRetired {
		c.Add("m.retired_on <> ''")
	} else {
		c.Add("m.retired_on = ''")
	}
	sqllist.AddIn(&c, "m.location_id", f.Locations)
	sqllist.AddIn(&c, "m.product_line", f.ProductLines)
	today := inventory.Day(s.now())
	addCoverage(&c, "m.warranty_until", today, f.Warranty)
	addCoverage(&c, "m.contract_until", today, f.Contract)
	if f.DueBefore != "" {
		hasUpdate := "m.software IN (" + sqllist.Placeholders(len(outdated)) + ")"
		c.Add(
			"m.contract_until <> '' AND m.contract_until < ? OR "+hasUpdate,
			append([]any{f.DueBefore}, sqllist.Args(outdated)...)...,
		)
	}
	if f.HasUpdate {
		// Retired machines get no updates.
		c.Add("m.retired_on = ''")
		c.Add("m.software IN ("+sqllist.Placeholders(len(outdated))+")", sqllist.Args(outdated)...)
	}
	c.AddText("concat_ws(' ', m.name, m.serial_number, m.product_slug, l.name, l.city)", words(f.Text))
	return c
}

// addCoverage adds the condition that a coverage with a last day has one of the states, as inventory.CoverageOn.
func addCoverage(c *sqllist.Conditions, column, today string, states []inventory.Coverage) {
	if len(states) == 0 {
		return
	}
	state, args := coverageState(column, today)
	c.Add(state+" IN ("+sqllist.Placeholders(len(states))+")", append(args, sqllist.Args(states)...)...)
}

// coverageState returns the expression for the state of a coverage with a last day, as inventory.CoverageOn, and its
// arguments.
func coverageState(column, today string) (string, []any) {
	return "CASE WHEN " + column + " = '' THEN ? WHEN ? <= " + column + " THEN ? ELSE ? END", []any{
		string(inventory.CoverageNone), today, string(inventory.CoverageActive), string(inventory.CoverageExpired),
	}
}

// countMachineChoices counts the machines in a scope for each value of the filters.
func (s *Server) countMachineChoices(
	ctx context.Context, scope scope, f inventory.MachineFilter,
) ([]*generated.ChoiceCount, error) {
	outdated, err := s.outdatedSoftware(ctx)
	if err != nil {
		return nil, err
	}
	filters := []sqllist.ChoiceFilter{
		{Name: "locations", Chosen: f.Locations},
		{Name: "productLines", Chosen: f.ProductLines},
		{Name: "warranty", Chosen: listing.Texts(f.Warranty)},
		{Name: "contract", Chosen: listing.Texts(f.Contract)},
		flagFilter("hasUpdate", f.HasUpdate),
	}
	today := inventory.Day(s.now())
	warranty, warrantyArgs := coverageState("m.warranty_until", today)
	contract, contractArgs := coverageState("m.contract_until", today)
	// As in machineConditions, retired machines get no updates.
	hasUpdate := flagColumn("m.retired_on = '' AND m.software IN (" + sqllist.Placeholders(len(outdated)) + ")")
	within := s.machineConditions(
		scope, inventory.MachineFilter{IsRetired: f.IsRetired, Text: f.Text, DueBefore: f.DueBefore}, outdated)
	return countChoices(ctx, s.db, allMachines, within, filters,
		"m.location_id, m.product_line, "+warranty+", "+contract+", "+hasUpdate,
		slices.Concat(warrantyArgs, contractArgs, sqllist.Args(outdated)))
}

// outdatedSoftware returns the lists of software, as machines store them, that contain a package with a newer version.
// Many machines have the same list.
func (s *Server) outdatedSoftware(ctx context.Context) ([]string, error) {
	lists, err := database.All(ctx, s.db, database.Text, `SELECT DISTINCT software FROM machines`)
	if err != nil {
		return nil, fmt.Errorf("read the installed software: %w", err)
	}
	var outdated []string
	for _, list := range lists {
		var installed []installedSoftware
		if err := json.Unmarshal([]byte(list), &installed); err != nil {
			return nil, fmt.Errorf("read the installed software: %w", err)
		}
		if s.software.isOutdated(installed) {
			outdated = append(outdated, list)
		}
	}
	return outdated, nil
}

// machineUse contains the products and the installed software of machines.
type machineUse struct {
	// products contains the products by the product lines of the machines.
	products map[string][]string
	// installed contains the number of machines with a version of a package.
	installed map[installedSoftware]int
}

// machineUse returns the use of the machines that match a filter in a scope.
func (s *Server) machineUse(ctx context.Context, scope scope, f inventory.MachineFilter) (*machineUse, error) {
	c := s.machineConditions(scope, f, nil)
	where, args := c.Where()
	use := &machineUse{products: map[string][]string{}, installed: map[installedSoftware]int{}}
	if err := database.Each(ctx, s.db, func(row database.Row) error {
		var line, product string
		err := row.Scan(&line, &product)
		if use.products[line] == nil {
			use.products[line] = []string{}
		}
		if product != "" {
			use.products[line] = append(use.products[line], product)
		}
		return err
	}, `SELECT DISTINCT m.product_line, m.product_slug FROM `+allMachines+where+` ORDER BY 1, 2`, args...); err != nil {
		return nil, fmt.Errorf("read the products of machines: %w", err)
	}
	if err := database.Each(ctx, s.db, func(row database.Row) error {
		var list []byte
		var count int
		if err := row.Scan(&list, &count); err != nil {
			return err
		}
		var installed []installedSoftware
		err := json.Unmarshal(list, &installed)
		for _, version := range installed {
			use.installed[version] += count
		}
		return err
	}, `SELECT m.software, count(*) FROM `+allMachines+where+` GROUP BY m.software`, args...); err != nil {
		return nil, fmt.Errorf("count the installed software: %w", err)
	}
	return use, nil
}
