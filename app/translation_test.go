package app_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/test/polltest"
	"strand/upstream/translation"
)

// TestTranslation: a translation is ordered, delivered into the draft while the published page stays unchanged, and
// reset.
//
// Rules: CALL-20, TRAN-3, TRAN-9, TRAN-13.
func TestTranslation(t *testing.T) {
	s, pages := startTranslated(t)
	cookie := s.editorCookie(t)
	before := s.translation(t, cookie)
	if before.SourceLanguage != "en" || !before.IsPublished || *before.TranslationState != "MarkedForTranslation" ||
		before.states() != "fr MarkedForTranslation, es MarkedForTranslation" {
		t.Fatalf("before: %+v", before)
	}
	published := s.offerIn(t, cookie, "en", "PUBLISHED")

	if got, codes := s.changeTranslations(
		t, cookie, "startTranslations", `pages: ["main-offer"], languages: ["fr"]`,
	); got != "main-offer IN_PROGRESS fr" ||
		codes != nil {
		t.Fatalf("start of one target: %q %v", got, codes)
	}
	p := s.awaitTranslation(t, cookie, hasStates("fr Translated, es MarkedForTranslation"))
	fr := p.TargetLanguages[0]
	if *p.TranslationState != "MarkedForTranslation" || fr.ExportedAt == nil || fr.ImportedAt == nil ||
		fr.ImportedAt.Before(*fr.ExportedAt) || fr.Problem != "" || fr.ID != before.TargetLanguages[0].ID {
		t.Errorf("after the delivery: %+v", p)
	}
	const want = `---
title: '[fr] Our offer'
description: '[fr] What we make.'
---

::hero
overline: '[fr] The group'
title: '[fr] Precision'
links:
  - {text: '[fr] The history', page: history}
::

::richText
content: '[fr] Text before a heading.'
::

::richText
anchorTitle: '[fr] Cutting'
content: |-
  ## [fr] Cutting

  [fr] See [the history](page:main-history):

  - [fr] one
  - [fr] two
::

::table
title: '[fr] Figures'
columns: [{title: '[fr] Wire', numeric: false}, {title: '[fr] Length', unit: '[fr] mm', numeric: true}]
rows:
  - ['[fr] blue', "12.5"]
::
`
	if got, err := os.ReadFile(filepath.Join(pages, "offer/fr.draft.md")); err != nil || string(got) != want {
		t.Errorf("the draft: %v\n%s", err, got)
	}
	if s.offerIn(t, cookie, "fr", "DRAFT") == "" || s.offerIn(t, cookie, "fr", "PUBLISHED") != "" ||
		s.offerIn(t, cookie, "en", "PUBLISHED") != published {
		t.Error("the delivery is not a draft, or has changed the published page")
	}

	// A translated page is not ordered again, since its draft may have been corrected.
	if got, _ := s.changeTranslations(
		t, cookie, "startTranslations", `pages: ["main-offer"], languages: ["fr"]`,
	); got != "main-offer MARKED_FOR_TRANSLATION  CONFLICT" {
		t.Errorf("start of a translated target: %q", got)
	}
	if status, p := s.translationCall(t, "start/main-offer", asEditor(cookie)...); status != http.StatusOK ||
		!slices.Equal(p.Changed, []string{"es"}) {
		t.Errorf("start of all targets: %d %+v", status, p)
	}
	s.awaitTranslation(t, cookie, hasStates("fr Translated, es Translated"))
	if status, p := s.translationCall(t, "reset/main-offer", asEditor(cookie)...); status != http.StatusOK ||
		!slices.Equal(p.Changed, []string{"fr", "es"}) || *p.TranslationState != "MarkedForTranslation" {
		t.Errorf("reset: %d %+v", status, p)
	}
	p = s.awaitTranslation(t, cookie, hasStates("fr MarkedForTranslation, es MarkedForTranslation"))
	if fr := p.TargetLanguages[0]; fr.ExportedAt != nil || fr.ImportedAt != nil {
		t.Errorf("after the reset: %+v", fr)
	}
	if status, p := s.translationCall(t, "reset/main-offer", asEditor(cookie)...); status != http.StatusOK ||
		len(p.Changed) > 0 {
		t.Errorf("a second reset: %d %+v", status, p)
	}
	if s.offerIn(t, cookie, "fr", "DRAFT") == "" {
		t.Error("the reset has removed the draft")
	}
}

// TestTranslation_Refused: a file that is refused changes nothing and is reported. The editor can start the
// translation again, or the service delivers another file.
//
// Rules: TRAN-7.
func TestTranslation_Refused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault func(string) string
		want  string
	}{
		"broken": {
			func(f string) string { return strings.TrimSuffix(f, "</xliff>\n") },
			"main-offer.fr.xlf:83: page main-offer: not valid XML: unexpected EOF",
		},
		"partial": {
			func(f string) string { return strings.Replace(f, "<target>[fr] Our offer</target>", "", 1) },
			`main-offer.fr.xlf:4: page main-offer: the unit "title" has no translation`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			service := startTranslators(t, 0)
			s, pages := startTranslated(t, "STRAND_TRANSLATION_URL="+service.URL, translationSecret)
			cookie := s.editorCookie(t)
			refuse := func() {
				t.Helper()
				service.fault.Store(&test.fault)
				s.changeTranslations(t, cookie, "startTranslations", `pages: ["main-offer"], languages: ["fr"]`)
				p := s.awaitTranslation(t, cookie, func(p *pageTranslation) bool {
					return p.TargetLanguages[0].Problem != ""
				})
				if fr := p.TargetLanguages[0]; fr.Problem != test.want || fr.TranslationState != "InProgress" ||
					fr.ImportedAt != nil {
					t.Errorf("%+v", fr)
				}
				if s.offerIn(t, cookie, "fr", "DRAFT") != "" {
					t.Error("the file was partly imported")
				}
				service.fault.Store(nil)
			}
			isMended := func() {
				t.Helper()
				p := s.awaitTranslation(t, cookie, hasStates("fr Translated, es MarkedForTranslation"))
				if p.TargetLanguages[0].Problem != "" || s.offerIn(t, cookie, "fr", "DRAFT") == "" {
					t.Errorf("mended: %+v", p)
				}
			}
			refuse()
			got, _ := s.changeTranslations(t, cookie, "startTranslations", `pages: ["main-offer"], languages: ["fr"]`)
			if got != "main-offer IN_PROGRESS fr" {
				t.Errorf("started again: %q", got)
			}
			isMended()

			s.changeTranslations(t, cookie, "resetTranslations", `pages: ["main-offer"]`)
			if err := os.Remove(filepath.Join(pages, "offer/fr.draft.md")); err != nil {
				t.Fatal(err)
			}
			refuse()
			s.webhook(t, translation.System, "TranslationJob", orderOf(t, pages))
			isMended()
		})
	}
}

// TestTranslation_Repeated: a repeated delivery changes nothing, and neither does one after a reset.
//
// Rules: TRAN-8.
func TestTranslation_Repeated(t *testing.T) {
	t.Parallel()
	service := startTranslators(t, 0)
	s, pages := startTranslated(t, "STRAND_TRANSLATION_URL="+service.URL, translationSecret)
	cookie := s.editorCookie(t)
	for range 2 { // an editor who presses twice
		s.changeTranslations(t, cookie, "startTranslations", `pages: ["main-offer", "main-offer"], languages: ["fr"]`)
	}
	s.awaitTranslation(t, cookie, hasStates("fr Translated, es MarkedForTranslation"))
	if n := service.orders.Load(); n != 1 {
		t.Errorf("%d orders for one translation", n)
	}
	draft := filepath.Join(pages, "offer/fr.draft.md")
	writeContent(t, draft, "---\ntitle: Corrected\n---\n\nBy hand.\n")
	s.webhook(t, translation.System, "TranslationJob", orderOf(t, pages))
	s.webhook(t, translation.System, "TranslationJob", "unknown")
	if text, err := os.ReadFile(draft); err != nil || !strings.Contains(string(text), "Corrected") {
		t.Errorf("a repeated delivery has replaced the draft: %v %s", err, text)
	}

	slow := startTranslators(t, 1500*time.Millisecond)
	s, pages = startTranslated(t, "STRAND_TRANSLATION_URL="+slow.URL, translationSecret)
	cookie = s.editorCookie(t)
	s.changeTranslations(t, cookie, "startTranslations", `pages: ["main-offer"], languages: ["fr"]`)
	s.awaitTranslation(t, cookie, func(p *pageTranslation) bool { return p.TargetLanguages[0].ExportedAt != nil })
	order := orderOf(t, pages)
	s.changeTranslations(t, cookie, "resetTranslations", `pages: ["main-offer"]`)
	s.webhook(t, translation.System, "TranslationJob", order)
	// The next order is delivered after the delivery of the reset order was due.
	s.changeTranslations(t, cookie, "startTranslations", `pages: ["main-offer"], languages: ["es"]`)
	s.awaitTranslation(t, cookie, hasStates("fr MarkedForTranslation, es Translated"))
	if s.offerIn(t, cookie, "fr", "DRAFT") != "" {
		t.Error("a late delivery was imported")
	}
}

// orderOf waits for the reference of the French order in the CMS.
func orderOf(t *testing.T, pages string) string {
	t.Helper()
	var order string
	polltest.Until(t, "the order is in the CMS", func() bool {
		text, _ := os.ReadFile(filepath.Join(pages, "offer/translations.yaml")) // the file is written in the background
		_, after, ok := strings.Cut(string(text), "order: ")
		order, _, _ = strings.Cut(after, "\n")
		return ok
	})
	return order
}

// TestTranslation_ChangedPage: a translation for a page that was deleted, or whose source has changed, changes
// nothing.
//
// Rules: TRAN-7.
func TestTranslation_ChangedPage(t *testing.T) {
	t.Parallel()
	service := startTranslators(t, 1500*time.Millisecond)
	s, pages := startTranslated(t, "STRAND_TRANSLATION_URL="+service.URL)
	cookie := s.editorCookie(t)
	start := func() {
		started, codes := s.changeTranslations(
			t, cookie, "startTranslations", `pages: ["main-offer"], languages: ["fr"]`)
		if !strings.HasSuffix(started, " fr") {
			t.Fatalf("not started: %s %s", started, codes)
		}
		s.awaitTranslation(t, cookie, func(p *pageTranslation) bool { return p.TargetLanguages[0].ExportedAt != nil })
	}
	start()
	writeContent(
		t,
		filepath.Join(pages, "offer/en.draft.md"),
		strings.Replace(offer, "title: Our offer", "title: Another offer", 1),
	)
	p := s.awaitTranslation(t, cookie, func(p *pageTranslation) bool { return p.TargetLanguages[0].Problem != "" })
	if !strings.Contains(p.TargetLanguages[0].Problem, `the text "title" has changed`) ||
		s.offerIn(t, cookie, "fr", "DRAFT") != "" {
		t.Errorf("%+v", p)
	}
	s.changeTranslations(t, cookie, "resetTranslations", `pages: ["main-offer"]`)
	s.awaitTranslation(t, cookie, hasStates("fr MarkedForTranslation, es MarkedForTranslation"))
	start()
	if err := os.RemoveAll(filepath.Join(pages, "offer")); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "the page is gone", func() bool {
		status, p := s.translationCall(t, "state/main-offer", asEditor(cookie)...)
		return status == http.StatusNotFound && p.Error.Code == "NOT_FOUND"
	})
	// The order is cancelled when its delivery finds no page; the first one was cancelled by the reset.
	polltest.Until(t, "the order is cancelled", func() bool { return service.cancellations.Load() >= 2 })
	if _, err := os.Stat(filepath.Join(pages, "offer")); !os.IsNotExist(err) {
		t.Errorf("the delivery has created the page again: %v", err)
	}
}

// TestTranslation_Refusals: a client error is a 4xx and changes nothing.
//
// Rules: TRAN-3, TRAN-4, TRAN-11.
func TestTranslation_Refusals(t *testing.T) {
	s, _ := startTranslated(t, "STRAND_EMBEDDED_TRANSLATION_DELAY=1h")
	cookie := s.editorCookie(t)
	own := asEditor(cookie)
	for name, test := range map[string]struct {
		method, call string
		headers      []string
		status       int
		code         string
	}{
		"anonymous": {"GET", "start/main-offer", asEditor(""), http.StatusUnauthorized, "UNAUTHENTICATED"},
		"a forged cookie": {"GET", "start/main-offer", asEditor(cookie + "x"), http.StatusUnauthorized,
			"UNAUTHENTICATED"},
		"another site": {"GET", "start/main-offer", []string{"Cookie", cookie, "Sec-Fetch-Site", "cross-site"},
			http.StatusForbidden, "FORBIDDEN"},
		"a sibling host": {"GET", "start/main-offer", []string{"Cookie", cookie, "Sec-Fetch-Site", "same-site"},
			http.StatusForbidden, "FORBIDDEN"},
		"a link on another site": {"GET", "start/main-offer",
			[]string{"Cookie", cookie, "Referer", "https://elsewhere.example/"}, http.StatusForbidden, "FORBIDDEN"},
		"without its beginning": {"GET", "start/main-offer", []string{"Cookie", cookie}, http.StatusForbidden,
			"FORBIDDEN"},
		"a prefetch": {"GET", "start/main-offer", append([]string{"Sec-Purpose", "prefetch"}, own...),
			http.StatusForbidden, "FORBIDDEN"},
		"a link in content": {"GET", "start/main-offer", []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin",
			"Sec-Fetch-Dest", "document"}, http.StatusForbidden, "FORBIDDEN"},
		"an image in content": {"GET", "reset/main-offer", []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin",
			"Sec-Fetch-Dest", "image"}, http.StatusForbidden, "FORBIDDEN"},
		"a link in content, on an insecure connection": {"GET", "start/main-offer",
			[]string{"Cookie", cookie, "Referer", s.URL + "/en/about"}, http.StatusForbidden, "FORBIDDEN"},
		"a script of another site": {"GET", "start/main-offer", []string{"Cookie", cookie, "X-Requested-With", "fetch",
			"Referer", "https://elsewhere.example/"}, http.StatusForbidden, "FORBIDDEN"},
		"the state for another site": {"GET", "state/main-offer", []string{
			"Cookie", cookie, "Sec-Fetch-Site", "cross-site",
		},
			http.StatusForbidden, "FORBIDDEN"},
		"a forged stage":    {"GET", "start/main-offer?stage=ALL", own, http.StatusBadRequest, "BAD_USER_INPUT"},
		"an unknown page":   {"GET", "start/main-none", own, http.StatusNotFound, "NOT_FOUND"},
		"a path as a page":  {"GET", "reset/..%2F..%2Fcms", own, http.StatusNotFound, "NOT_FOUND"},
		"an unknown page's": {"GET", "state/main-none", own, http.StatusNotFound, "NOT_FOUND"},
		"another method":    {"POST", "start/main-offer", own, http.StatusMethodNotAllowed, "BAD_USER_INPUT"},
		"the head":          {"HEAD", "start/main-offer", own, http.StatusMethodNotAllowed, ""},
	} {
		status, p := s.translationRequest(t, test.method, test.call, test.headers...)
		if status != test.status || p.Error.Code != test.code || p.PageID != "" {
			t.Errorf("%s: %d %+v", name, status, p)
		}
	}
	for name, test := range map[string]struct {
		mutation, input, want string
		codes                 []string
	}{
		"unknown pages": {"startTranslations", `pages: ["main-none", "main-offer"], languages: ["xx"]`,
			"main-none none  NOT_FOUND\nmain-offer MARKED_FOR_TRANSLATION  BAD_USER_INPUT", nil},
		"one of two languages": {"startTranslations", `pages: ["main-offer"], languages: ["fr", "ja"]`,
			"main-offer MARKED_FOR_TRANSLATION  BAD_USER_INPUT", nil},
		"a page without targets": {"startTranslations", `pages: ["main-about"]`, "main-about none ", nil},
		"no page":                {"resetTranslations", `pages: []`, "", []string{"BAD_USER_INPUT"}},
		"too many pages": {"resetTranslations", `pages: [` + strings.Repeat(`"a",`, 101) + `]`, "",
			[]string{"BAD_USER_INPUT"}},
	} {
		got, codes := s.changeTranslations(t, cookie, test.mutation, test.input)
		if got != test.want || !slices.Equal(codes, test.codes) {
			t.Errorf("%s: %q %v", name, got, codes)
		}
	}
	for _, query := range []string{
		`{ pageTranslation(id: "main-offer") { title } }`,
		`{ pageTranslations(site: "main") { totalCount } }`,
		`mutation { startTranslations(input: {pages: ["main-offer"]}) { results { pageId } } }`,
		`mutation { resetTranslations(input: {pages: ["main-offer"]}) { results { pageId } } }`,
	} {
		for _, cookie := range []string{"", cookie + "x"} {
			if codes := s.askEditor(t, cookie, query, nil); !slices.Equal(codes, []string{"UNAUTHENTICATED"}) {
				t.Errorf("%s: %v", query, codes)
			}
		}
	}
	if p := s.translation(t, cookie); p.states() != "fr MarkedForTranslation, es MarkedForTranslation" {
		t.Errorf("something was changed: %+v", p)
	}
	// A script of this host, on an insecure connection.
	if status, p := s.translationCall(
		t, "start/main-offer", "Cookie", cookie, "Referer", s.URL+"/en/editor", "X-Requested-With", "fetch",
	); status != http.StatusOK ||
		p.states() != "fr InProgress, es InProgress" ||
		*p.TranslationState != "InProgress" {
		t.Errorf("from a page of this host: %d %+v", status, p)
	}
}

// TestPageTranslations: the list of a site's translations by state, with pagination.
//
// Rules: TRAN-13.
func TestPageTranslations(t *testing.T) {
	s, pages := startTranslated(t)
	cookie := s.editorCookie(t)
	writeContent(
		t,
		filepath.Join(pages, "careers/en.draft.md"),
		"---\ntitle: Careers\ntranslationTargets: [{ language: de, translationState: Translated, importedAt: 2026-01-02T03:04:05Z }]\n---\n",
	)
	list := func(arguments string) string {
		t.Helper()
		var data struct {
			PageTranslations struct {
				TotalCount int
				Edges      []struct {
					Path string
					Node struct {
						ID, TranslationState string
						CanStart, CanReset   bool
						ChangedAt            *time.Time
					}
				}
				PageInfo struct {
					HasNextPage bool
					EndCursor   string
				}
			}
		}
		if codes := s.askEditor(
			t, cookie,
			`{ pageTranslations(site: "main"`+arguments+
				`) { totalCount edges { path node { id translationState canStart canReset changedAt } } pageInfo { hasNextPage endCursor } } }`,
			&data,
		); codes != nil {
			return strings.Join(codes, ",")
		}
		text := fmt.Sprint(data.PageTranslations.TotalCount)
		for _, e := range data.PageTranslations.Edges {
			text += fmt.Sprintf(
				" %s %s %s %t %t",
				e.Node.ID,
				e.Path,
				e.Node.TranslationState,
				e.Node.CanStart,
				e.Node.CanReset,
			)
		}
		if data.PageTranslations.PageInfo.HasNextPage {
			text += " " + data.PageTranslations.PageInfo.EndCursor
		}
		return text
	}
	const (
		careers = " main-careers /careers TRANSLATED false true"
		offered = " main-offer /our-offer MARKED_FOR_TRANSLATION true false"
	)
	polltest.Until(t, "both pages are listed", func() bool { return list("") == "2"+careers+offered })
	for arguments, want := range map[string]string{
		", state: TRANSLATED":             "1" + careers,
		", state: MARKED_FOR_TRANSLATION": "1" + offered,
		", state: IN_PROGRESS":            "0",
		", first: 0":                      "BAD_USER_INPUT",
		`, after: "x"`:                    "BAD_USER_INPUT",
	} {
		if got := list(arguments); got != want {
			t.Errorf("%s: %q", arguments, got)
		}
	}
	first := list(", first: 1")
	cursor, ok := strings.CutPrefix(first, "2"+careers+" ")
	if !ok || list(`, first: 1, after: "`+cursor+`"`) != "2"+offered {
		t.Errorf("second page: %q", first)
	}
	if codes := s.askEditor(t, cookie, `{ pageTranslations(site: "none") { totalCount } }`, nil); !slices.Equal(
		codes,
		[]string{"NOT_FOUND"},
	) {
		t.Errorf("an unknown site: %v", codes)
	}
}

// TestTranslation_Crash: a server that restarts after a crash imports the ordered translation.
//
// Rules: TRAN-5.
func TestTranslation_Crash(t *testing.T) {
	t.Parallel()
	content, data, client := translatedContent(t), t.TempDir(), t.TempDir()
	for _, part := range []string{"pim", "sis", "identity"} {
		if err := os.CopyFS(filepath.Join(content, part), os.DirFS("../demo/content/"+part)); err != nil &&
			!os.IsExist(err) {
			t.Fatal(err)
		}
	}
	writeContent(t, filepath.Join(client, "persisted-documents.json"), "{}")
	settings := []string{
		"STRAND_CONTENT_DIR=" + content,
		"STRAND_DATA_DIR=" + data,
		"STRAND_CLIENT_DIR=" + client,
		"STRAND_RENDERERS=0",
		"STRAND_EDITOR_PASSWORD=editor",
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
		"STRAND_EMBEDDED_TRANSLATION_DELAY=2s",
		// A webhook that was on its way when the server was killed is lost: the order is polled then.
		"STRAND_TRANSLATION_POLL=1s",
	}
	p := startProcess(t, settings...)
	cookie := p.editorCookie(t)
	if status, got := p.translationCall(t, "start/main-offer", asEditor(cookie)...); status != http.StatusOK {
		t.Fatalf("%d %+v", status, got)
	}
	p.kill()
	p = startProcess(t, settings...)
	cookie = p.editorCookie(t)
	if got := p.translation(t, cookie); *got.TranslationState != "InProgress" {
		t.Errorf("after the first crash: %+v", got)
	}
	p.awaitTranslation(t, cookie, func(got *pageTranslation) bool { return got.TargetLanguages[0].ExportedAt != nil })
	p.kill()
	p = startProcess(t, settings...)
	cookie = p.editorCookie(t)
	p.awaitTranslation(t, cookie, hasStates("fr Translated, es Translated"))
	for _, language := range []string{"fr", "es"} {
		if _, err := os.Stat(filepath.Join(content, "cms/sites/main/pages/offer", language+".draft.md")); err != nil {
			t.Error(err)
		}
	}
}
