package sisportal

import "strings"

// ticketOperations are the operations that the tickets proxy passes on, by their names: those that the graph itself
// sends for tickets.
var ticketOperations = map[string]string{
	"GetPlaces":    GetPlaces_Operation,
	"GetTickets":   GetTickets_Operation,
	"GetTicket":    GetTicket_Operation,
	"CreateTicket": CreateTicket_Operation,
	"AddComment":   AddComment_Operation,
	"CloseTicket":  CloseTicket_Operation,
}

// TicketOperation finds an operation that the tickets proxy passes on by its name, or by its text; not ok for any other
// one.
func TicketOperation(name, text string) (operationName, query string, ok bool) {
	if name != "" {
		query, ok = ticketOperations[name]
		return name, query, ok
	}
	text = spaced(text)
	for operationName, query := range ticketOperations {
		if spaced(query) == text {
			return operationName, query, true
		}
	}
	return "", "", false
}

// spaced is a text with single spaces between its words.
func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }
