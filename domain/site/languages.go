package site

import (
	_ "embed" // the table of languages
	"encoding/json"
	"slices"

	"strand/domain/convert"
)

// LanguageEntry is a language of the interface of all websites.
type LanguageEntry struct {
	// Code is ISO 639-1 in lower case.
	Code string `json:"code"`
	// SIS is the locale code of sis (LOC-8).
	SIS string `json:"sis"`
	// Text is the BCP 47 tag of languages whose texts are the same in all countries and whose script or region the
	// country of a visitor must not change (a browser would choose traditional characters and voices for zh-TW); empty
	// for other languages.
	Text string `json:"text"`
	// Spellings are those of countries that write the language otherwise than its content (LOC-19).
	Spellings []Spelling `json:"spellings"`
}

// languagesJSON is the one table of languages (CONST-1). The client reads it, too: client/src/i18n/languages.ts.
//
//go:embed languages.json
var languagesJSON []byte

// Languages are the languages of the interface, in the order of CONST-1. The texts of the interface, the search and
// the sample systems exist in all of them.
var Languages = func() (all []LanguageEntry) {
	if err := json.Unmarshal(languagesJSON, &all); err != nil {
		panic(err) // the table is part of the program
	}
	return all
}()

// LanguageCodes are the codes of Languages.
var LanguageCodes = convert.All(Languages, func(l LanguageEntry) string { return l.Code })

// languageOf returns the entry of a language; the zero entry for an unknown one.
func languageOf(code string) LanguageEntry {
	i := slices.IndexFunc(Languages, func(l LanguageEntry) bool { return l.Code == code })
	if i < 0 {
		return LanguageEntry{}
	}
	return Languages[i]
}
