package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"strand/domain/finding"
	"strand/domain/site"
)

const (
	// maxEditorSynonyms limits the terms that visitors type in the synonyms of editors, maxTerm the letters of a term,
	// maxTermWords the words of one that is searched.
	maxEditorSynonyms = 5000
	maxTerm           = 80
	maxTermWords      = 4
	// maxIgnored is the number of ignored terms that are reported.
	maxIgnored = 100
)

// EditorSynonym is a record with synonyms: what visitors type in a language, and the words of the sites for it.
type EditorSynonym struct {
	ID string
	// LanguageCode is empty if the language does not exist.
	LanguageCode string
	// SiteIDs are the sites of the synonyms; empty means all.
	SiteIDs []string
	// Typed is what visitors type, Searched what is searched in addition.
	Typed, Searched []string
}

// SynonymTable has the synonyms of editors. It is immutable.
type SynonymTable struct {
	// lists have the alternatives by what visitors type. Those for all sites have a scope without a site.
	lists   map[Scope]map[string][]string
	ignored []ignoredSynonym
}

// ignoredSynonym is a part of a record that is not used.
type ignoredSynonym struct {
	language string
	siteIDs  []string
	finding  finding.Finding
}

// NewSynonymTable returns the synonyms of records as far as they can be used (SRCH-26).
func NewSynonymTable(dir *site.Directory, records []*EditorSynonym) *SynonymTable {
	b := &synonymBuilder{table: SynonymTable{lists: map[Scope]map[string][]string{}}, owners: map[owned]string{}}
	for _, r := range records {
		b.add(dir, r)
	}
	return &b.table
}

// Of returns the synonyms of a scope: those for its site have priority over those for all sites.
func (t *SynonymTable) Of(scope Scope) Synonyms {
	if t == nil {
		return nil
	}
	return Synonyms{t.lists[scope], t.lists[Scope{Language: scope.Language}]}
}

// Findings returns what is ignored of the records of a site in a language. The main site has the records for all sites,
// each language the records in a language that the site does not have.
func (t *SynonymTable) Findings(of *site.Site, language string) (found []finding.Finding) {
	for _, i := range t.ignored {
		isOfSite := slices.Contains(i.siteIDs, of.ID) || len(i.siteIDs) == 0 && of.IsMain
		if isOfSite && (i.language == language || !of.HasLanguage(i.language)) {
			found = append(found, i.finding)
		}
	}
	return found
}

// owned is a phrase in a scope.
type owned struct {
	Scope
	phrase string
}

type synonymBuilder struct {
	table SynonymTable
	count int
	// owners are the ids of the records whose alternatives a phrase has.
	owners map[owned]string
}

func (b *synonymBuilder) ignore(r *EditorSynonym, kind finding.Kind, field, message string) {
	if len(b.table.ignored) < maxIgnored {
		b.table.ignored = append(b.table.ignored, ignoredSynonym{r.LanguageCode, r.SiteIDs, finding.Finding{
			Kind: kind, Document: r.ID, Field: field, Message: message,
		}})
	}
}

func (b *synonymBuilder) add(dir *site.Directory, r *EditorSynonym) {
	if dir.Language(r.LanguageCode) == nil {
		b.ignore(r, finding.MissingReference, "language", fmt.Sprintf("%.20s", r.LanguageCode))
		return
	}
	var alternatives []string
	for i, term := range r.Searched {
		field := fmt.Sprintf("searched[%d]", i)
		if len(alternatives) == maxAlternatives {
			b.ignore(r, finding.InvalidValue, field, fmt.Sprintf("more than %d terms", maxAlternatives))
			break
		}
		if term, problem := cleanTerm(term, maxTermWords); problem != "" {
			b.ignore(r, finding.InvalidValue, field, problem)
		} else {
			alternatives = append(alternatives, term)
		}
	}
	if len(alternatives) == 0 {
		b.ignore(r, finding.InvalidValue, "searched", "no term")
		return
	}
	if len(r.Typed) == 0 {
		b.ignore(r, finding.InvalidValue, "typed", "no term")
	}
	scopes := []Scope{{Language: r.LanguageCode}}
	if len(r.SiteIDs) > 0 {
		scopes = nil
		for _, id := range r.SiteIDs {
			scopes = append(scopes, Scope{Site: id, Language: r.LanguageCode})
		}
	}
	for i, term := range r.Typed {
		field := fmt.Sprintf("typed[%d]", i)
		phrase, problem := cleanTerm(term, maxPhrase)
		if problem != "" {
			b.ignore(r, finding.InvalidValue, field, problem)
			continue
		}
		// A phrase that another record has for one site is used on the others.
		var refused string
		for _, scope := range scopes {
			refused = cmp.Or(b.put(r, scope, strings.ToLower(phrase), alternatives), refused)
		}
		if refused != "" {
			b.ignore(r, finding.InvalidValue, field, refused)
		}
	}
}

// put adds the alternatives of a phrase, or returns why not.
func (b *synonymBuilder) put(r *EditorSynonym, scope Scope, phrase string, alternatives []string) (problem string) {
	key := owned{scope, phrase}
	switch owner, isOwned := b.owners[key]; {
	case isOwned && owner == r.ID:
		return ""
	case isOwned:
		return phrase + ": another record has it"
	case b.count == maxEditorSynonyms:
		return fmt.Sprintf("%s: more than %d terms", phrase, maxEditorSynonyms)
	}
	b.owners[key] = r.ID
	b.count++
	if b.table.lists[scope] == nil {
		b.table.lists[scope] = map[string][]string{}
	}
	b.table.lists[scope][phrase] = alternatives
	return ""
}

// cleanTerm returns a term in the form in which words are compared, or why it cannot be used.
func cleanTerm(term string, maxWords int) (cleaned, problem string) {
	if len(term) > utf8.UTFMax*maxTerm { // before the work of cleaning
		return "", fmt.Sprintf("longer than %d characters", maxTerm)
	}
	cleaned = SplitWords(Clean(term))
	switch {
	case cleaned == "":
		return "", "an empty term"
	case utf8.RuneCountInString(cleaned) > maxTerm:
		return "", fmt.Sprintf("longer than %d characters", maxTerm)
	case len(strings.Fields(cleaned)) > maxWords:
		return "", fmt.Sprintf("%s: more than %d words", cleaned, maxWords)
	}
	return cleaned, ""
}
