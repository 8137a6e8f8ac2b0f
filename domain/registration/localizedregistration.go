package registration

import (
	"net/url"

	"strand/domain/convert"
	"strand/domain/optional"
	"strand/domain/portal"
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
		return new(r.SiteContext.URLOn(r.SiteContext.Directory.Main(), r.URL))
	}
	return &r.URL
}

// CloudURL is the URL of wire-flow in the cloud; nil for other services.
func (r *LocalizedRegistration) CloudURL() *string {
	return optional.Text(r.Registration.CloudURL)
}

// DeclineReason is the reason for which the last request was denied; nil for none.
func (r *LocalizedRegistration) DeclineReason() *string {
	return optional.Text(r.Reason)
}

// RegistrationURL is the URL at which a user registers for the service; nil if there is none.
func (r *LocalizedRegistration) RegistrationURL() *string {
	return URLAt(r.SiteContext, r.Registration.RegistrationURL)
}

// URLAt returns a registration URL whose parameter `goto` leads back to the portal's home (PORT-10); nil
// for none.
func URLAt(siteCtx *site.Context, rawURL string) *string {
	u, err := url.Parse(rawURL)
	if err != nil || rawURL == "" {
		return nil
	}
	query := u.Query()
	query.Set("goto", siteCtx.AbsoluteURLOn(siteCtx.Directory.Main(), portal.HomePath))
	u.RawQuery = query.Encode()
	rawURL = u.String()
	return &rawURL
}

// LocalizedRegistrations returns a user's registrations in a site context, in the order of the tiles.
func LocalizedRegistrations(
	siteCtx *site.Context,
	u *portal.User,
	own *OwnAccess,
	at portal.ServiceURLs,
) []*LocalizedRegistration {
	return convert.All(Registrations(u, own, at), func(r Registration) *LocalizedRegistration {
		return &LocalizedRegistration{SiteContext: siteCtx, Registration: r}
	})
}
