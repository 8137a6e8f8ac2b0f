package inventory

// TicketConcern is the kind of machine that a ticket is about.
type TicketConcern string

// TicketConcerns are all concerns.
var TicketConcerns = []TicketConcern{"CUTTING_STRIPPING", "CRIMPING", "HARNESS", "TESTING", "SOFTWARE", "OTHER"}

// concernsByLine are the concerns of machines by the slug of the first classification of their product.
var concernsByLine = map[string]TicketConcern{
	"cutting-and-stripping": "CUTTING_STRIPPING",
	"crimping":              "CRIMPING",
	"harness-manufacturing": "HARNESS",
	"testing":               "TESTING",
}

// ConcernOf returns the concern of a machine by the slug of the first classification of its product, below which all
// others are; nil if it has no concern.
func ConcernOf(line string) *TicketConcern {
	if concern, isKnown := concernsByLine[line]; isKnown {
		return &concern
	}
	return nil
}
