package portal

// Audience is the group of users that may read a field of the graph.
type Audience string

const (
	// Customer is any signed-in user.
	Customer Audience = "CUSTOMER"
	// TicketHolder is a user with active service tickets.
	TicketHolder Audience = "TICKETING"
	// InventoryHolder is a user with an active inventory.
	InventoryHolder Audience = "INVENTORY"
	DelegatedAdmin  Audience = "DELEGATED_ADMIN"
	Employee        Audience = "EMPLOYEE"
	Editor          Audience = "EDITOR"
)

// IsInAudience reports whether the user is in an audience; nil is an anonymous user. Editors have no user account.
func (u *User) IsInAudience(a Audience) bool {
	switch a {
	case Customer:
		return u != nil
	case TicketHolder:
		return u != nil && u.IsActive(Ticketing)
	case InventoryHolder:
		return u != nil && u.IsActive(Inventory)
	case DelegatedAdmin:
		return u != nil && (u.IsDelegatedAdminInternal() || u.IsDelegatedAdminExternal())
	case Employee:
		return u != nil && u.IsEmployee()
	}
	return false
}
