package portal

import (
	"net/url"

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

// RegistrationURL is where somebody registers for the service; nil where there is nothing to register for.
func (r *RegistrationInView) RegistrationURL() *string {
	return RegisterAt(r.View, r.Registration.RegistrationURL)
}

// RegisterAt is an address to register at, from which `goto` leads back to the portal's home (spec §3); nil for none.
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
	View *site.View
	Place
	// RawQuery is that of the address.
	RawQuery string
	// Message is what is said where there is no such page; nil for others.
	Message *string
	User    *User
	// Services are the addresses of what the portal leads to.
	Services ServiceAddresses
}

// ServiceRegistrations are the user's, in the order of the tiles.
func (e *Entry) ServiceRegistrations() []*RegistrationInView {
	return RegistrationsIn(e.View, e.User, e.Services)
}

// ServiceRegistration is that of the service that the page belongs to; nil for a page of no service.
func (e *Entry) ServiceRegistration() *RegistrationInView {
	for _, r := range e.ServiceRegistrations() {
		if r.Service == services[e.Page] {
			return r
		}
	}
	return nil
}

// TicketsURL is the list of tickets.
func (e *Entry) TicketsURL() string { return e.View.On(e.View.Directory.Main(), TicketsPath) }

// NewTicketURL is where a ticket is created.
func (e *Entry) NewTicketURL() string { return e.View.On(e.View.Directory.Main(), NewTicketPath) }

// RegistrationsIn are somebody's registrations in a view, in the order of the tiles.
func RegistrationsIn(v *site.View, u *User, at ServiceAddresses) []*RegistrationInView {
	var shown []*RegistrationInView
	for _, r := range Registrations(u, at) {
		shown = append(shown, &RegistrationInView{View: v, Registration: r})
	}
	return shown
}

// AccountEntry is the account of whoever is signed in, with what can be chosen.
type AccountEntry struct {
	Profile   *Profile
	Countries []site.CountryOption
	Languages []*site.Language
}
