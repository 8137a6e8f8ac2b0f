package transport

import (
	"encoding/json"
	"regexp"
)

// maxLogged is the maximum number of characters of a call's variables in the query log.
const maxLogged = 50

// secrets matches the variables that are never logged.
var secrets = regexp.MustCompile(`"(\w*[pP]assword|oneTimeCode)":"(?:[^"\\]|\\.)*"`)

// Truncate encodes variables for the query log, without secrets, truncated to 50 characters.
func Truncate(variables any) string {
	if variables == nil {
		return ""
	}
	data, err := json.Marshal(variables)
	if err != nil {
		return "?"
	}
	text := []rune(string(secrets.ReplaceAll(data, []byte(`"$1":"[hidden]"`))))
	if len(text) <= maxLogged {
		return string(text)
	}
	return string(text[:maxLogged]) + "…"
}
