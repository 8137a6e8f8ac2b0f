package edge

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"strand/domain/search"
	"strand/domain/site"
	service "strand/search"
)

// searchBody is what the search is asked (spec §7, Search).
type searchBody struct {
	// LocaleCode is `de` or `de-CH`; the site's default where it is left out.
	LocaleCode string `json:"localeCode"`
	// SiteSlug is the slug or the technical name of a site; the main one where it is left out.
	SiteSlug string `json:"siteSlug"`
	Query    string `json:"query"`
	// Page counts from 1.
	Page int `json:"page"`
}

// searchRecord is something that was found. Matched words are in `<em>`; everything else is escaped.
type searchRecord struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Type        string `json:"type"`
}

// searchAnswer is a page of records.
type searchAnswer struct {
	Records []searchRecord `json:"records"`
	// Total counts the records of all pages; it is left out for suggestions.
	Total *int `json:"total,omitempty"`
	// PageCount is how many pages there are.
	PageCount *int `json:"pageCount,omitempty"`
}

const maxSearchBody = 256 << 10

// searchProxy serves POST /api/search-proxy/search and /suggest.
func (p *pages) searchProxy(answer func(context.Context, *service.Service, *site.View, searchBody) (*searchAnswer, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body searchBody
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxSearchBody)).Decode(&body); err != nil {
			var large *http.MaxBytesError
			if errors.As(err, &large) {
				fail(w, http.StatusRequestEntityTooLarge, "BAD_USER_INPUT", "The body is larger than 256 KiB.")
				return
			}
			fail(w, http.StatusBadRequest, "BAD_USER_INPUT", "The body is no JSON object with localeCode, siteSlug, query and page.")
			return
		}
		ctx := r.Context()
		dir, err := p.cms.Directory(ctx, site.Published)
		if err != nil {
			fail(w, http.StatusServiceUnavailable, "UPSTREAM_UNAVAILABLE", "The sites cannot be read now.")
			return
		}
		searched := dir.SiteOfSlug(body.SiteSlug)
		if searched == nil {
			fail(w, http.StatusBadRequest, "BAD_USER_INPUT", "siteSlug: there is no such site.")
			return
		}
		locale := dir.DefaultLocale(searched)
		if body.LocaleCode != "" {
			l, ok := site.ParseLocale(body.LocaleCode)
			if !ok || !dir.Supports(searched, l) {
				fail(w, http.StatusBadRequest, "BAD_USER_INPUT", "localeCode: the site is not offered in it.")
				return
			}
			locale = l
		}
		scheme, host := p.visitors.origin(r)
		view, err := p.view(ctx, dir, searched, locale, scheme, host)
		if err == nil {
			var found *searchAnswer
			if found, err = answer(ctx, p.search, view, body); err == nil {
				writeJSON(w, http.StatusOK, found)
				return
			}
		}
		if ctx.Err() == nil {
			p.log.ErrorContext(ctx, "the search failed", "site", searched.ID, "locale", locale.Code(), "error", err)
		}
		fail(w, http.StatusServiceUnavailable, "UPSTREAM_UNAVAILABLE", "The search cannot be reached now.")
	})
}

func searched(ctx context.Context, s *service.Service, view *site.View, body searchBody) (*searchAnswer, error) {
	page := min(max(body.Page, 1), search.MaxOffset/search.PageSize)
	result, err := s.Search(ctx, view, search.Query{Text: search.Clean(body.Query), Country: view.Locale.Country(),
		Offset: (page - 1) * search.PageSize, Limit: search.PageSize})
	if err != nil {
		return nil, err
	}
	pages := (result.Total + search.PageSize - 1) / search.PageSize
	return &searchAnswer{Records: records(search.In(view, result.Hits)), Total: &result.Total, PageCount: &pages}, nil
}

func suggested(ctx context.Context, s *service.Service, view *site.View, body searchBody) (*searchAnswer, error) {
	hits, err := s.Suggest(ctx, view, search.Suggestion(body.Query, view))
	if err != nil {
		return nil, err
	}
	return &searchAnswer{Records: records(search.In(view, hits))}, nil
}

func records(hits []*search.HitInView) []searchRecord {
	all := make([]searchRecord, len(hits))
	for i, h := range hits {
		all[i] = searchRecord{Title: h.MarkedTitle.HTML(), Description: h.MarkedExcerpt.HTML(), URL: h.URL(), Type: string(h.Kind)}
	}
	return all
}

// fail says as JSON what is wrong with a request to an address beside the graph, with a code of the graph.
func fail(w http.ResponseWriter, status int, code, message string) {
	writeJSON(w, status, map[string]any{"error": map[string]string{"code": code, "message": message}})
}
