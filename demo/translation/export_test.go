package translation

import "strings"

// Unmark returns the original of a text that Mark has marked.
func Unmark(text, language string) string {
	mark := "[" + language + "] "
	return eachLine(text, func(line string) string {
		at := len(lineStart.FindString(line))
		return line[:at] + strings.TrimPrefix(line[at:], mark)
	})
}
