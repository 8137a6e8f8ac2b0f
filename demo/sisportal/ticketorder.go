package sisportal

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"strand/demo/sisportal/generated"
)

// sorting is an order of tickets: by a column, and by id where that is equal.
type sorting struct {
	column string
	// index is the index with the order of the tickets of an organization; with the suffix _of_all that of all
	// tickets.
	index string
	// isDescending is the direction of the column.
	isDescending bool
	// isBackward reverses the complete order.
	isBackward bool
}

var sortings = map[generated.TicketOrder]sorting{
	generated.TicketOrderUpdated: {
		column:       "t.updated_at",
		index:        "tickets_by_update",
		isDescending: true,
	},
	generated.TicketOrderCreated: {
		column:       "t.created_at",
		index:        "tickets_by_creation",
		isDescending: true,
	},
	generated.TicketOrderSubject: {column: "t.subject COLLATE NOCASE", index: "tickets_by_subject"},
}

// orderBy returns the ORDER BY expression.
func (s sorting) orderBy() string {
	directions := map[bool]string{true: "DESC", false: "ASC"}
	return s.column + " " + directions[s.isDescending != s.isBackward] + ", t.id " + directions[s.isBackward]
}

// afterCursor returns the condition for rows after a cursor. SQLite uses its first part for the index.
func (s sorting) afterCursor(c cursor) (string, []any) {
	signs := map[bool]string{true: "<", false: ">"}
	column, id := signs[s.isDescending != s.isBackward], signs[s.isBackward]
	return s.column + " " + column + "= ? AND (" + s.column + " " + column + " ? OR t.id " + id + " ?)",
		[]any{c.Value, c.Value, c.ID}
}

// cursor is the position of the last row of a page.
type cursor struct {
	Value any    `json:"v"`
	ID    string `json:"i"`
}

func (c cursor) String() string {
	text, _ := json.Marshal(c) // a number or text, and a text, can always be encoded
	return base64.RawURLEncoding.EncodeToString(text)
}

// parseCursor parses a cursor of an order: a cursor of another order has a value of another type.
func parseCursor(text string, order generated.TicketOrder) (c cursor, err error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		decoder := json.NewDecoder(strings.NewReader(string(data)))
		decoder.UseNumber()
		err = decoder.Decode(&c)
	}
	if number, ok := c.Value.(json.Number); err == nil && ok {
		c.Value, err = number.Int64()
	}
	_, isText := c.Value.(string)
	_, isTime := c.Value.(int64)
	if err != nil || order == generated.TicketOrderSubject && !isText || order != generated.TicketOrderSubject &&
		!isTime {
		return c, refusal{"BAD_USER_INPUT", "after, before: not a cursor of this list"}
	}
	return c, nil
}
