package pagetranslation

import (
	"context"
	"errors"
	"time"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/domain/translation"
	"strand/upstream/cms"
	"strand/upstream/transport"
)

const (
	// maxWait is the longest time between two looks at what is due.
	maxWait = 5 * time.Second
	// firstDelay before another attempt doubles with each one, up to longestDelay.
	firstDelay   = time.Second
	longestDelay = 10 * time.Minute
	// maxDoublings keeps the delay from overflowing.
	maxDoublings = 20
)

// delay is how long to wait after a number of attempts.
func delay(attempts int) time.Duration {
	return min(firstDelay<<min(max(attempts-1, 0), maxDoublings), longestDelay)
}

// Run does what was asked for, until the context ends. Every step may be repeated: a step that a crash has interrupted
// is done again, and so is one that several servers do on the same database.
func (s *Service) Run(ctx context.Context) {
	for ctx.Err() == nil {
		s.work(ctx)
		timer := time.NewTimer(s.store.nextDue(ctx, s.now(), maxWait))
		select {
		case <-ctx.Done():
		case <-s.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// work does what is due. The store and the upstream systems log their own failures.
func (s *Service) work(ctx context.Context) {
	s.cancel(ctx)
	due, err := s.store.due(ctx, s.now())
	if err != nil {
		return
	}
	var waiting []row
	for _, r := range due {
		if r.phase == sent {
			waiting = append(waiting, r)
			continue
		}
		s.advance(ctx, r)
	}
	s.ask(ctx, waiting)
}

// cancel tells the translation service of orders that were reset.
func (s *Service) cancel(ctx context.Context) {
	list, err := s.store.cancellations(ctx, s.now())
	if err != nil {
		return
	}
	for _, c := range list {
		var again *time.Time
		if err := s.translators.Cancel(ctx, c.reference); err != nil {
			c.attempts++
			at := s.now().Add(delay(c.attempts))
			again = &at
		}
		if s.store.cancelled(ctx, c, again) != nil {
			return
		}
	}
}

// advance does the next step of a row.
func (s *Service) advance(ctx context.Context, r row) {
	before := r.problem
	var err error
	switch r.phase {
	case ordered:
		err = s.export(ctx, &r)
	case received:
		err = s.deliver(ctx, &r)
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
			// What this does not reach costs a translation that is thrown away.
			_ = s.translators.Cancel(ctx, r.reference)
		}
		s.log.WarnContext(ctx, "translation_without_page", "page", r.page, "language", r.language, "order", r.reference)
		r.phase, r.problem = done, ""
		err = nil
	}
	s.keep(ctx, r, before, err)
}

// keep writes down what has become of a row, and when it is looked at again.
func (s *Service) keep(ctx context.Context, r row, before string, err error) {
	next := s.now()
	refused, unavailable := new(translation.FileError), new(transport.Error)
	switch {
	case errors.As(err, &unavailable):
		r.problem = "The system " + unavailable.System + " cannot be asked at the moment. It is tried again."
		before = r.problem // the system's own log has it
	case errors.As(err, &refused), errors.Is(err, cms.ErrConflict), errors.Is(err, errNothing):
		r.problem = err.Error()
	case err == nil && r.phase == sent:
		next = next.Add(s.poll)
	}
	if r.problem != "" && r.problem != before {
		s.log.ErrorContext(ctx, "translation_refused", "page", r.page, "language", r.language, "order", r.reference,
			"problem", r.problem)
	}
	if err != nil {
		r.attempts++
		next = next.Add(delay(r.attempts))
	} else if r.problem == "" {
		r.attempts = 0
	}
	_ = s.store.keep(ctx, r, next) // the store logs its own failures; the step is repeated
}

var errNothing = errors.New("there is nothing to translate")

// export sends the texts of a page to the translation service. They are kept before they are sent: what comes back is
// compared with them.
func (s *Service) export(ctx context.Context, r *row) error {
	f := &translation.File{Page: r.page, Order: r.reference, SourceLanguage: r.source, TargetLanguage: r.language}
	if r.file == "" {
		texts, err := s.cms.Texts(ctx, r.page, r.source)
		if err != nil {
			return err
		}
		if f.Texts = texts; len(texts) == 0 {
			return s.endOrder(ctx, r)
		}
		encoded, err := f.Encode()
		if err != nil {
			return err
		}
		r.file = string(encoded)
		if err := s.store.keep(ctx, *r, s.now()); err != nil {
			return err
		}
	}
	if err := s.translators.Order(ctx, f, []byte(r.file)); err != nil {
		return err
	}
	if r.exportedAt == nil {
		now := s.now().UTC().Truncate(time.Second)
		r.exportedAt = &now
	}
	if isCurrent, err := s.store.isCurrent(ctx, *r); err != nil || !isCurrent {
		return err // it was reset meanwhile
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

// endOrder ends an order of a page that does not exist any more, or has no text to translate.
func (s *Service) endOrder(ctx context.Context, r *row) error {
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
	return errNothing
}

// ask asks for orders that the translation service has.
func (s *Service) ask(ctx context.Context, waiting []row) {
	if len(waiting) == 0 {
		return
	}
	orders := make([]string, len(waiting))
	for i, r := range waiting {
		orders[i] = r.reference
	}
	jobs, err := s.translators.Jobs(ctx, orders)
	for _, r := range waiting {
		before := r.problem
		job, isKnown := jobs[r.reference]
		switch {
		case err != nil:
		case !isKnown:
			// A service that has lost its orders gets them again.
			r.phase = ordered
		case job.IsDone:
			r.phase, r.delivered = received, string(job.File)
		default:
			r.problem = job.Problem
		}
		s.keep(ctx, r, before, err)
		if r.phase == received {
			s.advance(ctx, r)
		}
	}
}

// deliver writes a translation that came back into the draft of the CMS. A file that is refused is asked for again
// later: the translation service may mend it.
func (s *Service) deliver(ctx context.Context, r *row) error {
	f, err := translation.Decode([]byte(r.file))
	if err != nil {
		return err
	}
	texts, err := f.Translated([]byte(r.delivered))
	if err != nil {
		r.phase, r.delivered = sent, ""
		return err
	}
	if isCurrent, err := s.store.isCurrent(ctx, *r); err != nil || !isCurrent {
		return err // it was reset meanwhile
	}
	if err := s.drafts.ImportTranslation(ctx, f, texts, s.now().UTC().Truncate(time.Second)); err != nil {
		return err
	}
	r.phase, r.problem = done, ""
	s.log.InfoContext(ctx, "translation_imported", "page", r.page, "language", r.language, "order", r.reference)
	return nil
}
