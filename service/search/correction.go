package search

import (
	"context"

	"strand/domain/search"
	"strand/domain/site"
)

// SearchAndCorrect answers a query as Search does, and suggests one without typing errors (SRCH-22). The suggestion
// costs another search of the engine: it is for callers that show it.
func (s *Service) SearchAndCorrect(
	ctx context.Context, siteCtx *site.Context, q search.Query,
) (*search.Result, error) {
	result, err := s.Search(ctx, siteCtx, q)
	if err != nil || q.Offset > 0 || len(q.Kinds) > 0 || !result.MayBeMistyped(q.Text) {
		return result, err
	}
	scope := search.ScopeOf(siteCtx)
	if len(search.Recommended(siteCtx.Directory.SearchRecommendations, scope, q.Text)) == 0 {
		result.DidYouMean = s.corrected(ctx, scope, q)
	}
	return result, nil
}

// corrected returns a query with words of the documents in place of mistyped ones, if it finds documents with all its
// words; else empty.
func (s *Service) corrected(ctx context.Context, scope search.Scope, q search.Query) string {
	s.mu.Lock()
	var vocabulary *search.Vocabulary
	if st := s.scopes[scope]; st != nil {
		vocabulary = st.vocabulary
	}
	s.mu.Unlock()
	if vocabulary == nil {
		return ""
	}
	q.Text, q.Limit, q.Synonyms = vocabulary.Correct(q.Text), 1, s.synonyms.Load().Of(scope)
	if q.Text == "" {
		return ""
	}
	found, err := s.engine.Search(ctx, scope, q)
	s.noteLoss(scope, err)
	if err != nil || found.Total == 0 || found.IsCorrected {
		return ""
	}
	return q.Text
}
