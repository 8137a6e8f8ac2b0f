package translation_test

import (
	"testing"

	"strand/demo/translation"
)

func TestMark(t *testing.T) {
	for text, want := range map[string]string{
		"About us":                        "[fr] About us",
		"## Origins\n\nTwo\nlines":        "## [fr] Origins\n\n[fr] Two\n[fr] lines",
		"- one\n- two\n\n> said":          "- [fr] one\n- [fr] two\n\n> [fr] said",
		"| a | b |\n|---|---|\n| 1 | c |": "| [fr] a | b |\n|---|---|\n| [fr] 1 | c |",
		"```go\nfunc main\n```\nText":     "```go\nfunc main\n```\n[fr] Text",
		"12.5":                            "12.5",
		"[fr] marked before":              "[fr] [fr] marked before",
		"1. first\n  * below":             "1. [fr] first\n  * [fr] below",
	} {
		got := translation.Mark(text, "fr")
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if back := translation.Unmark(got, "fr"); back != text {
			t.Errorf("%q: unmarked %q", text, back)
		}
	}
}
