package portal

import "net/url"

// The parameters of lists that several pages have.
const (
	ParamText     = "q"
	ParamSort     = "sort"
	ParamStatus   = "status"
	ParamLocation = "location"
	paramAfter    = "after"
	paramBefore   = "before"
)

// MaxSearchText is the maximum length of the search text of a list, in characters.
const MaxSearchText = 200

// maxCursor is the maximum length of a pagination cursor, in bytes.
const maxCursor = 1000

// ListRange is a page of a list: the entries after a cursor, or before one; the first page without either.
type ListRange struct {
	First         int
	After, Before string
}

// Read takes the cursors from the query of a URL.
func (r *ListRange) Read(query url.Values) {
	if cursor := query.Get(paramAfter); len(cursor) <= maxCursor {
		r.After = cursor
	}
	if cursor := query.Get(paramBefore); len(cursor) <= maxCursor && r.After == "" {
		r.Before = cursor
	}
}

// Write adds the cursors to the query of a URL, for listing.Encode.
func (r ListRange) Write(query url.Values) {
	query.Set(paramAfter, r.After)
	query.Set(paramBefore, r.Before)
}

// PreviousURL returns the URL of the page before the one with these cursors; nil if there is none.
func PreviousURL(hasPage bool, cursors []string, at func(ListRange) string) *string {
	if !hasPage || len(cursors) == 0 {
		return nil
	}
	url := at(ListRange{Before: cursors[0]})
	return &url
}

// NextURL returns the URL of the page after the one with these cursors; nil if there is none.
func NextURL(hasPage bool, cursors []string, at func(ListRange) string) *string {
	if !hasPage || len(cursors) == 0 {
		return nil
	}
	url := at(ListRange{After: cursors[len(cursors)-1]})
	return &url
}
