package search

import (
	"strand/domain/search"
)

// analyzers contains the search engine's analyzers by language. The other languages use the analyzer of analysis.
var analyzers = map[string]string{
	"en": "english",
	"fr": "french",
	"es": "spanish",
	"pt": "portuguese",
	"cs": "czech",
	"hu": "hungarian",
	"ro": "romanian",
	"ja": "cjk",
	"zh": "cjk",
}

// own is the name of the custom analyzer for languages without a suitable one in the search engine.
const own = "strand"

type object = map[string]any

// definition returns the settings and field mappings of an index for a language.
func definition(language string) object {
	analyzer, ok := analyzers[language]
	if !ok {
		analyzer = own
	}
	text := func() object { return object{"type": "text", "analyzer": analyzer} }
	hidden := object{"type": "keyword", "index": false, "doc_values": false}
	title := text()
	title["fields"] = object{"typing": object{"type": "search_as_you_type"}}
	return object{
		"settings": object{"index": object{"number_of_shards": 1}, "analysis": analysis(language)},
		"mappings": object{"dynamic": "strict", "properties": object{
			"id": object{
				"type": "keyword",
			}, "written": object{"type": "long"}, "kind": object{"type": "keyword"},
			"countries": object{"type": "keyword"},
			"title":     title, "description": text(), "text": text(),
			"keywords": object{"type": "text", "analyzer": "simple"}, "route": hidden, "file": hidden,
		}},
	}
}

// analysis returns the custom analyzer of a language: German with compound words, any other language without
// accents.
func analysis(language string) object {
	filters, defined := []string{"lowercase", "asciifolding"}, object{}
	if language == "de" {
		filters = []string{"lowercase", "strand_parts", "strand_stop", "german_normalization", "strand_stem"}
		defined = object{
			"strand_parts": object{
				"type":               "dictionary_decompounder",
				"word_list":          search.GermanParts,
				"min_subword_size":   4,
				"only_longest_match": true,
			},
			"strand_stop": object{"type": "stop", "stopwords": "_german_"},
			"strand_stem": object{"type": "stemmer", "language": "light_german"},
		}
	}
	return object{
		"filter":   defined,
		"analyzer": object{own: object{"type": "custom", "tokenizer": "standard", "filter": filters}},
	}
}
