package portal

import (
	"slices"
	"strings"
	"unicode"

	"strand/domain/form"
)

// IsName reports whether a text can be the name of a person or an organization. Names are part of mails, so
// that they contain neither URLs, which mail programs show as links, nor markup, nor characters that change how
// the text around them is shown.
func IsName(text string) bool {
	folded := strings.ToLower(text)
	return !strings.Contains(folded, "://") && !strings.Contains(folded, "www.") &&
		!strings.ContainsFunc(text, isNoNameRune)
}

// isNoNameRune reports whether a character is markup, a control character, or an invisible one (among them those that
// change the direction of text). Zero-width joiners belong to the names of some languages.
func isNoNameRune(r rune) bool {
	const zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d'
	return strings.ContainsRune("<>→", r) || unicode.IsControl(r) ||
		unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) && r != zeroWidthNonJoiner && r != zeroWidthJoiner
}

// CheckNames returns the problems of the values that are names.
func CheckNames(fields []form.Field, values map[string]string, names ...string) (problems []form.Problem) {
	for _, name := range names {
		if at := slices.IndexFunc(fields, func(f form.Field) bool { return f.Name == name }); !IsName(values[name]) {
			problems = append(problems, form.Problem{Field: name, Code: form.CodeInvalid, Message: fields[at].Message})
		}
	}
	return problems
}
