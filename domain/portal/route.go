package portal

import "strings"

// Page is one of the portal's (spec §2, Route table).
type Page string

const (
	// PageHome shows the services.
	PageHome Page = "HOME"
	// PageAccount shows the profile, the password and the second factor.
	PageAccount Page = "ACCOUNT"
	// PageLogout signs out.
	PageLogout Page = "LOGOUT"
	// PageTickets lists the tickets.
	PageTickets Page = "TICKETS"
	// PageNewTicket is where a ticket is created.
	PageNewTicket Page = "NEW_TICKET"
	// PageTicket shows one ticket.
	PageTicket Page = "TICKET"
	// PageWireFlow says where somebody's wire-flow runs.
	PageWireFlow Page = "WIRE_FLOW"
	// PageNone is none: everything below the portal is protected (spec §2), what is not there as well.
	PageNone Page = "NONE"
)

// ticketsFolder is what the addresses of tickets begin with.
const ticketsFolder = "/mykomax/tickets/"

var pages = map[string]Page{
	HomePath: PageHome, AccountPath: PageAccount, LogoutPath: PageLogout, TicketsPath: PageTickets, NewTicketPath: PageNewTicket, WireFlowPath: PageWireFlow,
}

// services are those that pages belong to.
var services = map[Page]Service{PageTickets: Ticketing, PageNewTicket: Ticketing, PageTicket: Ticketing, PageWireFlow: Artemis}

// Place is what an address of the portal names.
type Place struct {
	Page Page
	// TicketID is that of the ticket's page; empty for others. There may be no such ticket.
	TicketID string
}

// PlaceAt is what the segments of a path of the portal name. The letters' case does not matter, but for an id.
func PlaceAt(segments []string) Place {
	path := "/" + strings.Join(segments, "/")
	lower := strings.ToLower(path)
	if page, ok := pages[lower]; ok {
		return Place{Page: page}
	}
	if id := path[min(len(path), len(ticketsFolder)):]; strings.HasPrefix(lower, ticketsFolder) && id != "" && !strings.Contains(id, "/") {
		return Place{Page: PageTicket, TicketID: id}
	}
	return Place{Page: PageNone}
}
