package translation_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

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

// Rules: TRAN-6.
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
// (client/src/i18n/translationFiles.test.ts).
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
// reads (client/src/i18n/translationFiles.test.ts).
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

// Rules: TRAN-6.
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
		"another format":  {[]byte("<html/>"), 1, `not XLIFF 2: the document is <html>`},
		"another version": {replaced(`version="2.0"`, `version="1.2"`), 2, `the version is "1.2", want 2.0, 2.1, 2.2`},
		"trailing text":   {append(returned(t, nil), "more"...), 24, "not XLIFF 2: text follows the document"},
		"trailing element": {
			append(returned(t, nil), "<xliff/>"...), 24, "not XLIFF 2: an element follows the document",
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
		"another namespace": {
			replaced("document:2.0", "document:1.2"), 2,
			`not XLIFF 2: the namespace is "urn:oasis:names:tc:xliff:document:1.2"`,
		},
		"a document type": {
			replaced("<xliff", "<!DOCTYPE xliff [<!ENTITY a \"b\">]><xliff"), 2,
			"not XLIFF 2: a document type is not accepted",
		},
		"an unknown encoding": {
			replaced(`encoding="UTF-8"`, `encoding="utf-7"`), 1,
			`not readable: the encoding "utf-7" is not supported: use UTF-8`,
		},
		"a segment without a translation": {
			replaced("<source>Cut &amp; &lt;strip&gt;</source>", "<source>Cut </source><target>Couper </target>"+
				"</segment><segment><source>&amp; &lt;strip&gt;</source><target/></segment>"+
				"<segment><source></source>"), 4,
			`a segment of the unit "title" has no translation`,
		},
		"an order that is used twice": {
			replaced("<target>", `<target order="2">`), 4,
			`the unit "title": the order 2 of a target is too large, or used twice`,
		},
		"a changed placeholder": {
			returned(t, func(f *translation.File) { f.Texts[0].Translation = "{{name}}" }), 4,
			`the translation of the unit "title" changes the placeholder "{{name}}"`,
		},
		"another target of a link": {
			replaced("[fr] ## Origins&#xA;&#xA;See [the history](page:main-history)",
				"L'histoire [ici](page:main-news \"page:main-history\")"), 10,
			`the translation of the unit "modules.0.content" lacks the link "page:main-history"`,
		},
		"a control character": {
			replaced("日本", `<cp hex="0007"/>日本`), 16, `the unit "modules.1.items.0.label" has the character "0007"`,
		},
		"nested too deeply": {
			replaced("日本", strings.Repeat("<mrk>", 200)+strings.Repeat("</mrk>", 200)+"日本"), 18,
			"not XLIFF 2: elements are nested too deeply",
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

// TestFile_Translated_Forms: files of the same translation, as different programs write them.
//
// Rules: TRAN-6.
func TestFile_Translated_Forms(t *testing.T) {
	const head = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr">`
	const label = `<unit id="label"><segment><source>Über {{name}}</source><target>À {{name}}</target></segment></unit>`
	const text = `<unit id="text"><segment><source>One. See [it](page:a).</source>` +
		`<target>Un. Voir [le](page:a).</target></segment></unit>`
	const whole = head + `<file id="p" original="o">` + label + text + `</file></xliff>`
	exported := &translation.File{
		Page: "p", Order: "o", SourceLanguage: "en", TargetLanguage: "fr",
		Texts: []translation.Text{
			{ID: "label", Source: "Über {{name}}"}, {ID: "text", Source: "One. See [it](page:a)."},
		},
	}
	segments := func(parts string) string { return strings.Replace(whole, text, `<unit id="text">`+parts+`</unit>`, 1) }
	encoded := func(e encoding.Encoding, name string) string {
		data, err := e.NewEncoder().String(`<?xml version="1.0" encoding="` + name + `"?>` + "\n" + whole)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	const want = "Un. Voir [le](page:a)."
	for name, test := range map[string]struct{ data, want string }{
		"one segment": {whole, want},
		"version 2.1": {strings.Replace(whole, `version="2.0"`, `version="2.1"`, 1), want},
		"version 2.2": {strings.Replace(whole, `version="2.0"`, `version="2.2"`, 1), want},
		"the namespace of 2.2": {
			strings.Replace(strings.Replace(whole, "document:2.0", "document:2.2", 1), `"2.0"`, `"2.2"`, 1), want,
		},
		"a prefix": {
			strings.NewReplacer(`xmlns="urn`, `xmlns:x="urn`, "</", "</x:", "<", "<x:").Replace(whole), want,
		},
		"two segments and white space": {segments(`<segment><source>One.</source><target>Un.</target></segment>` +
			`<ignorable><source> </source></ignorable>` +
			`<segment><source>See [it](page:a).</source><target>Voir [le](page:a).</target></segment>`), want},
		"translated white space": {segments(`<segment id="1"><source>One.</source><target>Un.</target></segment>` +
			`<ignorable><source> </source><target>&#xA;</target></ignorable>` +
			`<segment id="2"><source>See [it](page:a).</source><target>Voir [le](page:a).</target></segment>`),
			"Un.\nVoir [le](page:a)."},
		"targets in another order": {segments(`<segment><source>One.</source><target order="3">Un.</target></segment>` +
			`<ignorable><source> </source></ignorable>` +
			`<segment><source>See [it](page:a).</source><target order="1">Voir [le](page:a).</target></segment>`),
			"Voir [le](page:a). Un."},
		"a segment without letters": {segments(`<segment><source>One. See [it](page:a)</source>` +
			`<target>Un. Voir [le](page:a)</target></segment><segment><source>.</source></segment>`), want},
		"annotations": {segments(`<segment state="final"><source><mrk id="m1" type="term">One</mrk>. <sm id="m2"/>See` +
			`<em startRef="m2"/> [it](page:a).</source>` +
			`<target><mrk id="m1" type="term"><mrk id="m3">Un</mrk></mrk>. Voir [le](page:a).</target>` +
			`</segment>`), want},
		"a character by its code": {strings.Replace(whole, "Un.", `Un<cp hex="002E"/>`, 1), want},
		"notes and metadata": {strings.Replace(whole, `<unit id="text">`, `<notes><note>One unit</note></notes>`+
			`<m:metadata xmlns:m="urn:oasis:names:tc:xliff:metadata:2.0"><m:unit id="x"/></m:metadata>`+
			`<unit id="text"><notes><note><source>x</source></note></notes>`, 1), want},
		"groups": {strings.NewReplacer(text, `<group id="g"><group id="h">`+text+`</group></group>`,
			label, `<skeleton href="x"/>`+label).Replace(whole), want},
		"another sequence of units": {strings.Replace(whole, label+text, text+label, 1), want},
		"languages of a country": {
			strings.Replace(whole, `srcLang="en" trgLang="fr"`, `srcLang="en-US" trgLang="FR"`, 1), want,
		},
		"a region": {strings.Replace(whole, `trgLang="fr"`, `trgLang="fr-FR"`, 1), want},
		"a title of a link": {strings.Replace(whole, "[le](page:a)", `[le](page:a "La page")`, 1),
			`Un. Voir [le](page:a "La page").`},
		"a target in brackets": {strings.Replace(whole, "[le](page:a)", `[le](&lt;page:a&gt;)`, 1),
			`Un. Voir [le](<page:a>).`},
		"a byte order mark":   {"\ufeff" + whole, want},
		"UTF-16":              {encoded(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "UTF-16"), want},
		"UTF-16, big endian":  {encoded(unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "UTF-16"), want},
		"UTF-16 without mark": {encoded(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "UTF-16"), want},
		"Latin 1":             {encoded(charmap.ISO8859_1, "ISO-8859-1"), want},
		"Windows":             {encoded(charmap.Windows1252, "windows-1252"), want},
		// A service that sends the file as a text has decoded it already.
		"the declaration of a former encoding": {`<?xml version="1.0" encoding="ISO-8859-1"?>` + whole, want},
		"the declaration of former UTF-16":     {`<?xml version="1.0" encoding="UTF-16"?>` + whole, want},
	} {
		texts, err := exported.Translated([]byte(test.data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if texts[0].ID != "label" || texts[0].Translation != "À {{name}}" || texts[1].Translation != test.want {
			t.Errorf("%s: %+v", name, texts)
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

// The fallback of a reference to a figure is translated, its name is not.
//
// Rules: PAGE-35, TRAN-6.
func TestFile_Translated_References(t *testing.T) {
	const source = "In {{fact:brands|some}} places"
	exported := &translation.File{
		Page: "p", Order: "o", SourceLanguage: "en", TargetLanguage: "fr",
		Texts: []translation.Text{{ID: "title", Source: source}},
	}
	for translated, isValid := range map[string]bool{
		"En {{fact:brands|quelques}} lieux": true, "En {{fact:brands}} lieux": true,
		"En {{fact:marques|quelques}} lieux": false, "En quelques lieux": false,
	} {
		file := &translation.File{
			Page: "p", Order: "o", SourceLanguage: "en", TargetLanguage: "fr",
			Texts: []translation.Text{{ID: "title", Source: source, Translation: translated}},
		}
		data, err := file.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exported.Translated(data); (err == nil) != isValid {
			t.Errorf("%q: %v", translated, err)
		}
	}
}

// Rules: TRAN-12.
func TestIsTranslatable(t *testing.T) {
	for text, want := range map[string]bool{
		"About": true, "日本": true, "12.5": false, "": false, "±0.02": false,
		"{{fact:brands}}": false, "{{product:a.b.value}} / {{name}}": false, "{{fact:brands|some}}": true,
		"In {{name}}": true,
	} {
		if translation.IsTranslatable(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

// TestDecode_Hostile checks that entities are not expanded, and that deep or large input costs no more than reading it.
//
// Rules: TRAN-6.
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
