// Package optional holds what is done everywhere with texts that may be missing.
package optional

// Text is nil for a text that is not there.
func Text(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// OrEmpty is empty for a text that is not there.
func OrEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
