// Package convert converts slices.
package convert

// All converts each item, in order.
func All[T, U any](items []T, convert func(T) U) []U {
	converted := make([]U, len(items))
	for i, item := range items {
		converted[i] = convert(item)
	}
	return converted
}

// Pointers returns pointers to the values, in order.
func Pointers[T any](values []T) []*T {
	refs := make([]*T, len(values))
	for i := range values {
		refs[i] = &values[i]
	}
	return refs
}
