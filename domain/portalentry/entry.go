// Package portalentry contains the data of a URL of the portal for a user: what its pages show of tickets, machines,
// users and services together.
package portalentry

import (
	"strand/domain/form"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
)

// Entry is the data of a URL of the portal for a user.
type Entry struct {
	SiteContext *site.Context
	Found       *site.Found
	portal.Route
	// RawQuery is the query of the URL.
	RawQuery string
	// Message is nil: an unknown page has no entry.
	Message *string
	User    *portal.User
	// Services are the URLs of the services outside the portal.
	Services portal.ServiceURLs
	// Ticket reads the ticket of the URL once; nil if there is none that the user may see.
	Ticket func() (*ticketing.Ticket, error)
	// ManagedUser reads the user of the URL once; nil if there is none that the administrator may see.
	ManagedUser func() (*useradmin.ManagedUser, error)
	// ManagedOrganization reads the organization of the URL once; nil if there is none that the administrator may see.
	ManagedOrganization func() (*useradmin.OrganizationPage, error)
	// Home reads, once, the data that the portal's home shows in addition to the tiles.
	Home func() (*HomeData, error)
	// Machine reads the machine of the URL once; nil if there is none that the user may see.
	Machine func() (*MachinePage, error)
}

// Shows reports whether the entry is a page, and whether the installation has its service and the user may use it.
func (e *Entry) Shows(page portal.PageKind, service portal.Service) bool {
	isMissing := service.NeedsServicePortal() && !e.SiteContext.Directory.Has(site.PartServicePortal)
	return e.Page == page && e.User.IsActive(service) && !isMissing
}

// WaitingTicketsURL is the URL of the list of the tickets that wait for the user.
func (e *Entry) WaitingTicketsURL() string {
	return e.TicketsURL() + ticketing.Waiting.Query()
}

// TicketsURL is the URL of the list of tickets.
func (e *Entry) TicketsURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.TicketsPath)
}

// NewTicketURL is the URL at which a ticket is created.
func (e *Entry) NewTicketURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.NewTicketPath)
}

// BreakdownURL is the URL at which a ticket about a machine that is down is created.
func (e *Entry) BreakdownURL() string { return e.NewTicketURL() + ticketing.BreakdownQuery }

// UsersURL is the URL of the list of users.
func (e *Entry) UsersURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.UserAdminPath)
}

// DenialFields are the fields that deny a request for access.
func (*Entry) DenialFields() []form.Field { return useradmin.DenialFields }

// InventoryURL is the URL of the list of machines in use.
func (e *Entry) InventoryURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.InventoryPath)
}

// RetiredMachinesURL is the URL of the list of retired machines.
func (e *Entry) RetiredMachinesURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.RetiredMachinesPath)
}

// SoftwareURL is the URL of the software download center.
func (e *Entry) SoftwareURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), portal.InventorySoftwarePath)
}

// CommentFields are the fields of a comment on a ticket.
func (*Entry) CommentFields() []form.Field { return ticketing.TicketCommentFields }

// ClosureFields are the fields that close a ticket.
func (*Entry) ClosureFields() []form.Field { return ticketing.TicketClosureFields }
