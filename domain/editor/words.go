package editor

import (
	"strings"
	"unicode"

	"strand/domain/figure"
)

// RunKind says in which versions a run of a text is.
type RunKind string

const (
	RunSame    RunKind = "SAME"
	RunAdded   RunKind = "ADDED"
	RunRemoved RunKind = "REMOVED"
)

// TextRun is a part of a text whose words are in both versions, or in one of them.
type TextRun struct {
	Kind RunKind
	// Text is what visitors read.
	Text string
	// Reference is the reference to the figure that the text is the value of; empty for other texts.
	Reference string
}

const (
	// maxWords limits the words of two texts that are compared: the time grows with the product of their numbers.
	maxWords = 1500
	// minCommon is the share of words that two texts must have in common, in percent: others are shown one after the
	// other, since single common words between many marks are not readable.
	minCommon = 33
)

// CompareWords marks the words that differ between two texts (EDIT-23). Of texts that have little in common, the whole
// old text is removed and the whole new one is added.
func CompareWords(before, after string, value figure.Lookup) []TextRun {
	was, is := wordsOf(before, value), wordsOf(after, value)
	start := 0
	for start < min(len(was), len(is)) && was[start].equals(is[start]) {
		start++
	}
	end := 0
	for end < min(len(was), len(is))-start && was[len(was)-1-end].equals(is[len(is)-1-end]) {
		end++
	}
	oldMiddle, newMiddle := was[start:len(was)-end], is[start:len(is)-end]
	var pairs [][2]int
	if len(oldMiddle) <= maxWords && len(newMiddle) <= maxWords {
		pairs = commonSubsequence(oldMiddle, newMiddle, word.equals)
	}
	var runs runWriter
	common := start + end + len(pairs)
	// Texts that differ in their spaces only have all words in common.
	isEqual := common == max(len(was), len(is)) && before != after
	if isEqual || common*100 < minCommon*max(len(was), len(is)) {
		runs.add(RunRemoved, was)
		runs.add(RunAdded, is)
		return runs.end()
	}
	runs.add(RunSame, is[:start])
	i, k := 0, 0
	for _, pair := range pairs {
		runs.add(RunRemoved, oldMiddle[i:pair[0]])
		runs.add(RunAdded, newMiddle[k:pair[1]])
		runs.add(RunSame, newMiddle[pair[1]:pair[1]+1])
		i, k = pair[0]+1, pair[1]+1
	}
	runs.add(RunRemoved, oldMiddle[i:])
	runs.add(RunAdded, newMiddle[k:])
	runs.add(RunSame, is[len(is)-end:])
	return runs.end()
}

// word is a word, a number or a sign, with the spaces after it, or the value of a reference.
type word struct{ text, reference string }

func (w word) equals(other word) bool {
	return w.reference == other.reference && strings.TrimSpace(w.text) == strings.TrimSpace(other.text)
}

// wordsOf divides a text into words. Each sign of a script without spaces is a word.
func wordsOf(text string, value figure.Lookup) []word {
	var words []word
	for _, span := range figure.Spans(text, value) {
		if span.Reference != "" {
			words = append(words, word{span.Text, span.Reference})
			continue
		}
		start, last := 0, wordEnd
		runes := []rune(span.Text)
		for at, r := range runes {
			kind := kindOf(r)
			if (r == '.' || r == ',') && at > 0 && at+1 < len(runes) &&
				unicode.IsDigit(runes[at-1]) && unicode.IsDigit(runes[at+1]) {
				kind = wordLetter // a part of a number
			}
			isStart := kind != wordSpace && (kind != wordLetter || last != wordLetter) ||
				kind == wordSpace && last == wordEnd
			if isStart && at > start {
				words = append(words, word{text: string(runes[start:at])})
				start = at
			}
			last = kind
		}
		words = append(words, word{text: string(runes[start:])})
	}
	return words
}

// wordKind is the kind of a character in a word.
type wordKind int

const (
	// wordEnd is the kind before the first character.
	wordEnd wordKind = iota
	wordLetter
	wordSpace
	wordSign
)

func kindOf(r rune) wordKind {
	switch {
	case unicode.IsSpace(r):
		return wordSpace
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return wordSign
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '-', r == '\u00ad', r == '\'', r == '’':
		return wordLetter
	}
	return wordSign
}

// runWriter makes runs in which neighbours differ.
type runWriter struct {
	runs []TextRun
	// text is that of the last run.
	text strings.Builder
}

func (w *runWriter) add(kind RunKind, words []word) {
	for _, next := range words {
		last := len(w.runs) - 1
		if last < 0 || next.reference != "" || w.runs[last].Kind != kind || w.runs[last].Reference != "" {
			w.end()
			w.runs = append(w.runs, TextRun{Kind: kind, Reference: next.reference})
		}
		w.text.WriteString(next.text)
	}
}

// end sets the text of the last run and returns all runs.
func (w *runWriter) end() []TextRun {
	if last := len(w.runs) - 1; last >= 0 {
		w.runs[last].Text = w.text.String()
	}
	w.text.Reset()
	return w.runs
}

// linesOfDraft returns the lines of the draft: those with a change, and the others.
func linesOfDraft(runs []TextRun) (changed, same []string) {
	var line strings.Builder
	isChanged := false
	end := func() {
		if isChanged {
			changed = append(changed, line.String())
		} else {
			same = append(same, line.String())
		}
		line.Reset()
		isChanged = false
	}
	for _, run := range runs {
		isChanged = isChanged || run.Kind != RunSame
		if run.Kind == RunRemoved {
			continue
		}
		for i, text := range strings.Split(run.Text, "\n") {
			if i > 0 {
				end()
				isChanged = run.Kind != RunSame
			}
			line.WriteString(text)
		}
	}
	end()
	return changed, same
}
