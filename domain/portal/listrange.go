package portal

import "net/url"

// maxCursor is the maximum length of a pagination cursor, in bytes.
const maxCursor = 1000

// ListRange is a page of a list: the entries after a cursor, or before one; the first page without either.
type ListRange struct {
	First         int
	After, Before string
}

// read takes the cursors from the query of a URL.
func (r *ListRange) read(query url.Values) {
	if cursor := query.Get(paramAfter); len(cursor) <= maxCursor {
		r.After = cursor
	}
	if cursor := query.Get(paramBefore); len(cursor) <= maxCursor && r.After == "" {
		r.Before = cursor
	}
}

// previousURL returns the URL of the page before the one with these cursors; nil if there is none.
func previousURL(hasPage bool, cursors []string, at func(ListRange) string) *string {
	if !hasPage || len(cursors) == 0 {
		return nil
	}
	url := at(ListRange{Before: cursors[0]})
	return &url
}

// nextURL returns the URL of the page after the one with these cursors; nil if there is none.
func nextURL(hasPage bool, cursors []string, at func(ListRange) string) *string {
	if !hasPage || len(cursors) == 0 {
		return nil
	}
	url := at(ListRange{After: cursors[len(cursors)-1]})
	return &url
}
