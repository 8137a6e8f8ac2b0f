package transport

import (
	"log/slog"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxLogged is the maximum number of characters of a call's variables in the query log.
const maxLogged = 50

// Variables are the variables of an operation. The query log has their names: values can be personal data or passwords.
type Variables map[string]any

// LogValue implements slog.LogValuer.
func (v Variables) LogValue() slog.Value {
	return slog.StringValue(truncate(strings.Join(slices.Sorted(maps.Keys(v)), " ")))
}

// truncate truncates a text of the query log.
func truncate(text string) string {
	end := 0
	for range maxLogged {
		if end == len(text) {
			return text
		}
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	if end == len(text) {
		return text
	}
	return text[:end] + "…"
}
