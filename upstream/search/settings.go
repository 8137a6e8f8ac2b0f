package search

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"

	"strand/domain/search"
)

// definitionVersion is part of the names of indexes. It is increased when the definition changes, because an existing
// index keeps its analyzers.
const definitionVersion = "6"

type object = map[string]any

// The custom analyzers of an index: of texts, and of names and codes, whose words are not stemmed.
const (
	textAnalyzer = "strand_text"
	nameAnalyzer = "strand_name"
)

// The custom filters: of characters, and of words.
const (
	compatibility = "strand_compatibility"
	splitWords    = "strand_split"
)

// definition returns the settings and field mappings of an index for a language.
func definition(language string) object {
	text := func() object { return object{"type": "text", "analyzer": textAnalyzer} }
	hidden := object{"type": "keyword", "index": false, "doc_values": false}
	title := text()
	title["fields"] = object{"typing": object{"type": "search_as_you_type", "analyzer": nameAnalyzer}}
	return object{
		"settings": object{"index": object{"number_of_shards": 1}, "analysis": analysis(language)},
		"mappings": object{"dynamic": "strict", "dynamic_templates": []object{
			{"ranges": object{"path_match": "ranges.*", "mapping": object{"type": "double_range"}}},
		}, "properties": object{
			"ranges": object{"type": "object", "dynamic": "true"},
			"order":  object{"type": "integer"}, "titleLanguage": hidden, "textLanguage": hidden, "category": hidden,
			"image": object{"type": "object", "enabled": false},
			"id": object{
				"type": "keyword",
			}, "hash": hidden, "written": object{"type": "long"}, "kind": object{"type": "keyword"},
			"countries": object{"type": "keyword"},
			"title":     title, "description": text(), "text": text(), "context": text(),
			"keywords": object{"type": "text", "analyzer": nameAnalyzer}, "route": hidden, "file": hidden,
		}},
	}
}

// languageFilters contains the filters of words by language, after they are in lower case. Those that the search engine
// lacks for a language only remove accents. Slovak words have endings like those of Czech ones.
var languageFilters = map[string][]string{
	"en": {"stop:_english_", "stemmer:english"},
	"de": {"parts", "stop:_german_", "german_normalization", "stemmer:light_german"},
	"fr": {"stop:_french_", "stemmer:light_french"},
	"es": {"stop:_spanish_", "stemmer:light_spanish"},
	"pt": {"stop:_portuguese_", "stemmer:light_portuguese"},
	"cs": {"stop:_czech_", "stemmer:czech"},
	"hu": {"stop:_hungarian_", "stemmer:hungarian"},
	"ro": {"stop:_romanian_", "neuter", "stemmer:romanian"},
	"sk": {"stemmer:czech"},
	"ja": {"cjk_bigram"},
	"zh": {"cjk_bigram"},
}

// hasPairs reports whether the words of a language are pairs of characters.
func hasPairs(language string) bool { return slices.Contains(languageFilters[language], "cjk_bigram") }

// beforeLowercase contains the filters that need the original words.
var beforeLowercase = map[string][]string{
	"en": {"stemmer:possessive_english"},
	"fr": {"elision"},
}

// analysis returns the analyzers of a language. All of them split words as search.SplitWords does.
func analysis(language string) object {
	defined := object{splitWords: object{
		"type":                    "word_delimiter_graph",
		"split_on_numerics":       true,
		"split_on_case_change":    false,
		"stem_english_possessive": false,
	}}
	text := []string{}
	for _, name := range slices.Concat(
		beforeLowercase[language],
		[]string{splitWords, "cjk_width", "lowercase"},
		languageFilters[language],
		[]string{"asciifolding"},
	) {
		kind, value, isParametrized := strings.Cut(name, ":")
		switch {
		case isParametrized:
			name = "strand_" + value
			parameter := map[string]string{"stop": "stopwords", "stemmer": "language"}[kind]
			defined[name] = object{"type": kind, parameter: value}
		case kind == "elision":
			name = "strand_elision"
			defined[name] = object{
				"type":          "elision",
				"articles_case": true,
				"articles": []string{
					"l", "m", "t", "qu", "n", "s", "j", "d", "c", "jusqu", "quoiqu", "lorsqu", "puisqu",
				},
			}
		case kind == "neuter":
			// The stemmer keeps the plural of neuter nouns: cablu, cabluri.
			name = "strand_neuter"
			defined[name] = object{"type": "pattern_replace", "pattern": "(?<=..)u(ri)?$", "replacement": ""}
		case kind == "parts":
			name = "strand_parts"
			defined[name] = object{
				"type":               "dictionary_decompounder",
				"word_list":          search.GermanParts,
				"min_subword_size":   4,
				"only_longest_match": true,
			}
		}
		text = append(text, name)
	}
	analyzer := func(filters []string) object {
		return object{
			"type":        "custom",
			"char_filter": []string{compatibility},
			"tokenizer":   "standard",
			"filter":      filters,
		}
	}
	return object{
		"char_filter": object{compatibility: object{"type": "mapping", "mappings": compatibilityMappings()}},
		"filter":      defined,
		"analyzer": object{
			textAnalyzer: analyzer(text),
			nameAnalyzer: analyzer([]string{splitWords, "cjk_width", "lowercase", "asciifolding"}),
		},
	}
}

// compatibilityRanges are the characters whose compatibility form matters in these languages: superscripts, fractions,
// number forms, units, ligatures, and letters and digits of full width. Katakana of half width are the task of
// cjk_width, which joins their marks.
var compatibilityRanges = [][2]rune{
	{0x00a0, 0x00be}, {0x2000, 0x200a}, {0x2070, 0x209c}, {0x2100, 0x218b}, {0x2460, 0x24ff}, {0x3000, 0x3000},
	{0x3300, 0x33ff}, {0xfb00, 0xfb06}, {0xff01, 0xff5e},
}

// compatibilityMappings returns the compatibility forms of characters in the syntax of the search engine: `² => 2` as
// `\u00b2 => \u0032`. search.BreakControls are mapped to nothing.
func compatibilityMappings() []string {
	escape := func(text string) string {
		var escaped strings.Builder
		for _, unit := range utf16.Encode([]rune(text)) {
			fmt.Fprintf(&escaped, `\u%04x`, unit)
		}
		return escaped.String()
	}
	var mappings []string
	for _, r := range search.BreakControls {
		mappings = append(mappings, escape(string(r))+" =>")
	}
	for _, characters := range compatibilityRanges {
		for r := characters[0]; r <= characters[1]; r++ {
			if form := norm.NFKC.String(string(r)); form != string(r) {
				mappings = append(mappings, escape(string(r))+" => "+escape(form))
			}
		}
	}
	return mappings
}
