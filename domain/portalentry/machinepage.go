package portalentry

import (
	"strand/domain/inventory"
	"strand/domain/ticketing"
)

// MachinePage is the data of the page of a machine.
type MachinePage struct {
	Machine *inventory.Machine
	// Locations are the locations that the machine can be moved to, its own included.
	Locations []*inventory.Location
	// Packages are the software packages for the machine.
	Packages []*inventory.SoftwarePackage
	// Tickets are the machine's most recently changed tickets; nil for a user without active access to service tickets.
	Tickets []*ticketing.Ticket
}

// OmitUpdates removes the marks of newer software: a retired machine gets none (MACH-13).
func (p *MachinePage) OmitUpdates() {
	p.Machine.HasUpdate = false
	for _, software := range p.Packages {
		for _, v := range software.Versions {
			v.OlderOnMachines = 0
		}
	}
}
