// Package searchtest has the tests that each search engine passes: the one in process and a remote one.
package searchtest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"strand/domain/search"
)

// Engine is what is tested.
type Engine interface {
	Sync(ctx context.Context, scope search.Scope, docs []*search.Document) error
	Search(ctx context.Context, scope search.Scope, q search.Query) (*search.Result, error)
	Suggest(ctx context.Context, scope search.Scope, q search.Query) ([]search.Hit, error)
}

// Options are what an engine does otherwise.
type Options struct {
	// MatchesParts is true for engines that find documents with any part of a compound, and mark the whole compound.
	MatchesParts bool
}

// Run runs all tests with an engine without documents.
func Run(t *testing.T, e Engine, o Options) {
	t.Helper()
	s := suite{e, o}
	for language, docs := range Texts {
		if err := e.Sync(t.Context(), search.Scope{Site: "main", Language: language}, slices.Clone(docs)); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("words", s.search)
	t.Run("codes", s.codes)
	t.Run("marks of original characters", s.marksOriginal)
	t.Run("synonyms", s.synonyms)
	t.Run("synonyms of editors", s.editorSynonyms)
	t.Run("kinds", s.countsKinds)
	t.Run("countries", s.filtersByCountry)
	t.Run("highlights", s.highlights)
	t.Run("suggestions", s.suggest)
	t.Run("quantities", s.quantities)
	t.Run("most words", s.mostWords)
	t.Run("hostile Texts", s.hostile)
}

type suite struct {
	engine  Engine
	options Options
}

// Texts are the documents of the site main, by language.
var Texts = map[string][]*search.Document{
	"en": {
		{
			ID:          "crimping",
			Kind:        search.Page,
			Title:       "Crimping",
			Description: "A crimp joins wire and terminal.",
			Text:        "Crimp height and pull force are measured.",
		},
		{
			ID:          "alpha",
			Kind:        search.Product,
			Title:       "Alpha 530",
			Description: "Crimps both ends of a wire.",
			Keywords:    []string{"alpha-530", "A530-2"},
		},
		{
			ID:          "swiss",
			Kind:        search.Page,
			Title:       "Service in Switzerland",
			Description: "For machines in Switzerland.",
			Countries:   []string{"CH", "LI"},
		},
		{ID: "pdf", Kind: search.File, Title: "Alpha 530, brochure", Description: "About the Alpha 530"},
		{ID: "shipping", Kind: search.Page, Title: "Shipping", Description: "How machines are shipped."},
		{ID: "stripping", Kind: search.Page, Title: "Stripping", Description: "How wires are stripped & <cleaned>."},
	},
	"de": {
		{ID: "a", Kind: search.Page, Title: "Kabelverarbeitung", Description: "Vom Draht zum Kabelbaum."},
		{ID: "b", Kind: search.Page, Title: "Verarbeitung von Kabeln", Description: "Maschinen für jedes Kabel."},
		{ID: "c", Kind: search.Product, Title: "Crimpmaschine", Description: "Prüft die Crimphöhe."},
		{ID: "d", Kind: search.Page, Title: "Straßenverzeichnis", Description: "Anfahrt"},
	},
	"fr": {
		{ID: "a", Kind: search.Page, Title: "Réparation des machines", Description: "L'atelier répare vos machines."},
	},
	"es": {{ID: "a", Kind: search.Page, Title: "Máquinas de crimpado", Description: "Para cables"}},
	"pt": {{ID: "a", Kind: search.Page, Title: "Máquinas de crimpagem", Description: "Para cabos"}},
	"cs": {{ID: "a", Kind: search.Page, Title: "Krimpovací stroje", Description: "Kabelové svazky pro automobily"}},
	"sk": {{ID: "a", Kind: search.Page, Title: "Krimpovacie stroje", Description: "Káblové zväzky pre automobily"}},
	"hu": {{ID: "a", Kind: search.Page, Title: "Krimpelőgépek", Description: "A kábelek feldolgozása"}},
	"ro": {{ID: "a", Kind: search.Page, Title: "Mașini de sertizat", Description: "Pentru cabluri"}},
	"ja": {
		{ID: "a", Kind: search.Page, Title: "電線加工機", Description: "圧着と検査"},
		{ID: "b", Kind: search.Page, Title: "電気検査", Description: "高電圧"},
	},
	"zh": {{ID: "a", Kind: search.Page, Title: "线束加工设备", Description: "压接与检测"}},
}

// IDs returns the ids of hits, separated by spaces.
func IDs(hits []search.Hit) string {
	var all []string
	for _, h := range hits {
		all = append(all, h.ID)
	}
	return strings.Join(all, " ")
}

// Rules: SRCH-9.
func (s suite) search(t *testing.T) {
	for _, test := range []struct{ language, text, want string }{
		{"en", "crimping", "crimping alpha"},
		{"en", "Crimps WIRE", "crimping alpha"},
		{"en", "alpha 530", "alpha pdf"},
		{"en", "A530-2", "alpha"},
		{"en", "the height of a crimp", "crimping"},
		{"en", "stripping", "stripping"},
		{"en", "switzerland", ""},
		{"en", "crimpnig", "crimping"},
		{"en", "strping", "stripping"},
		{"en", "zebra", ""},
		{"en", "the", ""},
		{"de", "Kabel", "a b"},
		{"de", "Kabelverarbeitung", "a b"},
		{"de", "Crimpmaschinen", "c"},
		{"de", "Maschine", "c b"},
		{"de", "crimphohe", "c"},
		{"de", "Strassenverzeichnis", "d"},
		{"de", "strasse", "d"},
		{"fr", "reparation machine", "a"},
		{"fr", "l'atelier", "a"},
		{"es", "maquina", "a"},
		{"pt", "máquina cabo", "a"},
		{"cs", "kabelových svazků", "a"},
		{"cs", "stroj", "a"},
		{"cs", "automobilu", "a"},
		{"sk", "káblových zväzkov", "a"},
		{"sk", "strojov", "a"},
		{"hu", "kábel", "a"},
		{"ro", "masini cablu", "a"},
		{"ja", "電線", "a"},
		{"ja", "検査", "b a"},
		{"ja", "電", "b a"},
		{"ja", "加工 圧着", "a"},
		{"zh", "加工设备", "a"},
		{"zh", "检测", "a"},
	} {
		t.Run(test.language+" "+test.text, func(t *testing.T) {
			r, err := s.engine.Search(
				t.Context(),
				search.Scope{Site: "main", Language: test.language},
				search.Query{Text: test.text, Limit: 10},
			)
			if err != nil {
				t.Fatal(err)
			}
			if s.options.MatchesParts && test.text == "Crimpmaschinen" {
				test.want = "c b"
			}
			if got := IDs(r.Hits); got != test.want {
				t.Errorf("%s, not %s", got, test.want)
			}
			if r.Total != len(r.Hits) {
				t.Errorf("%d of %d", len(r.Hits), r.Total)
			}
		})
	}
}

// figureTexts has machines with ranges of figures.
var figureTexts = []*search.Document{
	{
		ID: "thin", Kind: search.Product, Title: "Sigma 1", Order: 2,
		Ranges: search.NewRanges(
			search.Range{Measure: "mm²", Low: 0.13, High: 1}, search.Range{Measure: "N", Low: 0, High: 20_000},
		),
	},
	{
		ID: "thick", Kind: search.Product, Title: "Sigma 2", Order: 1,
		Ranges: search.NewRanges(search.Range{Measure: "mm²", Low: 0.5, High: 95}),
	},
	{ID: "story", Kind: search.Story, Title: "About 0.5 mm", Text: "Ten wires of 95 mm, 22 AWG or 2 mm."},
}

// quantities: they find the documents whose ranges include them, in the order of the catalogue.
//
// Rules: SRCH-20.
func (s suite) quantities(t *testing.T) {
	for _, language := range []string{"en", "de", "ja"} {
		scope := search.Scope{Site: "figures", Language: language}
		if err := s.engine.Sync(t.Context(), scope, slices.Clone(figureTexts)); err != nil {
			t.Fatal(err)
		}
		for text, want := range map[string]string{
			"0.5 mm2": "thick thin", "0.5mm²": "thick thin", "95 mm²": "thick", "AWG 22": "thin",
			"sigma 95 mm²": "thick",
			"20 kN":        "thin", "sigma 0.5 mm² 10 kN": "thin",
		} {
			r, err := s.engine.Search(t.Context(), scope, search.Query{Text: text, Limit: 10})
			if err != nil || IDs(r.Hits) != want || r.IsCorrected {
				t.Errorf("%s %q: %q %v", language, text, IDs(r.Hits), err)
			}
		}
	}
}

// mostWords: a query whose words no document has together finds those with most of them, and says so.
//
// Rules: SRCH-9.
func (s suite) mostWords(t *testing.T) {
	for _, test := range []struct{ language, text, want string }{
		{"en", "zebra shipping", "shipping"},
		{"en", "crimp height zebra", "crimping"},
		{"ja", "電線加工品", "a"},
		{"en", "zebra giraffe", ""},
	} {
		scope := search.Scope{Site: "main", Language: test.language}
		r, err := s.engine.Search(t.Context(), scope, search.Query{Text: test.text, Limit: 10})
		if err != nil || IDs(r.Hits) != test.want || r.IsCorrected != (test.want != "") {
			t.Errorf("%s %q: %q %t %v", test.language, test.text, IDs(r.Hits), r.IsCorrected, err)
		}
	}
}

// codeTexts has machines whose names have numbers, and Texts with some of these numbers.
var codeTexts = []*search.Document{
	{ID: "alpha-530", Kind: search.Product, Title: "Alpha 530", Keywords: []string{"alpha-530"}},
	{ID: "alpha-550", Kind: search.Product, Title: "Alpha 550", Keywords: []string{"alpha-550"}},
	{ID: "alpha-355", Kind: search.Product, Title: "Alpha 355", Text: "Cuts 530 wires with 5 tools, up to 6 mm²."},
	{ID: "laser", Kind: search.Product, Title: "LaserStrip 1100", Keywords: []string{"laserstrip-1100"}},
	{ID: "gauge", Kind: search.Page, Title: "Gauges", Text: "The terminal of Gr.49 and the ﬁne one of Gr.50, A10."},
	{ID: "careers", Kind: search.Page, Title: "Careers"},
	{ID: "program", Kind: search.Page, Title: "Programming of jobs", Text: "A job has jobs."},
}

// codes: they are found however they are written, and while they are typed; names with exactly the code come first.
//
// Rules: SRCH-9, SRCH-15.
func (s suite) codes(t *testing.T) {
	for _, language := range []string{"en", "de", "fr", "ja", "sk"} {
		scope := search.Scope{Site: "codes", Language: language}
		if err := s.engine.Sync(t.Context(), scope, slices.Clone(codeTexts)); err != nil {
			t.Fatal(err)
		}
		for text, want := range map[string]string{
			"alpha 530":      "alpha-530 alpha-355",
			"alpha530":       "alpha-530 alpha-355",
			"alpha_530":      "alpha-530 alpha-355",
			"Alpha-530":      "alpha-530 alpha-355",
			"ALPHA530":       "alpha-530 alpha-355",
			"Ａｌｐｈａ　５３０":      "alpha-530 alpha-355",
			"alpha 53":       "alpha-530",
			"alpha53":        "alpha-530",
			"laserstrip1100": "laser",
			"LaserStrip 11":  "laser",
			"laserstrip_11":  "laser",
			"Gr.49":          "gauge",
			"Gr49":           "gauge",
			"gr 49":          "gauge",
			"A10":            "gauge",
			"6 mm2":          "alpha-355",
			"6mm²":           "alpha-355",
			"fine":           "gauge",
			"５３０":            "alpha-530 alpha-355",
		} {
			result, err := s.engine.Search(t.Context(), scope, search.Query{Text: search.Clean(text), Limit: 10})
			if err != nil || IDs(result.Hits) != want || result.IsCorrected {
				t.Errorf("%s %q: %s, want %s; %v", language, text, IDs(result.Hits), want, err)
			}
		}
		// An incomplete word finds at least what the suggestions show.
		for _, text := range []string{"a", "al", "alpha 5", "alpha 53", "laserstrip 1", "g"} {
			q := search.Query{Text: text, Limit: 10}
			suggested, err := s.engine.Suggest(t.Context(), scope, q)
			if err != nil || len(suggested) == 0 {
				t.Fatalf("%s %q: %d suggestions, %v", language, text, len(suggested), err)
			}
			result, err := s.engine.Search(t.Context(), scope, q)
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range suggested {
				if !slices.ContainsFunc(result.Hits, func(found search.Hit) bool { return found.ID == h.ID }) {
					t.Errorf("%s %q: %s is suggested but not found", language, text, h.ID)
				}
			}
		}
	}
}

// marksOriginal: the marks of matches are at the places of the original text, whose characters may have other forms.
//
// Rules: SRCH-15.
func (s suite) marksOriginal(t *testing.T) {
	scope := search.Scope{Site: "marks", Language: "ja"}
	docs := []*search.Document{
		{ID: "a", Kind: search.Page, Title: "Ａｌｐｈａ　５３０ の ｻｰﾋﾞｽ", Description: "断面積 6 mm²、ﬁne"},
		{
			ID: "b", Kind: search.Page, Title: "15\u2060か\u200b国",
			Description: "Kabel\u00adbau 2\u2060\u2013\u20605 kg",
		},
	}
	if err := s.engine.Sync(t.Context(), scope, docs); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]string{
		"alpha530": {"<em>Ａｌｐｈａ</em>　<em>５３０</em> の ｻｰﾋﾞｽ", "断面積 6 mm²、ﬁne"},
		"サービス":     {"Ａｌｐｈａ　５３０ の <em>ｻｰﾋﾞｽ</em>", "断面積 6 mm²、ﬁne"},
		"mm2":      {"Ａｌｐｈａ　５３０ の ｻｰﾋﾞｽ", "断面積 6 <em>mm²</em>、ﬁne"},
		"fine":     {"Ａｌｐｈａ　５３０ の ｻｰﾋﾞｽ", "断面積 6 mm²、<em>ﬁne</em>"},
		"15か国":     {"<em>15か国</em>", "Kabelbau 2–5 kg"},
		"kabelbau": {"15か国", "<em>Kabelbau</em> 2–5 kg"},
	} {
		result, err := s.engine.Search(t.Context(), scope, search.Query{Text: text, Limit: 1})
		if err != nil || len(result.Hits) != 1 {
			t.Errorf("%s: %+v, %v", text, result, err)
			continue
		}
		h := result.Hits[0]
		if got := [2]string{visible(h.MarkedTitle), visible(h.MarkedExcerpt)}; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// visible returns a marked text as a reader sees it: the engines differ in whether a mark contains the control
// characters at its end, and in whether two marks meet.
func visible(text search.Marked) string {
	shown := strings.Map(func(r rune) rune {
		if strings.ContainsRune(search.BreakControls, r) {
			return -1
		}
		return r
	}, text.HTML())
	return strings.ReplaceAll(shown, "</em><em>", "")
}

// synonyms: the words of the sites come before the words that visitors type instead.
//
// Rules: SRCH-18.
func (s suite) synonyms(t *testing.T) {
	scope := search.Scope{Site: "synonyms", Language: "en"}
	if err := s.engine.Sync(t.Context(), scope, slices.Clone(codeTexts)); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"jobs": "careers program", "open positions": "careers", "programming jobs": "program",
	} {
		result, err := s.engine.Search(t.Context(), scope, search.Query{Text: text, Limit: 10})
		if err != nil || IDs(result.Hits) != want || result.IsCorrected {
			t.Errorf("%q: %s, want %s; %v", text, IDs(result.Hits), want, err)
		}
	}
}

// editorSynonyms: the synonyms of editors apply beside those of the program, and replace them for the same phrase.
//
// Rules: SRCH-24.
func (s suite) editorSynonyms(t *testing.T) {
	scope := search.Scope{Site: "editors", Language: "en"}
	if err := s.engine.Sync(t.Context(), scope, slices.Clone(codeTexts)); err != nil {
		t.Fatal(err)
	}
	of := search.Synonyms{{"jobs": {"program"}, "gigs": {"careers"}}}
	for text, want := range map[string]string{
		"jobs": "program", "gigs": "careers", "open positions": "careers",
	} {
		result, err := s.engine.Search(t.Context(), scope, search.Query{Text: text, Limit: 10, Synonyms: of})
		if err != nil || IDs(result.Hits) != want {
			t.Errorf("%q: %s, want %s; %v", text, IDs(result.Hits), want, err)
		}
	}
}

func (s suite) countsKinds(t *testing.T) {
	r, err := s.engine.Search(
		t.Context(),
		search.Scope{Site: "main", Language: "en"},
		search.Query{Text: "alpha", Kinds: []search.Kind{search.File}, Limit: 10},
	)
	if err != nil {
		t.Fatal(err)
	}
	if IDs(r.Hits) != "pdf" || r.Total != 1 || r.ByKind[search.Product] != 1 || r.ByKind[search.File] != 1 {
		t.Errorf("%s %d %v", IDs(r.Hits), r.Total, r.ByKind)
	}
}

// Rules: SRCH-7.
func (s suite) filtersByCountry(t *testing.T) {
	for country, want := range map[string]string{"LI": "swiss", "DE": "", "*": ""} {
		r, err := s.engine.Search(
			t.Context(),
			search.Scope{Site: "main", Language: "en"},
			search.Query{Text: "switzerland", Country: country, Limit: 10},
		)
		if err != nil || IDs(r.Hits) != want {
			t.Errorf("%s: %v %v", country, r, err)
		}
	}
}

// Rules: SRCH-5.
func (s suite) highlights(t *testing.T) {
	for _, test := range []struct{ language, text, title, excerpt string }{
		{"en", "crimp", "<em>Crimping</em>", "A <em>crimp</em> joins wire and terminal."},
		{"en", "pull force", "Crimping", "Crimp height and <em>pull</em> <em>force</em> are measured."},
		{"en", "stripping", "<em>Stripping</em>", "How wires are <em>stripped</em> &amp; &lt;cleaned&gt;."},
		{"en", "crimpnig", "<em>Crimping</em>", "A crimp joins wire and terminal."},
		{"de", "maschine", "Crimp<em>maschine</em>", "Prüft die Crimphöhe."},
		{"de", "höhe", "Crimpmaschine", "Prüft die Crimp<em>höhe</em>."},
		{"ja", "電線", "<em>電線</em>加工機", "圧着と検査"},
	} {
		r, err := s.engine.Search(
			t.Context(),
			search.Scope{Site: "main", Language: test.language},
			search.Query{Text: test.text, Limit: 1},
		)
		if err != nil || len(r.Hits) != 1 {
			t.Errorf("%s: %v %v", test.text, r, err)
			continue
		}
		if s.options.MatchesParts {
			whole := strings.NewReplacer(
				"Crimp<em>maschine</em>", "<em>Crimpmaschine</em>", "Crimp<em>höhe</em>", "<em>Crimphöhe</em>",
			)
			test.title, test.excerpt = whole.Replace(test.title), whole.Replace(test.excerpt)
		}
		if h := r.Hits[0]; h.MarkedTitle.HTML() != test.title || h.MarkedExcerpt.HTML() != test.excerpt {
			t.Errorf("%s: %s / %s", test.text, h.MarkedTitle.HTML(), h.MarkedExcerpt.HTML())
		}
	}
}

func (s suite) suggest(t *testing.T) {
	for _, test := range []struct{ language, text, want string }{
		{"en", "cri", "crimping"},
		{"en", "alpha 5", "alpha pdf"},
		{"en", "a", "alpha pdf"},
		{"en", "crimpin", "crimping"},
		{"en", "chimping", "crimping alpha"},
		{"de", "kabelv", "a"},
		{"ja", "電線", "a"},
		{"zh", "线", "a"},
		{"en", "qqq", ""},
		{"en", "", ""},
	} {
		hits, err := s.engine.Suggest(
			t.Context(),
			search.Scope{Site: "main", Language: test.language},
			search.Query{Text: test.text, Limit: 8},
		)
		if err != nil || IDs(hits) != test.want {
			t.Errorf("%s: %s %v", test.text, IDs(hits), err)
		}
	}
}

// hostile: any text has an ordinary response.
func (s suite) hostile(t *testing.T) {
	for _, text := range []string{
		"", " ", strings.Repeat("crimp ", 2000), "\x00\x01\x02", `title:"x" AND (`, "*", "?*~2^99", "/.*/", `"`,
		"[1 TO *]", "😀 🏭", "(((((", strings.Repeat("a", 10_000), "\u202e\ufeff",
	} {
		for language := range Texts {
			scope := search.Scope{Site: "main", Language: language}
			if _, err := s.engine.Search(t.Context(), scope, search.Query{
				Text:  search.Clean(text),
				Limit: 10,
			}); err != nil {
				t.Errorf("%.20q in %s: %v", text, language, err)
			}
			if _, err := s.engine.Suggest(t.Context(), scope, search.Query{
				Text:  search.Clean(text),
				Limit: 10,
			}); err != nil {
				t.Errorf("%.20q in %s: %v", text, language, err)
			}
		}
	}
}
