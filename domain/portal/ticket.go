package portal

import (
	"time"

	"strand/domain/site"
)

// TicketType is the kind of request of a ticket.
type TicketType string

// TicketTypes are all types.
var TicketTypes = []TicketType{"BREAKDOWN", "MALFUNCTION", "SPARE_PARTS", "SOFTWARE", "QUESTION"}

// TicketConcern is the kind of machine that a ticket is about.
type TicketConcern string

// TicketConcerns are all concerns.
var TicketConcerns = []TicketConcern{"CUTTING_STRIPPING", "CRIMPING", "HARNESS", "TESTING", "SOFTWARE", "OTHER"}

// TicketStatus is the processing status of a ticket.
type TicketStatus string

// TicketStatuses are all statuses.
var TicketStatuses = []TicketStatus{"OPEN", "IN_PROGRESS", "WAITING", "CLOSED"}

// CloseReason is the reason for which a ticket is closed (TICK-3).
type CloseReason string

// CloseReasons are the reasons that a customer can select.
var CloseReasons = []CloseReason{"SOLVED_BY_PROVIDER", "SOLVED_WITHOUT_PROVIDER", "NO_LONGER_RELEVANT"}

// TicketOrder is the order of a list of tickets.
type TicketOrder string

// TicketOrders are all orders; the first is the default.
var TicketOrders = []TicketOrder{"UPDATED", "CREATED", "SUBJECT"}

// Location is a site of an organization at which machines are installed. Tickets are filed for a location.
type Location struct {
	ID, Name, City, Country string
	// Organization is the name of the location's organization.
	Organization string
}

// Person is an author or contact of a ticket.
type Person struct {
	ID, FullName string
	// IsProvider is true for staff of the group.
	IsProvider bool
}

// TicketFile is a file attached to a ticket or a comment.
type TicketFile struct {
	ID, FileName, MediaType string
	// Size is in bytes.
	Size int
}

// Comment is a comment on a ticket.
type Comment struct {
	ID          string
	Author      *Person
	Text        string
	CreatedAt   time.Time
	Attachments []*TicketFile
}

// Ticket is a support request of a customer, with its comments.
type Ticket struct {
	ID, Number           string
	Type                 TicketType
	Concern              TicketConcern
	Subject, Description string
	// Machine and SerialNumber are empty for none.
	Machine, SerialNumber string
	Status                TicketStatus
	Contact               *Person
	Location              *Location
	CreatedAt, UpdatedAt  time.Time
	// CloseReason is nil for a ticket that is not closed.
	CloseReason *CloseReason
	// Replies is the number of comments by staff of the group.
	Replies     int
	Attachments []*TicketFile
	// Comments are sorted, the oldest first.
	Comments []*Comment
	// SiteContext is the site context of the page that shows the ticket; nil for none.
	SiteContext *site.Context
}

// TicketFilter selects tickets.
type TicketFilter struct {
	OnlyMine  bool
	Statuses  []TicketStatus
	Types     []TicketType
	Locations []string
	Text      string
	// SerialNumber is the serial number of the machine that the tickets are about; empty for any.
	SerialNumber string
}

// MaxTicketTotal is the number of tickets up to which a search counts exactly.
const MaxTicketTotal = 1000

// TicketListPage is a page of tickets.
type TicketListPage struct {
	// Total is the number of tickets; if IsTotalExact is false, there are more.
	Total        int
	IsTotalExact bool
	Tickets      []*Ticket
	// Cursors are the pagination cursors of the tickets.
	Cursors                      []string
	HasNextPage, HasPreviousPage bool
}

// TicketDraft is the input of a new ticket.
type TicketDraft struct {
	// Key is the idempotency key: a repetition with the same key creates nothing.
	Key, LocationID       string
	Type                  TicketType
	Concern               TicketConcern
	Subject, Description  string
	Machine, SerialNumber string
	Attachments           []*TicketFile
}

// IsEntity marks a ticket as an entity of the federated graph, with its id as the key.
func (*Ticket) IsEntity() {}
