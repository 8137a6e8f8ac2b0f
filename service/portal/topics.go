package portal

// TicketTopic returns the topic of a ticket's changes.
func TicketTopic(id string) string { return "ticket:" + id }

// UserTopic returns the topic of a user's rights.
func UserTopic(id string) string { return "user:" + id }

// OrganizationTopic returns the topic of an organization's users.
func OrganizationTopic(id string) string { return "organization:" + id }
