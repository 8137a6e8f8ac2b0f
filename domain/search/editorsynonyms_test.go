package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"strand/domain/finding"
	"strand/domain/site"
)

// newDirectory returns a main site in English and German, and another site in English.
func newDirectory(t *testing.T) *site.Directory {
	t.Helper()
	languages := []*site.Language{{LanguageCode: "en"}, {LanguageCode: "de"}}
	sites := []*site.Site{
		{ID: "main", IsMain: true, Languages: []string{"en"}}, {ID: "cirris", Languages: []string{"en"}},
	}
	dir, err := site.NewDirectory(languages, nil, sites, nil)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestSynonymTable: the synonyms of editors for a site have priority over those for all sites, these over those of the
// program, which apply to all other phrases.
//
// Rules: SRCH-24.
func TestSynonymTable(t *testing.T) {
	table := NewSynonymTable(newDirectory(t), []*EditorSynonym{
		{
			ID: "1", LanguageCode: "en",
			Typed: []string{"Gigs", "jobs", "side-job"}, Searched: []string{"People", "group"},
		},
		{ID: "2", LanguageCode: "en", SiteIDs: []string{"cirris"}, Typed: []string{"GIGS"}, Searched: []string{"team"}},
		{ID: "3", LanguageCode: "en", Typed: []string{"a"}, Searched: []string{"b"}},
		{ID: "4", LanguageCode: "en", Typed: []string{"b"}, Searched: []string{"a"}},
		{ID: "5", LanguageCode: "de", Typed: []string{"a\x00b\u200b"}, Searched: []string{"größe"}},
	})
	main, cirris := Scope{Site: "main", Language: "en"}, Scope{Site: "cirris", Language: "en"}
	for _, test := range []struct {
		scope       Scope
		query, want string
	}{
		{main, "gigs in Japan", "People in Japan; group in Japan"},
		{main, "jobs", "People; group"},
		{main, "Side job", "People; group"},
		{main, "vacancies", "careers"},
		{main, "crimping", ""},
		{cirris, "gigs", "team"},
		{cirris, "jobs", "People; group"},
		{main, "a b", "b a"},
		{Scope{Site: "main", Language: "de"}, "a b", "größe"},
		{Scope{Site: "main", Language: "de"}, "gigs", ""},
	} {
		if got := strings.Join(table.Of(test.scope).Rephrase(test.scope.Language, test.query), "; "); got != test.want {
			t.Errorf("%v %q: %q, want %q", test.scope, test.query, got, test.want)
		}
	}
	for _, s := range newDirectory(t).Sites {
		if found := table.Findings(s, "en"); len(found) > 0 {
			t.Errorf("%s: %+v", s.ID, found)
		}
	}
}

// TestSynonymTable_Ignored: what cannot be used is ignored, and a finding in the report of the site and language.
//
// Rules: SRCH-26, REPO-20.
func TestSynonymTable_Ignored(t *testing.T) {
	long, words := strings.Repeat("x", 10_000), strings.Repeat("w ", 100)
	ok := []string{"ok"}
	for name, test := range map[string]struct {
		records []*EditorSynonym
		// want are the fields and messages of the findings; typed is what is searched for "ok".
		want []string
		ok   string
	}{
		"none": {nil, nil, ""},
		"typed terms": {[]*EditorSynonym{{
			LanguageCode: "en", Searched: []string{"fine"},
			Typed: []string{"", "\x00\u200b", long, words, "\xff\xfe", "ok", "OK"},
		}}, []string{
			"typed[0] an empty term", "typed[1] an empty term", "typed[2] longer than 80 characters",
			"typed[3] longer than 80 characters", "typed[4] an empty term",
		}, "fine"},
		"phrases": {[]*EditorSynonym{{
			LanguageCode: "en", Typed: []string{"a b c d", "ok"}, Searched: []string{"1 2 3 4", "1 2 3 4 5"},
		}}, []string{"searched[1] 1 2 3 4 5: more than 4 words", "typed[0] a b c d: more than 3 words"}, "1 2 3 4"},
		"searched terms": {[]*EditorSynonym{
			{LanguageCode: "en", Typed: ok, Searched: []string{"a", "", "b", "c", "d", "e"}},
		}, []string{"searched[1] an empty term", "searched[4] more than 3 terms"}, "a; b; c"},
		"no searched term": {[]*EditorSynonym{{LanguageCode: "en", Typed: ok, Searched: []string{long}}},
			[]string{"searched[0] longer than 80 characters", "searched no term"}, ""},
		"no term":     {[]*EditorSynonym{{LanguageCode: "en", Searched: ok}}, []string{"typed no term"}, ""},
		"no language": {[]*EditorSynonym{{Typed: ok, Searched: ok}}, []string{"language "}, ""},
		"an unknown language": {
			[]*EditorSynonym{{LanguageCode: "tlh", Typed: ok, Searched: ok}}, []string{"language tlh"}, "",
		},
		"a language that the site does not have": {
			[]*EditorSynonym{{LanguageCode: "de", Typed: []string{""}, Searched: ok}},
			[]string{"typed[0] an empty term"}, "",
		},
		"another site": {
			[]*EditorSynonym{{LanguageCode: "en", SiteIDs: []string{"cirris"}, Typed: []string{""}, Searched: ok}},
			nil, "",
		},
		"the same phrase": {[]*EditorSynonym{
			{ID: "1", LanguageCode: "en", Typed: ok, Searched: []string{"first"}},
			{ID: "2", LanguageCode: "en", Typed: []string{"Ok"}, Searched: []string{"second"}},
		}, []string{"typed[0] ok: another record has it"}, "first"},
	} {
		dir := newDirectory(t)
		table := NewSynonymTable(dir, test.records)
		var got []string
		for _, f := range table.Findings(dir.Main(), "en") {
			if got = append(got, f.Field+" "+f.Message); f.Kind != finding.InvalidValue && f.Field != "language" {
				t.Errorf("%s: %+v", name, f)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
		scope := Scope{Site: "main", Language: "en"}
		if got := strings.Join(table.Of(scope).Rephrase("en", "ok"), "; "); got != test.ok {
			t.Errorf("%s: searched %q, want %q", name, got, test.ok)
		}
	}
}

// TestSecuritySynonymTable_Bounded: many synonyms and long queries of them stay small.
//
// Rules: SRCH-26.
func TestSecuritySynonymTable_Bounded(t *testing.T) {
	dir := newDirectory(t)
	var records []*EditorSynonym
	for n := range 10_000 {
		records = append(records, &EditorSynonym{
			ID: fmt.Sprint(n), LanguageCode: "en", Typed: []string{fmt.Sprint("t ", n), fmt.Sprint("u ", n)},
			Searched: []string{"1 2 3 4", "1 2 3 4", "1 2 3 4"},
		})
	}
	table := NewSynonymTable(dir, records)
	scope := Scope{Site: "main", Language: "en"}
	if of, ignored := table.Of(scope), table.Findings(dir.Main(), "en"); len(of[1]) != maxEditorSynonyms ||
		len(ignored) != maxIgnored || ignored[0].Message != "t 2500: more than 5000 terms" {
		t.Errorf("%d terms, %d findings: %+v", len(of[1]), len(ignored), ignored[0])
	}
	for _, rephrased := range table.Of(scope).Rephrase("en", strings.Repeat("t 1 ", 50)) {
		if n := len(strings.Fields(rephrased)); n != 4*4+46*2 {
			t.Errorf("%d words", n)
		}
	}
}
