package bleveindex

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"

	"strand/domain/search"
	"strand/domain/site"
)

// benchmarkDocuments is the number of documents in all languages.
const benchmarkDocuments = 20_000

// BenchmarkSearch searches 20,000 made-up documents in eleven languages, also with a mistyped word, suggests, and for
// comparison searches with a plain query of the library, without filters, counts and marks.
func BenchmarkSearch(b *testing.B) {
	engine := New()
	b.Cleanup(func() { _ = engine.Close() })
	corpora := map[string][]*search.Document{}
	plain := map[string]bleve.Index{}
	for i, language := range site.LanguageCodes {
		random := rand.New(rand.NewPCG(1, uint64(i)))
		docs := corpus(random, language, benchmarkDocuments/len(site.LanguageCodes)+1)
		if err := engine.Sync(b.Context(), search.Scope{Site: "main", Language: language}, docs); err != nil {
			b.Fatal(err)
		}
		corpora[language], plain[language] = docs, plainIndex(b, docs)
	}
	operations := map[string]func(scope search.Scope, words []string) error{
		"search": func(scope search.Scope, words []string) error {
			_, err := engine.Search(b.Context(), scope, queryOf(strings.Join(words, " "), search.PageSize))
			return err
		},
		"mistyped": func(scope search.Scope, words []string) error {
			_, err := engine.Search(b.Context(), scope, queryOf(mistyped(words[0]), search.PageSize))
			return err
		},
		"suggestions": func(scope search.Scope, words []string) error {
			word := []rune(words[0])
			beginning := string(word[:max(1, len(word)-2)])
			_, err := engine.Suggest(b.Context(), scope, queryOf(beginning, search.MaxSuggestions))
			return err
		},
		"plain": func(scope search.Scope, words []string) error {
			match := bleve.NewMatchQuery(strings.Join(words, " "))
			match.SetField("all")
			_, err := plain[scope.Language].Search(bleve.NewSearchRequestOptions(match, search.PageSize, 0, false))
			return err
		},
	}
	for name, operation := range operations {
		b.Run(name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(2, 2))
			for b.Loop() {
				language := site.LanguageCodes[random.IntN(len(site.LanguageCodes))]
				docs := corpora[language]
				words := wordsOfTitle(random, docs[random.IntN(len(docs))])
				if err := operation(search.Scope{Site: "main", Language: language}, words); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func queryOf(text string, limit int) search.Query {
	return search.Query{Text: text, Country: "CH", Limit: limit}
}

// plainIndex returns an index with the library's defaults.
func plainIndex(b *testing.B, docs []*search.Document) bleve.Index {
	b.Helper()
	m := bleve.NewIndexMapping()
	m.StoreDynamic = false
	index, err := bleve.NewUsing("", m, scorch.Name, scorch.Name, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = index.Close() })
	batch := index.NewBatch()
	for i := range docs {
		text := docs[i].Title + "\n" + docs[i].Description + "\n" + docs[i].Text
		if err := batch.Index(docs[i].ID, map[string]any{"all": text}); err != nil {
			b.Fatal(err)
		}
	}
	if err := index.Batch(batch); err != nil {
		b.Fatal(err)
	}
	return index
}

// corpus returns documents of words with a distribution like that of a language.
func corpus(random *rand.Rand, language string, n int) []*search.Document {
	vocabulary := make([]string, 6_000)
	for i := range vocabulary {
		vocabulary[i] = madeUpWord(random, language)
	}
	frequent := rand.NewZipf(random, 1.07, 4, uint64(len(vocabulary)-1))
	separator := " "
	if language == "ja" || language == "zh" {
		separator = ""
	}
	text := func(words int) string {
		parts := make([]string, words)
		for i := range parts {
			parts[i] = vocabulary[frequent.Uint64()]
		}
		return strings.Join(parts, separator)
	}
	docs := make([]*search.Document, n)
	for i := range docs {
		docs[i] = &search.Document{
			ID:          fmt.Sprintf("page:%d", i),
			Kind:        search.Kinds[random.IntN(len(search.Kinds))],
			Title:       text(4),
			Description: text(14),
			Text:        text(160),
			Route:       fmt.Sprintf("/p/%d", i),
		}
	}
	return docs
}

var syllables = strings.Fields(
	"ka bel cri mp ma schi ne wi re to ol cut strip ten sor vo lu me pro duct ser vi ce sta ti on",
)

func madeUpWord(random *rand.Rand, language string) string {
	var w strings.Builder
	if language == "ja" || language == "zh" {
		for range 2 + random.IntN(2) {
			w.WriteRune(rune(0x4E00 + random.IntN(2_000)))
		}
		return w.String()
	}
	for range 2 + random.IntN(3) {
		w.WriteString(syllables[random.IntN(len(syllables))])
	}
	return w.String()
}

// wordsOfTitle returns one or two words of a document's title.
func wordsOfTitle(random *rand.Rand, d *search.Document) []string {
	words := strings.Fields(d.Title)
	if len(words) == 1 {
		return []string{string([]rune(words[0])[:2])}
	}
	return words[:1+random.IntN(2)]
}

// mistyped swaps two letters.
func mistyped(word string) string {
	r := []rune(word)
	if n := len(r); n > 3 {
		r[n-2], r[n-3] = r[n-3], r[n-2]
	}
	return string(r)
}
