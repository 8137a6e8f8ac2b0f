package transport

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"strand/internal/apperr"
	"strand/internal/telemetry"
)

const (
	// hidden replaces a value of a variable in an error message.
	hidden = "[hidden]"
	// maxMessage is the maximum number of bytes of an upstream's error message.
	maxMessage = 500
)

// withoutInput returns an error message of an upstream system without the values of the request's variables, which
// systems quote: `cannot use "…" as Int`.
func withoutInput(message string, variables any) string {
	data, err := json.Marshal(variables)
	if err != nil {
		return hidden
	}
	var decoded any
	if err := json.Unmarshal(data, &decoded); err != nil {
		return hidden
	}
	values := textsIn(decoded, nil)
	// A value that contains another one is hidden first.
	slices.SortFunc(values, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, value := range values {
		message = hide(message, value)
		if quoted, err := json.Marshal(value); err == nil {
			message = hide(message, string(quoted[1:len(quoted)-1]))
		}
	}
	if len(message) > maxMessage {
		message = strings.ToValidUTF8(message[:maxMessage], "") + "…"
	}
	return telemetry.Clean(message)
}

// HideInput returns an error whose text has no values of a request.
func HideInput(err error, values any) error {
	text := withoutInput(err.Error(), values)
	if text == err.Error() {
		return err
	}
	return apperr.WithText(err, text)
}

// textsIn appends all texts within a decoded JSON value.
func textsIn(value any, texts []string) []string {
	switch value := value.(type) {
	case string:
		return append(texts, value)
	case []any:
		for _, v := range value {
			texts = textsIn(v, texts)
		}
	case map[string]any:
		for _, v := range value {
			texts = textsIn(v, texts)
		}
	}
	return texts
}

// hide replaces a value in a message, but not as a part of a word: `en` stays in `token`.
func hide(message, value string) string {
	if strings.TrimSpace(value) == "" {
		return message
	}
	var found strings.Builder
	rest := message
	for {
		at := strings.Index(rest, value)
		if at < 0 {
			found.WriteString(rest)
			return found.String()
		}
		before, _ := utf8.DecodeLastRuneInString(rest[:at])
		after, _ := utf8.DecodeRuneInString(rest[at+len(value):])
		first, _ := utf8.DecodeRuneInString(value)
		last, _ := utf8.DecodeLastRuneInString(value)
		found.WriteString(rest[:at])
		if isInWord(before) && isInWord(first) || isInWord(last) && isInWord(after) {
			found.WriteString(value)
		} else {
			found.WriteString(hidden)
		}
		rest = rest[at+len(value):]
	}
}

func isInWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
