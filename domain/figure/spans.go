package figure

import "strings"

// Span is a part of a text: a plain text, or a reference with what visitors read in its place.
type Span struct {
	Text string
	// Reference is the reference without braces and fallback, such as `fact:employees`; empty for a plain text.
	Reference string
}

// Spans divides a plain text at its references. The text of a dangling reference is its fallback, which can be empty.
func Spans(text string, value Lookup) []Span {
	var spans []Span
	end := 0
	if MayContain(text) {
		for _, at := range tokenPattern.FindAllStringIndex(text, maxReferences) {
			if at[0] > end {
				spans = append(spans, Span{Text: text[end:at[0]]})
			}
			spans = append(spans, spanOf(text[at[0]:at[1]], value))
			end = at[1]
		}
	}
	if end < len(text) {
		spans = append(spans, Span{Text: text[end:]})
	}
	return spans
}

func spanOf(token string, value Lookup) Span {
	ref, fallback, ok := parse(token)
	name, _, _ := strings.Cut(token, "|")
	span := Span{Text: fallback, Reference: clip(name)}
	if ok {
		if v, isKnown := value(ref); isKnown && len(v) <= maxValue {
			span.Text = v
		}
	}
	return span
}
