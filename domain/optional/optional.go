// Package optional contains conversions of values that may be missing.
package optional

// Text returns nil for an empty text.
func Text(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// OrEmpty returns the value of a pointer; the zero value, such as an empty text, for nil.
func OrEmpty[T any](value *T) (zero T) {
	if value == nil {
		return zero
	}
	return *value
}
