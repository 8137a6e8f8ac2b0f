package cms

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/ast"

	"strand/demo/cms/content"
)

func same(have, want any) bool {
	if have == nil || want == nil {
		return have == nil && want == nil
	}
	return fmt.Sprint(have) == fmt.Sprint(want)
}

func among(have, want any) bool {
	list, _ := want.([]any)
	return slices.ContainsFunc(list, func(w any) bool { return same(have, w) })
}

// matches reports whether an entry satisfies all conditions of a filter.
func (e *execution) matches(r resolvedEntry, where any) bool {
	filter, ok := where.(map[string]any)
	if !ok {
		return true
	}
	for key, want := range filter {
		switch key {
		case "AND":
			if !slices.ContainsFunc(filters(want), func(f any) bool { return !e.matches(r, f) }) {
				continue
			}
			return false
		case "OR":
			if alternatives := filters(want); len(alternatives) == 0 ||
				slices.ContainsFunc(alternatives, func(f any) bool { return e.matches(r, f) }) {
				continue
			}
			return false
		case "NOT":
			if slices.ContainsFunc(filters(want), func(f any) bool { return e.matches(r, f) }) {
				return false
			}
			continue
		}
		if !e.holds(r, key, want) {
			return false
		}
	}
	return true
}

func filters(v any) []any {
	list, _ := v.([]any)
	return list
}

// holds reports whether a field of an entry has a value, or one of several values for a key with the suffix `_in`. The
// contract has no other conditions.
func (e *execution) holds(r resolvedEntry, key string, want any) bool {
	name, isList := strings.CutSuffix(key, "_in")
	definition := e.schema.Types[r.entry.Type].Fields.ForName(name)
	have, _ := e.entryField(r, &ast.Field{Name: name, Alias: name, Definition: definition})
	if isList {
		return among(have, want)
	}
	return same(have, want)
}

// order sorts by `field_ASC` or `field_DESC`; the sort is stable.
func order(e *execution, found []resolvedEntry, by any) {
	text, ok := by.(string)
	if !ok {
		return
	}
	name, descending := strings.CutSuffix(text, "_DESC")
	name = strings.TrimSuffix(name, "_ASC")
	value := func(r resolvedEntry) any {
		v, _ := e.entryField(r, &ast.Field{Name: name, Alias: name})
		return v
	}
	slices.SortStableFunc(found, func(a, b resolvedEntry) int {
		c := compare(value(a), value(b))
		if descending {
			return -c
		}
		return c
	})
}

func compare(a, b any) int {
	switch x := a.(type) {
	case int64:
		if y, ok := b.(int64); ok {
			return cmp.Compare(x, y)
		}
	case time.Time:
		if y, ok := b.(time.Time); ok {
			return x.Compare(y)
		}
	}
	return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
}

// slice is a page of a list.
type slice struct {
	entries           []resolvedEntry
	before, after     bool
	requestedPageSize int
}

func (l Limits) paginate(found []resolvedEntry, arguments map[string]any) slice {
	start, size := l.page(arguments)
	if cursor, ok := arguments["after"].(string); ok {
		for i, r := range found {
			if cursorOf(r.entry) == cursor {
				start += i + 1
				break
			}
		}
	}
	start = min(max(start, 0), len(found))
	end := min(start+size, len(found))
	return slice{entries: found[start:end], before: start > 0, after: end < len(found), requestedPageSize: size}
}

func number(v any) (int, bool) {
	switch n := v.(type) {
	case int64:
		return int(n), true
	case int:
		return n, true
	case float64:
		return int(n), true
	}
	return 0, false
}

func cursorOf(entry *content.Entry) string {
	return base64.RawURLEncoding.EncodeToString([]byte(entry.ID))
}

func connection(typeName string, page slice, total int) record {
	edges := make([]any, len(page.entries))
	info := map[string]any{
		"hasNextPage":     page.after,
		"hasPreviousPage": page.before,
		"pageSize":        page.requestedPageSize,
	}
	for i, r := range page.entries {
		edges[i] = record{typeName + "Edge", map[string]any{"node": r, "cursor": cursorOf(r.entry)}}
	}
	if n := len(page.entries); n > 0 {
		info["startCursor"], info["endCursor"] = cursorOf(page.entries[0].entry), cursorOf(page.entries[n-1].entry)
	}
	return record{typeName + "Connection", map[string]any{
		"pageInfo":  record{"PageInfo", info},
		"edges":     edges,
		"aggregate": record{"Aggregate", map[string]any{"count": total}},
	}}
}
