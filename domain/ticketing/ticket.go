// Package ticketing contains the rules of service tickets: their states, lists, files and forms.
package ticketing

import (
	"time"

	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/site"
)

// TicketType is the kind of request of a ticket.
type TicketType string

// TicketTypes are all types.
var TicketTypes = []TicketType{"BREAKDOWN", "MALFUNCTION", "SPARE_PARTS", "SOFTWARE", "QUESTION"}

// TicketStatus is the processing status of a ticket.
type TicketStatus string

// TicketStatuses are all statuses.
var TicketStatuses = []TicketStatus{"OPEN", "IN_PROGRESS", "WAITING", "CLOSED"}

// TicketTurn tells whose turn it is to act on a ticket, for a viewer (TICK-29).
type TicketTurn string

const (
	// TurnViewer means that the viewer is the contact for whom the ticket waits.
	TurnViewer TicketTurn = "CALLER"
	// TurnContact means that the ticket waits for another contact.
	TurnContact TicketTurn = "CONTACT"
	// TurnProvider means that the ticket waits for the group.
	TurnProvider TicketTurn = "PROVIDER"
	// TurnOwnStaff means that the ticket waits for the group, to which the viewer belongs.
	TurnOwnStaff TicketTurn = "OWN_STAFF"
	// TurnNone is the turn of a closed ticket.
	TurnNone TicketTurn = "NONE"
)

// TurnFor returns whose turn it is if a ticket has the status, for a viewer who is not its contact.
func (s TicketStatus) TurnFor(viewer *portal.User) TicketTurn {
	switch {
	case s == "CLOSED":
		return TurnNone
	case s == "WAITING":
		return TurnContact
	case viewer != nil && viewer.IsEmployee():
		return TurnOwnStaff
	}
	return TurnProvider
}

// TurnFor returns whose turn it is, for a viewer.
func (t *Ticket) TurnFor(viewer *portal.User) TicketTurn {
	turn := t.Status.TurnFor(viewer)
	if turn == TurnContact && viewer != nil && t.Contact != nil && t.Contact.ID == viewer.ID {
		return TurnViewer
	}
	return turn
}

// TicketScope is the kind of tickets that a list contains.
type TicketScope string

const (
	ScopeOwn          TicketScope = "OWN"
	ScopeOrganization TicketScope = "ORGANIZATION"
	ScopeAll          TicketScope = "ALL"
)

// CloseReason is the reason for which a ticket is closed (TICK-3).
type CloseReason string

// CloseReasons are the reasons that a customer can select.
var CloseReasons = []CloseReason{"SOLVED_BY_PROVIDER", "SOLVED_WITHOUT_PROVIDER", "NO_LONGER_RELEVANT"}

// TicketOrder is the order of a list of tickets.
type TicketOrder string

// TicketOrders are all orders; the first is the default.
var TicketOrders = []TicketOrder{"UPDATED", "CREATED", "SUBJECT"}

// TicketFile is a file attached to a ticket or a comment, as sis takes it.
type TicketFile struct {
	ID        string `json:"id"`
	FileName  string `json:"fileName"`
	MediaType string `json:"mediaType"`
	// Size is in bytes.
	Size int `json:"size"`
}

// Comment is a comment on a ticket.
type Comment struct {
	ID          string
	Author      *portal.Person
	Text        string
	CreatedAt   time.Time
	Attachments []*TicketFile
}

// Ticket is a support request of a customer, with its comments.
type Ticket struct {
	ID, Number           string
	Type                 TicketType
	Concern              inventory.TicketConcern
	Subject, Description string
	// Machine and SerialNumber are empty for none.
	Machine, SerialNumber string
	// MachineID is the machine of the user's inventory; empty for none, and in lists.
	MachineID            string
	Status               TicketStatus
	Contact              *portal.Person
	Location             *inventory.Location
	CreatedAt, UpdatedAt time.Time
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

// MaxTicketTotal is the number of tickets up to which they are counted exactly.
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
	Concern               inventory.TicketConcern
	Subject, Description  string
	Machine, SerialNumber string
	Attachments           []*TicketFile
}

// IsEntity marks a ticket as an entity of the federated graph, with its id as the key.
func (*Ticket) IsEntity() {}

// URL is the URL of the ticket's page in the portal.
func (t *Ticket) URL(siteCtx *site.Context) string {
	return siteCtx.URLOn(siteCtx.Directory.Main(), portal.TicketPath(t.ID))
}
