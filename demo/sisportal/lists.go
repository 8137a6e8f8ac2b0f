package sisportal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"strand/demo/sqllist"
	"strand/internal/database"
)

// maxPageSize is the maximum number of items of a page, of tickets or machines.
const maxPageSize = 200

var errCursor = refusal{"BAD_USER_INPUT", "after, before: not a cursor of this list"}

// pageOf returns the page of the arguments of a list.
func pageOf(first int, after, before *string) (p sqllist.Page, err error) {
	if first < 1 || first > maxPageSize {
		return p, refusal{"BAD_USER_INPUT", fmt.Sprintf("first: send 1 to %d", maxPageSize)}
	}
	p.First = first
	for _, argument := range []struct {
		value *string
		into  *string
	}{{after, &p.After}, {before, &p.Before}} {
		if argument.value == nil {
			continue
		}
		if *argument.value == "" {
			return p, errCursor
		}
		*argument.into = *argument.value
	}
	return p, nil
}

// readPage reads a page of a list. An invalid cursor is a refusal.
func readPage(
	ctx context.Context,
	db database.Queryer,
	from string,
	c sqllist.Conditions,
	order sqllist.Order,
	page sqllist.Page,
) (*sqllist.Result, error) {
	found, err := sqllist.Read(ctx, db, from, c, order, page)
	if errors.Is(err, sqllist.ErrCursor) {
		return nil, errCursor
	}
	return found, err
}

// words returns the distinct words of a search text, in lower case.
func words(text string) []string {
	all := strings.Fields(strings.ToLower(text))
	slices.Sort(all)
	return slices.Compact(all)
}
