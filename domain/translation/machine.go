// Package translation contains the rules of translating pages: the states of a translation (TRAN-1), and the files that
// are exchanged with a translation service.
package translation

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"strand/domain/convert"
	"strand/domain/editorial"
)

// State is the state of the translation of a page into a language.
type State = editorial.TranslationState

// Action is an action on the translation of a page into a language.
type Action string

const (
	Start Action = "START"
	Reset Action = "RESET"
	// Deliver is the delivery of the translation by the service.
	Deliver Action = "DELIVER"
)

// ActionResult is the result of an action.
type ActionResult string

const (
	Changed ActionResult = "CHANGED"
	// Unchanged means that the action is a repetition without effect.
	Unchanged ActionResult = "UNCHANGED"
	// Refused means that the action is not possible in the state.
	Refused ActionResult = "REFUSED"
)

// transitions maps states and actions to the next state. A missing action is refused.
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
	// A translated target must be reset before it is started again, because its draft may contain manual corrections.
	editorial.Translated: {
		Reset:   editorial.MarkedForTranslation,
		Deliver: editorial.Translated,
	},
}

// Next returns the state after an action, and the result of the action.
func Next(state State, action Action) (State, ActionResult) {
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
	// Problem is the reason for which the translation cannot be delivered; empty for none.
	Problem string
	// HasFailed is true if the order of a target in progress is not continued by itself, because its file was refused.
	HasFailed bool
}

// Next returns the state after an action, and the result of the action. A failed target can be started again (TRAN-7).
func (t *Target) Next(action Action) (State, ActionResult) {
	if t.HasFailed && action == Start {
		return editorial.InProgress, Changed
	}
	return Next(t.TranslationState, action)
}

// Can reports whether an action would change something.
func (t *Target) Can(action Action) bool {
	_, result := t.Next(action)
	return result == Changed
}

// Page is a page with the states of its translations.
type Page struct {
	ID, Title string
	// SourceLanguage is the language that the page is translated from.
	SourceLanguage string
	// Languages are the languages of the page's content, drafts included.
	Languages   []string
	IsPublished bool
	Targets     []*Target
	UpdatedAt   time.Time
}

// State returns the state of a page as a whole: translated if all targets are, in progress if any target is, else
// marked for translation. ok is false for a page without targets.
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

// StateIn returns the state of a page in some languages, by the rule of State: one without a target counts as marked
// for translation. The source language does not count.
func (p *Page) StateIn(languages []string) State {
	wanted := &Page{}
	for _, language := range languages {
		if language == p.SourceLanguage {
			continue
		}
		t := p.Target(language)
		if t == nil {
			t = NewTarget(p.ID, language)
		}
		wanted.Targets = append(wanted.Targets, t)
	}
	state, ok := wanted.State()
	if !ok {
		return editorial.Translated
	}
	return state
}

// NewTarget returns the target of a page in a language for which the CMS has none yet.
func NewTarget(page, language string) *Target {
	return &Target{TranslationTarget: editorial.TranslationTarget{
		ID: page + "-to-" + language, Language: language, TranslationState: editorial.MarkedForTranslation,
	}}
}

// Can reports whether an action would change something. A page without content in its source language cannot be
// started.
func (p *Page) Can(action Action) bool {
	if action == Start && !slices.Contains(p.Languages, p.SourceLanguage) {
		return false
	}
	return slices.ContainsFunc(p.Targets, func(t *Target) bool { return t.Can(action) })
}

// ChangedAt is the time of the last export or import of a translation of the page; nil for never.
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

// Target returns the target with a language, or nil.
func (p *Page) Target(language string) *Target {
	return convert.First(p.Targets, func(t *Target) bool { return t.Language == language })
}

// Sort sorts pages by ChangedAt, the newest first. Pages that were never exported follow, sorted by UpdatedAt.
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

// names are the names of the states in the API of TRAN-11.
var names = map[State]string{
	editorial.MarkedForTranslation: "MarkedForTranslation",
	editorial.InProgress:           "InProgress",
	editorial.Translated:           "Translated",
}

// Name returns the name of a state in the API of TRAN-11 and in the CMS.
func Name(s State) string { return names[s] }
