package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"strand/test/polltest"
)

// offer is a page that is to be translated into two languages.
const offer = `---
title: Our offer
description: What we make.
slug: our-offer
pageType: Landing
translationTargets:
  - { language: fr, translationState: MarkedForTranslation }
  - { language: es, translationState: MarkedForTranslation }
---

See [the history](page:history).
`

// startTranslated serves a site with the page main-offer from a copy of the content folder. Deliveries are reported by
// webhooks alone.
func startTranslated(t *testing.T) *strand {
	t.Helper()
	dir := translatedContent(t)
	settings := []string{screenOperation, "STRAND_EDITOR_PASSWORD=editor", "STRAND_CONTENT_DIR=../demo/content",
		"STRAND_TRANSLATION_POLL=1h", "STRAND_EMBEDDED_TRANSLATION_DELAY=0s"}
	return startWith(t, dir, settings...)
}

func translatedContent(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	writeContent(t, filepath.Join(dir, "cms/sites/main/pages/offer/en.md"), offer)
	navigation := filepath.Join(dir, "cms/sites/main/navigation.yaml")
	text, err := os.ReadFile(navigation)
	if err != nil {
		t.Fatal(err)
	}
	const items = "  unlistedItems:\n"
	writeContent(t, navigation, strings.Replace(string(text), items, items+"    - { title: Offer, page: offer }\n", 1))
	return dir
}

func writeContent(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

type translationTarget struct {
	ID, Language, TranslationState string
	ExportedAt, ImportedAt         *time.Time
	Problem                        string
}

// pageTranslation is the state of the translations of a page.
type pageTranslation struct {
	PageID, SourceLanguage string
	IsPublished            bool
	TranslationState       *string
	TargetLanguages        []translationTarget
	Changed                []string
	Error                  struct{ Code, Message string }
}

// states returns the states of the targets, in order.
func (p *pageTranslation) states() string {
	var all []string
	for _, t := range p.TargetLanguages {
		all = append(all, t.Language+" "+t.TranslationState)
	}
	return strings.Join(all, ", ")
}

// translationCall calls a URL of the translation API.
func (s *strand) translationCall(t *testing.T, what string, headers ...string) (int, *pageTranslation) {
	t.Helper()
	return s.translationRequest(t, http.MethodGet, what, headers...)
}

func (s *strand) translationRequest(
	t *testing.T, method, what string, headers ...string,
) (int, *pageTranslation) {
	t.Helper()
	r, err := http.NewRequest(method, s.URL+"/api/translation/"+what, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, text := s.do(t, r)
	answer := &pageTranslation{}
	if method != http.MethodHead {
		if err := json.Unmarshal([]byte(text), answer); err != nil {
			t.Fatalf("%s: %d %s", what, response.StatusCode, text)
		}
	}
	return response.StatusCode, answer
}

// asEditor returns the headers of a same-origin request of an editor.
func asEditor(cookie string) []string {
	return []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin"}
}

// translation reads the translation state of main-offer.
func (s *strand) translation(t *testing.T, cookie string) *pageTranslation {
	t.Helper()
	status, p := s.translationCall(t, "state/main-offer", asEditor(cookie)...)
	if status != http.StatusOK {
		t.Fatalf("%d %+v", status, p)
	}
	return p
}

// awaitTranslation waits until the translation of main-offer satisfies a condition.
func (s *strand) awaitTranslation(t *testing.T, cookie string, isThere func(*pageTranslation) bool) *pageTranslation {
	t.Helper()
	var p *pageTranslation
	polltest.Until(t, "the translation has another state", func() bool {
		p = s.translation(t, cookie)
		return isThere(p)
	})
	return p
}

// hasStates returns the condition that the targets have the states.
func hasStates(want string) func(*pageTranslation) bool {
	return func(p *pageTranslation) bool { return p.states() == want }
}

// translationResults contains the results of a mutation.
type translationResults struct {
	Got struct {
		Results []struct {
			PageID      string
			Changed     []string
			Translation *struct{ TranslationState *string }
			UserErrors  []struct{ Code string }
		}
	}
}

// summary returns a line per page: its id, its state, the changed languages and the codes.
func (r *translationResults) summary() string {
	var lines []string
	for _, result := range r.Got.Results {
		state := "none"
		if result.Translation != nil && result.Translation.TranslationState != nil {
			state = *result.Translation.TranslationState
		}
		line := result.PageID + " " + state + " " + strings.Join(result.Changed, "+")
		for _, e := range result.UserErrors {
			line += " " + e.Code
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func (s *strand) changeTranslations(t *testing.T, cookie, mutation, input string) (string, []string) {
	t.Helper()
	var results translationResults
	codes := s.askEditor(t, cookie, `mutation { got: `+mutation+`(input: {`+input+`}) {
		results { pageId changed translation { translationState } userErrors { code } } } }`, &results)
	return results.summary(), codes
}

// offerIn returns the text of main-offer in a language and stage in the CMS; empty for none.
func (s *strand) offerIn(t *testing.T, cookie, language, stage string) string {
	t.Helper()
	call := fmt.Sprintf(
		`{"operationName":"Pages","variables":{"ids":["main-offer"]},"languages":[%q],"stage":%q}`,
		language,
		stage,
	)
	status, data, code := s.draft(t, call, "Cookie", cookie)
	if status != http.StatusOK {
		t.Fatal(status, code)
	}
	var pages []json.RawMessage
	if err := json.Unmarshal(data["pages"], &pages); err != nil {
		t.Fatal(err)
	}
	if len(pages) == 0 {
		return ""
	}
	return string(pages[0])
}
