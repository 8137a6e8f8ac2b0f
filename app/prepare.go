package app

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/edge/pages"
	"strand/internal/recovery"
)

// prepareTimeout bounds the preparation of a server: a system that is slow or down delays a start, but never prevents
// it.
const prepareTimeout = 20 * time.Second

// preparation is what a server reads before it is ready, so that its first visitors do not wait for it.
type preparation struct {
	steps map[string]func(context.Context) error

	mu sync.Mutex
	// missing are the names of the steps that have not ended.
	missing []string
}

// running returns which steps have not ended; empty if there are none.
func (p *preparation) running() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.missing) == 0 {
		return ""
	}
	return "the server reads: " + strings.Join(p.missing, ", ")
}

func (p *preparation) end(step string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.missing = slices.DeleteFunc(p.missing, func(name string) bool { return name == step })
}

// Prepare begins what a server process does beside answering requests: it reads what the first visitors need, and
// watches the systems and stores. Until the reading has ended or took too long, /readyz answers 503.
func (a *App) Prepare() {
	a.parts.InBackground(a.systems.Run)
	a.parts.InBackground(a.stores.Run)
	p := &a.preparation
	for name := range p.steps {
		p.missing = append(p.missing, name)
	}
	slices.Sort(p.missing)
	a.parts.InBackground(a.prepare)
}

func (a *App) prepare(closing context.Context) {
	started := time.Now()
	ctx, cancel := context.WithTimeout(closing, prepareTimeout)
	defer cancel()
	p := &a.preparation
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.missing = nil
	}()
	type result struct {
		step string
		err  error
	}
	results := make(chan result, len(p.steps))
	for name, step := range p.steps {
		recovery.Go(ctx, a.log, "preparation", func() { // not waited for when time is over
			r := result{name, errors.New("the step failed")}
			defer func() { results <- r }()
			r.err = step(ctx)
		})
	}
	for range p.steps {
		select {
		case r := <-results:
			p.end(r.step)
			if r.err != nil {
				a.log.WarnContext(ctx, "preparation_failed", "step", r.step, "error", r.err)
			}
		case <-ctx.Done():
			if closing.Err() == nil {
				a.log.WarnContext(ctx, "preparation_incomplete", "reason", p.running(), "limit", prepareTimeout)
			}
			return
		}
	}
	a.log.InfoContext(ctx, "server_prepared", "duration", time.Since(started))
}

// preparationSteps returns what is read before the server is ready: the sites with their home pages, the products and
// services, and the search index of the main site.
func (a *App) preparationSteps(documents *pages.Handler, s served) map[string]func(context.Context) error {
	read := func(kind catalog.Type) func(context.Context) error {
		return func(ctx context.Context) error {
			dir, err := s.systems.cms.Directory(ctx, site.Published)
			if err != nil {
				return err
			}
			return s.indexes.Build(ctx, kind, dir.DefaultLocale(dir.Main()).LanguageCode)
		}
	}
	products, services := read(catalog.TypeProduct), read(catalog.TypeService)
	homesMade := make(chan struct{})
	return map[string]func(context.Context) error{
		"home pages": func(ctx context.Context) error {
			defer close(homesMade)
			if err := a.AwaitRenderer(ctx); err != nil {
				return err
			}
			return documents.MakeHomePages(ctx)
		},
		"products": products,
		"services": services,
		"search": func(ctx context.Context) error {
			// First visitors need pages before they search: these are made without the index beside them.
			select {
			case <-homesMade:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			// The index has what can be read of them; their own steps report failures.
			_ = errors.Join(products(ctx), services(ctx))
			dir, err := s.systems.cms.Directory(ctx, site.Published)
			if err != nil {
				return err
			}
			locale := dir.DefaultLocale(dir.Main())
			input := site.ContextInput{Directory: dir, Site: dir.Main(), Locale: locale, Stage: site.Published}
			return s.resolver.SearchService.Build(ctx, site.NewContext(input, nil))
		},
	}
}
