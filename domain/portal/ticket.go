package portal

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

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

// CloseReason says why a ticket is closed (spec §4, Ticket closure).
type CloseReason string

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

// Machine is one of a customer's inventory.
type Machine struct {
	ID, Name, SerialNumber string
	// ProductSlug is what it is in the catalogue; empty for none.
	ProductSlug string
	LocationID  string
	// View is that of the page on which it is shown; nil for none.
	View *site.View
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

// Ticket is a problem of a customer, with what was said of it (spec §3).
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
}

// TicketPart is a part of a list.
type TicketPart struct {
	Total   int
	Tickets []*Ticket
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

// Bounds of texts, in characters.
const (
	maxTicketLine = 200
	maxTicketText = 10_000
)

// Check trims a draft and finds what is wrong with it (spec §5, Ticket form).
func (d TicketDraft) Check() (TicketDraft, []FieldProblem) {
	var problems []FieldProblem
	need := func(field, code string, isFine bool) {
		if !isFine {
			problems = append(problems, FieldProblem{Field: field, Code: code, Message: ticketMessages[field]})
		}
	}
	need("location", "REQUIRED", d.LocationID != "")
	need("type", "REQUIRED", slices.Contains(TicketTypes, d.Type))
	need("concern", "REQUIRED", slices.Contains(TicketConcerns, d.Concern))
	for _, f := range []struct {
		name     string
		value    *string
		most     int
		required bool
	}{{"subject", &d.Subject, maxTicketLine, true}, {"description", &d.Description, maxTicketText, true}, {"machine", &d.Machine, maxTicketLine, false}, {"serialNumber", &d.SerialNumber, maxTicketLine, false}} {
		*f.value = strings.TrimSpace(strings.ToValidUTF8(*f.value, ""))
		need(f.name, "REQUIRED", *f.value != "" || !f.required)
		need(f.name, "TOO_LONG", utf8.RuneCountInString(*f.value) <= f.most)
	}
	return d, problems
}

var ticketMessages = map[string]string{
	"location":     "Please select a location",
	"type":         "Please select a ticket type",
	"concern":      "Please select the machine concerned",
	"subject":      "Please enter a subject",
	"description":  "Please enter a description",
	"machine":      "Please enter a valid value.",
	"serialNumber": "Please enter a valid value.",
	"comment":      "Please enter a comment",
}

// CheckComment trims a comment and says what is wrong with it; nil for nothing. One that closes a ticket may be empty.
func CheckComment(text string, isOptional bool) (string, *FieldProblem) {
	text = strings.TrimSpace(strings.ToValidUTF8(text, ""))
	switch {
	case text == "" && !isOptional:
		return text, &FieldProblem{Field: "comment", Code: "REQUIRED", Message: ticketMessages["comment"]}
	case utf8.RuneCountInString(text) > maxTicketText:
		return text, &FieldProblem{Field: "comment", Code: "TOO_LONG", Message: ticketMessages["comment"]}
	}
	return text, nil
}

// IsEntity says that a ticket can be looked up by its id in a federated graph.
func (*Ticket) IsEntity() {}
