// Package searchapi serves the search for clients that do not send GraphQL.
package searchapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"strand/domain/search"
	"strand/domain/site"
	"strand/edge/graph"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/internal/ratelimit"
	"strand/internal/slots"
	"strand/resolvers"
	"strand/service/website/visit"
)

// searchBody is a search request.
type searchBody struct {
	// LocaleCode is `de` or `de-CH`; the default is the site's default locale.
	LocaleCode string `json:"localeCode"`
	// SiteSlug is the slug or the technical name of a site; the default is the main site.
	SiteSlug string `json:"siteSlug"`
	Query    string `json:"query"`
	// Page counts from 1.
	Page int `json:"page"`
}

// searchRecord is a search hit. Matched words are in `<em>`; everything else is escaped.
type searchRecord struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Type        string `json:"type"`
}

// searchAnswer is a page of hits.
type searchAnswer struct {
	Records []searchRecord `json:"records"`
	// Total is the number of hits on all pages; it is left out for suggestions.
	Total *int `json:"total,omitempty"`
	// PageCount is the number of pages.
	PageCount *int `json:"pageCount,omitempty"`
}

const maxSearchBody = 256 << 10

// Searcher executes searches.
type Searcher interface {
	Search(ctx context.Context, siteCtx *site.Context, q search.Query) (*search.Result, error)
	Suggest(ctx context.Context, siteCtx *site.Context, q search.Query) ([]search.Hit, error)
}

// Area has the URLs of the search for clients that do not send GraphQL.
type Area struct {
	visitor.Sites
	Visitors visitor.Reader
	Search   Searcher
	// Limiter limits the searches of a caller, Slots the operations at the same time; the graph shares both. nil sets
	// no bound.
	Limiter *ratelimit.Limiter
	Slots   *slots.Slots
	Budget  time.Duration
}

// Mount registers the URLs.
func (a Area) Mount(mux *http.ServeMux) {
	mux.Handle("POST /api/search-proxy/search", a.Visitors.SameOrigin(searchProxy{a, searchPage}))
	mux.Handle("POST /api/search-proxy/suggest", a.Visitors.SameOrigin(searchProxy{a, suggestionList}))
}

// searchProxy serves POST /api/search-proxy/search and /suggest.
type searchProxy struct {
	Area
	answer func(context.Context, Searcher, *site.Context, searchBody) (*searchAnswer, error)
}

func (p searchProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body searchBody
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxSearchBody)).Decode(&body); err != nil {
		if large := new(http.MaxBytesError); errors.As(err, &large) {
			message := map[string]string{"code": string(apperr.Invalid), "message": "body: send at most 256 KiB"}
			respond.JSON(w, http.StatusRequestEntityTooLarge, map[string]any{"error": message})
			return
		}
		respond.JSONError(
			w,
			r,
			apperr.New(apperr.Invalid, "body: send a JSON object with localeCode, siteSlug, query and page"),
		)
		return
	}
	caller := graph.LimitCaller(&visit.Request{ClientIP: p.Visitors.ClientIP(r)})
	if p.Limiter != nil && !p.Limiter.Allow(r.Context(), caller) {
		respond.JSONError(w, r, resolvers.ErrTooManySearches)
		return
	}
	ctx, cancel := budget.Apply(budget.With(slots.WithCaller(r.Context(), caller), p.Budget))
	defer cancel()
	leave, err := p.Slots.Enter(ctx, caller)
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	defer leave()
	siteCtx, err := p.requestedSiteContext(ctx, r, body)
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	found, err := p.answer(ctx, p.Search, siteCtx, body)
	if err != nil {
		if apperr.CodeOf(err) == apperr.Internal {
			err = &apperr.Error{
				Code:    apperr.UpstreamUnavailable,
				Message: "the search is not available now: try again later",
				Cause:   err,
			}
		}
		respond.JSONError(w, r, err)
		return
	}
	respond.JSON(w, http.StatusOK, found)
}

// requestedSiteContext returns the site and locale of a request.
func (p searchProxy) requestedSiteContext(
	ctx context.Context,
	r *http.Request,
	body searchBody,
) (*site.Context, error) {
	dir, err := p.Directory(ctx)
	if err != nil {
		return nil, err
	}
	requestedSite := dir.SiteOfSlug(body.SiteSlug)
	if requestedSite == nil {
		return nil, apperr.New(apperr.Invalid, "siteSlug: the site does not exist, check the name")
	}
	locale := dir.DefaultLocale(requestedSite)
	if body.LocaleCode != "" {
		l, ok := site.ParseLocale(body.LocaleCode)
		if !ok || !dir.Supports(requestedSite, l) {
			return nil, apperr.New(apperr.Invalid, "localeCode: the site is not available in this locale")
		}
		locale = l
	}
	scheme, host := p.Visitors.Origin(r)
	return p.SiteContext(ctx, dir, requestedSite, locale, scheme, host)
}

func searchPage(ctx context.Context, s Searcher, siteCtx *site.Context, body searchBody) (*searchAnswer, error) {
	page := min(max(body.Page, 1), search.MaxOffset/search.PageSize)
	result, err := s.Search(
		ctx,
		siteCtx,
		search.Query{
			Text:    search.Clean(body.Query),
			Country: siteCtx.Locale.Country(),
			Offset:  (page - 1) * search.PageSize,
			Limit:   search.PageSize,
		},
	)
	if err != nil {
		return nil, err
	}
	pages := (result.Total + search.PageSize - 1) / search.PageSize
	return &searchAnswer{
		Records:   records(siteCtx.Locale, search.LocalizeHits(siteCtx, result.Hits)),
		Total:     &result.Total,
		PageCount: &pages,
	}, nil
}

func suggestionList(ctx context.Context, s Searcher, siteCtx *site.Context, body searchBody) (*searchAnswer, error) {
	hits, err := s.Suggest(ctx, siteCtx, search.Suggestion(body.Query, siteCtx))
	if err != nil {
		return nil, err
	}
	return &searchAnswer{Records: records(siteCtx.Locale, search.LocalizeHits(siteCtx, hits))}, nil
}

func records(locale site.Locale, hits []*search.LocalizedHit) []searchRecord {
	all := make([]searchRecord, len(hits))
	for i, h := range hits {
		title := h.MarkedTitle.HTML()
		if h.Kind != search.Person { // names of people have one spelling
			title = locale.SpellHTML(title)
		}
		all[i] = searchRecord{
			Title:       title,
			Description: locale.SpellHTML(h.MarkedExcerpt.HTML()),
			URL:         h.URL(),
			Type:        string(h.Kind),
		}
	}
	return all
}
