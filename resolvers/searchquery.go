package resolvers

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"

	"strand/domain/convert"
	"strand/domain/search"
	"strand/domain/site"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/internal/slots"
	"strand/service/website/visit"
)

// ErrTooManySearches is returned when a caller exceeds the number of searches per minute.
var ErrTooManySearches = apperr.New(apperr.RateLimited, "too many searches: try again in a minute")

// countSearch counts a search of the caller. Requests of the server itself are not counted.
func (r *Resolver) countSearch(ctx context.Context) error {
	caller := slots.CallerOf(ctx)
	if caller == "" {
		caller = visit.Of(ctx).Searcher
	}
	if caller != "" && r.SearchLimiter != nil && !r.SearchLimiter.Allow(ctx, caller) {
		return ErrTooManySearches
	}
	return nil
}

// searchSiteContext returns the context of the searched site in the locale of an argument.
func (r *Resolver) searchSiteContext(ctx context.Context, technicalName, locale *string) (*site.Context, error) {
	visit.Of(ctx).MarkPrivate() // search texts are personal and would fill the cache
	if err := r.countSearch(ctx); err != nil {
		return nil, err
	}
	dir, err := r.Website.Directory(ctx)
	if err != nil {
		return nil, err
	}
	s := dir.Main()
	if technicalName != nil {
		if s = dir.SiteNamed(*technicalName); s == nil {
			return nil, apperr.New(apperr.Invalid, "site: there is no site named %.40q", *technicalName)
		}
	}
	return r.Website.SiteContextFor(ctx, s, locale, site.Published)
}

func (r *Resolver) searchConnection(
	ctx context.Context,
	siteCtx *site.Context,
	query string,
	kinds []search.Kind,
	first int,
	after *string,
) (*model.SearchConnection, error) {
	if err := checkFirst(first); err != nil {
		return nil, err
	}
	q := search.Query{Text: search.Clean(query), Kinds: kinds, Country: siteCtx.Locale.Country(), Limit: first}
	if after != nil && *after != "" {
		offset, _, ok := readCursor(*after)
		if !ok {
			return nil, cursorError(*after)
		}
		q.Offset = min(offset, search.MaxOffset) + 1
	}
	result, err := r.SearchService.Search(ctx, siteCtx, q)
	if err != nil {
		return nil, searchError(err)
	}
	r.noteMissing(ctx, result, "edges")
	overview := search.Selection{Text: q.Text, Kinds: kinds, Page: 1}.LocalizedOverview(siteCtx, result)
	c := &model.SearchConnection{
		TotalCount:  result.Total,
		IsCorrected: result.IsCorrected,
		Types:       convert.Pointers(overview.Types),
		Edges:       []*model.SearchEdge{},
		PageInfo:    &model.PageInfo{HasNextPage: q.Offset+len(result.Hits) < result.Total},
	}
	for i, h := range overview.Results {
		c.Edges = append(
			c.Edges,
			&model.SearchEdge{
				Node:   h,
				Cursor: base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d:%s", q.Offset+i, h.ID)),
			},
		)
		c.PageInfo.EndCursor = &c.Edges[i].Cursor
	}
	return c, nil
}

// searchOverview returns the search results at a URL; nil for other screens.
func (r *Resolver) searchOverview(ctx context.Context, p *site.PageResolution) (*search.Overview, error) {
	if p.Found.Screen != site.ScreenSearch {
		return nil, nil
	}
	selection := search.ParseSelection(p.Found.URL.RawQuery)
	if selection.Text == "" {
		return selection.LocalizedOverview(p.SiteContext, &search.Result{}), nil
	}
	visit.Of(ctx).MarkPrivate() // search texts are personal and would fill the cache
	if err := r.countSearch(ctx); err != nil {
		return nil, err
	}
	result, err := r.SearchService.SearchAndCorrect(ctx, p.SiteContext, selection.SearchQuery(p.SiteContext))
	if err != nil {
		return nil, searchError(err)
	}
	r.noteMissing(ctx, result, "results")
	return selection.LocalizedOverview(p.SiteContext, result), nil
}

// noteMissing adds an error to the results field if documents are missing from the index.
func (r *Resolver) noteMissing(ctx context.Context, result *search.Result, field string) {
	if result.IsIncomplete {
		visit.DegradeField(ctx, field,
			apperr.New(apperr.UpstreamUnavailable, "some documents cannot be searched now: try again later"))
	}
}

// searchError converts a search error to an error of the graph.
func searchError(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return &apperr.Error{
		Code:    apperr.UpstreamUnavailable,
		Message: "the search is not available: try again later",
		Cause:   err,
	}
}
