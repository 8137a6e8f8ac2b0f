package portal

import (
	"net/url"
	"strings"

	"strand/domain/site"
)

// PageKind identifies a page of the portal (URL-20).
type PageKind string

const (
	// PageHome shows the services.
	PageHome PageKind = "HOME"
	// PageAccount shows the profile, the password and the second factor.
	PageAccount PageKind = "ACCOUNT"
	// PageLogout signs out.
	PageLogout PageKind = "LOGOUT"
	// PageTickets lists the tickets.
	PageTickets PageKind = "TICKETS"
	// PageNewTicket creates a ticket.
	PageNewTicket PageKind = "NEW_TICKET"
	// PageTicket shows one ticket.
	PageTicket PageKind = "TICKET"
	// PageWireFlow shows the user's edition of wire-flow.
	PageWireFlow PageKind = "WIRE_FLOW"
	// PageUserAdmin lists the users of the administrator's organizations.
	PageUserAdmin PageKind = "USER_ADMIN"
	// PageUserActivity lists the audit log of the administrator's organizations.
	PageUserActivity PageKind = "USER_ACTIVITY"
	// PageManagedUser shows one user to an administrator.
	PageManagedUser PageKind = "MANAGED_USER"
	// PageManagedOrganization shows one organization to an administrator.
	PageManagedOrganization PageKind = "MANAGED_ORGANIZATION"
	// PageManagedOrganizations lists the organizations of an administrator.
	PageManagedOrganizations PageKind = "MANAGED_ORGANIZATIONS"
	// PageInventory lists the machines in use.
	PageInventory PageKind = "INVENTORY"
	// PageInventoryOld lists the retired machines.
	PageInventoryOld PageKind = "INVENTORY_OLD"
	// PageSoftware is the software download center.
	PageSoftware PageKind = "SOFTWARE"
	// PageMachine shows one machine.
	PageMachine PageKind = "MACHINE"
	// PageNone is an unknown path of the portal. It is protected like the pages (PAGE-1).
	PageNone PageKind = "NONE"
)

// page describes a page of the portal.
type page struct {
	// path is the path of the page; if it ends with a slash, the id of an object follows.
	path string
	// title is the English title for breadcrumbs; the client has the translations (`portal.page.<PAGE>`).
	title string
	// above is the parent page in breadcrumbs; empty for the home page.
	above PageKind
	// service is the service of the page; empty for none.
	service Service
	// screen is the client's screen: routes/portal/<screen>Screen.tsx.
	screen string
}

var pages = map[PageKind]page{
	PageHome:    {path: HomePath, title: "MyKomax", screen: "PortalHome"},
	PageAccount: {path: AccountPath, title: "Account settings", above: PageHome, screen: "Account"},
	PageLogout:  {path: LogoutPath, title: "MyKomax", screen: "Logout"},
	PageTickets: {
		path: TicketsPath, title: "Service tickets", above: PageHome, service: Ticketing, screen: "Tickets",
	},
	PageNewTicket: {
		path: NewTicketPath, title: "Create a ticket", above: PageTickets, service: Ticketing, screen: "NewTicket",
	},
	PageTicket: {
		path: ticketsFolder, title: "Service ticket", above: PageTickets, service: Ticketing, screen: "Ticket",
	},
	PageInventory: {
		path: InventoryPath, title: "Inventory", above: PageHome, service: Inventory, screen: "Inventory",
	},
	PageInventoryOld: {
		path:    RetiredMachinesPath,
		title:   "Retired machines",
		above:   PageInventory,
		service: Inventory,
		screen:  "Inventory",
	},
	PageSoftware: {
		path:    InventorySoftwarePath,
		title:   "Software download center",
		above:   PageInventory,
		service: Inventory,
		screen:  "Software",
	},
	PageMachine: {
		path: machinesFolder, title: "Machine", above: PageInventory, service: Inventory, screen: "Machine",
	},
	PageWireFlow: {path: WireFlowPath, title: "Wire-flow", above: PageHome, service: Artemis, screen: "WireFlow"},
	PageUserAdmin: {
		path: UserAdminPath, title: "User administration", above: PageHome, service: UserAdmin, screen: "Users",
	},
	PageUserActivity: {
		path:    UserActivityPath,
		title:   "Activity",
		above:   PageUserAdmin,
		service: UserAdmin,
		screen:  "UserActivity",
	},
	PageManagedUser: {path: usersFolder, title: "User", above: PageUserAdmin, service: UserAdmin, screen: "User"},
	PageManagedOrganizations: {
		path:    OrganizationsPath,
		title:   "Organizations",
		above:   PageUserAdmin,
		service: UserAdmin,
		screen:  "Organizations",
	},
	PageManagedOrganization: {
		path:    organizationsFolder,
		title:   "Organization",
		above:   PageManagedOrganizations,
		service: UserAdmin,
		screen:  "Organization",
	},
}

// ticketsFolder is the prefix of the paths of tickets.
const ticketsFolder = "/mykomax/tickets/"

// machinesFolder is the prefix of the paths of machines.
const machinesFolder = InventoryPath + "/"

// usersFolder is the prefix of the paths of users.
const usersFolder = UserAdminPath + "/"

// organizationsFolder is the prefix of the paths of organizations. Users whose ids are `organizations` or `activity`
// would have no page.
const organizationsFolder = OrganizationsPath + "/"

// TicketPath is the path of the page of a ticket.
func TicketPath(id string) string { return ticketsFolder + url.PathEscape(id) }

// MachinePath is the path of the page of a machine.
func MachinePath(id string) string { return machinesFolder + url.PathEscape(id) }

// UserPath is the path of the page that administrators see of a user.
func UserPath(id string) string { return usersFolder + url.PathEscape(id) }

// OrganizationPath is the path of the page of an organization.
func OrganizationPath(id string) string { return organizationsFolder + url.PathEscape(id) }

// Route is the page at a URL of the portal.
type Route struct {
	Page PageKind
	// ID is the id of the object that the page shows, such as a ticket, which may not exist; empty for other pages.
	ID string
}

// RouteOf returns the page at the segments of a path of the portal. Case is ignored, except in an id.
func RouteOf(segments []string) Route {
	path := "/" + strings.Join(segments, "/")
	found := Route{Page: PageNone}
	for name, p := range pages {
		if !strings.HasSuffix(p.path, "/") {
			if strings.EqualFold(path, p.path) {
				return Route{Page: name}
			}
			continue
		}
		if len(path) <= len(p.path) {
			continue
		}
		// The lower case of a path can have another length than the path, so that it must not be cut at the same index.
		folder, id := path[:len(p.path)], path[len(p.path):]
		if strings.EqualFold(folder, p.path) && !strings.Contains(id, "/") {
			found = Route{Page: name, ID: id}
		}
	}
	return found
}

// Paths of the portal's pages (URL-20).
const (
	HomePath      = "/mykomax"
	AccountPath   = "/mykomax/account"
	LogoutPath    = "/mykomax/logout"
	TicketsPath   = "/mykomax/tickets/list"
	NewTicketPath = "/mykomax/tickets/newticket"
	InventoryPath = "/mykomax/inventory"
	// RetiredMachinesPath lists retired machines, InventorySoftwarePath is the software download center.
	RetiredMachinesPath   = InventoryPath + "/old"
	InventorySoftwarePath = InventoryPath + "/software"
	UserAdminPath         = "/mykomax/user-admin"
	// UserActivityPath is the audit log.
	UserActivityPath = UserAdminPath + "/activity"
	// OrganizationsPath lists the organizations of an administrator.
	OrganizationsPath = UserAdminPath + "/organizations"
	WireFlowPath      = "/mykomax/wire-flow"
)

// NeedsServicePortal reports whether the page shows data of sis (site.PartServicePortal).
func (p PageKind) NeedsServicePortal() bool {
	return p == PageAccount || p.Service().NeedsServicePortal()
}

// NeedsServicePortal reports whether the service consists of data of sis (site.PartServicePortal).
func (s Service) NeedsServicePortal() bool { return s == Ticketing || s == Inventory || s == UserAdmin }

// RouteIn returns the page at the segments of a path of the portal that an installation has.
func RouteIn(d *site.Directory, segments []string) Route {
	r := RouteOf(segments)
	if r.Page.NeedsServicePortal() && !d.Has(site.PartServicePortal) {
		return Route{Page: PageNone}
	}
	return r
}

// Service is the service of the page; empty for none.
func (p PageKind) Service() Service { return pages[p].service }

// Screen is the client's screen of the page; empty for PageNone.
func (p PageKind) Screen() string { return pages[p].screen }
