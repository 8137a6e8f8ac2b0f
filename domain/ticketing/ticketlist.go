package ticketing

import (
	"net/url"
	"slices"
	"unicode/utf8"

	"strand/domain/convert"
	"strand/domain/inventory"
	"strand/domain/listing"
	"strand/domain/portal"
	"strand/domain/site"
)

// TicketsPerPage is the number of tickets on a page of the list.
const TicketsPerPage = 20

// TicketSelection is a page of tickets with its filter and order. Its state is the query of the URL.
type TicketSelection struct {
	Filter TicketFilter
	Order  TicketOrder
	Range  portal.ListRange
}

// The parameters of a selection, in addition to those of other lists.
const (
	paramMine     = "mine"
	paramType     = "type"
	paramWaiting  = "waiting"
	paramAssigned = "assigned"
)

// ParseTicketSelection parses the query of a URL. Unknown values are ignored.
func ParseTicketSelection(rawQuery string) TicketSelection {
	query := listing.Query(rawQuery)
	s := TicketSelection{Order: TicketOrders[0], Range: portal.ListRange{First: TicketsPerPage}}
	if sort := TicketOrder(query.Get(portal.ParamSort)); slices.Contains(TicketOrders, sort) {
		s.Order = sort
	}
	s.Filter = TicketFilter{
		OnlyMine:     query.Get(paramMine) == "true",
		OnlyWaiting:  query.Get(paramWaiting) == "true",
		OnlyAssigned: query.Get(paramAssigned) == "true",
		Statuses:     listing.Known(query[portal.ParamStatus], TicketStatuses),
		Types:        listing.Known(query[paramType], TicketTypes),
		Locations:    listing.Choices(query[portal.ParamLocation]),
	}
	if text := query.Get(portal.ParamText); utf8.RuneCountInString(text) <= portal.MaxSearchText {
		s.Filter.Text = text
	}
	if serial, ok := inventory.NormalSerialNumber(query.Get(inventory.ParamSerialNumber)); ok {
		s.Filter.SerialNumber = serial
	}
	s.Range.Read(query)
	return s
}

// Query returns the selection as the query of a URL, with its question mark. Equal selections give equal queries.
func (s TicketSelection) Query() string {
	query := url.Values{
		paramMine:                   {listing.Flag(s.Filter.OnlyMine)},
		paramWaiting:                {listing.Flag(s.Filter.OnlyWaiting)},
		paramAssigned:               {listing.Flag(s.Filter.OnlyAssigned)},
		portal.ParamStatus:          listing.Texts(s.Filter.Statuses),
		paramType:                   listing.Texts(s.Filter.Types),
		portal.ParamLocation:        s.Filter.Locations,
		portal.ParamText:            {s.Filter.Text},
		inventory.ParamSerialNumber: {s.Filter.SerialNumber},
	}
	if s.Order != TicketOrders[0] {
		query.Set(portal.ParamSort, string(s.Order))
	}
	s.Range.Write(query)
	return listing.Encode(query, 1)
}

// IsFiltered reports whether the filter excludes any ticket.
func (f TicketFilter) IsFiltered() bool {
	return f.OnlyMine || f.OnlyWaiting || f.OnlyAssigned || f.Text != "" || f.SerialNumber != "" ||
		len(f.Statuses)+len(f.Types)+len(f.Locations) > 0
}

// Waiting selects the tickets that wait for a user (TICK-30).
var Waiting = TicketSelection{Filter: TicketFilter{OnlyWaiting: true}, Order: TicketOrders[0]}

// IsBounded reports whether a filter is within the limits: its cost grows with its words and locations.
func (f TicketFilter) IsBounded() bool {
	return utf8.RuneCountInString(f.Text) <= portal.MaxSearchText && len(f.Locations) <= inventory.MaxLocations &&
		len(f.SerialNumber) <= portal.MaxSearchText
}

// TicketList is the page of tickets that a URL selects.
type TicketList struct {
	TicketSelection
	*TicketListPage
	// AllLocations are the locations that the user can select.
	AllLocations []*inventory.Location
	// Base is the URL of the list without a query.
	Base string
	// Viewer is the user who sees the list.
	Viewer *portal.User
	// SiteContext is the site context of the page.
	SiteContext *site.Context
}

// OnlyMine reports whether the list shows only the user's own tickets.
func (l *TicketList) OnlyMine() bool { return l.Filter.OnlyMine }

// OnlyWaiting reports whether the list shows only the tickets that wait for the user.
func (l *TicketList) OnlyWaiting() bool { return l.Filter.OnlyWaiting }

// OnlyAssigned reports whether the list shows only the tickets assigned to the user; nil for users to whom no ticket
// can be assigned.
func (l *TicketList) OnlyAssigned() *bool {
	if !l.Viewer.IsEmployee() {
		return nil
	}
	return &l.Filter.OnlyAssigned
}

// Text is the search text.
func (l *TicketList) Text() string { return l.Filter.Text }

// SerialNumber is the serial number of the machine whose tickets are shown; nil for those of all machines.
func (l *TicketList) SerialNumber() *string {
	if l.Filter.SerialNumber == "" {
		return nil
	}
	return &l.Filter.SerialNumber
}

// Statuses are the selected statuses.
func (l *TicketList) Statuses() []TicketStatus { return l.Filter.Statuses }

// Types are the selected types.
func (l *TicketList) Types() []TicketType { return l.Filter.Types }

// Locations are the locations of the filter.
func (l *TicketList) Locations() []*inventory.LocationOption {
	return inventory.LocationOptions(l.AllLocations, l.Filter.Locations, l.Choices)
}

// OrderOptions are the available orders.
func (l *TicketList) OrderOptions() []TicketOrder { return TicketOrders }

// TicketStatusOption is a status of the filter.
type TicketStatusOption struct {
	Status TicketStatus
	// Turn tells whose turn it is, for a viewer who is not the contact.
	Turn     TicketTurn
	Selected bool
	// Count is the number of tickets that the status selects with the other filters; nil if it was not counted.
	Count *int
}

// StatusOptions are the statuses of the filter.
func (l *TicketList) StatusOptions() []*TicketStatusOption {
	return convert.All(TicketStatuses, func(status TicketStatus) *TicketStatusOption {
		return &TicketStatusOption{
			Status:   status,
			Turn:     status.WaitingFor("").TurnFor(l.Viewer),
			Selected: slices.Contains(l.Filter.Statuses, status),
			Count:    l.Choices.Of("statuses", string(status)),
		}
	})
}

// TicketTypeOption is a type of the filter.
type TicketTypeOption struct {
	Type     TicketType
	Selected bool
	// Count is as for a status.
	Count *int
}

// TypeOptions are the types of the filter.
func (l *TicketList) TypeOptions() []*TicketTypeOption {
	return convert.All(TicketTypes, func(t TicketType) *TicketTypeOption {
		return &TicketTypeOption{
			Type: t, Selected: slices.Contains(l.Filter.Types, t), Count: l.Choices.Of("types", string(t)),
		}
	})
}

// MineCount is the number of the user's own tickets that match the other filters; nil if it was not counted.
func (l *TicketList) MineCount() *int { return l.Choices.Of("onlyMine", "true") }

// WaitingCount is the number of tickets that wait for the user and match the other filters; nil if it was not counted.
func (l *TicketList) WaitingCount() *int { return l.Choices.Of("onlyWaiting", "true") }

// AssignedCount is the number of tickets assigned to the user that match the other filters; nil if it was not counted,
// and for users to whom no ticket can be assigned.
func (l *TicketList) AssignedCount() *int {
	if !l.Viewer.IsEmployee() {
		return nil
	}
	return l.Choices.Of("onlyAssigned", "true")
}

// IsFiltered reports whether the filter excludes any ticket.
func (l *TicketList) IsFiltered() bool { return l.Filter.IsFiltered() }

// ResetURL is the URL of the list without filters.
func (l *TicketList) ResetURL() string {
	return l.Base + TicketSelection{Order: l.Order}.Query()
}

// PreviousURL is the URL of the previous page; nil for the first.
func (l *TicketList) PreviousURL() *string {
	return portal.PreviousURL(l.HasPreviousPage, l.Cursors, l.at)
}

// NextURL is the URL of the next page; nil for the last.
func (l *TicketList) NextURL() *string {
	return portal.NextURL(l.HasNextPage, l.Cursors, l.at)
}

func (l *TicketList) at(r portal.ListRange) string {
	selection := l.TicketSelection
	selection.Range = r
	return l.Base + selection.Query()
}
