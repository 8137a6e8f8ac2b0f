package registration

import (
	"testing"

	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/test/portaltest"
)

// TestLocalizedRegistrations: services of the portal have paths on the main site, others their own URLs; the
// registration leads back to the portal's home (PORT-10).
func TestLocalizedRegistrations(t *testing.T) {
	siteCtx := portaltest.Context(t)
	at := portal.ServiceURLs{
		Direct: "https://direct.example/", DirectRegistration: "https://direct.example/register?a=b",
		WireFlowCloud: "https://cloud.example/", Learning: "https://learn.example/",
	}
	user := &portal.User{Roles: []string{"kmx_int_serviceticketing_active", "kmx_int_artemis_active"}}
	own := &OwnAccess{
		Accesses: []*useradmin.Access{
			{Application: portal.Inventory, Status: portal.AccessDeclined, Reason: "No."},
		}, Organizations: []*useradmin.ManagedOrganization{helia},
	}
	found := map[portal.Service]*LocalizedRegistration{}
	for _, r := range LocalizedRegistrations(siteCtx, user, own, at) {
		found[r.Service] = r
	}
	for name, test := range map[string]struct{ got, want string }{
		"tickets":       {portaltest.URLOf(found[portal.Ticketing].ServiceURL()), "/de-ch/mykomax/tickets/list"},
		"inventory":     {portaltest.URLOf(found[portal.Inventory].ServiceURL()), "none"},
		"its denial":    {portaltest.URLOf(found[portal.Inventory].DeclineReason()), "No."},
		"other denials": {portaltest.URLOf(found[portal.Ticketing].DeclineReason()), "none"},
		"wire-flow":     {portaltest.URLOf(found[portal.Artemis].ServiceURL()), "https://cloud.example/"},
		"cloud":         {portaltest.URLOf(found[portal.Artemis].CloudURL()), "https://cloud.example/"},
		"other clouds":  {portaltest.URLOf(found[portal.Ticketing].CloudURL()), "none"},
		"registration": {
			portaltest.URLOf(found[portal.DirectService].RegistrationURL()),
			"https://direct.example/register?a=b&goto=https%3A%2F%2Fstrand.example%2Fde-ch%2Fmykomax",
		},
		"other registrations":      {portaltest.URLOf(found[portal.Ticketing].RegistrationURL()), "none"},
		"a malformed registration": {portaltest.URLOf(URLAt(siteCtx, "https://[")), "none"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
}
