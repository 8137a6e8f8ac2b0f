package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// secret is the text of a failing system; it must never reach a visitor.
const secret = "UPSTREAM-INTERNAL-TEXT"

// faultNames are the faults of a system, in the order of the report: slow:N answers after N milliseconds, cutbody
// aborts and hangbody stops after half of the body, 429:N sends Retry-After N, huge:N answers N MB, and nulls,
// nullfields, nullitems and emptylists change the data of the answer.
var faultNames = []string{
	"refused", "hang", "slow:3000", "slow:2500", "reset", "cutbody", "hangbody", "status:500", "status:502", "html",
	"badjson",
	"gqlerrors", "partial", "nulls", "nullfields", "nullitems", "emptylists", "429:60", "huge:200",
}

// fault is a fault of a system: its kind, and the number after the colon.
type fault struct {
	name, kind string
	number     int
}

func parseFault(name string) (*fault, error) {
	kind, number, hasNumber := strings.Cut(name, ":")
	f := &fault{name: name, kind: kind}
	if hasNumber {
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("read the number of the fault %q: %w", name, err)
		}
		f.number = n
	}
	return f, nil
}

// isTotal reports whether a system with the fault returns no usable answer.
func (f *fault) isTotal() bool {
	switch f.name {
	case "slow:2500", "partial", "nulls", "nullfields", "nullitems", "emptylists":
		return false
	}
	return true
}

// withFault applies a fault that changes data to an answer. An answer that is not JSON, such as a file, is replaced by
// JSON.
func withFault(kind string, answer []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	var root map[string]any
	if err := decoder.Decode(&root); err != nil {
		return []byte(`{"data":null}`)
	}
	data, isGraphQL := root["data"].(map[string]any)
	if !isGraphQL {
		data = root
	}
	switch kind {
	case "partial":
		root["errors"] = []any{map[string]any{"message": secret}}
	case "nulls":
		for key := range data {
			data[key] = nil
		}
	case "nullfields":
		replaceParts(data, func(v any) (any, bool) {
			_, isObject := v.(map[string]any)
			_, isList := v.([]any)
			return nil, !isObject && !isList
		})
	case "nullitems":
		withNullItems(data)
	case "emptylists":
		replaceParts(data, func(v any) (any, bool) {
			_, isList := v.([]any)
			return []any{}, isList
		})
	}
	text, err := json.Marshal(root)
	if err != nil {
		return []byte(`{"data":null}`)
	}
	return text
}

// replaceParts replaces every part of a value for which change returns true.
func replaceParts(value any, change func(any) (any, bool)) any {
	if other, ok := change(value); ok {
		return other
	}
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			v[key] = replaceParts(field, change)
		}
	case []any:
		for i, item := range v {
			v[i] = replaceParts(item, change)
		}
	}
	return value
}

// withNullItems inserts a null before the items of every list.
func withNullItems(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			v[key] = withNullItems(field)
		}
	case []any:
		list := []any{nil}
		for _, item := range v {
			list = append(list, withNullItems(item))
		}
		return list
	}
	return value
}
