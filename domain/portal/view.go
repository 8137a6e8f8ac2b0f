package portal

import (
	"net/url"

	"strand/domain/form"
	"strand/domain/site"
)

// RegistrationInView is a registration with the addresses that it has in a view.
type RegistrationInView struct {
	View *site.View
	Registration
}

// ServiceURL is where the service is; nil where the status leads nowhere.
func (r *RegistrationInView) ServiceURL() *string {
	switch {
	case r.URL == "":
		return nil
	case r.IsLocal():
		local := r.View.On(r.View.Directory.Main(), r.URL)
		return &local
	}
	return &r.URL
}

// CloudURL is where the wire-flow in the cloud is; nil for other services.
func (r *RegistrationInView) CloudURL() *string {
	if r.Registration.CloudURL == "" {
		return nil
	}
	return &r.Registration.CloudURL
}

// DeclineReason is why the last request was denied; nil for none.
func (r *RegistrationInView) DeclineReason() *string {
	if r.Reason == "" {
		return nil
	}
	return &r.Reason
}

// RegistrationURL is where somebody registers for the service; nil where there is nothing to register for.
func (r *RegistrationInView) RegistrationURL() *string {
	return RegisterAt(r.View, r.Registration.RegistrationURL)
}

// RegisterAt is an address to register at, from which `goto` leads back to the portal's home (PORT-10); nil for none.
func RegisterAt(v *site.View, address string) *string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return nil
	}
	query := u.Query()
	query.Set("goto", v.AbsoluteOn(v.Directory.Main(), HomePath))
	u.RawQuery = query.Encode()
	address = u.String()
	return &address
}

// Entry is what an address of the portal shows to somebody.
type Entry struct {
	View  *site.View
	Found *site.Found
	Place
	// RawQuery is that of the address.
	RawQuery string
	// Message is what is said where there is no such page; nil for others.
	Message *string
	User    *User
	// Services are the addresses of what the portal leads to.
	Services ServiceAddresses
	// Ticket reads the ticket of the address once; nil where there is none that the user may see.
	Ticket func() (*Ticket, error)
	// ManagedUser reads the user of the address once; nil where there is none that the administrator may see.
	ManagedUser func() (*ManagedUser, error)
	// ManagedOrganization reads the organization of the address once; nil likewise.
	ManagedOrganization func() (*OrganizationPage, error)
	// Home reads what the portal's home shows beside the tiles, once.
	Home func() (*HomeData, error)
	// Machine reads the machine of the address once; nil likewise.
	Machine func() (*MachinePage, error)
}

// HomeData is what the portal's home shows of sis.
type HomeData struct {
	Own *OwnAccess
	// Tickets are those that changed last.
	Tickets []*Ticket
	// Machines are those of the inventory.
	Machines []*Machine
	// PendingRequestCount is how many users of an administrator have an open request.
	PendingRequestCount int
}

// HomeSelection selects parts of HomeData: a part that is not selected is not read.
type HomeSelection struct {
	TicketCount, MachineCount int
	WithPendingCount          bool
}

// Service is the one that the page belongs to; empty for none.
func (p Page) Service() Service { return pages[p].service }

// TicketsURL is the list of tickets.
func (e *Entry) TicketsURL() string { return e.View.On(e.View.Directory.Main(), TicketsPath) }

// NewTicketURL is where a ticket is created.
func (e *Entry) NewTicketURL() string { return e.View.On(e.View.Directory.Main(), NewTicketPath) }

// UsersURL is the list of users.
func (e *Entry) UsersURL() string { return e.View.On(e.View.Directory.Main(), UserAdminPath) }

// DenialFields are the fields that deny a request of access.
func (*Entry) DenialFields() []form.Field { return DenialFields }

// InventoryURL is the list of machines in use.
func (e *Entry) InventoryURL() string { return e.View.On(e.View.Directory.Main(), InventoryPath) }

// RetiredMachinesURL is the list of retired machines.
func (e *Entry) RetiredMachinesURL() string {
	return e.View.On(e.View.Directory.Main(), InventoryOldPath)
}

// SoftwareURL is the software download center.
func (e *Entry) SoftwareURL() string {
	return e.View.On(e.View.Directory.Main(), InventorySoftwarePath)
}

// CommentFields are the fields of a comment on a ticket.
func (*Entry) CommentFields() []form.Field { return TicketCommentFields }

// ClosureFields are the fields that close a ticket.
func (*Entry) ClosureFields() []form.Field { return TicketClosureFields }

// RegistrationsIn are somebody's registrations in a view, in the order of the tiles.
func RegistrationsIn(v *site.View, u *User, own *OwnAccess, at ServiceAddresses) []*RegistrationInView {
	var shown []*RegistrationInView
	for _, r := range Registrations(u, own, at) {
		shown = append(shown, &RegistrationInView{View: v, Registration: r})
	}
	return shown
}

// AccountEntry is the account of the signed-in user, with the forms that change it.
type AccountEntry struct {
	Profile   *Profile
	Countries []site.CountryOption
	Languages []*site.Language
}

// Fields are those of the profile.
func (*AccountEntry) Fields() []form.Field { return ProfileFields }

// PasswordFields are the fields that change the password.
func (*AccountEntry) PasswordFields() []form.Field { return PasswordFields }

// OneTimeCodeFields are the fields that confirm a second factor.
func (*AccountEntry) OneTimeCodeFields() []form.Field { return OneTimeCodeFields }
