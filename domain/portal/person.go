package portal

// Person is an author or contact of a ticket.
type Person struct {
	ID, FullName string
	// IsProvider is true for staff of the group.
	IsProvider bool
}
