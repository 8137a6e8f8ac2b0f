package translation

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/domain/translation"
	"strand/internal/apperr"
	"strand/internal/database"
	"strand/upstream/cms"
	upstream "strand/upstream/translation"
	"strand/upstream/transport"
)

// agency is a CMS and a translation service in memory. The CMS has the page `offer` in English, to be translated into
// French and Spanish; the service translates a file in a minute.
type agency struct {
	*Service

	mu     sync.Mutex
	pages  map[string]*translation.Page
	source string
	// drafts are the titles of the imported translations by language.
	drafts map[string]string
	// jobs are the files of the orders by reference, and due the times at which they are translated.
	jobs map[string]string
	due  map[string]time.Time
	// orders are the references in the order in which they were first sent.
	orders []string
	// removed is what the translated files lack; isDown means that the translation service does not answer.
	removed string
	isDown  bool
	// problem is the reason why the service cannot translate; empty for none.
	problem string
	calls   []string
}

func newAgency() *agency {
	target := func(language string) *translation.Target {
		return &translation.Target{TranslationTarget: editorial.TranslationTarget{
			Language: language, TranslationState: editorial.MarkedForTranslation,
		}}
	}
	return &agency{
		pages: map[string]*translation.Page{
			"offer": {
				ID: "offer", SourceLanguage: "en", Languages: []string{"en"},
				Targets: []*translation.Target{target("fr"), target("es")},
			},
			"plain": {ID: "plain", SourceLanguage: "en", Languages: []string{"en"}},
			"draft": {ID: "draft", SourceLanguage: "en", Targets: []*translation.Target{target("fr")}},
		},
		source: "Our offer", drafts: map[string]string{}, jobs: map[string]string{}, due: map[string]time.Time{},
	}
}

// run starts a server with the database of the file, and returns a function that stops it.
func (a *agency) run(t *testing.T, file string) (stop func()) {
	t.Helper()
	s, err := New(t.Context(), Options{
		Location: database.Location{File: file}, CMS: a, Drafts: a, Translators: a, Poll: 10 * time.Second,
		Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); s.Run(ctx) }()
	a.Service = s
	return func() {
		cancel()
		<-ended
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// call records a call. It returns an error if the translation service does not answer.
func (a *agency) call(format string, values ...any) error {
	call := fmt.Sprintf(format, values...)
	a.calls = append(a.calls, call)
	if a.isDown && !strings.HasPrefix(call, "cms.") {
		return fmt.Errorf("%s: %w", call, &transport.Error{Kind: transport.KindStatus, Status: 503})
	}
	return nil
}

// number returns the number of an order, from 1.
func (a *agency) number(order string) int {
	if !slices.Contains(a.orders, order) {
		a.orders = append(a.orders, order)
	}
	return slices.Index(a.orders, order) + 1
}

func (a *agency) Directory(context.Context, site.Stage) (*site.Directory, error) {
	var languages []*site.Language
	for _, code := range []string{"en", "fr", "es", "ja"} {
		languages = append(languages, &site.Language{LanguageCode: code})
	}
	return site.NewDirectory(languages, nil, []*site.Site{{ID: "main", IsMain: true}}, nil)
}

func (a *agency) Texts(_ context.Context, ids []string, _ string) (map[string][]translation.Text, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	found := map[string][]translation.Text{}
	for _, id := range ids {
		if a.pages[id] != nil && a.source != "" {
			found[id] = []translation.Text{{ID: "title", Source: a.source}}
		}
	}
	return found, nil
}

func (a *agency) Prices(_ context.Context, source string) ([]translation.Price, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.call("prices of %s", source); err != nil {
		return nil, err
	}
	price := translation.Price{SourceLanguage: source, TargetLanguage: "fr", Currency: "EUR", PerThousandWords: 80}
	return []translation.Price{price}, nil
}

func (a *agency) Translations(
	_ context.Context, _ *site.Directory, ids []string,
) (map[string]*translation.Page, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	found := map[string]*translation.Page{}
	for _, id := range ids {
		if p := a.pages[id]; p != nil {
			read := *p
			read.Targets = nil
			for _, t := range p.Targets {
				read.Targets = append(read.Targets, new(*t))
			}
			found[id] = &read
		}
	}
	return found, nil
}

func (a *agency) SetTranslation(_ context.Context, c cms.TranslationChange) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	_ = a.call("cms.SetTranslation %s %s", c.Language, c.State)
	if a.pages[c.Page] == nil {
		return cms.ErrNoTarget
	}
	t := a.pages[c.Page].Target(c.Language)
	if t == nil {
		t = translation.NewTarget(c.Page, c.Language)
		a.pages[c.Page].Targets = append(a.pages[c.Page].Targets, t)
	}
	t.TranslationState, t.ExportedAt = c.State, c.ExportedAt
	return nil
}

func (a *agency) ImportTranslation(
	_ context.Context, f *translation.File, texts []translation.Text, _ time.Time,
) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	_ = a.call("cms.ImportTranslation %s", f.TargetLanguage)
	switch {
	case a.pages[f.Page] == nil:
		return cms.ErrNoTarget
	case texts[0].Source != a.source:
		return cms.ErrConflict
	}
	a.pages[f.Page].Target(f.TargetLanguage).TranslationState = editorial.Translated
	a.drafts[f.TargetLanguage] = texts[0].Translation
	return nil
}

func (a *agency) Order(_ context.Context, f *translation.File, encoded []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.call("Order %d %s", a.number(f.Order), f.TargetLanguage); err != nil {
		return err
	}
	// A repeated order has its file alone.
	_, text, _ := bytes.Cut(encoded, []byte("<source>"))
	text, _, _ = bytes.Cut(text, []byte("</source>"))
	target := fmt.Sprintf("</source><target>[%s] %s</target>", f.TargetLanguage, text)
	a.jobs[f.Order] = strings.Replace(string(encoded), "</source>", target, 1)
	a.due[f.Order] = time.Now().Add(time.Minute)
	return nil
}

func (a *agency) Jobs(_ context.Context, orders []string) (map[string]upstream.Job, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.isDown {
		return nil, a.call("Jobs")
	}
	jobs := map[string]upstream.Job{}
	for _, order := range orders {
		if file, ok := a.jobs[order]; ok {
			file = strings.Replace(file, a.removed, "", 1)
			jobs[order] = upstream.Job{
				IsDone: a.problem == "" && !time.Now().Before(a.due[order]), File: []byte(file), Problem: a.problem,
			}
		}
	}
	return jobs, nil
}

func (a *agency) Cancel(_ context.Context, order string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.call("Cancel %d", a.number(order))
}

// step executes a step of a journey: an action, time that passes, or something that happens to one of the systems.
func (a *agency) step(t *testing.T, step string) {
	t.Helper()
	verb, object, _ := strings.Cut(step, " ")
	switch verb {
	case "start", "reset":
		var languages []string
		if object != "" {
			languages = strings.Fields(object)
		}
		results, err := a.Do(t.Context(), Request{
			Action: translation.Action(strings.ToUpper(verb)), Pages: []string{"offer"}, Languages: languages,
		})
		if err != nil || results[0].Err != nil {
			t.Fatal(err, results[0].Err)
		}
		return
	case "check":
		a.CheckOrder(t.Context(), cmp.Or(object, a.orders[0]))
		return
	case "wait":
		d, err := time.ParseDuration(object)
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(d)
		synctest.Wait()
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch verb {
	case "files":
		a.removed = map[string]string{"cut": "</xliff>\n", "untranslated": "<target>[fr] Our offer</target>"}[object]
	case "text":
		a.source = object
	case "service":
		a.isDown = object == "down"
	case "refuses":
		a.problem = object
	case "lost":
		a.jobs = map[string]string{}
	case "deleted":
		delete(a.pages, "offer")
	default:
		t.Fatal(step)
	}
}

// state returns the states of the targets with their problems.
func (a *agency) state(t *testing.T) string {
	t.Helper()
	pages, err := a.Pages(t.Context(), []string{"offer"})
	if err != nil {
		t.Fatal(err)
	}
	if pages["offer"] == nil {
		return "no page"
	}
	var all []string
	for _, target := range pages["offer"].Targets {
		state := fmt.Sprint(target.Language, " ", target.TranslationState, " ", target.Problem)
		all = append(all, strings.TrimSpace(state))
	}
	return strings.Join(all, ", ")
}

// TestJourneys: what becomes of an order, with the calls that change something.
//
// Rules: TRAN-3, TRAN-5, TRAN-7, TRAN-8, TRAN-9.
func TestJourneys(t *testing.T) {
	const (
		order, inProgress = "Order 1 fr", "cms.SetTranslation fr IN_PROGRESS"
		imported, marked  = "cms.ImportTranslation fr", "cms.SetTranslation fr MARKED_FOR_TRANSLATION"
		problem, spanish  = "fr IN_PROGRESS ", ", es MARKED_FOR_TRANSLATION"
		translated        = "fr TRANSLATED" + spanish
		french            = "fr [fr] Our offer"
	)
	sent, once := []string{order, inProgress}, []string{order, inProgress, imported}
	for name, test := range map[string]struct {
		steps, want, drafts string
		calls               []string
	}{
		"a delivery":       {"start fr, wait 2m", translated, french, once},
		"a repeated start": {"start fr fr, start fr, wait 2m", translated, french, once},
		"a language that the page does not have yet": {
			"start ja, wait 2m", "fr MARKED_FOR_TRANSLATION, es MARKED_FOR_TRANSLATION, ja TRANSLATED",
			"ja [ja] Our offer",
			[]string{"Order 1 ja", "cms.SetTranslation ja IN_PROGRESS", "cms.ImportTranslation ja"},
		},
		"a language that the page does not have yet, before the CMS has it": {
			"service down, start ja, wait 10ms",
			"fr MARKED_FOR_TRANSLATION, es MARKED_FOR_TRANSLATION, ja IN_PROGRESS The translation cannot be delivered " +
				"at the moment and is retried automatically.", "", []string{"Order 1 ja"},
		},
		"a repeated delivery": {"start fr, wait 2m, check, wait 1m", translated, french, once},
		"an unknown delivery": {"start fr, wait 2m, check unknown, wait 1m", translated, french, once},
		"a file that is broken": {
			"files cut, start fr, wait 5m",
			problem + "offer.fr.xlf:10: page offer: not valid XML: unexpected EOF" + spanish, "", sent,
		},
		"a text that is not translated": {
			"files untranslated, start fr, wait 5m",
			problem + `offer.fr.xlf:4: page offer: the unit "title" has no translation` + spanish, "", sent,
		},
		"a refused file, started again": {
			"files cut, start fr, wait 5m, files whole, start fr, wait 2m", translated, french,
			[]string{order, inProgress, "Order 2 fr", inProgress, imported},
		},
		"a refused file, delivered again": {
			"files cut, start fr, wait 5m, files whole, check, wait 1s", translated, french, once,
		},
		"a reset before the delivery, and another language": {
			"start fr, wait 1s, reset, check, wait 1s, start es, wait 2m",
			"fr MARKED_FOR_TRANSLATION, es TRANSLATED", "es [es] Our offer",
			[]string{
				order, inProgress, "Cancel 1", marked, "Order 2 es", "cms.SetTranslation es IN_PROGRESS",
				"cms.ImportTranslation es",
			},
		},
		"a text that has changed": {
			"start fr, wait 1s, text Another offer, wait 5m", problem + cms.ErrConflict.Error() + spanish, "", once,
		},
		"a page that is deleted": {
			"start fr, wait 1s, deleted, wait 5m", "no page", "", append(slices.Clone(once), "Cancel 1"),
		},
		"a page without texts": {"text, start fr, wait 1m", problem + errNoTexts.Error() + spanish, "", nil},
		"a service that does not answer": {
			"service down, start fr, wait 10ms",
			problem + "The translation cannot be delivered at the moment and is retried automatically." + spanish, "",
			[]string{order},
		},
		"a service that does not answer for long: the delay doubles from a second to ten minutes": {
			"service down, start fr, wait 30m, service up, wait 9m", translated, french,
			append(slices.Repeat([]string{order}, 13), inProgress, imported),
		},
		"a file that the service cannot translate, started again": {
			"refuses too long, start fr, wait 5m, start fr, wait 5m", problem + "too long" + spanish, "",
			[]string{order, inProgress, "Order 2 fr", inProgress},
		},
		"a service that has lost its orders": {
			"start fr, wait 1s, lost, wait 2m", translated, french, append(slices.Clone(sent), once...),
		},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "translations.db")
			synctest.Test(t, func(t *testing.T) {
				a := newAgency()
				defer a.run(t, file)()
				for step := range strings.SplitSeq(test.steps, ", ") {
					a.step(t, step)
				}
				if got := a.state(t); got != test.want {
					t.Errorf("%s, want %s", got, test.want)
				}
				drafts := ""
				for language, title := range a.drafts {
					drafts += language + " " + title
				}
				if drafts != test.drafts {
					t.Errorf("drafts %q, want %q", drafts, test.drafts)
				}
				if !slices.Equal(a.calls, test.calls) {
					t.Errorf("calls %q, want %q", a.calls, test.calls)
				}
			})
		})
	}
}

// TestDo_Refused: what cannot be started or reset changes nothing.
//
// Rules: TRAN-3, TRAN-4.
func TestDo_Refused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "translations.db")
	synctest.Test(t, func(t *testing.T) {
		a := newAgency()
		a.pages["offer"].Target("es").TranslationState = editorial.Translated
		defer a.run(t, file)()
		for name, test := range map[string]struct {
			action           translation.Action
			pages, languages []string
			want             string
			code             apperr.Code
			skips            bool
		}{
			"no page":        {action: translation.Reset, code: apperr.Invalid},
			"too many pages": {action: translation.Reset, pages: make([]string, MaxPages+1), code: apperr.Invalid},
			"an unknown page": {
				action: translation.Start, pages: []string{"none"}, want: "none [] [] NOT_FOUND",
			},
			"a page and others": {
				action: translation.Reset, pages: []string{"none", "offer"}, languages: []string{"fr"},
				want: "none [] [] NOT_FOUND, offer [] [] ",
			},
			"an unknown language": {
				action: translation.Start, pages: []string{"offer"}, languages: []string{"fr", "xx"},
				want: "offer [] [] BAD_USER_INPUT",
			},
			"the source language": {
				action: translation.Start, pages: []string{"offer"}, languages: []string{"en"},
				want: "offer [] [] BAD_USER_INPUT",
			},
			"a reset of a language without a target": {
				action: translation.Reset, pages: []string{"offer"}, languages: []string{"ja", "en"},
				want: "offer [] [] ",
			},
			"a translated language that is skipped": {
				action: translation.Start, pages: []string{"offer"}, languages: []string{"es", "en"},
				want: "offer [] [es] ", skips: true,
			},
			"a translated language": {
				action: translation.Start, pages: []string{"offer"}, languages: []string{"fr", "es"},
				want: "offer [] [] CONFLICT",
			},
			"a page without targets": {
				action: translation.Start, pages: []string{"plain"}, want: "plain [] [] ",
			},
			"a page without a source": {
				action: translation.Start, pages: []string{"draft"}, want: "draft [] [] CONFLICT",
			},
		} {
			results, err := a.Do(t.Context(), Request{
				Action: test.action, Pages: test.pages, Languages: test.languages, SkipTranslated: test.skips,
			})
			if code := apperr.CodeOf(err); (err != nil || test.code != "") && code != test.code {
				t.Errorf("%s: %v", name, err)
			}
			var got []string
			for _, r := range results {
				code := apperr.Code("")
				if r.Err != nil {
					code = r.Err.Code
				}
				got = append(got, fmt.Sprint(r.PageID, " ", r.Changed, " ", r.Skipped, " ", code))
			}
			if text := strings.Join(got, ", "); text != test.want {
				t.Errorf("%s: %q, want %q", name, text, test.want)
			}
		}
		synctest.Wait()
		if len(a.calls) > 0 || a.state(t) != "fr MARKED_FOR_TRANSLATION, es TRANSLATED" {
			t.Errorf("%s after %q", a.state(t), a.calls)
		}
	})
}

// TestDo_NewTarget: a language that is started has its target at once, in the answer and for other editors.
//
// Rules: TRAN-15.
func TestDo_NewTarget(t *testing.T) {
	file := filepath.Join(t.TempDir(), "translations.db")
	synctest.Test(t, func(t *testing.T) {
		a := newAgency()
		a.isDown = true
		defer a.run(t, file)()
		results, err := a.Do(t.Context(), Request{
			Action: translation.Start, Pages: []string{"plain", "plain"}, Languages: []string{"ja", "ja"},
		})
		if err != nil || !slices.Equal(results[0].Changed, []string{"ja"}) || len(results[1].Changed) > 0 {
			t.Fatal(err, results)
		}
		if target := results[0].Page.Target("ja"); target == nil || target.TranslationState != editorial.InProgress {
			t.Errorf("the answer contains %+v", target)
		}
		pages, err := a.Pages(t.Context(), []string{"plain"})
		if err != nil || len(pages["plain"].Targets) != 1 {
			t.Errorf("%v %+v", err, pages["plain"])
		}
	})
}

// TestEstimates: words and prices, which an order does not depend on.
//
// Rules: TRAN-14.
func TestEstimates(t *testing.T) {
	a := newAgency()
	defer a.run(t, filepath.Join(t.TempDir(), "translations.db"))()
	counts := a.WordCounts(t.Context(), []*translation.Page{a.pages["offer"], a.pages["plain"]})
	if counts["offer"] != 2 || counts["plain"] != 2 {
		t.Errorf("words %v", counts)
	}
	if prices := a.Service.Prices(t.Context(), "en"); len(prices) != 1 || prices[0].PerThousandWords != 80 {
		t.Errorf("prices %v", prices)
	}
	a.mu.Lock()
	a.isDown = true
	a.mu.Unlock()
	if prices := a.Service.Prices(t.Context(), "en"); prices == nil || len(prices) > 0 {
		t.Errorf("prices of a service that does not answer: %v", prices)
	}
	var none *Service
	if prices := none.Prices(t.Context(), "en"); prices == nil || len(prices) > 0 {
		t.Errorf("prices without a service: %v", prices)
	}
}
