package cms_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"strand/demo/cms/content"
	"strand/domain/translation"
)

// datedContent returns a copy of the test content whose files all have the same old time, with a site that was changed
// on 1 October, pages, a story and a media release.
func datedContent(t *testing.T) string {
	t.Helper()
	dir := copied(t)
	replaceIn(t, filepath.Join(dir, "sites/main/site.yaml"),
		"isMain: true", "isMain: true\nupdated: 2026-10-01T08:00:00Z")
	const story = "---\ntitle: One\nleadText: Lead.\npublicationDate: %s\n%s---\n\nText.\n"
	const release = "---\ntitle: One\npublicationDate: 2026-08-13T06:00:00Z\n" +
		"updated: 2026-08-14T09:30:00+02:00\n---\n\nText.\n"
	for name, text := range map[string]string{
		"sites/main/pages/careers/en.md": "---\ntitle: Jobs\nupdated: 2026-09-01T08:00:00Z\n---\n\nText.\n",
		"sites/main/pages/careers/de.md": "---\ntitle: Stellen\n---\n\nText.\n",
		"sites/main/pages/careers/fr.md": "---\ntitle: Emplois\nupdated: 2026-09-05T08:00:00Z\n---\n\nTexte.\n",
		"sites/main/pages/company/en.md": "---\ntitle: Company\nupdated: 2999-09-01T08:00:00Z\n---\n\nText.\n",
		"stories/one/en.md":              fmt.Sprintf(story, "2026-09-11T07:00:00Z", ""),
		"stories/planned/en.md":          fmt.Sprintf(story, "2099-09-11T07:00:00Z", ""),
		"media-releases/one/en.md":       release,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC)
	err := filepath.Walk(dir, func(file string, _ os.FileInfo, err error) error {
		if err == nil {
			err = os.Chtimes(file, old, old)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// changedAt returns the time of the last change of a record; of one of its languages if it is not empty.
func changedAt(t *testing.T, url, list, id, language string) string {
	t.Helper()
	field, locale := "updatedAt", ""
	if language != "" {
		field, locale = "updatedAt(variation: LOCALIZATION)", ", locales: ["+language+"]"
	}
	answer := postQuery(t, url, fmt.Sprintf(`{ %s(where: { id_in: [%q] }%s) { at: %s } }`, list, id, locale, field))
	_, rest, ok := strings.Cut(answer, `"at":"`)
	at, _, _ := strings.Cut(rest, `"`)
	if !ok {
		t.Fatalf("%s %s: %s", list, id, answer)
	}
	return at
}

// TestDates: the time of the last change of a document is in its content: the time in its front matter, the publication
// date, or the time of its site. That of its file counts if none of them is there, or if the file was changed since the
// start.
//
// Rules: FEED-20.
func TestDates(t *testing.T) {
	dir := datedContent(t)
	changes := make(chan []content.Ref, 10)
	server, _ := start(t, dir, func(refs []content.Ref) { changes <- refs })
	for _, test := range []struct{ list, id, language, want string }{
		{"pages", "main-careers", "en", "2026-09-01T08:00:00Z"},
		{"pages", "main-careers", "de", "2026-09-01T08:00:00Z"}, // that of the source language
		{"pages", "main-careers", "fr", "2026-09-05T08:00:00Z"},
		{"pages", "main-careers", "", "2026-09-05T08:00:00Z"},
		{"pages", "main-history", "", "2026-10-01T08:00:00Z"}, // that of the site
		{"pages", "main-company", "", "2026-10-01T08:00:00Z"}, // its own one is in the future
		{"pages", "wire-about", "", "2020-01-01T00:00:00Z"},   // that of its file
		{"stories", "story-one", "", "2026-09-11T07:00:00Z"},
		{"stories", "story-planned", "", "2020-01-01T00:00:00Z"},
		{"mediaReleases", "release-one", "", "2026-08-14T07:30:00Z"},
	} {
		if got := changedAt(t, server.URL, test.list, test.id, test.language); got != test.want {
			t.Errorf("%s in %q: %s, want %s", test.id, test.language, got, test.want)
		}
	}

	now := time.Now().UTC().Truncate(time.Second)
	replaceIn(t, filepath.Join(dir, "sites/main/pages/careers/en.md"), "title: Jobs", "title: Work")
	select {
	case <-changes:
	case <-time.After(30 * time.Second):
		t.Fatal("the change was not noticed")
	}
	changed, err := time.Parse(time.RFC3339, changedAt(t, server.URL, "pages", "main-careers", "en"))
	if err != nil || changed.Before(now) {
		t.Errorf("after its change: %s, before %s, %v", changed, now, err)
	}
	if got := changedAt(t, server.URL, "pages", "main-careers", "fr"); got != "2026-09-05T08:00:00Z" {
		t.Errorf("another language after the change: %s", got)
	}
}

// TestDates_Import: an imported translation has the time of its import, also after a restart, and not the one of the
// page that it replaces.
//
// Rules: FEED-20.
func TestDates_Import(t *testing.T) {
	dir := datedContent(t)
	if err := os.WriteFile(filepath.Join(dir, "sites/main/pages/about/en.md"), fmt.Appendf(
		nil, shortPage, "About", "de", "InProgress", "updated: 2026-09-01T08:00:00Z\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"en.draft.md", "ja.md"} {
		if err := os.Remove(filepath.Join(dir, "sites/main/pages/about", name)); err != nil {
			t.Fatal(err)
		}
	}
	at := time.Now().UTC().Add(-time.Hour).Truncate(time.Second)
	first, _ := start(t, dir, nil)
	_, writer := connect(t, first.URL, token)
	f := &translation.File{Page: "main-about", Order: "order-1", SourceLanguage: "en", TargetLanguage: "de"}
	text := translation.Text{ID: "title", Source: "About", Translation: "Über uns"}
	if err := writer.ImportTranslation(t.Context(), f, []translation.Text{text}, at); err != nil {
		t.Fatal(err)
	}
	second, _ := start(t, dir, nil)
	answer := postQuery(t, second.URL, `{ pages(where: { id: "main-about" }, stage: DRAFT, locales: [de]) { title
		updatedAt(variation: LOCALIZATION) } }`, "Authorization", "Bearer "+token)
	if want := `"updatedAt":"` + at.Format(time.RFC3339); !strings.Contains(answer, want) ||
		!strings.Contains(answer, "Über uns") {
		t.Errorf("%s, want %s", answer, want)
	}
}

// TestDates_Broken: a file whose time is not one is broken.
func TestDates_Broken(t *testing.T) {
	dir := copied(t)
	page := filepath.Join(dir, "sites/main/pages/careers/en.md")
	if err := os.WriteFile(page, []byte("---\ntitle: Jobs\nupdated: yesterday\n---\n\nText.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, log := start(t, dir, nil)
	log.Await(t, `msg=content_file_broken file=sites/main/pages/careers/en.md line=3`)
}
