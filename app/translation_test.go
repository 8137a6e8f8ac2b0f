package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestTranslation: a translation is ordered, delivered into the draft while the published page stays unchanged, and
// reset.
//
// Rules: CALL-20, TRAN-3, TRAN-9, TRAN-13.
func TestTranslation(t *testing.T) {
	s := startTranslated(t)
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
	if !strings.Contains(s.offerIn(t, cookie, "fr", "DRAFT"), "[fr] Our offer") ||
		s.offerIn(t, cookie, "fr", "PUBLISHED") != "" ||
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
