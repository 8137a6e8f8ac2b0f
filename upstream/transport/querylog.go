package transport

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"regexp"
	"unicode/utf8"
)

// maxLogged is the maximum number of characters of a call's variables in the query log.
const maxLogged = 50

// secrets matches the variables that are never logged.
var secrets = regexp.MustCompile(`"(\w*[pP]assword|oneTimeCode)":"(?:[^"\\]|\\.)*"`)

// partsOfSecrets are in the names of all secrets. Searching for them takes much less time than matching the pattern.
var partsOfSecrets = [][]byte{[]byte("assword"), []byte("oneTimeCode")}

// Variables are the variables of an operation; Truncate encodes them only if the event is logged.
type Variables map[string]any

// LogValue implements slog.LogValuer.
func (v Variables) LogValue() slog.Value { return slog.StringValue(Truncate(map[string]any(v))) }

// Truncate encodes variables for the query log, without secrets, truncated to 50 characters.
func Truncate(variables any) string {
	if variables == nil {
		return ""
	}
	data, err := json.Marshal(variables)
	if err != nil {
		return "?"
	}
	for _, part := range partsOfSecrets {
		if bytes.Contains(data, part) {
			data = secrets.ReplaceAll(data, []byte(`"$1":"[hidden]"`))
			break
		}
	}
	end := 0
	for range maxLogged {
		if end == len(data) {
			return string(data)
		}
		_, size := utf8.DecodeRune(data[end:])
		end += size
	}
	if end == len(data) {
		return string(data)
	}
	return string(data[:end]) + "…"
}
