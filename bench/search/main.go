// Search compares the in-process search with a plain query of its library: 20,000 made-up documents in eleven
// languages, the same words alternately, the medians and their ratio. It also prints the memory of the indexes.
//
//	go run ./bench/search
package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"

	"strand/domain/search"
	"strand/domain/site"
	"strand/search/bleveindex"
)

const (
	documents = 20_000
	rounds    = 400
)

var languages = site.LanguageCodes

// analyzers are the analyzers of the library.
var analyzers = map[string]string{"en": "en", "de": "de", "fr": "fr", "es": "es", "pt": "pt", "hu": "hu", "ro": "ro",
	"ja": "cjk", "zh": "cjk"}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "search:", err)
		os.Exit(1)
	}
}

func run() error {
	ctx := context.Background()
	corpora := map[string][]search.Document{}
	for i, language := range languages {
		corpora[language] = corpus(rand.New(rand.NewPCG(1, uint64(i))), language, documents/len(languages)+1)
	}
	before := heap()
	engine := bleveindex.New()
	started := time.Now()
	for language, docs := range corpora {
		if err := engine.Sync(ctx, search.Scope{Site: "main", Language: language}, docs); err != nil {
			return err
		}
	}
	built := time.Since(started)
	fmt.Printf("%d documents in %d languages: indexed in %s, %.0f MB of memory beside the texts\n", documents,
		len(languages), built.Round(time.Millisecond), float64(heap()-before)/1e6)

	plain := map[string]bleve.Index{}
	for language, docs := range corpora {
		index, err := library(language, docs)
		if err != nil {
			return err
		}
		plain[language] = index
	}
	var ours, theirs, suggested, corrected []time.Duration
	random := rand.New(rand.NewPCG(2, 2))
	for range rounds {
		language := languages[random.IntN(len(languages))]
		docs := corpora[language]
		words := pick(random, docs[random.IntN(len(docs))])
		scope := search.Scope{Site: "main", Language: language}
		q := search.Query{Text: strings.Join(words, " "), Country: "CH", Limit: search.PageSize}

		started := time.Now()
		if _, err := engine.Search(ctx, scope, q); err != nil {
			return err
		}
		ours = append(ours, time.Since(started))

		match := bleve.NewMatchQuery(q.Text)
		match.SetField("all")
		started = time.Now()
		if _, err := plain[language].Search(bleve.NewSearchRequestOptions(match, q.Limit, 0, false)); err != nil {
			return err
		}
		theirs = append(theirs, time.Since(started))

		first := []rune(words[0])
		q.Text, q.Limit = string(first[:max(1, len(first)-2)]), search.MaxSuggestions
		started = time.Now()
		if _, err := engine.Suggest(ctx, scope, q); err != nil {
			return err
		}
		suggested = append(suggested, time.Since(started))

		q.Text = mistyped(words[0])
		started = time.Now()
		if _, err := engine.Search(ctx, scope, q); err != nil {
			return err
		}
		corrected = append(corrected, time.Since(started))
	}
	a, b := median(ours), median(theirs)
	fmt.Printf("search: median %s, 99 of 100 within %s; a plain query of the library %s; ratio %.2f\n", a,
		quantile(ours, 0.99), b, float64(a)/float64(b))
	fmt.Printf("a mistyped word: median %s, 99 of 100 within %s\n", median(corrected), quantile(corrected, 0.99))
	fmt.Printf("suggestions: median %s, 99 of 100 within %s\n", median(suggested), quantile(suggested, 0.99))
	return engine.Close()
}

// library returns an index with the library's defaults.
func library(language string, docs []search.Document) (bleve.Index, error) {
	m := bleve.NewIndexMapping()
	if name := analyzers[language]; name != "" {
		m.DefaultAnalyzer = name
	}
	m.StoreDynamic = false
	index, err := bleve.NewUsing("", m, scorch.Name, scorch.Name, nil)
	if err != nil {
		return nil, err
	}
	batch := index.NewBatch()
	for i := range docs {
		if err := batch.Index(
			docs[i].ID, map[string]any{"all": docs[i].Title + "\n" + docs[i].Description + "\n" + docs[i].Text},
		); err != nil {
			return nil, err
		}
	}
	return index, index.Batch(batch)
}

// corpus returns documents of words with a distribution like that of a language.
func corpus(random *rand.Rand, language string, n int) []search.Document {
	vocabulary := make([]string, 6_000)
	for i := range vocabulary {
		vocabulary[i] = word(random, language)
	}
	frequent := rand.NewZipf(random, 1.07, 4, uint64(len(vocabulary)-1))
	text := func(words int) string {
		parts := make([]string, words)
		for i := range parts {
			parts[i] = vocabulary[frequent.Uint64()]
		}
		if language == "ja" || language == "zh" {
			return strings.Join(parts, "")
		}
		return strings.Join(parts, " ")
	}
	docs := make([]search.Document, n)
	for i := range docs {
		docs[i] = search.Document{
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
	"ka bel cri mp ma schi ne wi re to ol cut strip ten sor vo lu me pro duct ser vi ce sta ti on tech nik ra di us " +
		"le ver ba um ko max lin dex for ce pul ley mo tor con nec tor sha ft",
)

func word(random *rand.Rand, language string) string {
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

// pick returns one or two words of a document's title.
func pick(random *rand.Rand, d search.Document) []string {
	words := strings.Fields(d.Title)
	if len(words) == 1 {
		r := []rune(words[0])
		return []string{string(r[:2])}
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

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func median(d []time.Duration) time.Duration { return quantile(d, 0.5) }

func quantile(d []time.Duration, q float64) time.Duration {
	sorted := slices.Sorted(slices.Values(d))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))].Round(10 * time.Microsecond)
}
