package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// secret is what a broken system says; it must never reach a visitor.
const secret = "UPSTREAM-INTERNAL-TEXT"

// faultNames are the ways in which a system breaks, in the order of the report:
// slow:N answers after N milliseconds, cutbody breaks off and hangbody stops after half of the body, 429:N asks to be left
// alone for N seconds, huge:N answers N MB, nulls, nullfields, nullitems and emptylists change the data of the answer.
var faultNames = []string{
	"refused", "hang", "slow:3000", "slow:2500", "reset", "cutbody", "hangbody", "status:500", "status:502", "html", "badjson",
	"gqlerrors", "partial", "nulls", "nullfields", "nullitems", "emptylists", "429:60", "huge:200",
}

// fault is a way in which a system breaks: its kind, and the number after the colon.
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

// isTotal reports whether a system with the fault answers nothing that can be used.
func (f *fault) isTotal() bool {
	switch f.name {
	case "slow:2500", "partial", "nulls", "nullfields", "nullitems", "emptylists":
		return false
	}
	return true
}

// broken returns what an answer becomes by a fault that changes its data. What is no JSON, such as a file, is replaced by
// JSON.
func broken(kind string, answer []byte) []byte {
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
		replaced(data, func(v any) (any, bool) {
			_, isObject := v.(map[string]any)
			_, isList := v.([]any)
			return nil, !isObject && !isList
		})
	case "nullitems":
		withNullItems(data)
	case "emptylists":
		replaced(data, func(v any) (any, bool) {
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

// replaced replaces every part of a value for which change says so.
func replaced(value any, change func(any) (any, bool)) any {
	if other, ok := change(value); ok {
		return other
	}
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			v[key] = replaced(field, change)
		}
	case []any:
		for i, item := range v {
			v[i] = replaced(item, change)
		}
	}
	return value
}

// withNullItems is a value with a null before the items of every list.
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
