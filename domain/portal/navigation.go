package portal

import "strand/domain/site"

// NavigationItem is a main page of the portal.
type NavigationItem struct {
	Page PageKind
	// Path is the path of the page below the locale.
	Path string
	// Role is the text that a role string of the users who see the page contains; empty for a page of all users.
	Role string
}

// roleDelegatedAdmin is what the roles of both kinds of administrators contain.
const roleDelegatedAdmin = "kmx_delegatedadmin_"

var navigation = []NavigationItem{
	{PageHome, HomePath, ""},
	{PageTickets, TicketsPath, ActiveRole(Ticketing)},
	{PageInventory, InventoryPath, ActiveRole(Inventory)},
	{PageSoftware, InventorySoftwarePath, ActiveRole(Inventory)},
	{PageUserAdmin, UserAdminPath, roleDelegatedAdmin},
	{PageAccount, AccountPath, ""},
}

// Navigation returns the main pages of the portal that an installation has, in their order (PORT-21).
func Navigation(d *site.Directory) []NavigationItem {
	var items []NavigationItem
	for _, item := range navigation {
		if !item.Page.NeedsServicePortal() || d.Has(site.PartServicePortal) {
			items = append(items, item)
		}
	}
	return items
}
