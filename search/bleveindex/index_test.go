package bleveindex

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"strand/domain/search"
)

var texts = map[string][]search.Document{
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

func newTestEngine(t testing.TB) *Engine {
	t.Helper()
	e := New()
	t.Cleanup(func() { _ = e.Close() })
	for language, docs := range texts {
		if err := e.Sync(context.Background(), search.Scope{Site: "main", Language: language}, docs); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func ids(hits []search.Hit) string {
	var all []string
	for _, h := range hits {
		all = append(all, h.ID)
	}
	return strings.Join(all, " ")
}

// Rules: SRCH-9.
func TestSearch(t *testing.T) {
	e := newTestEngine(t)
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
			r, err := e.Search(
				context.Background(),
				search.Scope{Site: "main", Language: test.language},
				search.Query{Text: test.text, Limit: 10},
			)
			if err != nil {
				t.Fatal(err)
			}
			if got := ids(r.Hits); got != test.want {
				t.Errorf("%s, not %s", got, test.want)
			}
			if r.Total != len(r.Hits) {
				t.Errorf("%d of %d", len(r.Hits), r.Total)
			}
		})
	}
}

// codeTexts has machines whose names have numbers, and texts with some of these numbers.
var codeTexts = []search.Document{
	{ID: "alpha-530", Kind: search.Product, Title: "Alpha 530", Keywords: []string{"alpha-530"}},
	{ID: "alpha-550", Kind: search.Product, Title: "Alpha 550", Keywords: []string{"alpha-550"}},
	{ID: "alpha-355", Kind: search.Product, Title: "Alpha 355", Text: "Cuts 530 wires with 5 tools, up to 6 mm²."},
	{ID: "laser", Kind: search.Product, Title: "LaserStrip 1100", Keywords: []string{"laserstrip-1100"}},
	{ID: "gauge", Kind: search.Page, Title: "Gauges", Text: "The terminal of Gr.49 and the ﬁne one of Gr.50, A10."},
	{ID: "careers", Kind: search.Page, Title: "Careers"},
	{ID: "program", Kind: search.Page, Title: "Programming of jobs", Text: "A job has jobs."},
}

// Codes are found however they are written, and while they are typed; names with exactly the code come first.
//
// Rules: SRCH-9, SRCH-15.
func TestSearch_Codes(t *testing.T) {
	e := New()
	defer func() { _ = e.Close() }()
	for _, language := range []string{"en", "de", "fr", "ja", "sk"} {
		scope := search.Scope{Site: "main", Language: language}
		if err := e.Sync(t.Context(), scope, codeTexts); err != nil {
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
			result, err := e.Search(t.Context(), scope, search.Query{Text: search.Clean(text), Limit: 10})
			if err != nil || ids(result.Hits) != want || result.IsCorrected {
				t.Errorf("%s %q: %s, want %s; %v", language, text, ids(result.Hits), want, err)
			}
		}
		// An incomplete word finds at least what the suggestions show.
		for _, text := range []string{"a", "al", "alpha 5", "alpha 53", "laserstrip 1", "g"} {
			q := search.Query{Text: text, Limit: 10}
			suggested, err := e.Suggest(t.Context(), scope, q)
			if err != nil || len(suggested) == 0 {
				t.Fatalf("%s %q: %d suggestions, %v", language, text, len(suggested), err)
			}
			result, err := e.Search(t.Context(), scope, q)
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

// The marks of matches are at the places of the original text, whose characters may have other forms.
//
// Rules: SRCH-15.
func TestSearch_MarksOriginal(t *testing.T) {
	e := New()
	defer func() { _ = e.Close() }()
	scope := search.Scope{Site: "main", Language: "ja"}
	docs := []search.Document{{ID: "a", Title: "Ａｌｐｈａ　５３０ の ｻｰﾋﾞｽ", Description: "断面積 6 mm²、ﬁne"}}
	if err := e.Sync(t.Context(), scope, docs); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][2]string{
		"alpha530": {"<em>Ａｌｐｈａ</em>　<em>５３０</em> の ｻｰﾋﾞｽ", "断面積 6 mm²、ﬁne"},
		"サービス":     {"Ａｌｐｈａ　５３０ の <em>ｻｰﾋﾞｽ</em>", "断面積 6 mm²、ﬁne"},
		"mm2":      {"Ａｌｐｈａ　５３０ の ｻｰﾋﾞｽ", "断面積 6 <em>mm²</em>、ﬁne"},
		"fine":     {"Ａｌｐｈａ　５３０ の ｻｰﾋﾞｽ", "断面積 6 mm²、<em>ﬁne</em>"},
	} {
		result, err := e.Search(t.Context(), scope, search.Query{Text: text, Limit: 1})
		if err != nil || len(result.Hits) != 1 {
			t.Errorf("%s: %+v, %v", text, result, err)
			continue
		}
		h := result.Hits[0]
		if got := [2]string{h.MarkedTitle.HTML(), h.MarkedExcerpt.HTML()}; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// The words of the sites come before the words that visitors type instead.
//
// Rules: SRCH-18.
func TestSearch_Synonyms(t *testing.T) {
	e := New()
	defer func() { _ = e.Close() }()
	scope := search.Scope{Site: "main", Language: "en"}
	if err := e.Sync(t.Context(), scope, codeTexts); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"jobs": "careers program", "open positions": "careers", "programming jobs": "program",
	} {
		result, err := e.Search(t.Context(), scope, search.Query{Text: text, Limit: 10})
		if err != nil || ids(result.Hits) != want || result.IsCorrected {
			t.Errorf("%q: %s, want %s; %v", text, ids(result.Hits), want, err)
		}
	}
}

func TestSearch_CountsKindsAndFilters(t *testing.T) {
	e := newTestEngine(t)
	r, err := e.Search(
		context.Background(),
		search.Scope{Site: "main", Language: "en"},
		search.Query{Text: "alpha", Kinds: []search.Kind{search.File}, Limit: 10},
	)
	if err != nil {
		t.Fatal(err)
	}
	if ids(r.Hits) != "pdf" || r.Total != 1 || r.ByKind[search.Product] != 1 || r.ByKind[search.File] != 1 {
		t.Errorf("%s %d %v", ids(r.Hits), r.Total, r.ByKind)
	}
}

// Rules: SRCH-7.
func TestSearch_FiltersByCountry(t *testing.T) {
	e := newTestEngine(t)
	for country, want := range map[string]string{"LI": "swiss", "DE": "", "*": ""} {
		r, err := e.Search(
			context.Background(),
			search.Scope{Site: "main", Language: "en"},
			search.Query{Text: "switzerland", Country: country, Limit: 10},
		)
		if err != nil || ids(r.Hits) != want {
			t.Errorf("%s: %v %v", country, r, err)
		}
	}
}

// Rules: SRCH-5.
func TestSearch_Highlights(t *testing.T) {
	e := newTestEngine(t)
	for _, test := range []struct{ language, text, title, excerpt string }{
		{"en", "crimp", "<em>Crimping</em>", "A <em>crimp</em> joins wire and terminal."},
		{"en", "pull force", "Crimping", "Crimp height and <em>pull</em> <em>force</em> are measured."},
		{"en", "stripping", "<em>Stripping</em>", "How wires are <em>stripped</em> &amp; &lt;cleaned&gt;."},
		{"en", "crimpnig", "<em>Crimping</em>", "A crimp joins wire and terminal."},
		{"de", "maschine", "Crimp<em>maschine</em>", "Prüft die Crimphöhe."},
		{"de", "höhe", "Crimpmaschine", "Prüft die Crimp<em>höhe</em>."},
		{"ja", "電線", "<em>電線</em>加工機", "圧着と検査"},
	} {
		r, err := e.Search(
			context.Background(),
			search.Scope{Site: "main", Language: test.language},
			search.Query{Text: test.text, Limit: 1},
		)
		if err != nil || len(r.Hits) != 1 {
			t.Errorf("%s: %v %v", test.text, r, err)
			continue
		}
		if h := r.Hits[0]; h.MarkedTitle.HTML() != test.title || h.MarkedExcerpt.HTML() != test.excerpt {
			t.Errorf("%s: %s / %s", test.text, h.MarkedTitle.HTML(), h.MarkedExcerpt.HTML())
		}
	}
}

func TestSuggest(t *testing.T) {
	e := newTestEngine(t)
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
		hits, err := e.Suggest(
			context.Background(),
			search.Scope{Site: "main", Language: test.language},
			search.Query{Text: test.text, Limit: 8},
		)
		if err != nil || ids(hits) != test.want {
			t.Errorf("%s: %s %v", test.text, ids(hits), err)
		}
	}
}

// TestSearch_Hostile checks that any text results in an ordinary response.
func TestSearch_Hostile(t *testing.T) {
	e := newTestEngine(t)
	for _, text := range []string{
		"", " ", strings.Repeat("crimp ", 2000), "\x00\x01\x02", `title:"x" AND (`, "*", "?*~2^99", "/.*/", `"`,
		"[1 TO *]", "😀 🏭", "(((((", strings.Repeat("a", 10_000), "\u202e\ufeff",
	} {
		for language := range texts {
			scope := search.Scope{Site: "main", Language: language}
			if _, err := e.Search(context.Background(), scope, search.Query{
				Text:  search.Clean(text),
				Limit: 10,
			}); err != nil {
				t.Errorf("%.20q in %s: %v", text, language, err)
			}
			if _, err := e.Suggest(context.Background(), scope, search.Query{
				Text:  search.Clean(text),
				Limit: 10,
			}); err != nil {
				t.Errorf("%.20q in %s: %v", text, language, err)
			}
		}
	}
	if _, err := e.Search(context.Background(), search.Scope{Site: "nowhere"}, search.Query{Text: "x"}); !errors.Is(
		err,
		ErrNoIndex,
	) {
		t.Error(err)
	}
}

// cancelledAt is a context that is cancelled when it has been asked a number of times.
type cancelledAt struct {
	context.Context
	asked, at *atomic.Int32
}

func (c cancelledAt) Done() <-chan struct{} {
	done := make(chan struct{})
	if c.asked.Add(1) > c.at.Load() {
		close(done)
	}
	return done
}

func (c cancelledAt) Err() error {
	if c.asked.Load() > c.at.Load() {
		return context.Canceled
	}
	return nil
}

// TestSearch_Cancelled: a search that is cancelled at any moment is an error, also while typing errors are tolerated.
//
// Rules: SRCH-13.
func TestSearch_Cancelled(t *testing.T) {
	e := newTestEngine(t)
	for text, find := range map[string]func(ctx context.Context, q search.Query) error{
		"crimpnig": func(ctx context.Context, q search.Query) error {
			result, err := e.Search(ctx, search.Scope{Site: "main", Language: "en"}, q)
			if err == nil && ids(result.Hits) != "crimping" {
				t.Errorf("a cancelled search finds %q", ids(result.Hits))
			}
			return err
		},
		"crimpnig ": func(ctx context.Context, q search.Query) error {
			_, err := e.Suggest(ctx, search.Scope{Site: "main", Language: "en"}, q)
			return err
		},
	} {
		cancelled, at := 0, int32(0)
		for ; ; at++ {
			ctx := cancelledAt{context.Background(), new(atomic.Int32), new(atomic.Int32)}
			ctx.at.Store(at)
			err := find(ctx, search.Query{Text: text, Limit: 10})
			if err == nil {
				break
			}
			if cancelled++; !errors.Is(err, context.Canceled) {
				t.Fatalf("%q, cancelled at %d: %v", text, at, err)
			}
		}
		if cancelled < 2 {
			t.Errorf("%q was cancelled %d times", text, cancelled)
		}
	}
}

// TestSearch_LongWords: typing errors are tolerated in words and queries of a length that people type.
//
// Rules: SRCH-9.
func TestSearch_LongWords(t *testing.T) {
	e, scope := New(), search.Scope{Site: "main", Language: "en"}
	t.Cleanup(func() { _ = e.Close() })
	const word = "abcdefghijklmnopqrstuvwxyzabcd" // 30 letters
	if err := e.Sync(t.Context(), scope, []search.Document{
		{ID: "short", Kind: search.Page, Title: word},
		{ID: "long", Kind: search.Page, Title: word + "k"},
		{ID: "many", Kind: search.Page, Title: strings.Repeat("harness ", 11)},
	}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, text, want string }{
		{"30 letters, mistyped", strings.Replace(word, "klm", "kml", 1), "short long"},
		{"31 letters", word + "k", "long"},
		{"31 letters, mistyped", strings.Replace(word, "klm", "kml", 1) + "k", ""},
		{"79 letters, mistyped", strings.TrimSpace(strings.Repeat("harnes  ", 9) + "harness harness"), "many"},
		{"200 letters", strings.Repeat("x", 200), ""},
		{"87 letters, mistyped", strings.TrimSpace(strings.Repeat("harnsse ", 11)), ""},
	} {
		result, err := e.Search(t.Context(), scope, search.Query{Text: test.text, Limit: 10})
		if err != nil || ids(result.Hits) != test.want {
			t.Errorf("%s: %+v %v, want %q", test.name, result, err, test.want)
		}
	}
}

// TestSync checks that changed documents are found and removed ones are not, after many updates.
//
// Rules: SRCH-11.
func TestSync(t *testing.T) {
	e := New()
	defer func() { _ = e.Close() }()
	scope := search.Scope{Site: "main", Language: "en"}
	docs := make([]search.Document, 40)
	for i := range docs {
		docs[i] = search.Document{ID: fmt.Sprint("d", i), Kind: search.Page, Title: fmt.Sprintf("Machine number%d", i)}
	}
	count := func(text string) int {
		r, err := e.Search(context.Background(), scope, search.Query{Text: text, Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r.IsCorrected {
			return 0
		}
		return r.Total
	}
	for round := range 2*maxSegments + 3 {
		next := append([]search.Document(nil), docs...)
		next[round%40].Title = fmt.Sprintf("Apparatus round%d", round)
		if err := e.Sync(context.Background(), scope, next); err != nil {
			t.Fatal(err)
		}
		if count("machine") != 39 || count(fmt.Sprintf("round%d", round)) != 1 ||
			round > 0 && count(fmt.Sprintf("round%d", round-1)) != 0 {
			t.Fatal("round", round, count("machine"))
		}
	}
	if err := e.Sync(context.Background(), scope, docs[:3]); err != nil || count("machine") != 3 {
		t.Error(err, count("machine"))
	}
	if err := e.Sync(context.Background(), scope, nil); err != nil || count("machine") != 0 {
		t.Error(err, count("machine"))
	}
}

// TestSync_Growth checks that the documents of an index that grows by many times are found.
func TestSync_Growth(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		e := New()
		defer func() { _ = e.Close() }()
		scope := search.Scope{Site: "main", Language: language}
		docs := make([]search.Document, 3*batchSize)
		for i := range docs {
			docs[i] = search.Document{ID: fmt.Sprint("d", i), Kind: search.Page, Title: "Crimpkontakt"}
		}
		for _, n := range []int{2, 100, len(docs), 40} {
			if err := e.Sync(t.Context(), scope, slices.Clone(docs[:n])); err != nil {
				t.Fatal(err)
			}
			r, err := e.Search(t.Context(), scope, search.Query{Text: "Crimpkontakt", Limit: 1})
			if err != nil || r.Total != n {
				t.Errorf("%s: %d documents, %v; want %d", language, r.Total, err, n)
			}
		}
	}
}
