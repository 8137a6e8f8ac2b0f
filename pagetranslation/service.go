// Package pagetranslation has pages translated: it keeps what editors ask for, exchanges files with the translation
// service and writes what comes back into the drafts of the CMS, through outages of both and restarts of this server.
package pagetranslation

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
	"strand/upstream/cms"
	upstream "strand/upstream/translation"
)

// MaxPages is how many pages may be started or reset at once.
const MaxPages = 100

// Options make a Service.
type Options struct {
	// File is the database.
	File string
	CMS  *cms.Reader
	// Drafts is where translations are written.
	Drafts *cms.Writer
	// Translators is the translation service.
	Translators *upstream.Service
	// Poll is how often the translation service is asked for an order whose result it has not delivered.
	Poll time.Duration
	// Now is the clock; nil is the real one.
	Now func() time.Time
	Log *slog.Logger
}

// Service has pages translated. It is safe for concurrent use.
type Service struct {
	store       *store
	cms         *cms.Reader
	drafts      *cms.Writer
	translators *upstream.Service
	poll        time.Duration
	now         func() time.Time
	log         *slog.Logger
	// wake has an element when there is something to do.
	wake chan struct{}
}

// New opens a service. A database that cannot be used is no error (Reason).
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
	s.store, err = openStore(ctx, o.File, o.Log)
	return s, err
}

// Close closes the database; Run and KeepOpen must have ended.
func (s *Service) Close() error { return s.store.Close() }

// KeepOpen opens a database that cannot be used again and again, until the context ends.
func (s *Service) KeepOpen(ctx context.Context) { s.store.Run(ctx) }

// Reason says in a few words why nothing can be kept now; empty when it can.
func (s *Service) Reason() string { return s.store.Reason() }

// Pages reads how far the translations of pages are, by their ids; a page that does not exist is left out. What was
// asked for and is not done yet counts as done: the state of a target is the one that the editor asked for last.
func (s *Service) Pages(ctx context.Context, ids []string) (map[string]*translation.Page, error) {
	dir, err := s.cms.Directory(ctx, site.Published)
	if err != nil {
		return nil, err
	}
	pages, err := s.cms.Translations(ctx, dir, ids)
	if err != nil {
		return nil, err
	}
	open, err := s.store.open(ctx)
	if err != nil {
		return nil, fmt.Errorf("read what is translated: %w", err)
	}
	for _, r := range open {
		if p := pages[r.page]; p != nil {
			if t := p.Target(r.language); t != nil {
				r.showOn(t)
			}
		}
	}
	return pages, nil
}

// showOn gives a target the state that was asked for.
func (r *row) showOn(t *translation.Target) {
	t.ExportedAt, t.ImportedAt, t.Problem = r.exportedAt, nil, r.problem
	t.TranslationState = editorial.InProgress
	if r.phase == reset {
		t.TranslationState = editorial.MarkedForTranslation
	}
}

// Result is what an action did with a page.
type Result struct {
	PageID string
	// Page is how far the translations are now; nil for a page that does not exist.
	Page *translation.Page
	// Changed are the languages whose state has changed.
	Changed []string
	// Err says why nothing was changed; nil where that was no mistake of the caller.
	Err *apperr.Error
}

// Do starts or resets the translation of pages into some of their languages, or into all of them, and returns a result
// for each page in the order of the ids. What is acknowledged is kept for good. Languages in which the action is not
// possible are left as they are where all were meant, and refuse the page where they were named. The error is one of a
// system that could not be asked.
func (s *Service) Do(
	ctx context.Context, action translation.Action, ids, languages []string,
) ([]Result, error) {
	if len(ids) == 0 || len(ids) > MaxPages {
		return nil, apperr.New(apperr.Invalid, "pages: 1 to %d ids are expected.", MaxPages)
	}
	pages, err := s.Pages(ctx, ids)
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(ids))
	for i, id := range ids {
		results[i] = Result{PageID: id, Page: pages[id], Changed: []string{}}
		if err := s.act(ctx, action, &results[i], languages); err != nil {
			return nil, err
		}
	}
	select {
	case s.wake <- struct{}{}:
	default: // it is about to look
	}
	return results, nil
}

// act starts or resets the translation of a page.
func (s *Service) act(ctx context.Context, action translation.Action, result *Result, languages []string) error {
	p := result.Page
	if p == nil {
		result.Err = apperr.New(apperr.NotFound, "There is no such page.")
		return nil
	}
	targets := p.Targets
	if languages != nil {
		targets, result.Err = chosen(p, action, languages)
	}
	if result.Err == nil && action == translation.Start && !slices.Contains(p.Languages, p.SourceLanguage) {
		result.Err = apperr.New(apperr.Conflict, "The page is not written in its source language %s.", p.SourceLanguage)
	}
	if result.Err != nil {
		return nil
	}
	for _, t := range targets {
		next, outcome := translation.Next(t.TranslationState, action)
		if outcome != translation.Changed {
			continue
		}
		r := row{page: p.ID, language: t.Language, source: p.SourceLanguage}
		var err error
		event := "translation_started"
		if action == translation.Start {
			r.phase, r.reference = ordered, rand.Text()
			_, err = s.store.order(ctx, r, s.now())
		} else {
			event, r.phase = "translation_reset", reset
			err = s.store.reset(ctx, r, s.now())
		}
		if err != nil {
			return fmt.Errorf("keep what was asked for of the page %s: %w", p.ID, err)
		}
		s.log.InfoContext(ctx, event, "page", p.ID, "language", t.Language, "state", next)
		r.showOn(t)
		result.Changed = append(result.Changed, t.Language)
	}
	return nil
}

// chosen are the targets of some languages, or why they cannot be chosen.
func chosen(p *translation.Page, action translation.Action, languages []string) ([]*translation.Target, *apperr.Error) {
	var targets []*translation.Target
	for _, language := range languages {
		t := p.Target(language)
		if t == nil {
			return nil, apperr.New(apperr.Invalid, "The page is not translated into %.20q.", language)
		}
		if _, result := translation.Next(t.TranslationState, action); result == translation.Refused {
			return nil, apperr.New(
				apperr.Conflict,
				"The translation into %s is there: reset it to start it again.",
				language,
			)
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// CheckOrder has an order looked at that the translation service has told of. One that was reset, is done or is unknown
// is ignored: that is a late or repeated delivery.
func (s *Service) CheckOrder(ctx context.Context, reference string) {
	isOpen, err := s.store.makeDue(ctx, reference)
	if err == nil && !isOpen {
		s.log.InfoContext(ctx, "translation_not_waited_for", "reference", reference)
		return
	}
	select {
	case s.wake <- struct{}{}:
	default: // it is about to look
	}
}
