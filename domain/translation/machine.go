// Package translation holds the rules of translating pages: how far a translation is (TRAN-1), and the files that are
// exchanged with a translation service.
package translation

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"strand/domain/editorial"
)

// State is how far the translation of a page into a language is.
type State = editorial.TranslationState

// Action is what is done with the translation of a page into a language.
type Action string

const (
	Start Action = "START"
	Reset Action = "RESET"
	// Deliver is the arrival of the translation that was started.
	Deliver Action = "DELIVER"
)

// Outcome is what an action does.
type Outcome string

const (
	Changed Outcome = "CHANGED"
	// Unchanged says that the action was done before: a repetition.
	Unchanged Outcome = "UNCHANGED"
	// Refused says that the action is not possible in the state.
	Refused Outcome = "REFUSED"
)

// transitions has the state that an action leads to. An action that is missing is refused in the state.
var transitions = map[State]map[Action]State{
	editorial.MarkedForTranslation: {
		Start: editorial.InProgress,
		Reset: editorial.MarkedForTranslation,
	},
	editorial.InProgress: {
		Start:   editorial.InProgress,
		Reset:   editorial.MarkedForTranslation,
		Deliver: editorial.Translated,
	},
	// A translation that is there is not started again before it is reset: its draft may have been corrected by hand.
	editorial.Translated: {
		Reset:   editorial.MarkedForTranslation,
		Deliver: editorial.Translated,
	},
}

// Next returns the state that an action leads to, and whether that is a change.
func Next(state State, action Action) (State, Outcome) {
	next, ok := transitions[state][action]
	switch {
	case !ok:
		return state, Refused
	case next == state:
		return state, Unchanged
	}
	return next, Changed
}

// Target is a language that a page is translated into.
type Target struct {
	editorial.TranslationTarget
	// Problem says why the translation does not arrive; empty for none.
	Problem string
}

// Can reports whether an action would change something.
func (t *Target) Can(action Action) bool {
	_, outcome := Next(t.TranslationState, action)
	return outcome == Changed
}

// Page is the translation of a page.
type Page struct {
	ID, Title string
	// SourceLanguage is the language that the page is translated from.
	SourceLanguage string
	// Languages are those that the page is written in, drafts included.
	Languages   []string
	IsPublished bool
	Targets     []*Target
	UpdatedAt   time.Time
}

// State is the state of a page as a whole: translated if all targets are, in progress if any is, else marked for
// translation. Not ok for a page without targets.
func (p *Page) State() (state State, ok bool) {
	translated := 0
	for _, t := range p.Targets {
		switch t.TranslationState {
		case editorial.InProgress:
			return editorial.InProgress, true
		case editorial.Translated:
			translated++
		}
	}
	switch {
	case len(p.Targets) == 0:
		return "", false
	case translated == len(p.Targets):
		return editorial.Translated, true
	}
	return editorial.MarkedForTranslation, true
}

// Can reports whether an action would change something. A page that is not written in its source language cannot be
// started.
func (p *Page) Can(action Action) bool {
	if action == Start && !slices.Contains(p.Languages, p.SourceLanguage) {
		return false
	}
	return slices.ContainsFunc(p.Targets, func(t *Target) bool { return t.Can(action) })
}

// ChangedAt is when a translation of the page was exported or imported last; nil for never.
func (p *Page) ChangedAt() *time.Time {
	var last *time.Time
	for _, t := range p.Targets {
		for _, at := range []*time.Time{t.ExportedAt, t.ImportedAt} {
			if at != nil && (last == nil || at.After(*last)) {
				last = at
			}
		}
	}
	return last
}

// Target is the target of a language; nil for none.
func (p *Page) Target(language string) *Target {
	for _, t := range p.Targets {
		if t.Language == language {
			return t
		}
	}
	return nil
}

// Sort sorts pages by when one of their translations was exported or imported, the newest first; after them those that
// never were, by when they were changed.
func Sort(pages []*Page) {
	slices.SortFunc(pages, func(a, b *Page) int {
		var atA, atB time.Time
		if at := a.ChangedAt(); at != nil {
			atA = *at
		}
		if at := b.ChangedAt(); at != nil {
			atB = *at
		}
		return cmp.Or(atB.Compare(atA), b.UpdatedAt.Compare(a.UpdatedAt), strings.Compare(a.ID, b.ID))
	})
}

// names are the states as the addresses of TRAN-11 answer them.
var names = map[State]string{
	editorial.MarkedForTranslation: "MarkedForTranslation",
	editorial.InProgress:           "InProgress",
	editorial.Translated:           "Translated",
}

// Name is a state as the addresses of TRAN-11 and the CMS write it.
func Name(s State) string { return names[s] }
