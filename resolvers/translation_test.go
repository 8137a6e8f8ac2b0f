package resolvers

import (
	"context"
	"strings"
	"testing"
	"time"

	"strand/domain/editorial"
	"strand/domain/translation"
	"strand/internal/apperr"
	"strand/service/servicetest"
	translationservice "strand/service/translation"
)

// translated are pages with translations. An action on a page fails with the code of its id.
type translated map[string]*translation.Page

func (p translated) Pages(context.Context, []string) (map[string]*translation.Page, error) {
	return p, nil
}

func (p translated) WordCounts(_ context.Context, pages []*translation.Page) map[string]int {
	counts := map[string]int{}
	for _, page := range pages {
		if page.ID != "plain" {
			counts[page.ID] = len(page.ID)
		}
	}
	return counts
}

func (translated) Prices(_ context.Context, source string) []translation.Price {
	return []translation.Price{{SourceLanguage: source, TargetLanguage: "de", Currency: "EUR", PerThousandWords: 80.5}}
}

func (p translated) Do(_ context.Context, r translationservice.Request) ([]translationservice.Result, error) {
	if len(r.Pages) == 0 {
		return nil, apperr.New(apperr.Invalid, "no pages")
	}
	var results []translationservice.Result
	for _, id := range r.Pages {
		result := translationservice.Result{
			PageID: id, Page: p[id], Changed: append([]string{string(r.Action)}, r.Languages...), Skipped: []string{},
		}
		if r.SkipTranslated {
			result.Skipped = []string{"es"}
		}
		if result.Page == nil {
			result.Err = apperr.New(apperr.NotFound, "unknown")
		}
		results = append(results, result)
	}
	return results, nil
}

// TestQueries_Translations: the list of a site's translations by state, and the results of actions by page.
//
// Rules: TRAN-13.
func TestQueries_Translations(t *testing.T) {
	page := func(id string, state translation.State, changed int) *translation.Page {
		return &translation.Page{
			ID: id, SourceLanguage: "en", Languages: []string{"en"},
			Targets: []*translation.Target{{TranslationTarget: editorial.TranslationTarget{
				Language: "de", TranslationState: state,
				ExportedAt: new(time.Date(2026, 1, changed, 0, 0, 0, 0, time.UTC)),
			}}},
		}
	}
	pages := translated{
		"careers": page("careers", editorial.Translated, 2), "offer": page("offer", editorial.MarkedForTranslation, 1),
		"plain": {ID: "plain", Title: "A plain page", SourceLanguage: "en"},
	}
	content := func(t *testing.T) *servicetest.Systems {
		from := servicetest.New(t)
		for _, id := range []string{"offer", "careers", "plain"} {
			from.Page(servicetest.Page{Page: editorial.Page{ID: id}})
		}
		return from
	}
	const (
		fields = `totalCount edges { path cursor node { id translationState canStart canReset } }
			pageInfo { hasNextPage }`
		careers = `{"cursor":"MDpjYXJlZXJz","node":{"canReset":true,"canStart":false,"id":"careers",
			"translationState":"TRANSLATED"},"path":"/careers"}`
		offer = `{"cursor":"MTpvZmZlcg","node":{"canReset":false,"canStart":true,"id":"offer",
			"translationState":"MARKED_FOR_TRANSLATION"},"path":"/offer"}`
		all = `{"pageTranslations":{"totalCount":2,"pageInfo":{"hasNextPage":false},"edges":[`
	)
	list := func(arguments string) string {
		return `{ pageTranslations(site: "main"` + arguments + `) { ` + fields + ` } }`
	}
	for name, test := range map[string]queryTest{
		"all": {query: list(""), data: all + careers + "," + offer + `]}}`, calls: []string{inEnglish}},
		"in a state": {
			query: list(", state: TRANSLATED"), calls: []string{inEnglish},
			data: `{"pageTranslations":{"totalCount":1,"pageInfo":{"hasNextPage":false},"edges":[` + careers + `]}}`,
		},
		"in no state": {
			query: list(", state: IN_PROGRESS"), calls: []string{inEnglish},
			data: `{"pageTranslations":{"totalCount":0,"pageInfo":{"hasNextPage":false},"edges":[]}}`,
		},
		"the second page": {
			query: list(`, first: 1, after: "MDpjYXJlZXJz"`), data: all + offer + `]}}`, calls: []string{inEnglish},
		},
		"in languages, pages without targets, too": {
			query: list(`, languages: ["de"], state: MARKED_FOR_TRANSLATION`), calls: []string{inEnglish},
			data: `{"pageTranslations":{"totalCount":2,"pageInfo":{"hasNextPage":false},"edges":[` +
				strings.Replace(offer, "MTpvZmZlcg", "MDpvZmZlcg", 1) + `,
				{"cursor":"MTpwbGFpbg","node":{"canReset":false,"canStart":false,"id":"plain","translationState":null},
				"path":"/plain"}]}}`,
		},
		"of a section": {
			query: `{ pageTranslations(site: "main", section: "/careers") { totalCount } }`, calls: []string{inEnglish},
			data: `{"pageTranslations":{"totalCount":1}}`,
		},
		"by their title, with words and prices": {
			query: `{ pageTranslations(site: "main", search: "offer") { edges { node { wordCount } }
				prices { sourceLanguage targetLanguage currency perThousandWords } } }`,
			data: `{"pageTranslations":{"edges":[{"node":{"wordCount":5}}],"prices":[{"sourceLanguage":"en",
				"targetLanguage":"de","currency":"EUR","perThousandWords":80.5}]}}`, calls: []string{inEnglish},
		},
		"texts that cannot be read": {
			query: `{ pageTranslations(site: "main", search: "plain", languages: ["de"]) { edges { node { wordCount } } } }`,
			data:  `{"pageTranslations":{"edges":[{"node":{"wordCount":null}}]}}`, calls: []string{inEnglish},
		},
		"a start that skips translated targets": {
			query: `mutation { startTranslations(input: {pages: ["offer"], languages: ["fr", "es"], skipTranslated: true})
				{ results { skipped } } }`,
			data: `{"startTranslations":{"results":[{"skipped":["es"]}]}}`,
		},
		"too few":         {query: list(", first: 0"), codes: []string{"BAD_USER_INPUT"}, calls: []string{inEnglish}},
		"no cursor":       {query: list(`, after: "x"`), codes: []string{"BAD_USER_INPUT"}, calls: []string{inEnglish}},
		"an unknown site": {query: `{ pageTranslations(site: "none") { totalCount } }`, codes: []string{"NOT_FOUND"}},
		"a start of two pages": {
			query: `mutation { startTranslations(input: {pages: ["offer", "none"], languages: ["fr"]}) { results {
				pageId changed translation { id } userErrors { code } } } }`,
			data: `{"startTranslations":{"results":[{"changed":["START","fr"],"pageId":"offer",
				"translation":{"id":"offer"},"userErrors":[]},
				{"changed":["START","fr"],"pageId":"none","translation":null,
				"userErrors":[{"code":"NOT_FOUND"}]}]}}`,
		},
		"a reset of no page": {
			query: `mutation { resetTranslations(input: {pages: []}) { results { pageId } } }`,
			codes: []string{"BAD_USER_INPUT"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.isEditor, test.translations = true, pages
			test.check(t, content)
		})
	}
}
