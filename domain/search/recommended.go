package search

import (
	"slices"
	"strings"

	"strand/domain/site"
)

// Recommended returns the routes of the results that editors recommend for a query of a scope, in their order
// (SRCH-21). Queries are compared in the form of SplitWords, without upper case.
func Recommended(all []*site.SearchRecommendation, scope Scope, query string) (routes []string) {
	query = strings.ToLower(SplitWords(query))
	for _, r := range all {
		if r.LanguageCode != scope.Language || len(r.SiteIDs) > 0 && !slices.Contains(r.SiteIDs, scope.Site) {
			continue
		}
		isQuery := func(q string) bool { return strings.ToLower(SplitWords(Clean(q))) == query }
		if !slices.ContainsFunc(r.Queries, isQuery) {
			continue
		}
		for _, path := range r.Paths {
			if path = site.JoinPath("/", strings.Trim(path, "/")); !slices.Contains(routes, path) {
				routes = append(routes, path)
			}
		}
	}
	return routes
}

// Recommend puts recommended documents first in the first hits of a query.
func (r *Result) Recommend(docs []*Document) {
	if r.ByKind == nil {
		r.ByKind = map[Kind]int{}
	}
	var first []Hit
	for _, d := range docs {
		hit := Hit{Document: d, MarkedTitle: Mark(d.Title, nil), MarkedExcerpt: Excerpt(d.Description, nil)}
		if at := slices.IndexFunc(r.Hits, func(h Hit) bool { return h.ID == d.ID }); at >= 0 {
			hit = r.Hits[at]
			r.Hits = slices.Delete(r.Hits, at, at+1)
		} else {
			r.Total++
			r.ByKind[d.Kind]++
		}
		hit.IsRecommended = true
		first = append(first, hit)
	}
	r.Hits = append(first, r.Hits...)
}
