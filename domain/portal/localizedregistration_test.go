package portal

import (
	"testing"

	"strand/domain/portal/portaltest"
)

// TestLocalizedRegistrations: services of the portal have paths on the main site, others their own URLs; the
// registration leads back to the portal's home (PORT-10).
func TestLocalizedRegistrations(t *testing.T) {
	siteCtx := portaltest.Context(t)
	at := ServiceAddresses{
		Direct: "https://direct.example/", DirectRegistration: "https://direct.example/register?a=b",
		WireFlowCloud: "https://cloud.example/", Learning: "https://learn.example/",
	}
	user := &User{Roles: []string{"kmx_int_serviceticketing_active", "kmx_int_artemis_active"}}
	own := &OwnAccess{
		Accesses: []*Access{
			{Application: Inventory, Status: AccessDeclined, Reason: "No."},
		}, Organizations: []*ManagedOrganization{helia},
	}
	found := map[Service]*LocalizedRegistration{}
	for _, r := range LocalizedRegistrations(siteCtx, user, own, at) {
		found[r.Service] = r
	}
	for name, test := range map[string]struct{ got, want string }{
		"tickets":       {portaltest.URLOf(found[Ticketing].ServiceURL()), "/de-ch/mykomax/tickets/list"},
		"inventory":     {portaltest.URLOf(found[Inventory].ServiceURL()), "none"},
		"its denial":    {portaltest.URLOf(found[Inventory].DeclineReason()), "No."},
		"other denials": {portaltest.URLOf(found[Ticketing].DeclineReason()), "none"},
		"wire-flow":     {portaltest.URLOf(found[Artemis].ServiceURL()), "https://cloud.example/"},
		"cloud":         {portaltest.URLOf(found[Artemis].CloudURL()), "https://cloud.example/"},
		"other clouds":  {portaltest.URLOf(found[Ticketing].CloudURL()), "none"},
		"registration": {
			portaltest.URLOf(found[DirectService].RegistrationURL()),
			"https://direct.example/register?a=b&goto=https%3A%2F%2Fstrand.example%2Fde-ch%2Fmykomax",
		},
		"other registrations":      {portaltest.URLOf(found[Ticketing].RegistrationURL()), "none"},
		"a malformed registration": {portaltest.URLOf(RegistrationURLAt(siteCtx, "https://[")), "none"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
}
