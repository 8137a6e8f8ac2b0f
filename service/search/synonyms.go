package search

import (
	"context"
	"time"

	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/recovery"
)

// synonymsWait is how long the first index of a scope waits for the synonyms of editors, which it does not depend on.
const synonymsWait = time.Second

// synonyms reads the synonyms of editors, which the cache has in general.
func (r Readers) synonyms(ctx context.Context) (*search.SynonymTable, error) {
	dir, err := r.CMS.Directory(ctx, site.Published)
	if err != nil {
		return nil, err
	}
	return r.CMS.SearchSynonyms(ctx, dir, site.Published)
}

// readSynonyms reads the synonyms of editors. If that fails, which the client of the CMS logs, the earlier ones stay
// until the next change or renewal (SRCH-25): queries never wait for them.
func (s *Service) readSynonyms(ctx context.Context) {
	if s.editors == nil {
		return
	}
	var table *search.SynonymTable
	if err := recovery.Do(ctx, s.log, "search_synonyms", func() (err error) {
		table, err = s.editors(ctx)
		return err
	}); err == nil {
		s.synonyms.Store(table)
	}
}

// startReadingSynonyms reads the synonyms beside the first documents of a scope. The channel is closed at the end.
func (s *Service) startReadingSynonyms(ctx context.Context) <-chan struct{} {
	ended := make(chan struct{})
	recovery.Go(ctx, s.log, "search_synonyms", func() {
		defer close(ended)
		ctx, cancel := context.WithTimeout(ctx, synonymsWait)
		defer cancel()
		s.readSynonyms(ctx)
	})
	return ended
}

// renewWait is how long the indexes that are due wait for the synonyms.
const renewWait = 10 * time.Second

// renewSynonyms reads the synonyms again once there are indexes.
func (s *Service) renewSynonyms(ctx context.Context) {
	s.mu.Lock()
	isUsed := len(s.scopes) > 0
	s.mu.Unlock()
	if isUsed {
		ctx, cancel := context.WithTimeout(ctx, renewWait)
		defer cancel()
		s.readSynonyms(ctx)
	}
}
