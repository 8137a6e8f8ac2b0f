// Package translation orders translations of pages: it stores orders, exchanges files with the translation service,
// and imports the results as drafts. Orders survive outages of the CMS and of the translation service, and restarts.
package translation

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/domain/translation"
	"strand/internal/apperr"
	"strand/internal/database"
	"strand/upstream/cms"
	upstream "strand/upstream/translation"
)

// MaxPages is the maximum number of pages per call of Do.
const MaxPages = 100

// CMS reads the pages that are translated.
type CMS interface {
	Directory(ctx context.Context, stage site.Stage) (*site.Directory, error)
	Texts(ctx context.Context, ids []string, language string) (map[string][]translation.Text, error)
	Translations(ctx context.Context, dir *site.Directory, ids []string) (map[string]*translation.Page, error)
}

// Drafts writes translations into the CMS.
type Drafts interface {
	ImportTranslation(ctx context.Context, f *translation.File, texts []translation.Text, at time.Time) error
	SetTranslation(ctx context.Context, c cms.TranslationChange) error
}

// Translators is the translation service.
type Translators interface {
	Cancel(ctx context.Context, order string) error
	Jobs(ctx context.Context, orders []string) (map[string]upstream.Job, error)
	Order(ctx context.Context, f *translation.File, encoded []byte) error
	Prices(ctx context.Context, source string) ([]translation.Price, error)
}

// Options configure a Service.
type Options struct {
	// Location is that of the database.
	Location    database.Location
	CMS         CMS
	Drafts      Drafts
	Translators Translators
	// Poll is the interval at which unfinished orders are polled, in case their webhook was lost.
	Poll time.Duration
	// Now returns the current time; nil uses time.Now.
	Now func() time.Time
	Log *slog.Logger
}

// Service starts, resets and imports translations of pages. It is safe for concurrent use. A nil Service is that of an
// installation without a translation service: it has no translations.
type Service struct {
	store       *store
	cms         CMS
	drafts      Drafts
	translators Translators
	poll        time.Duration
	now         func() time.Time
	log         *slog.Logger
	// wake contains an element while Run has been notified of due actions that it has not read yet.
	wake chan struct{}
}

// New returns a service with its database. A file that cannot be used is not an error, so that the server can start:
// Reason reports it.
func New(ctx context.Context, o Options) (*Service, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{
		cms:         o.CMS,
		drafts:      o.Drafts,
		translators: o.Translators,
		poll:        o.Poll,
		now:         o.Now,
		log:         o.Log,
		wake:        make(chan struct{}, 1),
	}
	var err error
	s.store, err = openStore(ctx, o.Location, o.Log)
	return s, err
}

// Close closes the database. Run must have returned before.
func (s *Service) Close() error { return s.store.Close() }

// Reason returns in a few words why the database is unusable; empty if it is usable.
func (s *Service) Reason() string { return s.store.Reason() }

// Probe writes to the database, and returns what Reason returns afterwards.
func (s *Service) Probe(ctx context.Context) string { return s.store.Probe(ctx) }

// Pages reads the translation states of pages by id; a page that does not exist is left out. A pending action counts as
// completed: a target has the state that was requested last.
func (s *Service) Pages(ctx context.Context, ids []string) (map[string]*translation.Page, error) {
	if s == nil {
		return map[string]*translation.Page{}, nil
	}
	dir, err := s.cms.Directory(ctx, site.Published)
	if err != nil {
		return nil, err
	}
	return s.withPending(ctx, func() (map[string]*translation.Page, error) { return s.cms.Translations(ctx, dir, ids) })
}

// withPending applies the pending actions to the pages that are read from the CMS. The actions are read first, so that
// an action that is completed in between is still applied. In the other order the state before the action would count,
// and the next action could be ignored.
func (s *Service) withPending(
	ctx context.Context, read func() (map[string]*translation.Page, error),
) (map[string]*translation.Page, error) {
	pendingRows, err := s.store.pending(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the pending translations: %w", err)
	}
	pages, err := read()
	if err != nil {
		return nil, err
	}
	for _, r := range pendingRows {
		p := pages[r.page]
		if p == nil {
			continue
		}
		t := p.Target(r.language)
		if t == nil && r.phase != reset {
			// The CMS adds the target when the order is sent.
			t = translation.NewTarget(p.ID, r.language)
			p.Targets = append(p.Targets, t)
		}
		if t != nil {
			r.applyTo(t)
		}
	}
	return pages, nil
}

// applyTo sets a target to the state that the action results in, although the CMS does not have it yet.
func (r *targetRow) applyTo(t *translation.Target) {
	t.ExportedAt, t.ImportedAt, t.Problem, t.HasFailed = r.exportedAt, nil, r.problem, r.phase == failed
	t.TranslationState = editorial.InProgress
	if r.phase == reset {
		t.TranslationState = editorial.MarkedForTranslation
	}
}

// Request is an action on the translations of pages.
type Request struct {
	Action translation.Action
	// Pages are the ids of the pages: 1 to MaxPages.
	Pages []string
	// Languages are those of the targets; nil for all targets of each page. A start adds the targets that a page does
	// not have.
	Languages []string
	// SkipTranslated leaves out translated targets and the source language, in place of a refusal of their page.
	SkipTranslated bool
}

// Result is the result of an action on a page.
type Result struct {
	PageID string
	// Page contains the translation states after the action; nil for a page that does not exist.
	Page *translation.Page
	// Changed are the languages whose state has changed.
	Changed []string
	// Skipped are the languages that must be reset before they are started.
	Skipped []string
	// Err is the reason why the action was refused; nil if it was accepted.
	Err *apperr.Error
}

// Do starts or resets translations of pages. It returns a result for each page, in the order of the ids. Acknowledged
// actions are durable. Without languages, targets in which the action is not possible are skipped; a named one makes
// the page's result an error, unless it is translated and the request skips those. The returned error reports an
// invalid number of ids or an unavailable system.
func (s *Service) Do(ctx context.Context, r Request) ([]Result, error) {
	if len(r.Pages) == 0 || len(r.Pages) > MaxPages {
		return nil, apperr.New(apperr.Invalid, "pages: send 1 to %d ids, not %d", MaxPages, len(r.Pages))
	}
	if s == nil {
		return nil, apperr.New(apperr.NotFound, "this website has no translation service")
	}
	dir, err := s.cms.Directory(ctx, site.Published)
	if err != nil {
		return nil, err
	}
	pages, err := s.withPending(ctx, func() (map[string]*translation.Page, error) {
		return s.cms.Translations(ctx, dir, r.Pages)
	})
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(r.Pages))
	for i, id := range r.Pages {
		results[i] = Result{PageID: id, Page: pages[id], Changed: []string{}, Skipped: []string{}}
		if err := s.applyRequest(ctx, dir, r, &results[i]); err != nil {
			return nil, err
		}
	}
	select {
	case s.wake <- struct{}{}:
	default: // Run has been notified already
	}
	return results, nil
}

// applyRequest starts or resets the translations of a page and stores the changes in the result.
func (s *Service) applyRequest(ctx context.Context, dir *site.Directory, r Request, result *Result) error {
	p := result.Page
	if p == nil {
		result.Err = apperr.New(apperr.NotFound, "pages: the page %.40q does not exist, check the id", result.PageID)
		return nil
	}
	targets := p.Targets
	if r.Languages != nil {
		targets, result.Skipped, result.Err = targetsOf(p, dir, r)
	}
	if result.Err == nil && r.Action == translation.Start && !slices.Contains(p.Languages, p.SourceLanguage) {
		result.Err = apperr.New(
			apperr.Conflict,
			"the page has no content in its source language %s: write it before you start the translation",
			p.SourceLanguage,
		)
	}
	if result.Err != nil {
		return nil
	}
	for _, t := range targets {
		next, actionResult := t.Next(r.Action)
		if actionResult != translation.Changed {
			continue
		}
		if p.Target(t.Language) == nil {
			p.Targets = append(p.Targets, t)
		}
		row := targetRow{page: p.ID, language: t.Language, source: p.SourceLanguage}
		var err error
		isNew, event := true, "translation_started"
		if r.Action == translation.Start {
			row.phase, row.reference = ordered, rand.Text()
			isNew, err = s.store.insertOrder(ctx, row, s.now())
		} else {
			event, row.phase = "translation_reset", reset
			err = s.store.insertReset(ctx, row, s.now())
		}
		if err != nil {
			return fmt.Errorf("store the translation order of page %s: %w", p.ID, err)
		}
		row.applyTo(t)
		if !isNew {
			continue // another editor has started the same translation meanwhile
		}
		s.log.InfoContext(ctx, event, "page", p.ID, "language", t.Language, "state", next)
		result.Changed = append(result.Changed, t.Language)
	}
	return nil
}

// targetsOf returns the targets of a page with the languages of a request, and the languages that it skips. It returns
// an error if the page cannot have one of them or the action is not possible in its state.
func targetsOf(
	p *translation.Page, dir *site.Directory, r Request,
) (targets []*translation.Target, skipped []string, refusal *apperr.Error) {
	skipped = []string{}
	for _, language := range r.Languages {
		isSource := language == p.SourceLanguage
		if dir.Language(language) == nil || isSource && r.Action == translation.Start && !r.SkipTranslated {
			return nil, skipped, apperr.New(
				apperr.Invalid,
				"languages: the page cannot be translated into %.20q, choose another language of the website",
				language,
			)
		}
		t := p.Target(language)
		if t == nil && (isSource || r.Action == translation.Reset) {
			continue
		}
		if t == nil {
			t = translation.NewTarget(p.ID, language)
		}
		_, result := t.Next(r.Action)
		switch {
		case result != translation.Refused:
			targets = append(targets, t)
		case r.SkipTranslated:
			skipped = append(skipped, language)
		default:
			return nil, skipped, apperr.New(
				apperr.Conflict,
				"the translation into %s is complete: reset it before you start it again",
				language,
			)
		}
	}
	return targets, skipped, nil
}

// WordCounts returns the number of words of pages in their source languages, by page id. Pages whose texts cannot be
// read are left out.
func (s *Service) WordCounts(ctx context.Context, pages []*translation.Page) map[string]int {
	counts := make(map[string]int, len(pages))
	if s == nil {
		return counts
	}
	bySource := map[string][]string{}
	for _, p := range pages {
		bySource[p.SourceLanguage] = append(bySource[p.SourceLanguage], p.ID)
	}
	for source, ids := range bySource {
		texts, err := s.cms.Texts(ctx, ids, source)
		if err != nil {
			continue // the client of the system has logged the failure
		}
		for _, id := range ids {
			counts[id] = translation.WordCount(texts[id])
		}
	}
	return counts
}

// Prices returns the prices of translations from a language; none if the translation service reports none or does not
// answer, since orders do not depend on them.
func (s *Service) Prices(ctx context.Context, source string) []translation.Price {
	if s == nil {
		return []translation.Price{}
	}
	prices, err := s.translators.Prices(ctx, source)
	if err != nil {
		return []translation.Price{} // the client of the system has logged the failure
	}
	return prices
}

// CheckOrder schedules an immediate check of an order, after a webhook of the translation service. Completed, reset and
// unknown orders are ignored, since deliveries may be late or repeated.
func (s *Service) CheckOrder(ctx context.Context, reference string) {
	if s == nil {
		return
	}
	isPending, err := s.store.makeDue(ctx, reference)
	if err == nil && !isPending {
		s.log.InfoContext(ctx, "translation_order_ignored", "reference", reference)
		return
	}
	select {
	case s.wake <- struct{}{}:
	default: // Run has been notified already
	}
}
