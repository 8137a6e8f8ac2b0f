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
	// Type is the type that the URL names; empty for none.
	Type TicketType
}

// NewTicketForm returns the form with the machine that the query of a URL names.
func NewTicketForm(locations []*inventory.Location, machines []*inventory.Machine, rawQuery string) *TicketForm {
	machines = slices.DeleteFunc(machines, (*inventory.Machine).IsRetired)
	f := &TicketForm{Locations: locations, Machines: machines}
	if types := listing.Known(listing.Query(rawQuery)[paramType], TicketTypes); len(types) == 1 {
		f.Type = types[0]
	}
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

// InitialValues are the values of the machine that the URL names, or the only location, and the type of the URL.
func (f *TicketForm) InitialValues() []form.Value {
	values := []form.Value{}
	if f.Type != "" {
		values = append(values, form.Value{Name: "type", Value: string(f.Type)})
	}
	switch {
	case f.Machine != nil:
		values = append(values,
			form.Value{Name: "location", Value: f.Machine.LocationID},
			form.Value{Name: "machine", Value: f.Machine.Name},
			form.Value{Name: "serialNumber", Value: f.Machine.SerialNumber},
		)
		if f.Machine.Concern != nil {
			values = append(values, form.Value{Name: "concern", Value: string(*f.Machine.Concern)})
		}
	case len(f.Locations) == 1:
		values = append(values, form.Value{Name: "location", Value: f.Locations[0].ID})
	}
	return values
}

// BreakdownQuery is the query of the URL at which the form is about a machine that is down.
const BreakdownQuery = "?" + paramType + "=" + string(breakdown)
