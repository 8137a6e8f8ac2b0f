package transport

import (
	"log/slog"
	"maps"
	"slices"
	"strings"
)

// maxLogged is the maximum number of characters of a call's variables in the query log.
const maxLogged = 50

// Variables are the variables of an operation. The query log has their names: values can be personal data or passwords.
type Variables map[string]any

// LogValue implements slog.LogValuer.
func (v Variables) LogValue() slog.Value {
	names := []rune(strings.Join(slices.Sorted(maps.Keys(v)), " "))
	if len(names) > maxLogged {
		return slog.StringValue(string(names[:maxLogged]) + "…")
	}
	return slog.StringValue(string(names))
}
