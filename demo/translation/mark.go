package translation

import (
	"regexp"
	"strings"

	"strand/domain/translation"
)

// lineStart matches the Markdown syntax before the text of a line: indentation, quotation, list, heading, table.
var lineStart = regexp.MustCompile(`^[\s>]*(?:[-*+:]\s+|\d+[.)]\s+|#{1,6}\s+|\|\s*)?`)

// Mark marks a text as translated into a language: each line with letters gets the language's code in brackets as a
// prefix, `[fr] `. Markdown syntax is kept.
func Mark(text, language string) string {
	mark := "[" + language + "] "
	return eachLine(text, func(line string) string {
		at := len(lineStart.FindString(line))
		return line[:at] + mark + line[at:]
	})
}

// eachLine changes the lines of a text that contain letters and are not code.
func eachLine(text string, change func(string) string) string {
	lines := strings.Split(text, "\n")
	isCode := false
	for i, line := range lines {
		isFence := strings.HasPrefix(strings.TrimSpace(line), "```")
		if isFence {
			isCode = !isCode
		}
		if !isFence && !isCode && translation.IsTranslatable(line) {
			lines[i] = change(line)
		}
	}
	return strings.Join(lines, "\n")
}
