package translation_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"strand/domain/translation"
)

// sent returns a file with every kind of text.
func sent() *translation.File {
	return &translation.File{
		Page:           "main-about",
		Order:          "order-1",
		SourceLanguage: "en",
		TargetLanguage: "fr",
		Texts: []translation.Text{
			{ID: "title", Source: "Cut & <strip>"},
			{ID: "modules.0.content", Source: "## Origins\n\nSee [the history](page:main-history) and \"more\".\n"},
			{ID: "modules.1.items.0.label", Source: "日本 ± 0.02 mm"},
		},
	}
}

// returned returns the file with translations, as the service sends it back.
func returned(t *testing.T, change func(*translation.File)) []byte {
	t.Helper()
	f := sent()
	for i := range f.Texts {
		f.Texts[i].Translation = "[fr] " + f.Texts[i].Source
	}
	if change != nil {
		change(f)
	}
	data, err := f.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestFile_Translated(t *testing.T) {
	got, err := sent().Translated(returned(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range sent().Texts {
		if got[i].ID != want.ID || got[i].Source != want.Source || got[i].Translation != "[fr] "+want.Source {
			t.Errorf("%+v", got[i])
		}
	}
}

// TestFile_Translated_OtherProgram reads a file that another program has written
// (client/src/lib/translationFiles.test.ts).
func TestFile_Translated_OtherProgram(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "returned.xlf"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := sent().Translated(data)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range sent().Texts {
		if got[i].Source != want.Source || got[i].Translation != "[fr] "+strings.TrimSpace(want.Source) {
			t.Errorf("%+v", got[i])
		}
	}
}

// TestFile_Encode checks that an encoded file decodes to the same file, and that it equals the one that another program
// reads (client/src/lib/translationFiles.test.ts).
func TestFile_Encode(t *testing.T) {
	data, err := sent().Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := translation.Decode(data)
	if err != nil || !reflect.DeepEqual(got, sent()) {
		t.Errorf("%+v, %v", got, err)
	}
	file := filepath.Join("testdata", "sent.xlf")
	if os.Getenv("UPDATE_XLIFF") != "" {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil || string(kept) != string(data) {
		t.Errorf("%s is not what is written now (UPDATE_XLIFF=1): %v", file, err)
	}
}

func TestFile_Translated_Refused(t *testing.T) {
	replaced := func(old, with string) []byte {
		text := string(returned(t, nil))
		if !strings.Contains(text, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return []byte(strings.Replace(text, old, with, 1))
	}
	for name, test := range map[string]struct {
		data []byte
		line int
		want string
	}{
		"empty":           {nil, 1, "the file is empty"},
		"not XML":         {[]byte("<xliff"), 1, "not valid XML: unexpected EOF"},
		"truncated":       {returned(t, nil)[:400], 10, "not valid XML: unexpected EOF"},
		"another format":  {[]byte("<html/>"), 1, `not XLIFF 2.0: expected element type <xliff> but have <html>`},
		"another version": {replaced(`version="2.0"`, `version="2.1"`), 1, `the version is "2.1", want 2.0`},
		"trailing text":   {append(returned(t, nil), "more"...), 24, "not XLIFF 2.0: text follows the document"},
		"trailing element": {
			append(returned(t, nil), "<xliff/>"...), 24, "not XLIFF 2.0: an element follows the document",
		},
		"another page": {
			returned(t, func(f *translation.File) { f.Page = "main-news" }), 1, `the file is of the page "main-news"`,
		},
		"another order": {
			returned(t, func(f *translation.File) { f.Order = "order-0" }), 1, "the file is of another order",
		},
		"another language": {
			returned(t, func(f *translation.File) { f.TargetLanguage = "de" }), 1,
			`the file is from "en" to "de", want en to fr`,
		},
		"an unknown text": {
			returned(t, func(f *translation.File) { f.Texts[2].ID = "x" }), 16,
			`the unit "x" is unknown, or a duplicate`,
		},
		"a duplicate text": {
			returned(t, func(f *translation.File) { f.Texts[1] = f.Texts[0] }), 10,
			`the unit "title" is unknown, or a duplicate`,
		},
		"a changed source": {
			returned(t, func(f *translation.File) { f.Texts[0].Source = "Cut" }), 4,
			`the source of the unit "title" differs from the exported text`,
		},
		"partial": {
			returned(t, func(f *translation.File) { f.Texts[1].Translation = "" }), 10,
			`the unit "modules.0.content" has no translation`,
		},
		"a blank text": {
			returned(t, func(f *translation.File) { f.Texts[1].Translation = " \n" }), 10,
			`the unit "modules.0.content" has no translation`,
		},
		"a missing text": {
			returned(t, func(f *translation.File) { f.Texts = f.Texts[:2] }), 18,
			`the unit "modules.1.items.0.label" is missing`,
		},
		"a lost link": {
			returned(t, func(f *translation.File) { f.Texts[1].Translation = "l'histoire" }), 10,
			`the translation of the unit "modules.0.content" lacks the link "page:main-history"`,
		},
		"an inline element": {
			replaced("日本", "<ph id=\"1\"/>日本"), 16, `the unit "modules.1.items.0.label" has an inline element <ph>`,
		},
		"undefined entity": {replaced("日本", "&file;"), 18, "not valid XML: invalid character entity &file;"},
	} {
		texts, err := sent().Translated(test.data)
		refusal := new(translation.FileError)
		if texts != nil || !errors.As(err, &refusal) {
			t.Errorf("%s: %v, %v", name, texts, err)
			continue
		}
		want := translation.FileError{
			File:    "main-about.fr.xlf",
			Page:    "main-about",
			Line:    test.line,
			Message: test.want,
		}
		if *refusal != want {
			t.Errorf("%s: %v, want %v", name, refusal, &want)
		}
	}
}

// TestFileError: the message names the file, line and page.
func TestFileError(t *testing.T) {
	_, err := sent().Translated(nil)
	if want := "main-about.fr.xlf:1: page main-about: the file is empty"; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if _, err := translation.Decode(nil); err == nil || err.Error() != "line 1: the file is empty" {
		t.Errorf("got %v", err)
	}
	if f, err := translation.Decode(append(returned(t, nil), "<!-- checked -->\n"...)); err != nil ||
		len(f.Texts) == 0 {
		t.Errorf("a comment after the document: %v", err)
	}
}

func TestIsTranslatable(t *testing.T) {
	for text, want := range map[string]bool{"About": true, "日本": true, "12.5": false, "": false, "±0.02": false} {
		if translation.IsTranslatable(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

// TestDecode_Hostile checks that entities are not expanded, and that deep or large input costs no more than reading it.
func TestDecode_Hostile(t *testing.T) {
	const head = `<?xml version="1.0"?>`
	for name, data := range map[string]string{
		"nested entities": head + `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>` +
			`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="p">` +
			`<unit id="u"><segment><source>&b;</source></segment></unit></file></xliff>`,
		"an external entity": head + `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>` +
			`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="p">` +
			`<unit id="u"><segment><source>&a;</source></segment></unit></file></xliff>`,
		"deep": head + strings.Repeat("<a>", 200_000) + strings.Repeat("</a>", 200_000),
		"deep nesting in a unit": head + `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en">` +
			`<file id="p"><unit id="u"><segment><source>` + strings.Repeat("<a>", 200_000) +
			strings.Repeat("</a>", 200_000) + `</source></segment></unit></file></xliff>`,
		"unclosed elements": head + strings.Repeat("<a>", 200_000),
		"another encoding":  `<?xml version="1.0" encoding="utf-7"?><xliff/>`,
	} {
		if f, err := translation.Decode([]byte(data)); err == nil {
			t.Errorf("%s: %+v", name, f)
		}
	}
}
