package portal

// Change is a change of data that the portal shows to a user.
type Change struct {
	// Roles are the user's current roles.
	Roles []string
	// PendingRequestCount is the number of users with an open request; nil for users who administer no users.
	PendingRequestCount *int
}
