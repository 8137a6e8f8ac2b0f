// Package portal reads what the pages of the customer portal show, sends changes to its subscriptions, and limits the
// mails that users cause.
package portal

import (
	"context"

	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
	"strand/internal/apperr"
	"strand/service/website"
)

// SIS reads the data of the portal in the name of the user of an ID token.
type SIS interface {
	AuditLogWithOrganizations(ctx context.Context, idToken string, s useradmin.AuditSelection) (
		*useradmin.AuditLogPage, []*useradmin.ManagedOrganization, error,
	)
	Home(ctx context.Context, idToken string, s portalentry.HomeSelection) (*portalentry.HomeData, error)
	LocationsAndMachines(ctx context.Context, idToken, machineID string) (
		[]*inventory.Location, []*inventory.Machine, error,
	)
	MachinePage(ctx context.Context, idToken, id, language string, withTickets bool) (*portalentry.MachinePage, error)
	MachinesWithChoices(ctx context.Context, idToken string, s inventory.MachineSelection) (
		*inventory.MachineListPage, []*inventory.Location, error,
	)
	ManagedUser(ctx context.Context, idToken, id string) (*useradmin.ManagedUser, error)
	OrganizationsWithRequests(ctx context.Context, idToken string) (
		[]*useradmin.ManagedOrganization, map[string]int, error,
	)
	OrganizationPage(ctx context.Context, idToken, id string) (*useradmin.OrganizationPage, error)
	Ticket(ctx context.Context, idToken, id string) (*ticketing.Ticket, error)
	TicketsWithLocations(ctx context.Context, idToken string, s ticketing.TicketSelection) (
		*ticketing.TicketListPage, []*inventory.Location, error,
	)
	Users(ctx context.Context, idToken string, s useradmin.UserSelection, withOptions bool) (
		*useradmin.UserListPage, *useradmin.UserFilterOptions, error,
	)
}

// Pages reads the pages of the portal. It is safe for concurrent use.
type Pages struct {
	// SIS reads in the name of the signed-in user.
	SIS     SIS
	Website *website.Sites
	// Services contains the URLs of the portal's services.
	Services portal.ServiceURLs
}

// readList reads the part of a list that a URL selects. The cursor of an old URL may be invalid, of another order or
// behind the last entry: then it reads the first page of a size.
func readList(selected *portal.ListRange, size int, read func() (isBehind bool, err error)) error {
	isBehind, err := read()
	if isBehind || apperr.CodeOf(err) == apperr.Invalid {
		*selected = portal.ListRange{First: size}
		_, err = read()
	}
	return err
}
