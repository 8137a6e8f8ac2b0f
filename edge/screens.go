package edge

import (
	"context"

	"strand/domain/portal"
	"strand/domain/site"
)

// screen is how an address is shown. Its name is that of its module in the client, `routes/<folder>/<name>.tsx`.
type screen struct {
	name string
	// operation is what it queries; the same as its name where it is left out.
	operation string
	// main is the field of PageResolution without which the screen has nothing to show.
	main string
	// isNotFound says that nothing is at the address, although a screen says so.
	isNotFound bool
	// showsFailure says that the screen itself says what cannot be read now, which is more use than the error page.
	showsFailure bool
}

// query is the operation that the screen's data comes from; empty for a screen without data.
func (s screen) query() string {
	if s.operation != "" {
		return s.operation
	}
	return s.name
}

// The screens of the sites. The one of content also shows what could not be resolved.
var (
	contentScreen = screen{name: "ContentScreen", main: "page"}
	catalogScreen = screen{name: "CatalogScreen", main: "catalog"}
	editorScreen  = screen{name: "EditorScreen", main: "editor"}
)

var screens = map[site.Screen]screen{
	site.ScreenContent:       contentScreen,
	site.ScreenProducts:      catalogScreen,
	site.ScreenServices:      catalogScreen,
	site.ScreenStories:       {name: "StoriesScreen", main: "stories"},
	site.ScreenMediaReleases: {name: "MediaReleasesScreen", main: "mediaReleases"},
	site.ScreenSearch:        {name: "SearchScreen", main: "search", showsFailure: true},
	site.ScreenEditor:        editorScreen,
}

// portalOperation is what all pages of the portal query for their documents, which are the same for every user.
const portalOperation = "PortalScreen"

// portalScreens are those of the portal's pages.
var portalScreens = map[portal.Page]screen{
	portal.PageHome:         {name: "PortalHomeScreen", operation: portalOperation},
	portal.PageAccount:      {name: "AccountScreen", operation: portalOperation},
	portal.PageLogout:       {name: "LogoutScreen", operation: portalOperation},
	portal.PageTickets:      {name: "TicketsScreen", operation: portalOperation},
	portal.PageNewTicket:    {name: "NewTicketScreen", operation: portalOperation},
	portal.PageTicket:       {name: "TicketScreen", operation: portalOperation},
	portal.PageWireFlow:     {name: "WireFlowScreen", operation: portalOperation},
	portal.PageInventory:    {name: "InventoryScreen", operation: portalOperation},
	portal.PageInventoryOld: {name: "InventoryScreen", operation: portalOperation},
	portal.PageSoftware:     {name: "SoftwareScreen", operation: portalOperation},
	portal.PageMachine:      {name: "MachineScreen", operation: portalOperation},
	portal.PageNone:         {name: "PortalNotFoundScreen", operation: portalOperation, isNotFound: true},
	portal.PageUserAdmin:    {name: "UsersScreen", operation: portalOperation},
	portal.PageManagedUser:  {name: "UserScreen", operation: portalOperation},

	portal.PageManagedOrganization: {name: "OrganizationScreen", operation: portalOperation},
}

// Screens without data: their pages belong to no site (URL-33, URL-34).
var (
	styleGuideScreen = screen{name: "StyleGuide"}
	callbackScreen   = screen{name: "Callback"}
)

// screenAt is what shows an address.
func screenAt(a site.Address) screen {
	shown := site.ScreenOf(a)
	if shown == site.ScreenPortal {
		return portalScreens[portal.PlaceAt(a.Segments).Page]
	}
	return screens[shown]
}

// screenOf is the screen of an address. One that cannot be read is left to the content screen, whose operation says why.
func (p *pages) screenOf(ctx context.Context, url string) screen {
	dir, err := p.directory(ctx)
	if err != nil {
		return contentScreen
	}
	address, err := dir.Parse(url)
	if err != nil {
		return contentScreen
	}
	return screenAt(address)
}
