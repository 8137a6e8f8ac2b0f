package transport

import (
	"encoding/json"
	"regexp"
)

// maxLogged is how many characters of a call's variables the query log shows.
const maxLogged = 50

// secrets are the variables that no log shows, by their names.
var secrets = regexp.MustCompile(`"(\w*[pP]assword|oneTimeCode)":"(?:[^"\\]|\\.)*"`)

// Truncate renders variables for the query log, without secrets, cut at 50 characters.
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
