package cms

import (
	"context"
	"fmt"

	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/upstream/transport"
)

// SearchSynonyms reads the synonyms of editors: one call. A CMS without the type refuses the operation, and has none
// (SRCH-25).
func (r *Reader) SearchSynonyms(
	ctx context.Context, dir *site.Directory, stage site.Stage,
) (*search.SynonymTable, error) {
	key := cache.Key("cms:search-synonyms", string(stage))
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[*search.SynonymTable], error) {
		data, err := SearchSynonyms(r.headers(ctx, stage, []string{"en"}), r.client)
		if transport.IsInvalidRequest(err) {
			data, err = &SearchSynonymsResponse{}, nil
		}
		if err != nil {
			return cache.Loaded[*search.SynonymTable]{}, fmt.Errorf("read the synonyms of the search: %w", err)
		}
		records := make([]*search.EditorSynonym, 0, len(data.SearchSynonyms))
		for _, s := range data.SearchSynonyms {
			record := &search.EditorSynonym{ID: s.Id, Typed: s.Typed, Searched: s.Searched}
			if s.Language != nil {
				record.LanguageCode = s.Language.LanguageCode
			}
			for _, of := range s.Sites {
				record.SiteIDs = append(record.SiteIDs, of.Id)
			}
			records = append(records, record)
		}
		return cache.Loaded[*search.SynonymTable]{
			Value: search.NewSynonymTable(dir, records),
			// The languages are part of the system data.
			Tags: []string{TagSearchSynonyms, TagSystem},
		}, nil
	})
}
