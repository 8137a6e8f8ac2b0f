package portal

import (
	"time"

	"strand/domain/site"
)

// TicketType is what a ticket asks for.
type TicketType string

// TicketTypes are those there are.
var TicketTypes = []TicketType{"BREAKDOWN", "MALFUNCTION", "SPARE_PARTS", "SOFTWARE", "QUESTION"}

// TicketConcern is the kind of machine that a ticket is about.
type TicketConcern string

// TicketConcerns are those there are.
var TicketConcerns = []TicketConcern{"CUTTING_STRIPPING", "CRIMPING", "HARNESS", "TESTING", "SOFTWARE", "OTHER"}

// TicketStatus is how far a ticket is.
type TicketStatus string

// TicketStatuses are those there are.
var TicketStatuses = []TicketStatus{"OPEN", "IN_PROGRESS", "WAITING", "CLOSED"}

// CloseReason is why a ticket is closed (TICK-3).
type CloseReason string

// CloseReasons are those that a customer can select.
var CloseReasons = []CloseReason{"SOLVED_BY_PROVIDER", "SOLVED_WITHOUT_PROVIDER", "NO_LONGER_RELEVANT"}

// TicketOrder is what a list of tickets goes by.
type TicketOrder string

// TicketOrders are those there are; the first is the usual one.
var TicketOrders = []TicketOrder{"UPDATED", "CREATED", "SUBJECT"}

// Location is where machines stand, and what tickets are filed for: an account of an organization.
type Location struct {
	ID, Name, City, Country string
	// Organization is the name of the one that it belongs to.
	Organization string
}

// Person writes in tickets.
type Person struct {
	ID, FullName string
	// IsProvider says that they work for the group.
	IsProvider bool
}

// TicketFile comes with a ticket or a comment.
type TicketFile struct {
	ID, FileName, MediaType string
	// Size is in bytes.
	Size int
}

// Comment is one of a ticket's.
type Comment struct {
	ID          string
	Author      *Person
	Text        string
	CreatedAt   time.Time
	Attachments []*TicketFile
}

// Ticket is a problem of a customer, with its comments.
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
	// CloseReason is that of a closed ticket; nil for others.
	CloseReason *CloseReason
	// Replies are how many answers the group gave.
	Replies     int
	Attachments []*TicketFile
	// Comments are the oldest first.
	Comments []*Comment
	// View is that of the page on which it is shown; nil for none.
	View *site.View
}

// TicketFilter selects tickets.
type TicketFilter struct {
	OnlyMine  bool
	Statuses  []TicketStatus
	Types     []TicketType
	Locations []string
	Text      string
	// SerialNumber is that of the machine that tickets are about; empty for any.
	SerialNumber string
}

// MaxTicketTotal is up to which number tickets are counted in any case.
const MaxTicketTotal = 1000

// TicketPart is a part of a list.
type TicketPart struct {
	// Total is how many tickets there are; where TotalIsExact is false, there are more.
	Total        int
	TotalIsExact bool
	Tickets      []*Ticket
	// Cursors are those of the tickets.
	Cursors                      []string
	HasNextPage, HasPreviousPage bool
}

// TicketDraft is what somebody says who creates a ticket.
type TicketDraft struct {
	// Key names it while it is made, so that sending it again creates nothing.
	Key, LocationID       string
	Type                  TicketType
	Concern               TicketConcern
	Subject, Description  string
	Machine, SerialNumber string
	Attachments           []*TicketFile
}

// IsEntity says that a ticket can be looked up by its id in a federated graph.
func (*Ticket) IsEntity() {}
