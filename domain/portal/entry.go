package portal

import (
	"net/url"

	"strand/domain/form"
	"strand/domain/site"
)

// LocalizedRegistration is a registration with its URLs in a site context.
type LocalizedRegistration struct {
	SiteContext *site.Context
	Registration
}

// ServiceURL is the URL of the service; nil if the status gives no access.
func (r *LocalizedRegistration) ServiceURL() *string {
	switch {
	case r.URL == "":
		return nil
	case r.IsLocal():
		local := r.SiteContext.URLOn(r.SiteContext.Directory.Main(), r.URL)
		return &local
	}
	return &r.URL
}

// CloudURL is the URL of wire-flow in the cloud; nil for other services.
func (r *LocalizedRegistration) CloudURL() *string {
	if r.Registration.CloudURL == "" {
		return nil
	}
	return &r.Registration.CloudURL
}

// DeclineReason is the reason for which the last request was denied; nil for none.
func (r *LocalizedRegistration) DeclineReason() *string {
	if r.Reason == "" {
		return nil
	}
	return &r.Reason
}

// RegistrationURL is the URL at which a user registers for the service; nil if there is none.
func (r *LocalizedRegistration) RegistrationURL() *string {
	return RegistrationURLAt(r.SiteContext, r.Registration.RegistrationURL)
}

// RegistrationURLAt returns a registration URL whose parameter `goto` leads back to the portal's home (PORT-10); nil
// for none.
func RegistrationURLAt(siteCtx *site.Context, address string) *string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return nil
	}
	query := u.Query()
	query.Set("goto", siteCtx.AbsoluteURLOn(siteCtx.Directory.Main(), HomePath))
	u.RawQuery = query.Encode()
	address = u.String()
	return &address
}

// Entry is the data of an address of the portal for a user.
type Entry struct {
	SiteContext *site.Context
	Found       *site.Found
	Route
	// RawQuery is the query of the address.
	RawQuery string
	// Message is the not-found message; nil for a page that exists.
	Message *string
	User    *User
	// Services are the URLs of the services outside the portal.
	Services ServiceAddresses
	// Ticket reads the ticket of the address once; nil if there is none that the user may see.
	Ticket func() (*Ticket, error)
	// ManagedUser reads the user of the address once; nil if there is none that the administrator may see.
	ManagedUser func() (*ManagedUser, error)
	// ManagedOrganization reads the organization of the address once; nil if there is none that the administrator may
	// see.
	ManagedOrganization func() (*OrganizationPage, error)
	// Home reads, once, the data that the portal's home shows in addition to the tiles.
	Home func() (*HomeData, error)
	// Machine reads the machine of the address once; nil if there is none that the user may see.
	Machine func() (*MachinePage, error)
}

// HomeData is the data of sis on the portal's home.
type HomeData struct {
	Own *OwnAccess
	// Tickets are the most recently changed tickets.
	Tickets []*Ticket
	// Machines are the first machines of the inventory.
	Machines []*Machine
	// PendingRequestCount is the number of the administrator's users with an open request.
	PendingRequestCount int
}

// HomeSelection selects parts of HomeData; only selected parts are read.
type HomeSelection struct {
	TicketCount, MachineCount int
	WithPendingCount          bool
}

// Service is the service of the page; empty for none.
func (p PageKind) Service() Service { return pages[p].service }

// TicketsURL is the URL of the list of tickets.
func (e *Entry) TicketsURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), TicketsPath)
}

// NewTicketURL is the URL at which a ticket is created.
func (e *Entry) NewTicketURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), NewTicketPath)
}

// UsersURL is the URL of the list of users.
func (e *Entry) UsersURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), UserAdminPath)
}

// DenialFields are the fields that deny a request for access.
func (*Entry) DenialFields() []form.Field { return DenialFields }

// InventoryURL is the URL of the list of machines in use.
func (e *Entry) InventoryURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), InventoryPath)
}

// RetiredMachinesURL is the URL of the list of retired machines.
func (e *Entry) RetiredMachinesURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), InventoryOldPath)
}

// SoftwareURL is the URL of the software download center.
func (e *Entry) SoftwareURL() string {
	return e.SiteContext.URLOn(e.SiteContext.Directory.Main(), InventorySoftwarePath)
}

// CommentFields are the fields of a comment on a ticket.
func (*Entry) CommentFields() []form.Field { return TicketCommentFields }

// ClosureFields are the fields that close a ticket.
func (*Entry) ClosureFields() []form.Field { return TicketClosureFields }

// LocalizedRegistrations returns a user's registrations in a site context, in the order of the tiles.
func LocalizedRegistrations(
	siteCtx *site.Context,
	u *User,
	own *OwnAccess,
	at ServiceAddresses,
) []*LocalizedRegistration {
	var registrations []*LocalizedRegistration
	for _, r := range Registrations(u, own, at) {
		registrations = append(registrations, &LocalizedRegistration{SiteContext: siteCtx, Registration: r})
	}
	return registrations
}

// AccountEntry is the account of the signed-in user, with the forms that change it.
type AccountEntry struct {
	Profile   *Profile
	Countries []site.CountryOption
	Languages []*site.Language
}

// Fields are the fields of the profile.
func (*AccountEntry) Fields() []form.Field { return ProfileFields }

// PasswordFields are the fields that change the password.
func (*AccountEntry) PasswordFields() []form.Field { return PasswordFields }

// OneTimeCodeFields are the fields that confirm a second factor.
func (*AccountEntry) OneTimeCodeFields() []form.Field { return OneTimeCodeFields }
