// Package sqllist reads lists with filters, orders and pages by cursor from SQLite.
package sqllist

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"strand/internal/database"
)

// ErrCursor reports a cursor that is not one of the order.
var ErrCursor = errors.New("not a cursor of this list")

// Conditions are conditions on rows, all of which must hold. Its zero value selects all rows.
type Conditions struct {
	sql  []string
	args []any
}

// Add adds a condition with its arguments. It does not change copies of the conditions.
func (c *Conditions) Add(condition string, args ...any) {
	c.sql, c.args = append(slices.Clip(c.sql), condition), append(slices.Clip(c.args), args...)
}

// AddIn adds the condition that a column has one of the values. It adds nothing without values.
func AddIn[T ~string](c *Conditions, column string, values []T) {
	if len(values) == 0 {
		return
	}
	c.Add(column+" IN ("+Placeholders(len(values))+")", Args(values)...)
}

// AddText adds the condition that a text contains each word, regardless of case.
func (c *Conditions) AddText(text string, words []string) {
	for _, word := range words {
		c.Add("instr(folded("+text+"), ?) > 0", strings.ToLower(word))
	}
}

// Where returns the WHERE clause with its arguments; empty without conditions.
func (c *Conditions) Where() (string, []any) {
	if len(c.sql) == 0 {
		return "", nil
	}
	return " WHERE (" + strings.Join(c.sql, ") AND (") + ")", slices.Clip(c.args)
}

// Placeholders returns n placeholders of arguments: `?,?`.
func Placeholders(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

// Args returns texts as arguments.
func Args[T ~string](values []T) []any {
	args := make([]any, len(values))
	for i, v := range values {
		args[i] = string(v)
	}
	return args
}

// Order is the order of a list.
type Order struct {
	// Name is part of cursors.
	Name string
	// Columns, which can be expressions, are sorted by one after the other, all in one direction. They are not null.
	// The last one is the id.
	Columns      []string
	IsDescending bool
}

// Page selects rows after or before a cursor; without one the first rows.
type Page struct {
	First         int
	After, Before string
}

// Result is a page of a list.
type Result struct {
	IDs []string
	// Cursors are those of the rows.
	Cursors              []string
	HasPrevious, HasNext bool
}

// cursor is the position of a row in an order.
type cursor struct {
	Order  string `json:"o"`
	Values []any  `json:"v"`
}

func (c cursor) String() string {
	text, _ := json.Marshal(c) // numbers and texts can always be encoded
	return base64.RawURLEncoding.EncodeToString(text)
}

func parseCursor(text string, o Order) (c cursor, err error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		decoder := json.NewDecoder(strings.NewReader(string(data)))
		decoder.UseNumber()
		err = decoder.Decode(&c)
	}
	if err != nil || c.Order != o.Name || len(c.Values) != len(o.Columns) {
		return c, ErrCursor
	}
	for i, value := range c.Values {
		switch v := value.(type) {
		case string:
		case json.Number:
			if c.Values[i], err = v.Int64(); err != nil {
				return c, ErrCursor
			}
		default:
			return c, ErrCursor
		}
	}
	return c, nil
}

// Read reads a page of the rows of a FROM clause. The error is ErrCursor for an invalid cursor.
func Read(ctx context.Context, db database.Queryer, from string, c Conditions, o Order, p Page) (*Result, error) {
	isBackward, at := p.Before != "", p.After
	if isBackward {
		at = p.Before
	}
	columns := strings.Join(o.Columns, ", ")
	direction, sign := " ASC", ">"
	if o.IsDescending != isBackward {
		direction, sign = " DESC", "<"
	}
	if at != "" {
		position, err := parseCursor(at, o)
		if err != nil {
			return nil, err
		}
		c.Add("("+columns+") "+sign+" ("+Placeholders(len(o.Columns))+")", position.Values...)
	}
	where, args := c.Where()
	// By their positions, since SQLite would compute a subquery again.
	positions := make([]string, len(o.Columns))
	for i := range positions {
		positions[i] = strconv.Itoa(i+1) + direction
	}
	query := "SELECT " + columns + " FROM " + from + where + " ORDER BY " + strings.Join(positions, ", ") + " LIMIT ?"
	found := &Result{}
	err := database.Each(ctx, db, func(row database.Row) error {
		values, into := make([]any, len(o.Columns)), make([]any, len(o.Columns))
		for i := range values {
			into[i] = &values[i]
		}
		err := row.Scan(into...)
		id, _ := values[len(values)-1].(string)
		found.IDs = append(found.IDs, id)
		found.Cursors = append(found.Cursors, cursor{o.Name, values}.String())
		return err
	}, query, append(args, p.First+1)...)
	if err != nil {
		return nil, fmt.Errorf("read a list: %w", err)
	}
	isMore := len(found.IDs) > p.First
	if isMore {
		found.IDs, found.Cursors = found.IDs[:p.First], found.Cursors[:p.First]
	}
	// A cursor implies a row on its other side.
	found.HasNext, found.HasPrevious = isMore, at != ""
	if isBackward {
		slices.Reverse(found.IDs)
		slices.Reverse(found.Cursors)
		found.HasNext, found.HasPrevious = true, isMore
	}
	return found, nil
}

// Count counts rows up to a maximum; isExact is false if there are more.
func Count(
	ctx context.Context, db database.Queryer, from string, c Conditions, most int,
) (total int, isExact bool, err error) {
	where, args := c.Where()
	query := "SELECT count(*) FROM (SELECT 1 FROM " + from + where + " LIMIT ?)"
	if err := db.QueryRowContext(ctx, query, append(args, most+1)...).Scan(&total); err != nil {
		return 0, false, fmt.Errorf("count a list: %w", err)
	}
	return min(total, most), total <= most, nil
}
