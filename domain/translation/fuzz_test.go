package translation_test

import (
	"reflect"
	"strings"
	"testing"

	"strand/domain/translation"
	"strand/test/lineartest"
)

var xliffSeeds = []string{
	`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr"><file id="main-about" original="order-1">` +
		`<unit id="title"><segment><source>Cut</source><target>Couper</target></segment></unit></file></xliff>`,
	`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xliff xmlns="urn:oasis:names:tc:xliff:document:2.0">&b;</xliff>`,
	`<!DOCTYPE x SYSTEM "file:///etc/passwd"><xliff/>`,
	`<?xml version="1.0" encoding="UTF-16"?><xliff/>`,
	strings.Repeat("<a>", 200), `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0"/><x/>`, "",
}

// FuzzDecode checks that encoding a decoded file results in an equal file.
func FuzzDecode(f *testing.F) {
	for _, seed := range xliffSeeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lineartest.CheckText(t, string(data), func(data string) {
			_, _ = translation.Decode(
				[]byte(`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0">` + data),
			)
		})
		file, err := translation.Decode(data)
		if err != nil {
			return
		}
		written, err := file.Encode()
		if err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		again, err := translation.Decode(written)
		if err != nil || !reflect.DeepEqual(again, file) {
			t.Errorf("%+v, then %+v, %v", file, again, err)
		}
	})
}

// FuzzTranslated checks that an accepted file contains a translation of each exported text, without duplicates.
func FuzzTranslated(f *testing.F) {
	for _, seed := range xliffSeeds {
		f.Add([]byte(seed))
	}
	whole := sent()
	for i := range whole.Texts {
		whole.Texts[i].Translation = "[fr] " + whole.Texts[i].Source
	}
	data, err := whole.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		texts, err := sent().Translated(data)
		if err != nil {
			return
		}
		sources := map[string]string{}
		for _, text := range sent().Texts {
			sources[text.ID] = text.Source
		}
		for _, text := range texts {
			if source, ok := sources[text.ID]; !ok || text.Source != source ||
				strings.TrimSpace(text.Translation) == "" {
				t.Errorf("%+v", text)
			}
			delete(sources, text.ID)
		}
		if len(sources) > 0 {
			t.Errorf("not translated: %v", sources)
		}
	})
}
