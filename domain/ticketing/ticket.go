// Package ticketing contains the rules of service tickets: their states, lists, files and forms.
package ticketing

import (
	"time"

	"strand/domain/inventory"
	"strand/domain/listing"
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
	// TurnNone is the turn of a closed ticket, and of one on which the group is working.
	TurnNone TicketTurn = "NONE"
)

// TicketSide is a side of a ticket.
type TicketSide string

const (
	// SideCustomer is the contact with the contact's organization, SideProvider the group.
	SideCustomer TicketSide = "CUSTOMER"
	SideProvider TicketSide = "PROVIDER"
)

// WaitingFor returns the side that must act on a ticket with the status whose latest message is of a side (TICK-30);
// empty for none.
func (s TicketStatus) WaitingFor(latest TicketSide) TicketSide {
	switch {
	case s == "WAITING":
		return SideCustomer
	case s == "OPEN", s == "IN_PROGRESS" && latest == SideCustomer:
		return SideProvider
	}
	return ""
}

// TurnFor returns whose turn it is if a ticket waits for the side, for a viewer who is not its contact.
func (s TicketSide) TurnFor(viewer *portal.User) TicketTurn {
	switch {
	case s == SideCustomer:
		return TurnContact
	case s != SideProvider:
		return TurnNone
	case viewer != nil && viewer.IsEmployee():
		return TurnOwnStaff
	}
	return TurnProvider
}

// TurnFor returns whose turn it is, for a viewer.
func (t *Ticket) TurnFor(viewer *portal.User) TicketTurn {
	turn := t.WaitingFor.TurnFor(viewer)
	if turn == TurnContact && viewer != nil && t.Contact != nil && t.Contact.ID == viewer.ID {
		return TurnViewer
	}
	return turn
}

// WithoutViewer returns a copy without the values that depend on the user in whose name it was read.
func (t *Ticket) WithoutViewer() *Ticket {
	shared := *t
	shared.IsUnread, shared.Assignable = false, nil
	return &shared
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
	MachineID string
	Status    TicketStatus
	// WaitingFor is the side that must act; empty for none.
	WaitingFor TicketSide
	// IsUnread is true if the user takes part and has not read the latest message.
	IsUnread bool
	// StandsStill reports whether the machine of a breakdown produces nothing; nil if it is not known.
	StandsStill *bool
	// NextUpdateBy is the instant by which the group reports next; nil for none.
	NextUpdateBy *time.Time
	Contact      *portal.Person
	// Assignee is the employee who works on the ticket; nil for none.
	Assignee *portal.Person
	// Assignable are the people whom the user can assign; empty for customers, and in lists.
	Assignable           []*portal.Person
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
	OnlyMine bool
	// OnlyWaiting selects the tickets that wait for the user (TICK-30), OnlyAssigned those assigned to the user.
	OnlyWaiting, OnlyAssigned bool

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
	// Choices are the counts for the filters, by the fields of TicketFilter in the contract.
	Choices listing.ChoiceCounts
}

// TicketDraft is the input of a new ticket.
type TicketDraft struct {
	// Key is the idempotency key: a repetition with the same key creates nothing.
	Key, LocationID       string
	Type                  TicketType
	Concern               inventory.TicketConcern
	Subject, Description  string
	Machine, SerialNumber string
	// StandsStill is nil for an unknown answer, and for other types than a breakdown.
	StandsStill *bool
	Attachments []*TicketFile
}

// IsEntity marks a ticket as an entity of the federated graph, with its id as the key.
func (*Ticket) IsEntity() {}

// URL is the URL of the ticket's page in the portal.
func (t *Ticket) URL(siteCtx *site.Context) string {
	return siteCtx.URLOn(siteCtx.Directory.Main(), portal.TicketPath(t.ID))
}
