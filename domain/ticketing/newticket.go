package ticketing

import (
	"slices"

	"strand/domain/form"
	"strand/domain/inventory"
	"strand/domain/listing"
)

// TicketForm is the form of a new ticket.
type TicketForm struct {
	Locations []*inventory.Location
	Machines  []*inventory.Machine
	// Machine is the machine that the URL names; nil for none.
	Machine *inventory.Machine
}

// NewTicketForm returns the form with the machine that the query of a URL names.
func NewTicketForm(locations []*inventory.Location, machines []*inventory.Machine, rawQuery string) *TicketForm {
	machines = slices.DeleteFunc(machines, (*inventory.Machine).IsRetired)
	f := &TicketForm{Locations: locations, Machines: machines}
	id := MachineIDFromQuery(rawQuery)
	if i := slices.IndexFunc(machines, func(m *inventory.Machine) bool { return m.ID == id }); i >= 0 {
		f.Machine = machines[i]
	}
	return f
}

// maxMachineID is the maximum length of the id of a machine in a URL, in bytes.
const maxMachineID = 100

// MachineIDFromQuery returns the id of the machine that the query of a URL names; empty for none.
func MachineIDFromQuery(rawQuery string) string {
	if id := listing.Query(rawQuery).Get(inventory.ParamMachine); len(id) <= maxMachineID {
		return id
	}
	return ""
}

// Fields are the fields of a new ticket.
func (*TicketForm) Fields() []form.Field { return TicketFields }

// InitialValues are the values of the machine that the URL names, or the only location.
func (f *TicketForm) InitialValues() []form.Value {
	switch {
	case f.Machine != nil:
		values := []form.Value{
			{Name: "location", Value: f.Machine.LocationID}, {Name: "machine", Value: f.Machine.Name},
			{Name: "serialNumber", Value: f.Machine.SerialNumber},
		}
		if f.Machine.Concern != nil {
			values = append(values, form.Value{Name: "concern", Value: string(*f.Machine.Concern)})
		}
		return values
	case len(f.Locations) == 1:
		return []form.Value{{Name: "location", Value: f.Locations[0].ID}}
	}
	return []form.Value{}
}
