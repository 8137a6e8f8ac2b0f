// Package convert converts and searches slices.
package convert

import "slices"

// All converts each item, in order.
func All[T, U any](items []T, convert func(T) U) []U {
	converted := make([]U, len(items))
	for i, item := range items {
		converted[i] = convert(item)
	}
	return converted
}

// First returns the first item for which is returns true, or nil.
func First[T any](items []*T, is func(*T) bool) *T {
	if i := slices.IndexFunc(items, is); i >= 0 {
		return items[i]
	}
	return nil
}

// Pointers returns pointers to the values, in order.
func Pointers[T any](values []T) []*T {
	refs := make([]*T, len(values))
	for i := range values {
		refs[i] = &values[i]
	}
	return refs
}
