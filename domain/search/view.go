package search

import (
	"net/url"
	"slices"

	"strand/domain/listing"
	"strand/domain/site"
)

// PageSize is how many results one page holds, and how many more are shown at a time.
const PageSize = 10

// maxPage bounds how many results one document shows.
const maxPage = 20

const (
	paramQuery = "q"
	paramType  = "type"
)

// Selection is what an address asks for.
type Selection struct {
	// Text is clean.
	Text  string
	Kinds []Kind
	// Page counts from 1; the results are those of this page and of all before it, so that more are shown, not others.
	Page int
}

// ParseSelection reads the query of an address. What it does not know it leaves out.
func ParseSelection(rawQuery string) Selection {
	query := listing.Query(rawQuery)
	s := Selection{Text: Clean(query.Get(paramQuery)), Page: min(listing.Page(query), maxPage)}
	chosen := listing.Choices(query[paramType])
	for _, k := range Kinds {
		if slices.Contains(chosen, string(k)) {
			s.Kinds = append(s.Kinds, k)
		}
	}
	return s
}

// Query is the selection as the query of an address, with its question mark.
func (s Selection) Query() string {
	query := url.Values{}
	if s.Text != "" {
		query.Set(paramQuery, s.Text)
	}
	for _, k := range s.Kinds {
		query.Add(paramType, string(k))
	}
	return listing.Encode(query, s.Page)
}

// Ask is the query of the selection for a view.
func (s Selection) Ask(view *site.View) Query {
	return Query{Text: s.Text, Kinds: s.Kinds, Country: view.Locale.Country(), Limit: s.Page * PageSize}
}

// MaxOffset is how far down a list of results can be asked for.
const MaxOffset = 10_000

// MaxSuggestions is how many are made for what is being typed.
const MaxSuggestions = 8

// Suggestion is the query for what is being typed in a view.
func Suggestion(typed string, view *site.View) Query {
	return Query{Text: Clean(typed), Country: view.Locale.Country(), Limit: MaxSuggestions}
}

// ScopeOf is what a view searches.
func ScopeOf(view *site.View) Scope {
	return Scope{Site: view.Site.ID, Language: view.Locale.LanguageCode}
}

// HitInView is a result that leads somewhere.
type HitInView struct {
	Hit
	View *site.View
}

// Type is the kind of the result.
func (h *HitInView) Type() Kind { return h.Kind }

// TitleParts is the title in parts.
func (h *HitInView) TitleParts() []Part { return h.MarkedTitle }

// Excerpt is what it says about what was looked for, in parts.
func (h *HitInView) Excerpt() []Part { return h.MarkedExcerpt }

// URL is where it leads: a path of the view's site, or a file.
func (h *HitInView) URL() string {
	if h.File != "" {
		return h.File
	}
	return h.View.Path(h.Route)
}

// In binds results to a view.
func In(view *site.View, hits []Hit) []*HitInView {
	bound := make([]*HitInView, len(hits))
	for i, h := range hits {
		bound[i] = &HitInView{h, view}
	}
	return bound
}

// OverviewIn is what a view shows of an answer.
func (s Selection) OverviewIn(view *site.View, r *Result) *Overview {
	base := view.Path(site.SearchPath)
	all := Selection{Text: s.Text, Page: 1}
	o := &Overview{Query: s.Text, Total: r.Total, IsFiltered: len(s.Kinds) > 0, IsCorrected: r.IsCorrected, Results: In(view, r.Hits), ResetURL: base + all.Query()}
	if len(r.Hits) < r.Total && s.Page < maxPage {
		next := s
		next.Page++
		more := base + next.Query()
		o.MoreURL = &more
	}
	var options []listing.Option
	var chosen []string
	for _, k := range Kinds {
		options = append(options, listing.Option{Value: string(k), Label: string(k), Count: r.ByKind[k]})
	}
	for _, k := range s.Kinds {
		chosen = append(chosen, string(k))
	}
	o.Types = listing.Options(options, chosen)
	return o
}
