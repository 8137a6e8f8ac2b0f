package sisportal

import "strings"

// ticketOperations contains the operations that the tickets proxy forwards, by name: the ticket operations of the
// server itself.
var ticketOperations = map[string]string{
	"GetPlaces":      GetPlaces_Operation,
	"GetTickets":     GetTickets_Operation,
	"GetTicket":      GetTicket_Operation,
	"CreateTicket":   CreateTicket_Operation,
	"AddComment":     AddComment_Operation,
	"CloseTicket":    CloseTicket_Operation,
	"MarkTicketRead": MarkTicketRead_Operation,
	"AssignTicket":   AssignTicket_Operation,
}

// TicketOperation finds an operation of the tickets proxy by its name or its text; false for other operations.
func TicketOperation(name, text string) (operationName, query string, ok bool) {
	if name != "" {
		query, ok = ticketOperations[name]
		return name, query, ok
	}
	text = normalizeSpace(text)
	for operationName, query := range ticketOperations {
		if normalizeSpace(query) == text {
			return operationName, query, true
		}
	}
	return "", "", false
}

// normalizeSpace normalizes the white space of a text.
func normalizeSpace(text string) string { return strings.Join(strings.Fields(text), " ") }
