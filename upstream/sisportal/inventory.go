package sisportal

import (
	"context"
	"fmt"

	"strand/domain/convert"
	"strand/domain/inventory"
	"strand/domain/optional"
	"strand/domain/portalentry"
	"strand/domain/ticketing"
	"strand/internal/cache"
)

// machineTickets is the number of tickets on the page of a machine.
const machineTickets = 5

// Machines reads a page of the user's inventory: one call.
func (r *Reader) Machines(
	ctx context.Context,
	idToken string,
	s inventory.MachineSelection,
) (*inventory.MachineListPage, error) {
	page, _, err := r.machines(ctx, idToken, s, false)
	return page, err
}

// MachinesWithChoices reads a page of the user's inventory, with the locations and product lines for its filter:
// one call.
func (r *Reader) MachinesWithChoices(
	ctx context.Context,
	idToken string,
	s inventory.MachineSelection,
) (*inventory.MachineListPage, []*inventory.Location, error) {
	return r.machines(ctx, idToken, s, true)
}

func (r *Reader) machines(
	ctx context.Context,
	idToken string,
	s inventory.MachineSelection,
	withChoices bool,
) (*inventory.MachineListPage, []*inventory.Location, error) {
	f := &MachineFilter{
		IsRetired: s.Filter.IsRetired,
		Text:      s.Filter.Text,
		Locations: append([]string{}, s.Filter.Locations...),
		ProductLines: append(
			[]string{},
			s.Filter.ProductLines...),
		Warranty:  append([]inventory.Coverage{}, s.Filter.Warranty...),
		Contract:  append([]inventory.Coverage{}, s.Filter.Contract...),
		HasUpdate: s.Filter.HasUpdate,
	}
	data, err := GetInventory(
		r.withIDToken(ctx, idToken),
		r.client,
		f,
		s.ReadOrder(),
		s.Range.First,
		optional.Text(s.Range.After),
		optional.Text(s.Range.Before),
		withChoices,
	)
	if err != nil {
		return nil, nil, fmt.Errorf("read the inventory: %w", err)
	}
	list := data.Inventory
	page := &inventory.MachineListPage{
		Total:           min(list.Total, inventory.MaxMachineTotal),
		IsTotalExact:    list.TotalIsExact,
		HasNextPage:     list.HasNextPage,
		HasPreviousPage: list.HasPreviousPage,
		ProductLines:    list.ProductLines,
		Choices:         choiceCounts(list.ChoiceCounts),
	}
	for _, e := range list.Edges {
		page.Machines, page.Cursors = append(page.Machines, r.machineOf(e.Node)), append(page.Cursors, e.Cursor)
	}
	return page, locations(data.Locations), nil
}

func (r *Reader) machineOf(f *MachineFields) *inventory.Machine {
	if f == nil {
		return nil
	}
	m := &inventory.Machine{
		ID:            f.Id,
		Name:          f.Name,
		SerialNumber:  f.SerialNumber,
		ProductSlug:   f.ProductSlug,
		ProductLine:   f.ProductLine,
		LocationID:    f.Location.Id,
		Location:      location(f.Location),
		DeliveredOn:   f.DeliveredOn,
		WarrantyUntil: optional.OrEmpty(f.WarrantyUntil),
		Options:       f.Options,
		Software:      []inventory.InstalledSoftware{},
		RetiredOn:     optional.OrEmpty(f.RetiredOn),
		HasUpdate:     f.HasUpdate,
		Now:           r.now(),
	}
	if f.ServiceContract != nil {
		m.ContractName, m.ContractUntil = f.ServiceContract.Name, f.ServiceContract.Until
	}
	for _, s := range f.Software {
		m.Software = append(
			m.Software,
			inventory.InstalledSoftware{PackageID: s.PackageId, Name: s.Name, Version: s.Version},
		)
	}
	return m
}

// MachinePage reads a machine with the locations to which it can be moved, its software and, for users with a
// ticket service, its latest tickets: one call. It returns nil for a machine that does not exist or that the user
// may not see. Texts are in the language if available.
func (r *Reader) MachinePage(
	ctx context.Context,
	idToken, id, language string,
	withTickets bool,
) (*portalentry.MachinePage, error) {
	data, err := r.machine(ctx, idToken, id, true, withTickets)
	if err != nil || data.InventoryMachine == nil {
		return nil, err
	}
	var tickets []*ticketing.Ticket
	if withTickets {
		tickets = []*ticketing.Ticket{}
	}
	for _, t := range data.MachineTickets {
		tickets = append(tickets, ticket(t))
	}
	return &portalentry.MachinePage{
		Machine:   r.machineOf(data.InventoryMachine),
		Locations: locations(data.Locations),
		Packages:  packages(data.Software, language),
		Tickets:   tickets,
	}, nil
}

// Machine reads a machine: one call. It returns nil for a machine that does not exist or that the user may not see.
func (r *Reader) Machine(ctx context.Context, idToken, id string) (*inventory.Machine, error) {
	data, err := r.machine(ctx, idToken, id, false, false)
	if err != nil {
		return nil, err
	}
	return r.machineOf(data.InventoryMachine), nil
}

func (r *Reader) machine(
	ctx context.Context,
	idToken, id string,
	withSoftware, withTickets bool,
) (*GetMachineResponse, error) {
	ctx, reads := cache.WithReads(ctx)
	data, err := GetMachine(r.withIDToken(ctx, idToken), r.client, id, withSoftware, withTickets, machineTickets)
	if err == nil && data.InventoryMachine == nil && reads.IsDegraded() {
		err = cache.ErrIncomplete // it exists but violates the contract
	}
	if err != nil {
		return nil, fmt.Errorf("read the machine %s: %w", id, err)
	}
	return data, nil
}

// Software reads the software for the user's machines in use: one call. Texts are in the language if available.
func (r *Reader) Software(ctx context.Context, idToken, language string) ([]*inventory.SoftwarePackage, error) {
	data, err := GetSoftware(r.withIDToken(ctx, idToken), r.client)
	if err != nil {
		return nil, fmt.Errorf("read the software: %w", err)
	}
	return packages(data.Software, language), nil
}

func packages(from []*PackageFields, language string) []*inventory.SoftwarePackage {
	all := []*inventory.SoftwarePackage{}
	for _, f := range from {
		p := &inventory.SoftwarePackage{ID: f.Id, Name: f.Name, ProductSlugs: f.ProductSlugs}
		for _, v := range f.Versions {
			p.Versions = append(p.Versions, version(v))
		}
		installed := map[string]int{}
		for _, i := range f.Installed {
			installed[i.Version] = i.Machines
		}
		p.Arrange(installed, language)
		all = append(all, p)
	}
	return all
}

func version(f *VersionFields) *inventory.SoftwareVersion {
	return &inventory.SoftwareVersion{
		ID:                f.Id,
		Version:           f.Version,
		ReleasedOn:        f.ReleasedOn,
		Languages:         f.Languages,
		FileName:          f.FileName,
		Size:              int(f.Size),
		SHA256:            f.Sha256,
		Notes:             localized(f.Notes),
		Licence:           localized(f.Licence),
		IsLicenceAccepted: f.IsLicenceAccepted,
	}
}

func localized(from []*LocalizedFields) map[string]string {
	texts := map[string]string{}
	for _, t := range from {
		texts[t.Language] = t.Text
	}
	return texts
}

// RenameMachine changes the name of a machine: one call.
func (r *Reader) RenameMachine(ctx context.Context, idToken, id, name string) (*inventory.Machine, error) {
	data, err := RenameMachine(r.withIDToken(ctx, idToken), r.client, id, name)
	if err != nil {
		return nil, fmt.Errorf("rename the machine %s: %w", id, err)
	}
	return r.machineOf(data.RenameMachine), nil
}

// MoveMachine moves a machine to another location: one call.
func (r *Reader) MoveMachine(ctx context.Context, idToken, id, locationID string) (*inventory.Machine, error) {
	data, err := MoveMachine(r.withIDToken(ctx, idToken), r.client, id, locationID)
	if err != nil {
		return nil, fmt.Errorf("move the machine %s: %w", id, err)
	}
	return r.machineOf(data.MoveMachine), nil
}

// RetireMachine retires a machine: one call.
func (r *Reader) RetireMachine(ctx context.Context, idToken, id string) (*inventory.Machine, error) {
	data, err := RetireMachine(r.withIDToken(ctx, idToken), r.client, id)
	if err != nil {
		return nil, fmt.Errorf("retire the machine %s: %w", id, err)
	}
	return r.machineOf(data.RetireMachine), nil
}

// RestoreMachine puts a retired machine into use again: one call.
func (r *Reader) RestoreMachine(ctx context.Context, idToken, id string) (*inventory.Machine, error) {
	data, err := RestoreMachine(r.withIDToken(ctx, idToken), r.client, id)
	if err != nil {
		return nil, fmt.Errorf("restore the machine %s: %w", id, err)
	}
	return r.machineOf(data.RestoreMachine), nil
}

// AddMachine adds a delivered machine to the inventory: one call, idempotent by its key. It returns nil if no such
// machine can be added.
func (r *Reader) AddMachine(
	ctx context.Context,
	idToken, key, serialNumber, locationID string,
) (*inventory.Machine, error) {
	data, err := AddMachine(r.withIDToken(ctx, idToken), r.client, key, serialNumber, locationID)
	if err != nil {
		return nil, fmt.Errorf("add a machine: %w", err)
	}
	return r.machineOf(data.AddMachine), nil
}

// ImportMachines adds delivered machines to the inventory, or none if sis refuses one: one call, idempotent by its
// key.
func (r *Reader) ImportMachines(
	ctx context.Context,
	idToken, key string,
	lines []inventory.ImportLine,
) (added int, refused []string, err error) {
	data, err := ImportMachines(r.withIDToken(ctx, idToken), r.client, key, convert.Pointers(lines))
	if err != nil {
		return 0, nil, fmt.Errorf("import machines: %w", err)
	}
	return data.ImportMachines.Added, data.ImportMachines.Refused, nil
}

// AcceptLicence accepts the licence of a software version: one call. It returns nil for a version that the user may
// not have.
func (r *Reader) AcceptLicence(ctx context.Context, idToken, versionID string) (*inventory.SoftwareVersion, error) {
	data, err := AcceptLicence(r.withIDToken(ctx, idToken), r.client, versionID)
	if err != nil {
		return nil, fmt.Errorf("accept the licence of %s: %w", versionID, err)
	}
	if data.AcceptLicence == nil {
		return nil, nil
	}
	return version(data.AcceptLicence), nil
}
