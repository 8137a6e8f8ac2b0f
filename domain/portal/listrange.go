package portal

import "net/url"

// maxCursor bounds a cursor, in bytes.
const maxCursor = 1000

// ListRange is a part of a list: what follows a cursor, or what comes before one; the first part for neither.
type ListRange struct {
	First         int
	After, Before string
}

// read takes the cursors from the query of an address.
func (r *ListRange) read(query url.Values) {
	if cursor := query.Get(paramAfter); len(cursor) <= maxCursor {
		r.After = cursor
	}
	if cursor := query.Get(paramBefore); len(cursor) <= maxCursor && r.After == "" {
		r.Before = cursor
	}
}

// previousURL is the address of the part that comes before the one with these cursors; nil where there is none.
func previousURL(isThere bool, cursors []string, at func(ListRange) string) *string {
	if !isThere || len(cursors) == 0 {
		return nil
	}
	address := at(ListRange{Before: cursors[0]})
	return &address
}

// nextURL is the address of the part that follows the one with these cursors; nil where there is none.
func nextURL(isThere bool, cursors []string, at func(ListRange) string) *string {
	if !isThere || len(cursors) == 0 {
		return nil
	}
	address := at(ListRange{After: cursors[len(cursors)-1]})
	return &address
}
