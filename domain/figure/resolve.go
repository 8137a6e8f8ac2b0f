package figure

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lookup returns the value of a reference as plain text; not ok for one that dangles.
type Lookup func(Reference) (value string, ok bool)

// Text replaces the references in a plain text by their values, and returns those that dangle. A dangling reference is
// replaced by its fallback; without one, its sentence is left out, and of a text of one sentence only the reference.
func Text(text string, value Lookup) (resolved string, dangling []string) {
	r := resolver{value: value}
	resolved, isMissing := r.replace(text, func(v string) string { return v })
	if isMissing {
		resolved = withoutSentences(resolved)
	}
	return withoutNewReferences(resolved), r.dangling
}

// withoutNewReferences removes the double braces of a text in which the removal of a reference has formed another one,
// such as that of `{{{fact:a}}{fact:b`. Only invalid texts contain such references, so that their other braces may go
// with them.
func withoutNewReferences(resolved string) string {
	if !tokenPattern.MatchString(resolved) {
		return resolved
	}
	return strings.ReplaceAll(resolved, "{{", "")
}

// resolver replaces references and collects those that dangle.
type resolver struct {
	value    Lookup
	count    int
	dangling []string
}

// missing marks the place of a reference without a value and a fallback. It is no character of a text.
const missing = "\x00"

// replace replaces the references in a text by their escaped values; isMissing reports whether it contains missing.
func (r *resolver) replace(text string, escape func(string) string) (replaced string, isMissing bool) {
	if !MayContain(text) {
		return text, false
	}
	text = strings.ReplaceAll(text, missing, "")
	replaced = tokenPattern.ReplaceAllStringFunc(text, func(token string) string {
		ref, fallback, ok := parse(token)
		if r.count++; ok && r.count <= maxReferences {
			if v, isKnown := r.value(ref); isKnown && len(v) <= maxValue {
				return escape(v)
			}
		}
		if name := clip(token); !slices.Contains(r.dangling, name) {
			r.dangling = append(r.dangling, name)
		}
		if fallback != "" {
			return fallback
		}
		isMissing = true
		return missing
	})
	return replaced, isMissing
}

// clip returns a token without its braces, of at most 100 bytes.
func clip(token string) string {
	name := strings.TrimSpace(strings.Trim(token, "{}"))
	return strings.ToValidUTF8(name[:min(len(name), 100)], "")
}

// withoutSentences removes the sentences that contain missing. If nothing is left, the text is kept without the marks.
func withoutSentences(text string) string {
	var kept strings.Builder
	for rest := text; rest != ""; {
		sentence := rest[:sentenceEnd(rest)]
		rest = rest[len(sentence):]
		if !strings.Contains(sentence, missing) {
			kept.WriteString(sentence)
		}
	}
	if left := strings.TrimSpace(kept.String()); left != "" {
		return left
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(text, missing, "")), " ")
}

// sentenceEnd returns the end of the first sentence of a text with the spaces after it. A mark ends a sentence only
// before a capital letter or a letter of a script without capitals, so that an abbreviation does not.
func sentenceEnd(text string) int {
	for i, mark := range text {
		after := i + utf8.RuneLen(mark)
		switch {
		case mark == '\n', strings.ContainsRune("。！？", mark):
			return after
		case !strings.ContainsRune(".!?…", mark):
			continue
		}
		next := strings.TrimLeftFunc(text[after:], unicode.IsSpace)
		spaces := len(text) - after - len(next)
		first, _ := utf8.DecodeRuneInString(next)
		if next == "" || spaces > 0 && (unicode.IsUpper(first) || unicode.Is(unicode.Lo, first)) {
			return after + spaces
		}
	}
	return len(text)
}
