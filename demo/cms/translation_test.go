package cms_test

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"strand/domain/editorial"
	"strand/domain/translation"
	"strand/upstream/cms"
	"strand/upstream/transport"
)

// connect returns a reader and a writer of a server.
func connect(t *testing.T, url, token string) (*cms.Reader, *cms.Writer) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	client, err := cms.NewClient(transport.Options{URL: url, Token: token, Timeout: 20 * time.Second, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	return cms.NewReader(client, nil, cms.NewSnapshots(""), nil, log), cms.NewWriter(client)
}

// translatedPages copies the sample content, with Chinese as a translation target of its pages, and returns the ids
// of pages that together contain all types of modules.
func translatedPages(t *testing.T) (dir string, ids []string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../content/cms")); err != nil {
		t.Fatal(err)
	}
	pages := filepath.Join(dir, "sites/main/pages")
	folders, err := os.ReadDir(pages)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	kinds := regexp.MustCompile(`(?m)^::(\w+)`)
	for _, folder := range folders {
		file := filepath.Join(pages, folder.Name(), "en.md")
		text, err := os.ReadFile(file)
		if _, failure := os.Stat(filepath.Join(pages, folder.Name(), "en.draft.md")); err != nil || failure == nil {
			continue
		}
		isNew := false
		for _, kind := range kinds.FindAllStringSubmatch(string(text), -1) {
			isNew = isNew || !seen[kind[1]]
			seen[kind[1]] = true
		}
		if !isNew {
			continue
		}
		ids = append(ids, "main-"+folder.Name())
		target := "---\ntranslationTargets: [{ language: zh, translationState: InProgress, order: order-1 }]\n"
		marked := regexp.MustCompile(`(?ms)^translationTargets:\n( .*?\n)+`).ReplaceAllString(string(text), "")
		if err := os.WriteFile(file, []byte(strings.Replace(marked, "---\n", target, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, ids
}

// TestImportTranslation_AllModules: an imported translation can be read, for modules of every type.
//
// Rules: TRAN-9.
func TestImportTranslation_AllModules(t *testing.T) {
	dir, ids := translatedPages(t)
	server, _ := start(t, dir, nil)
	reader, writer := connect(t, server.URL, token)
	for _, id := range ids {
		read, err := reader.Texts(t.Context(), []string{id}, "en")
		texts := read[id]
		if err != nil || len(texts) == 0 {
			t.Fatalf("%s: %d texts, %v", id, len(texts), err)
		}
		want := slices.Clone(texts)
		for i, text := range texts {
			texts[i].Translation = "译 " + strings.Trim(text.Source, "\n")
			if strings.Contains(text.Source, "\n#") || strings.HasPrefix(text.Source, "#") {
				texts[i].Translation = strings.Trim(text.Source, "\n") + "\n\n译"
			}
			want[i].Source = texts[i].Translation
		}
		f := &translation.File{Page: id, Order: "order-1", SourceLanguage: "en", TargetLanguage: "zh"}
		if err := writer.ImportTranslation(t.Context(), f, texts, time.Now()); err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		read, err = reader.Texts(t.Context(), []string{id}, "zh")
		got := read[id]
		if err != nil || !reflect.DeepEqual(got, want) {
			for i := range got {
				if i < len(want) && got[i] != want[i] {
					t.Errorf("%s: %q, want %q, %v", id, got[i], want[i], err)
				}
			}
			t.Errorf("%s: %d texts, want %d, %v", id, len(got), len(want), err)
		}
	}
}

// noTexts contains the module fields without translatable text.
var noTexts = []string{
	"id",
	"author",
	"name",
	"phone",
	"email",
	"videoUrl",
	"productSlug",
	"serviceSlug",
	"path",
	"url",
	"pageParameters",
}

// TestTexts_AllFields: the export operation selects all text fields of the contract.
//
// Rules: TRAN-12.
func TestTexts_AllFields(t *testing.T) {
	operation, err := os.ReadFile("../../upstream/cms/texts.graphql")
	if err != nil {
		t.Fatal(err)
	}
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: cms.Contract})
	document, errs := gqlparser.LoadQueryWithRules(schema, string(operation), rules.NewDefaultRules())
	if errs != nil {
		t.Fatal(errs)
	}
	asked := map[string]bool{}
	var visit func(ast.SelectionSet)
	visit = func(set ast.SelectionSet) {
		for _, s := range set {
			switch s := s.(type) {
			case *ast.Field:
				asked[s.ObjectDefinition.Name+"."+s.Name] = true
				visit(s.SelectionSet)
			case *ast.InlineFragment:
				visit(s.SelectionSet)
			case *ast.FragmentSpread:
				visit(s.Definition.SelectionSet)
			}
		}
	}
	visit(document.Operations[0].SelectionSet)
	var check func(typeName string)
	check = func(typeName string) {
		for _, f := range schema.Types[typeName].Fields {
			of := schema.Types[f.Type.Name()]
			switch {
			case slices.Contains(noTexts, f.Name) || strings.HasPrefix(f.Name, "__"):
			case of.Name == "String" || of.Name == "RichText":
				if !asked[typeName+"."+f.Name] {
					t.Errorf("%s.%s is not translated", typeName, f.Name)
				}
			case of.Kind == ast.Object && of.Fields.ForName("stage") == nil:
				check(of.Name)
			case of.Kind == ast.Union:
				for _, name := range of.Types {
					check(name)
				}
			}
		}
	}
	for _, name := range schema.Types["PageModule"].Types {
		check(name)
	}
}

const shortPage = "---\ntitle: %s\nslug: about-us\npageType: Landing\ntranslationTargets: [{ language: %s, translationState: %s, order: order-1 }]\n%s---\n\nText.\n"

// TestImportTranslation_Refused: mismatching imports write nothing, and repeated ones change nothing.
//
// Rules: TRAN-8.
func TestImportTranslation_Refused(t *testing.T) {
	for name, test := range map[string]struct {
		state, order, page, language string
		texts                        []translation.Text
		want                         error
	}{
		"well":             {"InProgress", "order-1", "main-about", "fr", nil, nil},
		"repeated":         {"Translated", "order-1", "main-about", "fr", nil, nil},
		"another order":    {"InProgress", "order-2", "main-about", "fr", nil, cms.ErrConflict},
		"no order":         {"InProgress", "", "main-about", "fr", nil, cms.ErrConflict},
		"after a reset":    {"MarkedForTranslation", "order-1", "main-about", "fr", nil, cms.ErrConflict},
		"no such page":     {"InProgress", "order-1", "main-none", "fr", nil, cms.ErrNoTarget},
		"no such target":   {"InProgress", "order-1", "main-about", "es", nil, cms.ErrNoTarget},
		"a path as a page": {"InProgress", "order-1", "main-../about", "fr", nil, cms.ErrNoTarget},
		"no such text": {"InProgress", "order-1", "main-about", "fr", []translation.Text{{
			ID:     "modules.7.title",
			Source: "x",
		}}, cms.ErrConflict},
		"a changed text": {"InProgress", "order-1", "main-about", "fr", []translation.Text{{
			ID:     "title",
			Source: "Another",
		}}, cms.ErrConflict},
		"a field of no text": {"InProgress", "order-1", "main-about", "fr", []translation.Text{{
			ID:     "slug",
			Source: "about-us",
		}}, cms.ErrConflict},
		"a module's end": {"InProgress", "order-1", "main-about", "fr", []translation.Text{{
			ID:          "modules.0.content",
			Source:      "\nText.\n",
			Translation: "a\n::\n::hero\ntitle: x\n::",
		}}, nil},
		"a front matter's end": {"InProgress", "order-1", "main-about", "fr", []translation.Text{{
			ID:          "title",
			Source:      "About",
			Translation: "a\n---\nb",
		}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := copied(t)
			pages := filepath.Join(dir, "sites/main/pages/about")
			if err := os.WriteFile(
				filepath.Join(pages, "en.draft.md"), fmt.Appendf(nil, shortPage, "About", "fr", test.state, ""), 0o600,
			); err != nil {
				t.Fatal(err)
			}
			server, _ := start(t, dir, nil)
			_, writer := connect(t, server.URL, token)
			f := &translation.File{
				Page:           test.page,
				Order:          test.order,
				SourceLanguage: "en",
				TargetLanguage: test.language,
			}
			if test.texts == nil {
				test.texts = []translation.Text{{ID: "title", Source: "About", Translation: "À propos"}}
			}
			err := writer.ImportTranslation(t.Context(), f, test.texts, time.Now())
			if !errors.Is(err, test.want) {
				t.Errorf("%v, want %v", err, test.want)
			}
			_, missing := os.Stat(filepath.Join(pages, "fr.draft.md"))
			if isWritten, want := missing == nil, test.want == nil && test.state == "InProgress"; isWritten != want {
				t.Errorf("written: %t", isWritten)
			}
			answer := postQuery(
				t,
				server.URL,
				`{ pages(where: {id: "main-about"}, stage: DRAFT, locales: [fr]) { modules { __typename } } }`,
				"Authorization",
				"Bearer "+token,
			)
			if test.want == nil && test.state == "InProgress" && strings.Count(answer, "__typename") != 1 {
				t.Errorf("the draft has other modules than the source: %s", answer)
			}
		})
	}
}

// TestImportTranslation_FirstLanguage: a draft that becomes the first file of its page contains the fields without
// a language.
func TestImportTranslation_FirstLanguage(t *testing.T) {
	dir := copied(t)
	pages := filepath.Join(dir, "sites/main/pages/german")
	if err := os.WriteFile(
		filepath.Join(pages, "de.md"),
		fmt.Appendf(nil, shortPage, "Deutsch", "en", "InProgress", "translationSourceLanguage: de\n"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	server, _ := start(t, dir, nil)
	reader, writer := connect(t, server.URL, token)
	f := &translation.File{Page: "main-german", Order: "order-1", SourceLanguage: "de", TargetLanguage: "en"}
	if err := writer.ImportTranslation(t.Context(), f, []translation.Text{{
		ID:          "title",
		Source:      "Deutsch",
		Translation: "German",
	}}, time.Now()); err != nil {
		t.Fatal(err)
	}
	answer := postQuery(
		t,
		server.URL,
		`{ pages(where: {id: "main-german"}, stage: DRAFT, locales: [en]) { title slug pageType translationSourceLanguage translationTargets { language translationState } } }`,
		"Authorization",
		"Bearer "+token,
	)
	const want = `{"data":{"pages":[{"title":"German","slug":"about-us","pageType":"Landing","translationSourceLanguage":"de","translationTargets":[{"language":"en","translationState":"Translated"}]}]}}`
	if answer != want {
		t.Error(answer)
	}
	texts, err := reader.Texts(t.Context(), []string{"main-german"}, "de")
	if err != nil || texts["main-german"][0].Source != "Deutsch" {
		t.Errorf("%v %v", texts, err)
	}
}

// TestSetTranslation_BrokenFile: states are kept that were stored since another file broke and the snapshot is not
// replaced.
func TestSetTranslation_BrokenFile(t *testing.T) {
	dir := copied(t)
	about := filepath.Join(dir, "sites/main/pages/about")
	if err := os.WriteFile(filepath.Join(about, "en.draft.md"),
		[]byte("---\ntitle: About\ntranslationTargets: [{ language: fr }, { language: de }]\n---\n\nText.\n"), 0o600,
	); err != nil {
		t.Fatal(err)
	}
	server, log := start(t, dir, nil)
	_, writer := connect(t, server.URL, token)
	replaceIn(t, filepath.Join(dir, "languages.yaml"), "languageCode:", "languageCode: [")
	log.Await(t, "msg=content_file_broken")
	for _, language := range []string{"fr", "de"} {
		if err := writer.SetTranslation(t.Context(), cms.TranslationChange{
			Page: "main-about", Language: language, State: editorial.InProgress, Order: "order-" + language,
		}); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(filepath.Join(about, "translations.yaml"))
	if err != nil || !strings.Contains(string(stored), "order-fr") || !strings.Contains(string(stored), "order-de") {
		t.Errorf("%v, stored:\n%s", err, stored)
	}
}

// TestTranslation_Token: writing requires the token.
func TestTranslation_Token(t *testing.T) {
	server, _ := start(t, copied(t), nil)
	_, writer := connect(t, server.URL, "another")
	err := writer.SetTranslation(
		t.Context(),
		cms.TranslationChange{Page: "main-about", Language: "fr", State: editorial.InProgress},
	)
	if failure := new(transport.Error); !errors.As(err, &failure) || failure.Code != "FORBIDDEN" {
		t.Error(err)
	}
}

// copied returns a copy of the test content.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testcontent/cms")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestSetTranslation_NewTarget: a translation in progress adds the target of its language, which then is translated; a
// target that is set back must exist.
//
// Rules: TRAN-15.
func TestSetTranslation_NewTarget(t *testing.T) {
	dir := copied(t)
	if err := os.WriteFile(filepath.Join(dir, "sites/main/pages/about/en.draft.md"),
		fmt.Appendf(nil, shortPage, "About", "fr", "Translated", ""), 0o600); err != nil {
		t.Fatal(err)
	}
	server, _ := start(t, dir, nil)
	_, writer := connect(t, server.URL, token)
	set := func(language string, state editorial.TranslationState) error {
		return writer.SetTranslation(t.Context(), cms.TranslationChange{
			Page: "main-about", Language: language, State: state, Order: "order-2",
		})
	}
	if err := set("ja", editorial.MarkedForTranslation); !errors.Is(err, cms.ErrNoTarget) {
		t.Errorf("reset of a target that does not exist: %v", err)
	}
	if err := errors.Join(set("ja", editorial.InProgress), set("es", editorial.InProgress)); err != nil {
		t.Fatal(err)
	}
	f := &translation.File{Page: "main-about", Order: "order-2", SourceLanguage: "en", TargetLanguage: "ja"}
	text := translation.Text{ID: "title", Source: "About", Translation: "概要"}
	if err := writer.ImportTranslation(t.Context(), f, []translation.Text{text}, time.Now()); err != nil {
		t.Fatal(err)
	}
	answer := postQuery(t, server.URL, `{ pages(where: {id: "main-about"}, stage: DRAFT) { translationTargets {
		language translationState } } }`, "Authorization", "Bearer "+token)
	const want = `{"data":{"pages":[{"translationTargets":[{"language":"fr","translationState":"Translated"},` +
		`{"language":"ja","translationState":"Translated"},{"language":"es","translationState":"InProgress"}]}]}}`
	if answer != want {
		t.Error(answer)
	}
}
