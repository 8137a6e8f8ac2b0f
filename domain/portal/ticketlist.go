package portal

import (
	"net/url"
	"slices"
	"unicode/utf8"

	"strand/domain/form"
	"strand/domain/listing"
	"strand/domain/site"
)

// TicketsPerPage is the number of tickets on a page of the list.
const TicketsPerPage = 20

// TicketSelection is a page of tickets with its filter and order. Its state is the query of the URL.
type TicketSelection struct {
	Filter TicketFilter
	Order  TicketOrder
	Range  ListRange
}

// The parameters of a selection.
const (
	paramMine     = "mine"
	paramStatus   = "status"
	paramType     = "type"
	paramLocation = "location"
	paramText     = "q"
	paramSort     = "sort"
	paramAfter    = "after"
	paramBefore   = "before"
	// paramMachine is the machine that a new ticket is about.
	paramMachine = "machine"
)

// maxTicketQuery is the maximum length of a search text in characters, maxLocations the maximum number of selected
// locations.
const (
	maxTicketQuery = 200
	maxLocations   = 100
)

// ParseTicketSelection parses the query of a URL. Unknown values are ignored.
func ParseTicketSelection(rawQuery string) TicketSelection {
	query := listing.Query(rawQuery)
	s := TicketSelection{Order: TicketOrders[0], Range: ListRange{First: TicketsPerPage}}
	if sort := TicketOrder(query.Get(paramSort)); slices.Contains(TicketOrders, sort) {
		s.Order = sort
	}
	s.Filter = TicketFilter{
		OnlyMine:  query.Get(paramMine) == "true",
		Statuses:  validValues(query[paramStatus], TicketStatuses),
		Types:     validValues(query[paramType], TicketTypes),
		Locations: listing.Choices(query[paramLocation]),
	}
	if text := query.Get(paramText); utf8.RuneCountInString(text) <= maxTicketQuery {
		s.Filter.Text = text
	}
	if serial, ok := NormalSerialNumber(query.Get(paramSerialNumber)); ok {
		s.Filter.SerialNumber = serial
	}
	s.Range.read(query)
	return s
}

// validValues returns the values that are in all, without duplicates and in the order of all.
func validValues[T ~string](values []string, all []T) []T {
	found := []T{}
	for _, value := range all {
		if slices.Contains(values, string(value)) {
			found = append(found, value)
		}
	}
	return found
}

// Query returns the selection as the query of a URL, with its question mark. Equal selections give equal queries.
func (s TicketSelection) Query() string {
	query := url.Values{}
	if s.Filter.OnlyMine {
		query.Set(paramMine, "true")
	}
	for _, v := range s.Filter.Statuses {
		query.Add(paramStatus, string(v))
	}
	for _, v := range s.Filter.Types {
		query.Add(paramType, string(v))
	}
	for _, v := range s.Filter.Locations {
		query.Add(paramLocation, v)
	}
	set := func(name, value string) {
		if value != "" {
			query.Set(name, value)
		}
	}
	set(paramText, s.Filter.Text)
	set(paramSerialNumber, s.Filter.SerialNumber)
	if s.Order != TicketOrders[0] {
		set(paramSort, string(s.Order))
	}
	set(paramAfter, s.Range.After)
	set(paramBefore, s.Range.Before)
	return listing.Encode(query, 1)
}

// IsFiltered reports whether the filter excludes any ticket.
func (f TicketFilter) IsFiltered() bool {
	return f.OnlyMine || f.Text != "" || f.SerialNumber != "" || len(f.Statuses)+len(f.Types)+len(f.Locations) > 0
}

// IsBounded reports whether a filter is within the limits: its cost grows with its words and locations.
func (f TicketFilter) IsBounded() bool {
	return utf8.RuneCountInString(f.Text) <= maxTicketQuery && len(f.Locations) <= maxLocations &&
		len(f.SerialNumber) <= maxTicketQuery
}

// TicketList is the page of tickets that a URL selects.
type TicketList struct {
	Selection TicketSelection
	Page      *TicketListPage
	// AllLocations are the locations that the user can select.
	AllLocations []*Location
	// Base is the URL of the list without a query.
	Base string
	// Viewer is the user who sees the list.
	Viewer *User
}

// Total is the number of tickets on all pages of the selection; if IsTotalExact is false, there are more.
func (l *TicketList) Total() int { return l.Page.Total }

// IsTotalExact is false for more than MaxTicketTotal tickets.
func (l *TicketList) IsTotalExact() bool { return l.Page.IsTotalExact }

// Tickets are the tickets of the page.
func (l *TicketList) Tickets() []*Ticket { return l.Page.Tickets }

// OnlyMine reports whether the list shows only the user's own tickets.
func (l *TicketList) OnlyMine() bool { return l.Selection.Filter.OnlyMine }

// Text is the search text.
func (l *TicketList) Text() string { return l.Selection.Filter.Text }

// SerialNumber is the serial number of the machine whose tickets are shown; nil for those of all machines.
func (l *TicketList) SerialNumber() *string {
	if l.Selection.Filter.SerialNumber == "" {
		return nil
	}
	return &l.Selection.Filter.SerialNumber
}

// Order is the selected order.
func (l *TicketList) Order() TicketOrder { return l.Selection.Order }

// Statuses are the selected statuses.
func (l *TicketList) Statuses() []TicketStatus { return l.Selection.Filter.Statuses }

// Types are the selected types.
func (l *TicketList) Types() []TicketType { return l.Selection.Filter.Types }

// TicketLocationOption is a location of the filter.
type TicketLocationOption struct {
	Location *Location
	Selected bool
}

// Locations are the locations of the filter.
func (l *TicketList) Locations() []*TicketLocationOption {
	options := make([]*TicketLocationOption, len(l.AllLocations))
	for i, location := range l.AllLocations {
		options[i] = &TicketLocationOption{
			Location: location,
			Selected: slices.Contains(l.Selection.Filter.Locations, location.ID),
		}
	}
	return options
}

// OrderOptions are the available orders.
func (l *TicketList) OrderOptions() []TicketOrder { return TicketOrders }

// TicketStatusOption is a status of the filter.
type TicketStatusOption struct {
	Status TicketStatus
	// Turn tells whose turn it is, for a viewer who is not the contact.
	Turn     TicketTurn
	Selected bool
}

// StatusOptions are the statuses of the filter.
func (l *TicketList) StatusOptions() []*TicketStatusOption {
	options := make([]*TicketStatusOption, len(TicketStatuses))
	for i, status := range TicketStatuses {
		options[i] = &TicketStatusOption{
			Status:   status,
			Turn:     status.TurnFor(l.Viewer),
			Selected: slices.Contains(l.Selection.Filter.Statuses, status),
		}
	}
	return options
}

// TicketTypeOption is a type of the filter.
type TicketTypeOption struct {
	Type     TicketType
	Selected bool
}

// TypeOptions are the types of the filter.
func (l *TicketList) TypeOptions() []*TicketTypeOption {
	options := make([]*TicketTypeOption, len(TicketTypes))
	for i, t := range TicketTypes {
		options[i] = &TicketTypeOption{Type: t, Selected: slices.Contains(l.Selection.Filter.Types, t)}
	}
	return options
}

// IsFiltered reports whether the filter excludes any ticket.
func (l *TicketList) IsFiltered() bool { return l.Selection.Filter.IsFiltered() }

// ResetURL is the URL of the list without filters.
func (l *TicketList) ResetURL() string {
	return l.Base + TicketSelection{Order: l.Selection.Order}.Query()
}

// PreviousURL is the URL of the previous page; nil for the first.
func (l *TicketList) PreviousURL() *string {
	return previousURL(l.Page.HasPreviousPage, l.Page.Cursors, l.at)
}

// NextURL is the URL of the next page; nil for the last.
func (l *TicketList) NextURL() *string { return nextURL(l.Page.HasNextPage, l.Page.Cursors, l.at) }

func (l *TicketList) at(r ListRange) string {
	selection := l.Selection
	selection.Range = r
	return l.Base + selection.Query()
}

// TicketForm is the form of a new ticket.
type TicketForm struct {
	Locations []*Location
	Machines  []*Machine
	// Machine is the machine that the URL names; nil for none.
	Machine *Machine
}

// NewTicketForm returns the form with the machine that the query of a URL names.
func NewTicketForm(locations []*Location, machines []*Machine, rawQuery string) *TicketForm {
	machines = slices.DeleteFunc(machines, (*Machine).IsRetired)
	f := &TicketForm{Locations: locations, Machines: machines}
	id := MachineIDFromQuery(rawQuery)
	if i := slices.IndexFunc(machines, func(m *Machine) bool { return m.ID == id }); i >= 0 {
		f.Machine = machines[i]
	}
	return f
}

// maxMachineID is the maximum length of the id of a machine in a URL, in bytes.
const maxMachineID = 100

// MachineIDFromQuery returns the id of the machine that the query of a URL names; empty for none.
func MachineIDFromQuery(rawQuery string) string {
	if id := listing.Query(rawQuery).Get(paramMachine); len(id) <= maxMachineID {
		return id
	}
	return ""
}

// Fields are the fields of a new ticket.
func (*TicketForm) Fields() []form.Field { return TicketFields }

// InitialValues are the values of the machine that the URL names, or the only location.
func (f *TicketForm) InitialValues() []form.Value {
	switch {
	case f.Machine != nil:
		values := []form.Value{
			{Name: "location", Value: f.Machine.LocationID}, {Name: "machine", Value: f.Machine.Name},
			{Name: "serialNumber", Value: f.Machine.SerialNumber},
		}
		if f.Machine.Concern != nil {
			values = append(values, form.Value{Name: "concern", Value: string(*f.Machine.Concern)})
		}
		return values
	case len(f.Locations) == 1:
		return []form.Value{{Name: "location", Value: f.Locations[0].ID}}
	}
	return []form.Value{}
}

// NewTicketURL is the URL at which a ticket about the machine is created.
func (m *Machine) NewTicketURL(siteCtx *site.Context) string {
	return siteCtx.URLOn(siteCtx.Directory.Main(), NewTicketPath) + "?" + url.Values{paramMachine: {m.ID}}.Encode()
}

// URL is the URL of the ticket's page in the portal.
func (t *Ticket) URL(siteCtx *site.Context) string {
	return siteCtx.URLOn(siteCtx.Directory.Main(), ticketsFolder+url.PathEscape(t.ID))
}
