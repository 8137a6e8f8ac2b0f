// Package optional contains conversions of texts that may be missing.
package optional

// Text returns nil for an empty text.
func Text(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// OrEmpty returns an empty text for nil.
func OrEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
