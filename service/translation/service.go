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
	Texts(ctx context.Context, id, language string) ([]translation.Text, error)
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
		if p := pages[r.page]; p != nil {
			if t := p.Target(r.language); t != nil {
				r.applyTo(t)
			}
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

// Result is the result of an action on a page.
type Result struct {
	PageID string
	// Page contains the translation states after the action; nil for a page that does not exist.
	Page *translation.Page
	// Changed are the languages whose state has changed.
	Changed []string
	// Err is the reason why the action was refused; nil if it was accepted.
	Err *apperr.Error
}

// Do starts or resets the translations of pages into languages, or into all their target languages if languages is nil.
// It returns a result for each page, in the order of the ids. Acknowledged actions are durable. Without languages,
// targets in which the action is not possible are skipped; a named one makes the page's result an error. The returned
// error reports an invalid number of ids or an unavailable system.
func (s *Service) Do(
	ctx context.Context, action translation.Action, ids, languages []string,
) ([]Result, error) {
	if len(ids) == 0 || len(ids) > MaxPages {
		return nil, apperr.New(apperr.Invalid, "pages: send 1 to %d ids, not %d", MaxPages, len(ids))
	}
	if s == nil {
		return nil, apperr.New(apperr.NotFound, "this website has no translation service")
	}
	pages, err := s.Pages(ctx, ids)
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(ids))
	for i, id := range ids {
		results[i] = Result{PageID: id, Page: pages[id], Changed: []string{}}
		if err := s.applyAction(ctx, action, &results[i], languages); err != nil {
			return nil, err
		}
	}
	select {
	case s.wake <- struct{}{}:
	default: // Run has been notified already
	}
	return results, nil
}

// applyAction starts or resets the translations of a page and stores the changes in the result.
func (s *Service) applyAction(
	ctx context.Context, action translation.Action, result *Result, languages []string,
) error {
	p := result.Page
	if p == nil {
		result.Err = apperr.New(apperr.NotFound, "pages: the page %.40q does not exist, check the id", result.PageID)
		return nil
	}
	targets := p.Targets
	if languages != nil {
		targets, result.Err = targetsByLanguage(p, action, languages)
	}
	if result.Err == nil && action == translation.Start && !slices.Contains(p.Languages, p.SourceLanguage) {
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
		next, actionResult := t.Next(action)
		if actionResult != translation.Changed {
			continue
		}
		r := targetRow{page: p.ID, language: t.Language, source: p.SourceLanguage}
		var err error
		isNew, event := true, "translation_started"
		if action == translation.Start {
			r.phase, r.reference = ordered, rand.Text()
			isNew, err = s.store.insertOrder(ctx, r, s.now())
		} else {
			event, r.phase = "translation_reset", reset
			err = s.store.insertReset(ctx, r, s.now())
		}
		if err != nil {
			return fmt.Errorf("store the translation order of page %s: %w", p.ID, err)
		}
		r.applyTo(t)
		if !isNew {
			continue // another editor has started the same translation meanwhile
		}
		s.log.InfoContext(ctx, event, "page", p.ID, "language", t.Language, "state", next)
		result.Changed = append(result.Changed, t.Language)
	}
	return nil
}

// targetsByLanguage returns the targets of a page with the given languages, or an error if the page does not have one
// of them or the action is not possible in its state.
func targetsByLanguage(
	p *translation.Page, action translation.Action, languages []string,
) ([]*translation.Target, *apperr.Error) {
	var targets []*translation.Target
	for _, language := range languages {
		t := p.Target(language)
		if t == nil {
			return nil, apperr.New(
				apperr.Invalid,
				"languages: the page has no target language %.20q, choose one of its target languages",
				language,
			)
		}
		if _, result := t.Next(action); result == translation.Refused {
			return nil, apperr.New(
				apperr.Conflict,
				"the translation into %s is complete: reset it before you start it again",
				language,
			)
		}
		targets = append(targets, t)
	}
	return targets, nil
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
