package translation_test

import (
	"slices"
	"testing"
	"time"

	"strand/domain/editorial"
	"strand/domain/translation"
)

const (
	marked     = editorial.MarkedForTranslation
	inProgress = editorial.InProgress
	translated = editorial.Translated
)

// Rules: TRAN-1.
func TestNext(t *testing.T) {
	for _, test := range []struct {
		state  translation.State
		action translation.Action
		next   translation.State
		want   translation.ActionResult
	}{
		{marked, translation.Start, inProgress, translation.Changed},
		{marked, translation.Reset, marked, translation.Unchanged},
		{marked, translation.Deliver, marked, translation.Refused},
		{inProgress, translation.Start, inProgress, translation.Unchanged},
		{inProgress, translation.Reset, marked, translation.Changed},
		{inProgress, translation.Deliver, translated, translation.Changed},
		{translated, translation.Start, translated, translation.Refused},
		{translated, translation.Reset, marked, translation.Changed},
		{translated, translation.Deliver, translated, translation.Unchanged},
		{"UNKNOWN", translation.Start, "UNKNOWN", translation.Refused},
	} {
		next, result := translation.Next(test.state, test.action)
		if next != test.next || result != test.want {
			t.Errorf("%s of %s: %s, %s, want %s, %s", test.action, test.state, next, result, test.next, test.want)
		}
	}
}

// Rules: TRAN-2.
func TestPage_State(t *testing.T) {
	for name, test := range map[string]struct {
		states []translation.State
		want   translation.State
	}{
		"no target":                   {nil, ""},
		"one marked":                  {[]translation.State{marked}, marked},
		"all translated":              {[]translation.State{translated, translated}, translated},
		"any in progress":             {[]translation.State{translated, marked, inProgress}, inProgress},
		"some translated, others not": {[]translation.State{translated, marked}, marked},
	} {
		p := &translation.Page{}
		for _, state := range test.states {
			p.Targets = append(p.Targets, &translation.Target{
				TranslationTarget: editorial.TranslationTarget{TranslationState: state},
			})
		}
		got, ok := p.State()
		if got != test.want || ok != (len(test.states) > 0) {
			t.Errorf("%s: %q, %t", name, got, ok)
		}
	}
}

func TestPage_ChangedAt(t *testing.T) {
	early, late := time.Unix(1, 0), time.Unix(2, 0)
	p := &translation.Page{}
	if got := p.ChangedAt(); got != nil {
		t.Errorf("no target: %v", got)
	}
	p.Targets = []*translation.Target{
		{TranslationTarget: editorial.TranslationTarget{ExportedAt: &early, ImportedAt: &late}},
		{TranslationTarget: editorial.TranslationTarget{ExportedAt: &early}},
	}
	if got := p.ChangedAt(); got == nil || !got.Equal(late) {
		t.Errorf("%v", got)
	}
}

func TestPage_Can(t *testing.T) {
	target := func(state translation.State) *translation.Target {
		return &translation.Target{TranslationTarget: editorial.TranslationTarget{TranslationState: state}}
	}
	for name, test := range map[string]struct {
		page         *translation.Page
		start, reset bool
	}{
		"no target": {&translation.Page{SourceLanguage: "en", Languages: []string{"en"}}, false, false},
		"marked": {&translation.Page{
			SourceLanguage: "en",
			Languages:      []string{"en"},
			Targets:        []*translation.Target{target(marked)},
		}, true, false},
		"one is possible": {&translation.Page{
			SourceLanguage: "en",
			Languages:      []string{"en"},
			Targets:        []*translation.Target{target(translated), target(marked)},
		}, true, true},
		"all in progress": {&translation.Page{
			SourceLanguage: "en",
			Languages:      []string{"en"},
			Targets:        []*translation.Target{target(inProgress)},
		}, false, true},
		"without a source": {&translation.Page{
			SourceLanguage: "fr",
			Languages:      []string{"en"},
			Targets:        []*translation.Target{target(marked), target(translated)},
		}, false, true},
	} {
		if start, reset := test.page.Can(translation.Start), test.page.Can(translation.Reset); start != test.start ||
			reset != test.reset {
			t.Errorf("%s: start %t, reset %t", name, start, reset)
		}
	}
}

// TestPage_StateIn: the state of a page in the languages that an editor chose.
//
// Rules: TRAN-2.
func TestPage_StateIn(t *testing.T) {
	in := func(language string, state translation.State) *translation.Target {
		made := translation.NewTarget("page", language)
		made.TranslationState = state
		return made
	}
	page := &translation.Page{ID: "page", SourceLanguage: "en", Targets: []*translation.Target{
		in("fr", translated), in("es", translated), in("ja", inProgress), in("de", marked),
	}}
	for _, test := range []struct {
		languages []string
		want      translation.State
	}{
		{[]string{"fr", "es"}, translated},
		{[]string{"fr", "en"}, translated},
		{[]string{"fr", "de"}, marked},
		{[]string{"fr", "zh"}, marked},
		{[]string{"zh", "ja"}, inProgress},
		{[]string{"en"}, translated},
		{nil, translated},
	} {
		if got := page.StateIn(test.languages); got != test.want {
			t.Errorf("%v: %s, want %s", test.languages, got, test.want)
		}
	}
}

func TestSort(t *testing.T) {
	at := func(seconds int64) *time.Time { t := time.Unix(seconds, 0); return &t }
	page := func(id string, changed *time.Time, updated int64) *translation.Page {
		return &translation.Page{
			ID:        id,
			UpdatedAt: time.Unix(updated, 0),
			Targets: []*translation.Target{
				{TranslationTarget: editorial.TranslationTarget{ExportedAt: changed}},
			},
		}
	}
	pages := []*translation.Page{
		page("d", nil, 8),
		page("b", at(1), 9),
		page("c", nil, 9),
		page("a", at(2), 1),
		page("e", nil, 8),
	}
	translation.Sort(pages)
	var ids []string
	for _, p := range pages {
		ids = append(ids, p.ID)
	}
	if !slices.Equal(ids, []string{"a", "b", "c", "d", "e"}) {
		t.Error(ids)
	}
}

func TestPage_Target(t *testing.T) {
	p := &translation.Page{Targets: []*translation.Target{
		{TranslationTarget: editorial.TranslationTarget{Language: "de"}},
		{TranslationTarget: editorial.TranslationTarget{Language: "fr"}},
	}}
	if p.Target("fr") != p.Targets[1] || p.Target("ja") != nil {
		t.Error("a target is not found by its language, or an unknown one is found")
	}
}

// TestName: the names of the states in the API (TRAN-11).
func TestName(t *testing.T) {
	for state, want := range map[translation.State]string{
		marked: "MarkedForTranslation", inProgress: "InProgress", translated: "Translated", "UNKNOWN": "",
	} {
		if got := translation.Name(state); got != want {
			t.Errorf("%s is called %q", state, got)
		}
	}
}

// TestTarget_Next: a failed target can be started again and reset; one in progress is not started twice.
//
// Rules: TRAN-7.
func TestTarget_Next(t *testing.T) {
	for _, test := range []struct {
		hasFailed bool
		action    translation.Action
		want      translation.ActionResult
	}{
		{false, translation.Start, translation.Unchanged},
		{true, translation.Start, translation.Changed},
		{false, translation.Reset, translation.Changed},
		{true, translation.Reset, translation.Changed},
	} {
		target := translation.Target{HasFailed: test.hasFailed}
		target.TranslationState = editorial.InProgress
		if _, got := target.Next(test.action); got != test.want ||
			target.Can(test.action) != (test.want == translation.Changed) {
			t.Errorf("%s, failed %t: %s, want %s", test.action, test.hasFailed, got, test.want)
		}
	}
}
