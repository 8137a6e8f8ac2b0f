package resolvers

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"strand/gql/model"
	"strand/internal/apperr"
)

// maxFirst is the largest page size of a list.
const maxFirst = 100

func checkFirst(first int) error {
	if first < 1 || first > maxFirst {
		return apperr.New(apperr.Invalid, "first: %[2]d is out of range, send 1 to %[1]d", maxFirst, first)
	}
	return nil
}

// connectionPage is a page of a list with its pagination cursors.
type connectionPage[T any] struct {
	items   []T
	cursors []string
	hasNext bool
}

// paginate returns the `first` entries after a pagination cursor. A cursor contains an entry's id and its index:
// the index is used if the entry was removed.
func paginate[T any](all []T, id func(T) string, first int, after *string) (connectionPage[T], error) {
	if err := checkFirst(first); err != nil {
		return connectionPage[T]{}, err
	}
	start := 0
	if after != nil && *after != "" {
		index, name, ok := readCursor(*after)
		if !ok {
			return connectionPage[T]{}, cursorError(*after)
		}
		start = min(index, len(all)) // the entries after a removed one have moved up
		if i := slices.IndexFunc(all, func(item T) bool { return id(item) == name }); i >= 0 {
			start = i + 1
		}
	}
	end := min(start+first, len(all))
	p := connectionPage[T]{items: all[start:end], hasNext: end < len(all)}
	for i, item := range p.items {
		p.cursors = append(
			p.cursors,
			base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d:%s", start+i, id(item))),
		)
	}
	return p, nil
}

// edgesOf returns the edges of a page.
func edgesOf[T, E any](p connectionPage[T], edge func(cursor string, item T) *E) []*E {
	edges := make([]*E, len(p.items))
	for i, item := range p.items {
		edges[i] = edge(p.cursors[i], item)
	}
	return edges
}

// cursorError is the error of a cursor that is not one of its list.
func cursorError(cursor string) error {
	return apperr.New(apperr.Invalid, "after: %.40q is not a cursor of this list, send an endCursor of it", cursor)
}

func readCursor(cursor string) (index int, id string, ok bool) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return 0, "", false
	}
	number, id, ok := strings.Cut(string(text), ":")
	index, err = strconv.Atoi(number)
	return index, id, ok && err == nil && index >= 0
}

func (p connectionPage[T]) info() *model.PageInfo {
	info := &model.PageInfo{HasNextPage: p.hasNext}
	if n := len(p.cursors); n > 0 {
		info.EndCursor = &p.cursors[n-1]
	}
	return info
}
