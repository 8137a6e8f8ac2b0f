package translation

import (
	"context"
	"errors"
	"time"

	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/domain/translation"
	"strand/upstream/cms"
	"strand/upstream/transport"
)

const (
	// maxWait is the maximum time between two searches for due actions.
	maxWait = 5 * time.Second
	// firstDelay is the delay after the first failed attempt. It doubles with each further one, up to maxDelay.
	firstDelay = time.Second
	maxDelay   = 10 * time.Minute
	// maxDoublings prevents an overflow of the delay.
	maxDoublings = 20
)

// delay returns the delay before the next attempt, after a number of failed ones.
func delay(attempts int) time.Duration {
	return min(firstDelay<<min(max(attempts-1, 0), maxDoublings), maxDelay)
}

// Run executes the stored actions until the context ends. Every step is idempotent, because a step is repeated after a
// crash and may be executed by several servers with the same database.
func (s *Service) Run(ctx context.Context) {
	for ctx.Err() == nil {
		s.processDue(ctx)
		timer := time.NewTimer(s.store.nextDue(ctx, s.now(), maxWait))
		select {
		case <-ctx.Done():
		case <-s.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// processDue executes the due cancellations and actions. It returns no error, since the store and the upstream clients
// log their own.
func (s *Service) processDue(ctx context.Context) {
	s.cancelOrders(ctx)
	due, err := s.store.listDue(ctx, s.now())
	if err != nil {
		return
	}
	var sentRows []targetRow
	for _, r := range due {
		if r.phase == sent {
			sentRows = append(sentRows, r)
			continue
		}
		s.advance(ctx, r)
	}
	s.pollJobs(ctx, sentRows)
}

// cancelOrders cancels orders of reset targets at the translation service.
func (s *Service) cancelOrders(ctx context.Context) {
	list, err := s.store.cancellations(ctx, s.now())
	if err != nil {
		return
	}
	for _, c := range list {
		var nextAttempt *time.Time
		if err := s.translators.Cancel(ctx, c.reference); err != nil {
			c.attempts++
			nextAttempt = new(s.now().Add(delay(c.attempts)))
		}
		if s.store.updateCancellation(ctx, c, nextAttempt) != nil {
			return
		}
	}
}

// advance executes the next step of an action.
func (s *Service) advance(ctx context.Context, r targetRow) {
	previousProblem := r.problem
	var err error
	switch r.phase {
	case ordered:
		err = s.export(ctx, &r)
	case received:
		err = s.importDelivery(ctx, &r)
	case reset:
		err = s.drafts.SetTranslation(ctx, cms.TranslationChange{
			Page:     r.page,
			Language: r.language,
			State:    editorial.MarkedForTranslation,
		})
		if err == nil {
			r.phase = done
		}
	}
	if errors.Is(err, cms.ErrNoTarget) {
		if r.reference != "" {
			// If cancelling fails, the service translates a page whose result is discarded.
			_ = s.translators.Cancel(ctx, r.reference)
		}
		s.log.WarnContext(ctx, "translation_without_page", "page", r.page, "language", r.language, "order", r.reference)
		r.phase, r.problem = done, ""
		err = nil
	}
	s.recordStep(ctx, r, previousProblem, err)
}

// recordStep records the result of a step and schedules the next one. A problem is logged only if it differs from the
// previous one, since a failed step is repeated.
func (s *Service) recordStep(ctx context.Context, r targetRow, previousProblem string, err error) {
	next := s.now()
	refused, unavailable := new(translation.FileError), new(transport.Error)
	switch {
	case errors.As(err, &unavailable):
		r.problem = "The translation cannot be delivered at the moment and is retried automatically."
		previousProblem = r.problem // the client of the system has logged the failure
	case errors.As(err, &refused), errors.Is(err, cms.ErrConflict), errors.Is(err, errNoTexts):
		r.problem = err.Error()
	case err == nil && r.phase == sent:
		next = next.Add(s.poll)
	}
	if r.problem != "" && r.problem != previousProblem {
		s.log.ErrorContext(ctx, "translation_refused", "page", r.page, "language", r.language, "order", r.reference,
			"problem", r.problem)
	}
	if err != nil {
		r.attempts++
		next = next.Add(delay(r.attempts))
	} else if r.problem == "" {
		r.attempts = 0
	}
	_ = s.store.update(ctx, r, next) // the store logs its own failures; the step is repeated
}

var errNoTexts = errors.New("the page has no texts in its source language: add them, or reset the translation")

// export sends the texts of a page to the translation service. The file is stored before it is sent, because the
// delivered file is compared with it.
func (s *Service) export(ctx context.Context, r *targetRow) error {
	f := &translation.File{Page: r.page, Order: r.reference, SourceLanguage: r.source, TargetLanguage: r.language}
	if r.file == "" {
		texts, err := s.cms.Texts(ctx, []string{r.page}, r.source)
		if err != nil {
			return err
		}
		if f.Texts = texts[r.page]; len(f.Texts) == 0 {
			return s.noTextsError(ctx, r)
		}
		encoded, err := f.Encode()
		if err != nil {
			return err
		}
		r.file = string(encoded)
		if err := s.store.update(ctx, *r, s.now()); err != nil {
			return err
		}
	}
	if err := s.translators.Order(ctx, f, []byte(r.file)); err != nil {
		return err
	}
	if r.exportedAt == nil {
		r.exportedAt = new(s.now().UTC().Truncate(time.Second))
	}
	if isCurrent, err := s.store.isCurrent(ctx, *r); err != nil || !isCurrent {
		return err // the target was reset in the meantime
	}
	err := s.drafts.SetTranslation(ctx, cms.TranslationChange{
		Page:       r.page,
		Language:   r.language,
		State:      editorial.InProgress,
		ExportedAt: r.exportedAt,
		Order:      r.reference,
	})
	if err == nil {
		r.phase, r.problem = sent, ""
	}
	return err
}

// noTextsError returns the reason why a page has no texts: cms.ErrNoTarget if it no longer exists, otherwise
// errNoTexts.
func (s *Service) noTextsError(ctx context.Context, r *targetRow) error {
	dir, err := s.cms.Directory(ctx, site.Published)
	if err != nil {
		return err
	}
	pages, err := s.cms.Translations(ctx, dir, []string{r.page})
	if err != nil {
		return err
	}
	if pages[r.page] == nil {
		return cms.ErrNoTarget
	}
	return errNoTexts
}

// pollJobs reads the jobs of sent orders from the translation service and imports the finished ones.
func (s *Service) pollJobs(ctx context.Context, sentRows []targetRow) {
	if len(sentRows) == 0 {
		return
	}
	orders := convert.All(sentRows, func(r targetRow) string { return r.reference })
	jobs, err := s.translators.Jobs(ctx, orders)
	for _, r := range sentRows {
		previousProblem := r.problem
		job, isKnown := jobs[r.reference]
		switch {
		case err != nil:
		case !isKnown:
			// A service that has lost its orders is sent them again.
			r.phase = ordered
		case job.IsDone:
			r.phase, r.delivered = received, string(job.File)
		case job.Problem != "":
			r.phase, r.problem = failed, job.Problem
		default:
			r.problem = ""
		}
		s.recordStep(ctx, r, previousProblem, err)
		if r.phase == received {
			s.advance(ctx, r)
		}
	}
}

// importDelivery imports a delivered file as a draft of the CMS. A refused file is not requested again: the order has
// failed until an editor starts the translation again, or the service reports a further delivery (TRAN-7).
func (s *Service) importDelivery(ctx context.Context, r *targetRow) error {
	f, err := translation.Decode([]byte(r.file))
	if err != nil {
		return err
	}
	texts, err := f.Translated([]byte(r.delivered))
	if err != nil {
		r.phase, r.delivered = failed, ""
		return err
	}
	if isCurrent, err := s.store.isCurrent(ctx, *r); err != nil || !isCurrent {
		return err // the target was reset in the meantime
	}
	err = s.drafts.ImportTranslation(ctx, f, texts, s.now().UTC().Truncate(time.Second))
	if errors.Is(err, cms.ErrConflict) {
		r.phase, r.delivered = failed, ""
	}
	if err != nil {
		return err
	}
	r.phase, r.problem = done, ""
	s.log.InfoContext(ctx, "translation_imported", "page", r.page, "language", r.language, "order", r.reference)
	return nil
}
